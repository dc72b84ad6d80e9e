"""A day that has passed and a party of nobody are said and asked about, never searched for."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from missions.brief import Brief
from missions.levels.doubts import doubt_of
from missions.models import Mission, SourceReport
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Decision, User

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=ZoneInfo("Europe/Paris"))


def started(owner: User, goal: str) -> Mission:
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    return refresh(mission)


def searched(mission: Mission) -> set[int]:
    return set(SourceReport.objects.filter(mission=mission).values_list("round", flat=True))


def brief(**slots: object) -> Brief:
    return Brief(
        goal="dinner",
        mission_type="dining",
        level=2,
        slots=slots,
        now=NOON,
        zone="Europe/Paris",
        language="en",
        currency="EUR",
    )


@pytest.mark.parametrize(
    "goal",
    [
        "Find Italian restaurants in Paris yesterday, 4 people",
        "table for two in Paris last Friday",
        "concerts in Paris last weekend",
    ],
)
def test_a_day_that_has_passed_is_asked_about_and_nothing_is_searched(
    world: None, owner: User, goal: str
) -> None:
    mission = started(owner, goal)
    asked = open_decision(mission)
    assert asked.kind == Decision.Kind.CLARIFICATION
    assert "has passed. Which day do you mean?" in asked.title
    assert asked.payload["slot"] == "date"
    assert asked.payload["why"].startswith("I understood ")
    assert searched(mission) == set()


def test_the_day_that_is_answered_is_searched_for(world: None, owner: User) -> None:
    mission = started(owner, "Find Italian restaurants in Paris yesterday at 7 pm, 4 people")
    answer_first(mission, "answer", text="tomorrow")
    drive(mission)
    after = refresh(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE
    assert date.fromisoformat(after.slots["date"]) == datetime.now(owner.zone).date() + timedelta(days=1)
    assert after.slots["time"] == "19:00"
    assert searched(mission) == {0}


def test_any_day_leaves_the_day_open(world: None, owner: User) -> None:
    mission = started(owner, "Find Italian restaurants in Paris yesterday, 4 people")
    answer_first(mission, "answer", text="Any day")
    drive(mission)
    assert "date" not in refresh(mission).slots
    assert open_decision(mission).kind == Decision.Kind.CHOICE


@pytest.mark.parametrize("answer", ["Any day", "tomorrow"])
def test_a_day_that_no_calendar_has_is_asked_about_once(world: None, owner: User, answer: str) -> None:
    mission = started(owner, "Find Italian restaurants in Paris on 31 November, 4 people")
    asked = open_decision(mission)
    assert (asked.payload["slot"], asked.title) == (
        "date",
        "There is no “31 November” in the calendar. Which day do you mean?",
    )
    assert searched(mission) == set()
    answer_first(mission, "answer", text=answer)
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE


def test_a_day_that_has_passed_as_well_is_asked_about_again(world: None, owner: User) -> None:
    mission = started(owner, "Find Italian restaurants in Paris yesterday, 4 people")
    answer_first(mission, "answer", text="the day before yesterday")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CLARIFICATION
    assert searched(mission) == set()


@pytest.mark.parametrize(
    "goal",
    [
        "Find Italian restaurants in Paris for tomorrow night, 0 people",
        "Find Italian restaurants in Paris for tomorrow night, a party of zero",
        "Suche ein italienisches Restaurant in Paris für morgen Abend, 0 Personen",
    ],
)
def test_a_party_of_nobody_is_asked_about(world: None, owner: User, goal: str) -> None:
    mission = started(owner, goal)
    asked = open_decision(mission)
    assert (asked.payload["slot"], asked.payload["why"]) == ("people", "I understood 0 people.")
    assert searched(mission) == set()
    answer_first(mission, "answer", text="3")
    drive(mission)
    assert refresh(mission).slots["people"] == 3
    assert open_decision(mission).kind == Decision.Kind.CHOICE


def test_a_wish_that_cannot_be_is_asked_about_before_the_next_search(world: None, owner: User) -> None:
    mission = started(owner, "Find Italian restaurants in Paris for tomorrow night, 4 people")
    answer_first(mission, "refine", text="last Friday instead")
    drive(mission)
    assert open_decision(mission).payload["slot"] == "date"
    assert searched(mission) == {0}
    answer_first(mission, "answer", text="tomorrow")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE
    assert searched(mission) == {0, 1}


@pytest.mark.parametrize(
    "slots",
    [
        {"date": "2026-11-27"},
        {"date": "2026-11-27", "time": "11:30"},
        {"date": "2026-11-27", "time": {"start": "06:00", "end": "10:00"}},
        {"date": {"start": "2026-11-23", "end": "2026-11-29"}},
        {"date": "2026-11-28", "people": 1},
        {"time": "08:00"},
        {"open": "now"},
        {"date": "not a date"},
        {},
    ],
)
def test_what_can_still_be_is_not_doubted(slots: dict[str, object]) -> None:
    assert doubt_of(brief(**slots), "restaurant") is None


@pytest.mark.parametrize(
    "slots",
    [
        {"date": "2026-11-26"},
        {"date": "2026-11-27", "time": "10:30"},
        {"date": {"start": "2026-11-16", "end": "2026-11-22"}, "time": "19:00"},
        {"people": 0},
    ],
)
def test_what_cannot_be_is_doubted_only_where_somebody_goes(slots: dict[str, object]) -> None:
    assert doubt_of(brief(**slots), "restaurant") is not None
    assert doubt_of(brief(**slots), "event") is not None
    assert doubt_of(brief(**slots), "product") is None


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("4 days in Paris on 31 February for 2 people", "There is no “31 February” in the calendar."),
        ("4 Tage Paris am 31.2. zu zweit", "There is no “31.2.” in the calendar."),
        ("4 days in Qxzzyville for 2 people", "I do not know where “Qxzzyville” is."),
    ],
)
def test_a_trip_on_no_day_or_to_no_place_is_asked_about_first(
    world: None, owner: User, goal: str, title: str
) -> None:
    asked = open_decision(started(owner, goal))
    assert asked.kind == Decision.Kind.CLARIFICATION
    assert asked.title.startswith(title)
    assert "Today" not in asked.payload["suggestions"]


def test_a_day_that_no_calendar_has_is_no_answer_and_that_is_said(world: None, owner: User) -> None:
    mission = started(owner, "4 days in Paris for 2 people")
    answer_first(mission, "answer", text="31 February")
    drive(mission)
    assert open_decision(mission).title.startswith("There is no “31 February” in the calendar.")
    answer_first(mission, "answer", text="in May")
    drive(mission)
    assert "date" in refresh(mission).slots


def test_where_a_trip_goes_to_is_said_where_few_know_the_place(world: None, owner: User) -> None:
    assert "Atlantis in South Africa" in open_decision(started(owner, "a trip to Atlantis")).payload["why"]
    assert "I understood" not in open_decision(started(owner, "a trip to London")).payload["why"]
