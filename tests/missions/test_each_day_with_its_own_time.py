"""Times with "or" between them: each day keeps its own, and one day may have two."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agency.reasoning.refinement_rules import read_refinement
from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.slots.extract import extract_slots
from agency.reasoning.slots.schema import validate_slots
from agency.reasoning.slots.specs import SlotContext, SlotSpec
from agency.sources.base import Offer
from missions.brief import Adjustments, Brief
from missions.options import when
from missions.plugins.discovery import type_named
from missions.refining import refined
from missions.when import Window, slots_in_words, window_of

BERLIN = ZoneInfo("Europe/Berlin")
SUNDAY = datetime(2026, 11, 29, 18, 0, tzinfo=BERLIN)
FRIDAY_7 = {"day": "2026-12-04", "start": "19:00", "end": "19:00"}
SUNDAY_8 = {"day": "2026-12-06", "start": "20:00", "end": "20:00"}
TWO_DAYS = {"start": "2026-12-04", "end": "2026-12-06", "days": ["2026-12-04", "2026-12-06"]}
TWO_TIMES = {"start": "19:00", "end": "20:00", "each": [FRIDAY_7, SUNDAY_8]}
SEVEN_OR_EIGHT = {
    "start": "19:00",
    "end": "20:00",
    "each": [{"start": "19:00", "end": "19:00"}, {"start": "20:00", "end": "20:00"}],
}
SPECS = [SlotSpec(name=name, type=name) for name in ("date", "time", "people")]  # type: ignore[arg-type]


def read(text: str, language: str = "en") -> dict[str, Any]:
    context = SlotContext(ref=SUNDAY, language=language, zone="Europe/Berlin", currency="EUR")
    return {name: slot.value for name, slot in extract_slots(text, SPECS, context).items()}


def brief(mission_type: str = "dining", **slots: Any) -> Brief:
    return Brief(
        goal="out",
        mission_type=mission_type,
        level=2,
        slots=slots,
        now=SUNDAY,
        zone="Europe/Berlin",
        language="en",
        currency="EUR",
    )


def window(**slots: Any) -> Window:
    found = window_of(brief(**slots), BERLIN)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("dinner Friday 7pm or Sunday 8pm", "en"),
        ("Essen Freitag 19 Uhr oder Sonntag um 20 Uhr", "de"),
        ("on 4 December at 7pm or 6 December at 8pm", "en"),
    ],
)
def test_each_day_keeps_its_time(text: str, language: str) -> None:
    assert read(text, language) == {"date": TWO_DAYS, "time": TWO_TIMES}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("dinner on Friday at 7 or 8 pm", "en"),
        ("7 or 8pm on Friday", "en"),
        ("Friday at 7 or 8", "en"),
        ("at 7pm or 8pm Friday", "en"),
        ("am Freitag um 19 oder 20 Uhr", "de"),
    ],
)
def test_one_day_may_have_two_times(text: str, language: str) -> None:
    assert read(text, language) == {"date": "2026-12-04", "time": SEVEN_OR_EIGHT}


@pytest.mark.parametrize(
    ("text", "time", "people"),
    [
        ("a table on Friday or Saturday at 8pm", "20:00", None),
        ("on Friday at 7 or 8 people", "19:00", 8),
        ("for 4 or 5 at 7pm on Friday", "19:00", 4),
    ],
)
def test_one_time_stays_one(text: str, time: str, people: int | None) -> None:
    found = read(text)
    assert (found["time"], found.get("people")) == (time, people)


def test_a_part_of_one_day_and_another_of_the_next() -> None:
    ways = read("Friday evening or Saturday lunch")["time"]["each"]
    assert [(way["day"], way["start"]) for way in ways] == [("2026-12-04", "18:00"), ("2026-12-05", "12:00")]


def test_the_times_are_said_as_they_were_meant() -> None:
    assert slots_in_words({"date": TWO_DAYS, "time": TWO_TIMES}, "en") == (
        "Friday, 4 December 2026, 7:00\u202fPM or Sunday, 6 December 2026, 8:00\u202fPM"
    )
    assert slots_in_words({"date": "2026-12-04", "time": SEVEN_OR_EIGHT}, "en") == (
        "Friday, 4 December 2026, 7:00\u202fPM or 8:00\u202fPM"
    )


def test_a_day_that_is_no_longer_meant_takes_its_time_along() -> None:
    assert slots_in_words({"date": "2026-12-06", "time": TWO_TIMES}, "en") == (
        "Sunday, 6 December 2026, 8:00\u202fPM"
    )
    left = window(date="2026-12-06", time=TWO_TIMES)
    assert left.minutes_off(datetime(2026, 12, 6, 20).time()) == 0


def test_a_weekday_alone_is_the_one_among_the_days_that_were_meant() -> None:
    only = Refinement(slots={"date": "2026-11-29"})
    before = {"date": TWO_DAYS, "time": TWO_TIMES}
    _adjusted, slots, _said = refined(Adjustments(), before, only, shown=[], words="only on Sunday")
    assert slots["date"] == "2026-12-06"


def test_an_hour_with_instead_is_a_time() -> None:
    assert read("at 9 instead")["time"] == "09:00"
    assert read("lieber um 9", "de")["time"] == "09:00"


@pytest.mark.parametrize(
    ("hours", "left_out"),
    [
        ("Fr 18:00-20:00", ""),
        ("Su 20:00-23:00", ""),
        ("Fr 20:30-23:00; Su 17:00-18:30", "closed then"),
    ],
)
def test_a_place_must_be_open_at_one_of_the_times(hours: str, left_out: str) -> None:
    dining = type_named("dining")
    wanted = brief(date=TWO_DAYS, time=TWO_TIMES)
    offer = Offer(source="x", source_id="1", kind="restaurant", title="Luigi", opening_hours=hours)
    assert dining.check(offer, dining.scene(wanted)).drop == left_out


@pytest.mark.parametrize(
    ("begins", "left_out"),
    [
        ("2026-12-04T19:00", ""),
        ("2026-12-06T20:30", ""),
        ("2026-12-05T19:00", "on another day"),
        ("2026-12-06T18:00", "at another time"),
    ],
)
def test_an_event_must_begin_at_one_of_them(begins: str, left_out: str) -> None:
    events = type_named("events")
    starts = datetime.fromisoformat(begins).replace(tzinfo=BERLIN)
    offer = Offer(source="x", source_id="1", kind="event", title="Jazz", starts_at=starts)
    scene = events.scene(brief("events", date=TWO_DAYS, time=TWO_TIMES))
    assert events.check(offer, scene).drop == left_out


def test_a_free_table_is_measured_by_the_time_of_its_own_day() -> None:
    both = window(date=TWO_DAYS, time=TWO_TIMES)
    friday, sunday = (both.of_day(day) for day in both.days)
    assert (friday.minutes_off(datetime(2026, 12, 4, 20).time()), sunday.minutes_off(SUNDAY.time())) == (
        60,
        120,
    )
    assert both.moment_of(datetime(2026, 12, 6, 20).time()).day == 6


def test_the_hours_of_a_meal_hold_for_each_time() -> None:
    meant = type_named("dining").values_meant(
        read("Friday at 7 or Saturday at 8"), "Friday at 7 or Saturday at 8"
    )
    assert [way["start"] for way in meant["time"]["each"]] == ["19:00", "20:00"]


def test_an_hour_later_moves_each() -> None:
    found = read_refinement("an hour later", slots={"time": SEVEN_OR_EIGHT}, new_slots={}, titles=[])
    assert [way["start"] for way in found["slots"]["time"]["each"]] == ["20:00", "21:00"]


def test_a_week_later_moves_each_day_with_its_time() -> None:
    slots = {"date": TWO_DAYS, "time": TWO_TIMES}
    found = read_refinement("the week after", slots=slots, new_slots={}, titles=[])["slots"]
    assert found["date"]["days"] == ["2026-12-11", "2026-12-13"]
    assert [(way["day"], way["start"]) for way in found["time"]["each"]] == [
        ("2026-12-11", "19:00"),
        ("2026-12-13", "20:00"),
    ]


def test_a_models_answer_in_this_form_is_taken() -> None:
    context = SlotContext(ref=SUNDAY, language="en", zone="Europe/Berlin", currency="EUR")
    kept = validate_slots({"time": SEVEN_OR_EIGHT}, SPECS, context, "Friday at 7 or 8 pm")
    assert kept["time"].value == SEVEN_OR_EIGHT


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Friday 7 pm, Saturday 8 pm or Sunday lunch", "en"),
        ("Friday at 7 pm, Saturday at 8 pm or Sunday from 12 to 2 pm", "en"),
        ("Freitag 19 Uhr, Samstag 20 Uhr oder Sonntag von 12 bis 14 Uhr", "de"),
    ],
)
def test_three_days_with_commas_keep_the_first(text: str, language: str) -> None:
    found = read(text, language)
    assert found["date"] == {"start": "2026-12-04", "end": "2026-12-06"}
    assert found["time"]["each"] == [
        FRIDAY_7,
        {"day": "2026-12-05", "start": "20:00", "end": "20:00"},
        {"day": "2026-12-06", "start": "12:00", "end": "14:00"},
    ]


def test_free_tables_are_named_with_their_day_where_more_than_one_would_do() -> None:
    scene = type_named("dining").scene(brief(date=TWO_DAYS, time=TWO_TIMES))
    told = {"tables_free": ["19:00"], "tables_date": "2026-12-04"}
    place = Offer(source="x", source_id="1", kind="restaurant", title="Luigi", attributes=told)
    assert when(place, scene).startswith("Friday: Table 7:00")
