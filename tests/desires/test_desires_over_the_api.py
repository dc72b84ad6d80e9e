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

USUAL = dict.fromkeys(("proposed", "review", "needs", "started", "ended"), "usual")
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
    assert set(scratchpad) == {
        "desireId", "stage", "version", "iterations", "timestamps", "currentPlanVersion",
        "userCritique", "critiqueAt", "reviewBypassed", "autoApproveReason", "error",
    }  # fmt: skip
    assert [name for name, at in scratchpad["timestamps"].items() if at is None] == []
    kept = json.loads(archive.read(names["desire.json"]))
    assert (kept["stage"], kept["tainted"]) == ("completed", False)
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
    assert api.post("/agency/desires", body).status_code == 422
    assert not Desire.objects.exists()


def test_desires_are_listed_by_stage_source_risk_and_archive(owner: User, api: Api) -> None:  # noqa: F811
    made = {
        name: Desire.objects.create(user=owner, title=name, description=name, **fields)
        for name, fields in (
            ("kept", {"stage": "failed", "risk": "low"}),
            ("away", {"stage": "failed", "source": "implicit"}),
        )
    }

    def listed(query: str) -> list[str]:
        return [one["title"] for one in api.get(f"/agency/desires?{query}").json()["items"]]

    away = f"/agency/desires/{made['away'].pk}"
    assert api.post(f"{away}/archive").json()["archived_at"]
    assert (listed(""), listed("archived=true")) == (["kept"], ["away"])
    assert (listed("risk=low"), listed("source=implicit"), listed("stage=pending")) == (["kept"], [], [])
    assert listed("archived=true&source=implicit") == ["away"]
    for query in ("stage=x", "source=x", "risk=x"):
        assert api.get(f"/agency/desires?{query}").status_code == 400
    assert api.post(f"{away}/unarchive").json()["archived_at"] is None
    assert listed("") == ["away", "kept"]
    Desire.objects.filter(pk=made["kept"].pk).update(stage="executing")
    assert api.post(f"/agency/desires/{made['kept'].pk}/archive").status_code == 409


@pytest.mark.parametrize(
    ("verb", "stage", "body"),
    [
        ("revise", "completed", {"critique": "shorter"}),
        ("reject", "completed", {}),
        ("reset", "pending", {}),
        ("generate-plan", "executing", {}),
        ("approve", "pending", {}),
        ("execute", "planning", {}),
    ],
)
def test_what_a_stage_does_not_allow_is_a_conflict(
    owner: User,
    api: Api,  # noqa: F811
    verb: str,
    stage: str,
    body: dict[str, str],
) -> None:
    desire = Desire.objects.create(user=owner, title="x", description="x", stage=stage)
    refused = api.post(f"/agency/desires/{desire.pk}/{verb}", body)
    assert refused.status_code == 409
    desire.refresh_from_db()
    assert desire.stage == stage


def test_a_desire_is_revised_rejected_reset_and_planned_again(person: User, api: Api) -> None:  # noqa: F811
    path = f"/agency/desires/{api.post('/agency/desires', {'description': WANTED}).json()['id']}"
    drive(Desire.objects.get())
    for critique in ("", "x" * 1_001):
        assert api.post(f"{path}/revise", {"critique": critique}).status_code == 422
    assert api.post(f"{path}/revise", {"critique": "two more pages"}).json()["stage"] == "planning"
    assert drive(Desire.objects.get()).stage == "reviewing"
    assert api.get(path).json()["plan"]["version"] == 2
    assert api.post(f"{path}/reject", {"reason": "x" * 1_001}).status_code == 422
    rejected = api.post(f"{path}/reject", {"reason": "not now"}).json()
    assert (rejected["stage"], rejected["problem"]) == ("rejected", "not now")
    assert api.post(f"{path}/reset").json()["stage"] == "pending"
    assert api.post(f"{path}/generate-plan").json()["stage"] == "planning"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"title": "A name"}, 200),
        ({"priority": "urgent", "every": "week"}, 200),
        ({"description": ""}, 422),
        ({"title": ""}, 422),
        ({"priority": "top"}, 422),
        ({"every": "hour"}, 422),
    ],
)
def test_a_desire_is_changed_in_what_fits(
    owner: User,
    api: Api,  # noqa: F811
    change: dict[str, str],
    status: int,
) -> None:
    desire = Desire.objects.create(user=owner, title="x", description="x")
    answer = api.send("PUT", f"/agency/desires/{desire.pk}", json.dumps(change))
    assert answer.status_code == status
    if status == 200:
        assert answer.json().items() >= change.items()


def test_the_daily_review_is_set_and_dropped_and_stays_where_it_is_not_named(
    owner: User,
    api: Api,  # noqa: F811
) -> None:
    for change, at in (
        ({"review_at": "07:30:00"}, "07:30:00"),
        ({"threshold": 0.5}, "07:30:00"),
        ({"review_at": None}, None),
    ):
        assert api.send("PUT", "/agency/config", json.dumps(change)).json()["review_at"] == at


def test_new_words_are_a_conflict_while_it_is_done(owner: User, api: Api) -> None:  # noqa: F811
    desire = Desire.objects.create(user=owner, title="x", description="x", stage="executing")
    path = f"/agency/desires/{desire.pk}"
    refused = api.send("PUT", path, json.dumps({"description": "something else"}))
    assert refused.status_code == 409
    assert api.send("PUT", path, json.dumps({"title": "A name"})).status_code == 200
    desire.refresh_from_db()
    assert (desire.title, desire.description) == ("A name", "x")


@pytest.mark.parametrize(
    "verb", ["approve", "execute", "generate-plan", "reject", "reset", "archive", "unarchive"]
)
def test_what_is_somebody_elses_is_not_there(
    owner: User,
    stranger: User,
    api: Api,  # noqa: F811
    verb: str,
) -> None:
    theirs = Desire.objects.create(user=stranger, title="x", description="x", stage="failed")
    assert api.post(f"/agency/desires/{theirs.pk}/{verb}").status_code == 404
    assert Desire.objects.get().stage == "failed"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"auto_archive": True}, 200),
        ({"notice_words": False, "notice_patterns": False}, 200),
        ({"threshold": 0.8, "half_life_days": 10}, 200),
        ({"autonomy": "supervised_auto"}, 200),
        ({"review": "never"}, 200),
        ({"matters": ["family"]}, 200),
        ({"never": ["gambling"]}, 200),
        ({"review_at": "07:30:00"}, 200),
        ({"told_by": {**USUAL, "needs": "mail"}}, 200),
        ({"review_at": "25:00"}, 422),
        ({"review": "always"}, 422),
        ({"auto_archive": "perhaps"}, 422),
        ({"notice_words": "perhaps"}, 422),
        ({"notice_patterns": "perhaps"}, 422),
        ({"told_by": {"needs": "pigeon"}}, 422),
        ({"threshold": 0.1}, 422),
        ({"half_life_days": 0}, 422),
        ({"autonomy": "reckless"}, 422),
        ({"review": "sometimes"}, 422),
        ({"matters": [str(number) for number in range(13)]}, 422),
        ({"never": ["x" * 201]}, 422),
    ],
)
def test_each_setting_is_taken_or_refused(
    owner: User,
    api: Api,  # noqa: F811
    change: dict[str, Any],
    status: int,
) -> None:
    before = api.get("/agency/config").json()
    answer = api.send("PUT", "/agency/config", json.dumps(change))
    assert answer.status_code == status
    now = api.get("/agency/config").json()
    assert now == (before | change if status == 200 else before)


def test_a_wish_said_over_and_over_is_noticed_and_not_an_error(person: User, api: Api) -> None:  # noqa: F811
    answer = api.post("/agency/words", {"text": "I'd love to learn Italian " * 100})
    assert answer.status_code == 200
    assert len(answer.json()["desires"]) == 1
