"""An appointment that is said as a goal is asked for, and then stands in the calendar, on the local clock."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agency.models import CalendarEntry, Thread
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_one_step_that_asks_and_is_done_once(world: object, owner: User, settings: Any) -> None:
    settings.ACT_HOLD_SECONDS = 0
    mission = create_mission(user=owner, goal="put the dentist appointment on Friday 10am into my calendar")
    assert mission.mission_type == "open_goal"
    assert drive(mission).status == Thread.Status.WAITING
    [act] = open_decision(mission).payload["acts"]
    assert (act["tool"], act["arguments"]["zone"]) == ("calendar.add", "Europe/Paris")
    assert "10:00" in act["title"]
    assert not CalendarEntry.objects.exists()
    answer_first(mission, "approve")
    assert drive(mission).status == Thread.Status.DONE
    entry = CalendarEntry.objects.get(user=owner)
    begins = entry.starts_at.astimezone(ZoneInfo("Europe/Paris"))
    assert (entry.title, begins.hour, begins.weekday()) == ("Dentist appointment", 10, 4)
    assert refresh(mission).status == "completed"


def test_without_a_time_it_asks_when(world: object, owner: User) -> None:
    mission = create_mission(user=owner, goal="Put the dentist into my calendar")
    drive(mission)
    assert "Begins" in open_decision(mission).payload["question"]
