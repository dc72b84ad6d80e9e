"""Days with "or" between them: each of them is meant, and none that lies between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agency.reasoning.slots.when import dates_in, read_dates
from agency.sources.base import Offer
from missions.brief import Brief
from missions.plugins.discovery import type_named
from missions.when import slots_in_words, window_of

SUNDAY = datetime(2026, 11, 29, 15, 0, tzinfo=ZoneInfo("Europe/Berlin"))
FRIDAY_OR_SUNDAY = {"start": "2026-12-04", "end": "2026-12-06", "days": ["2026-12-04", "2026-12-06"]}


def dates(text: str, *languages: str) -> list[Any]:
    return [one.value for one in dates_in(text, read_dates(text, SUNDAY, ("en", *languages)), SUNDAY)]


def brief(mission_type: str, **slots: Any) -> Brief:
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


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("a table on Friday or Sunday", ()),
        ("a table on Friday evening or Sunday", ()),
        ("ein Tisch am Freitag oder Sonntag", ("de",)),
        ("une table vendredi ou dimanche", ("fr",)),
        ("a table on 4 or 6 December", ()),
        ("a table on Friday, or on Sunday", ()),
    ],
)
def test_days_apart_are_a_choice(text: str, languages: tuple[str, ...]) -> None:
    assert dates(text, *languages) == [FRIDAY_OR_SUNDAY]


def test_three_days_are_a_choice_and_days_in_a_row_a_stretch() -> None:
    assert dates("jazz on Friday, Saturday or Sunday") == [{"start": "2026-12-04", "end": "2026-12-06"}]
    monday = dates("jazz on Monday, Wednesday or Friday")
    assert monday[0]["days"] == ["2026-11-30", "2026-12-02", "2026-12-04"]


def test_days_without_a_word_between_them_are_no_choice() -> None:
    assert dates("the dentist on Monday, a haircut on Wednesday") == ["2026-11-30", "2026-12-02"]


@pytest.mark.parametrize(
    ("hours", "left_out"),
    [
        ("Fr 18:00-23:00", ""),
        ("Su 18:00-23:00", ""),
        ("Sa 18:00-23:00", "closed then"),
        ("Su 12:00-15:00", "closed then"),
    ],
)
def test_a_place_must_be_open_on_one_of_the_days(hours: str, left_out: str) -> None:
    dining = type_named("dining")
    wanted = brief("dining", date=FRIDAY_OR_SUNDAY, time="20:00")
    offer = Offer(source="x", source_id="1", kind="restaurant", title="Luigi", opening_hours=hours)
    assert dining.check(offer, dining.scene(wanted)).drop == left_out


def test_a_card_says_on_which_of_the_days_it_is_open() -> None:
    dining = type_named("dining")
    wanted = brief("dining", date=FRIDAY_OR_SUNDAY, time="20:00")
    offer = Offer(source="x", source_id="1", kind="restaurant", title="Luigi", opening_hours="Su 18:00-23:00")
    assert "open then only on Sunday" in dining.facts(offer, dining.scene(wanted))


def test_an_event_on_the_day_between_is_left_out() -> None:
    events = type_named("events")
    scene = events.scene(brief("events", date=FRIDAY_OR_SUNDAY))
    friday = datetime(2026, 12, 4, 19, 0, tzinfo=UTC)
    left_out = [
        events.check(
            Offer(
                source="x",
                source_id="1",
                kind="event",
                title="Jazz",
                starts_at=friday + timedelta(days=shift),
            ),
            scene,
        ).drop
        for shift in range(3)
    ]
    assert left_out == ["", "on another day", ""]


def test_a_choice_of_days_is_said_as_one() -> None:
    assert slots_in_words({"date": FRIDAY_OR_SUNDAY}, "en") == (
        "Friday, 4 December 2026 or Sunday, 6 December 2026"
    )
    window = window_of(
        brief("dining", date={"start": "2026-12-05", "end": "2026-12-06"}, time="20:00"), SUNDAY.tzinfo
    )
    assert window is not None
    assert [begins.day for begins, _ends in window.visits()] == [5, 6]
