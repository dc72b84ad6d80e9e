"""The pages of desires: sections, one desire, settings; nothing of it for a stranger."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from agency.desires.live import draw_desire, draw_sections
from agency.models import Desire
from tests.desires.steps import WANTED, drive
from trust.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_desire_is_asked_for_looked_at_and_started_on_pages(person: User, client: Client) -> None:
    client.force_login(person)
    made = client.post("/agency/", {"description": WANTED, "every": "week"})
    assert made.status_code == 302
    desire = drive(Desire.objects.get())
    page = client.get("/agency/").content.decode()
    assert "Waits for you" in page
    shown = client.get(made["Location"]).content.decode()
    assert "Agreed: it is done when" in shown
    assert "Start this plan" in shown
    client.post(f"{made['Location']}approve/")
    desire = drive(desire)
    assert desire.stage == "dormant"
    drawn = draw_desire(person, desire.pk)
    assert drawn is not None
    assert "until next time" in drawn
    assert "In short: All of Giverny." in drawn
    assert client.get(f"{made['Location']}export/")["Content-Type"] == "application/zip"
    assert client.post(f"{made['Location']}delete/").status_code == 302
    assert not Desire.objects.exists()


def test_a_stranger_sees_and_moves_nothing(owner: Any, stranger: Any, client: Client) -> None:
    desire = Desire.objects.create(user=owner, title="zanzibar", description="zanzibar", stage="reviewing")
    client.force_login(stranger)
    for path in ("", "export/"):
        assert client.get(f"/agency/{desire.pk}/{path}").status_code == 404
    for verb in ("approve", "reject", "execute", "reset", "generate-plan", "delete"):
        assert client.post(f"/agency/{desire.pk}/{verb}/").status_code == 404
    assert "zanzibar" not in client.get("/agency/").content.decode()
    assert draw_desire(stranger, desire.pk) is None
    assert "zanzibar" not in (draw_sections(stranger, None) or "")
    desire.refresh_from_db()
    assert desire.stage == "reviewing"


def test_the_settings_are_saved_and_danger_is_confirmed(owner: Any, client: Client) -> None:
    client.force_login(owner)
    wanted = {
        "autonomy": "bounded_auto",
        "review": "always",
        "matters": "family\nhealth",
        "never": "gambling",
    }
    assert client.post("/settings/desires/", wanted).status_code == 422
    assert client.post("/settings/desires/", wanted | {"confirmed": "on"}).status_code == 302
    owner.refresh_from_db()
    assert (owner.autonomy, owner.plan_review) == ("bounded_auto", "always")
    page = client.get("/settings/desires/").content.decode()
    assert "gambling" in page
    assert "family" in page
