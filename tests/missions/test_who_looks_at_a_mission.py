"""Who is led to a mission's page counts as looking at it, before the page can give a sign of its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from agency.models import Thread
from missions import services
from trust import presence
from trust.models import User

GOAL = "write down: the plumber comes on Tuesday"


@pytest.fixture
def person(world: None, owner: User) -> User:
    owner.onboarding = User.Onboarding.DONE
    owner.save(update_fields=["onboarding"])
    return owner


@pytest.fixture
def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_a_goal_asked_on_a_page_is_looked_at_before_it_begins(
    person: User, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[bool] = []
    begin = services.direct_thread

    def begins(thread: Thread, **more: Any) -> bool:
        looked_at.append(presence.is_looking(person.pk, thread.subject_id))
        return begin(thread, **more)

    monkeypatch.setattr(services, "direct_thread", begins)
    browser.post("/missions/new/", {"goal": GOAL})
    assert looked_at == [True]


def test_a_goal_asked_elsewhere_is_looked_at_once_its_page_is_opened(person: User, browser: Client) -> None:
    mission = services.create_mission(user=person, goal=GOAL)
    assert not presence.is_looking(person.pk, mission.pk)
    assert browser.get(f"/missions/{mission.pk}/").status_code == 200
    assert presence.is_looking(person.pk, mission.pk)


def test_a_page_that_is_not_theirs_is_not_looked_at(person: User, stranger: User, browser: Client) -> None:
    mission = services.create_mission(user=stranger, goal=GOAL)
    assert browser.get(f"/missions/{mission.pk}/").status_code == 404
    assert not presence.is_looking(person.pk, mission.pk)
