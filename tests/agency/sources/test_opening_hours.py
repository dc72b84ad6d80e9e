"""Opening hours as mappers write them: open then, until when, and what stays unknown."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agency.sources.opening import hours_in_words, is_open, is_open_between, next_change, parse_hours

ROME = "Europe/Rome"
FRIDAY_8PM = datetime(2026, 12, 4, 20, tzinfo=ZoneInfo(ROME))


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        ("24/7", True),
        ("Mo-Su 19:30-01:00", True),
        ("19:30-0:30", True),
        ("Th 22:00-21:00", True),
        ("Mo-Fr 09:00-17:00", False),
        ("Tu-Su 12:00-15:00, 19:30-23:30; Fr off", False),
        ("off", False),
        ("unknown", None),
        ('"by appointment"', None),
        ('19:00-23:00 "groups only"', None),
        ("lunch only", None),
        ("", None),
        ("x" * 100_000, None),
    ],
)
def test_open_at_a_moment_closed_or_not_known(hours: str, expected: bool | None) -> None:
    assert is_open(hours, FRIDAY_8PM, ROME) is expected


@pytest.mark.parametrize(
    "hours",
    [
        "Fri 7pm-11pm",
        "Friday: 7.00 pm – 11.00 pm",
        "mo-fr 19-23",
        "Daily 19:00 to 23:00",
        "Mo - Su 19.00 - 23.00",
        "12:00/15:00 19:00/23:00",
        "Mo-Su 19h00-23h00;",
        "open 24 hours".removeprefix("open "),
    ],
)
def test_hours_in_peoples_own_spelling_are_read(hours: str) -> None:
    assert is_open(hours, FRIDAY_8PM, ROME) is True
    assert is_open(hours, FRIDAY_8PM.replace(hour=16), ROME) is (hours.startswith("24"))


def test_the_zone_of_the_place_counts_not_that_of_the_clock() -> None:
    assert is_open("19:00-23:00", FRIDAY_8PM.astimezone(UTC), ROME) is True
    in_new_york = FRIDAY_8PM.astimezone(ZoneInfo("America/New_York"))
    assert is_open("19:00-23:00", in_new_york, ROME) is True
    assert is_open("19:00-23:00", in_new_york, "America/New_York") is False


def test_without_a_zone_the_coordinates_tell() -> None:
    assert is_open("19:00-23:00", FRIDAY_8PM, near=(41.9, 12.5)) is True
    assert is_open("19:00-23:00", FRIDAY_8PM) is None


def test_holidays_and_sunset_follow_the_place() -> None:
    christmas = datetime(2026, 12, 25, 20, tzinfo=ZoneInfo(ROME))
    assert is_open("Mo-Su 19:00-23:00; PH off", christmas, ROME, near=(41.9, 12.5)) is False
    assert is_open("sunset-23:00", FRIDAY_8PM, ROME, near=(41.9, 12.5)) is True


@pytest.mark.parametrize("zone", ["Mars/Phobos", "../etc/passwd", "\x00"])
def test_an_unknown_zone_makes_it_unknown(zone: str) -> None:
    assert is_open("24/7", FRIDAY_8PM, zone) is None


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        ("19:00-23:00", "open until 11:00\N{NARROW NO-BREAK SPACE}PM"),
        ("19:00-02:00", "open until 2:00\N{NARROW NO-BREAK SPACE}AM"),
        ("20:30-23:00", "opens 8:30\N{NARROW NO-BREAK SPACE}PM"),
        ("Mo 12:00-15:00", "opens Mon 12:00\N{NARROW NO-BREAK SPACE}PM"),
        ("Mar 10-20 12:00-15:00", "opens 10 Mar"),
        ("24/7", "always open"),
        ("off", "closed"),
        ("Fr 10:00-24:00; Sa-Su 00:00-24:00", "open until Mon 12:00\N{NARROW NO-BREAK SPACE}AM"),
        ("lunch only", ""),
        ('"ask"', ""),
    ],
)
def test_hours_in_words(hours: str, words: str) -> None:
    assert hours_in_words(hours, FRIDAY_8PM, ROME) == words


def test_the_next_change_is_in_the_places_zone() -> None:
    change = next_change("19:00-23:00", FRIDAY_8PM.astimezone(ZoneInfo("Asia/Tokyo")), ROME)
    assert change == datetime(2026, 12, 4, 23, tzinfo=ZoneInfo(ROME))
    assert next_change("24/7", FRIDAY_8PM, ROME) is None
    assert next_change("lunch only", FRIDAY_8PM, ROME) is None


def test_a_night_with_a_clock_change_keeps_its_wall_clock() -> None:
    before = datetime(2026, 10, 24, 23, tzinfo=ZoneInfo(ROME))
    change = next_change("Sa 20:00-28:00", before, ROME)
    assert change is not None
    assert (change.day, change.hour) == (25, 4)


def test_open_for_a_part_of_a_range_is_open() -> None:
    ten = FRIDAY_8PM.replace(hour=22)
    assert is_open_between("21:00-23:00", FRIDAY_8PM, ten, ROME) is True
    assert is_open_between("22:00-23:00", FRIDAY_8PM, ten, ROME) is False
    assert is_open_between("lunch only", FRIDAY_8PM, ten, ROME) is None
    assert is_open_between('21:00-23:00 "groups"', FRIDAY_8PM, ten, ROME) is None


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="MoTuWeThFrSaSuPHJanDec0123456789:-–,;./+()[]\" '|hapmoff\x00é", max_size=60))
def test_no_text_breaks_the_reader(hours: str) -> None:
    parse_hours(hours, ROME)
    is_open(hours, FRIDAY_8PM, ROME, near=(41.9, 12.5))
    hours_in_words(hours, FRIDAY_8PM, ROME)
