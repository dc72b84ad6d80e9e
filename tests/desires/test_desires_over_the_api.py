"""Desires as JSON: all that can be asked of them, and the settings."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from agency.models import Desire
from tests.api.conftest import Api, api, their_api  # noqa: F401
from tests.desires.steps import WANTED, drive
from trust.models import HardRule, User

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_desire_is_created_planned_approved_and_exported(person: User, api: Api) -> None:  # noqa: F811
    made = api.post("/agency/desires", {"description": WANTED})
    assert made.status_code == 201
    path = f"/agency/desires/{made.json()['id']}"
    drive(Desire.objects.get())
    body = api.get(path).json()
    assert body["stage"] == "reviewing"
    assert body["plan"]["version"] == 1
    assert body["plan"]["estimated_risk"] == "none"
    assert body["plan"]["hops"]
    assert "approve" in body["can"]
    assert api.post(f"{path}/execute").status_code == 409
    assert api.post(f"{path}/approve").json()["stage"] == "approved"
    assert api.post(f"{path}/approve").status_code == 409
    drive(Desire.objects.get())
    done = api.get(path).json()
    assert done["stage"] == "completed"
    assert done["outcomes"][0]["verdict"] == "completed"
    archive = zipfile.ZipFile(io.BytesIO(api.get(f"{path}/export").content))
    names = {name.rpartition("/")[2]: name for name in archive.namelist()}
    assert set(names) == {
        "scratchpad.json",
        "desire.json",
        "plan-v1.json",
        "execution-log.json",
        "outcome.json",
    }
    scratchpad = json.loads(archive.read(names["scratchpad.json"]))
    assert scratchpad["iterations"] == {"planning": 1, "execution": 1, "review": 1}
    assert scratchpad["currentPlanVersion"] == 1
    assert api.get("/agency/desires?stage=completed").json()["items"][0]["title"] == WANTED
    assert api.send("DELETE", path).status_code == 204
    assert api.get(path).status_code == 404


def test_the_settings_are_shown_and_changed(owner: Any, api: Api) -> None:  # noqa: F811
    assert api.get("/agency/config").json()["autonomy"] == "suggest"
    refused = api.send("PUT", "/agency/config", json.dumps({"review": "always"}))
    assert refused.status_code == 422
    wanted = {
        "autonomy": "bounded_auto",
        "review": "always",
        "confirmed": True,
        "matters": ["family"],
        "never": ["gambling"],
    }
    body = api.send("PUT", "/agency/config", json.dumps(wanted)).json()
    assert (body["autonomy"], body["review"]) == ("bounded_auto", "always")
    assert (body["matters"], body["never"]) == (["family"], ["gambling"])
    assert HardRule.objects.get(user=owner).mentions == "gambling"
    api.send("PUT", "/agency/config", json.dumps({"never": []}))
    assert not HardRule.objects.filter(user=owner).exists()


@pytest.mark.parametrize(
    "body", [{}, {"description": ""}, {"description": "x", "every": "hour"}, {"description": "x" * 2_001}]
)
def test_what_does_not_fit_is_refused(owner: Any, api: Api, body: dict[str, str]) -> None:  # noqa: F811
    assert api.post("/agency/desires", body).status_code in (400, 422)
    assert not Desire.objects.exists()
