"""When a rule in local clock time is due: over changes of the clocks, moves, and ends of months."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agency.runtime.schedules.rules import ONCE, check_rule, next_slot, slots
from ownyou.lib.errors import InvalidInput

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
AUCKLAND = ZoneInfo("Pacific/Auckland")
START = date(2026, 1, 1)


def due(rule: str, at: str, zone: ZoneInfo, after: str, most: int = 1, starts_on: date = START) -> list[str]:
    found = slots(
        rule,
        at=time.fromisoformat(at),
        zone=zone,
        starts_on=starts_on,
        after=datetime.fromisoformat(after),
        most=most,
    )
    return [f"{moment:%Y-%m-%dT%H:%M}Z" for moment in found]


@pytest.mark.parametrize(
    ("rule", "at", "zone", "after", "expected"),
    [
        ("FREQ=DAILY", "09:00", BERLIN, "2026-07-01T06:59:00+00:00", ["2026-07-01T07:00Z"]),
        ("FREQ=DAILY", "09:00", BERLIN, "2026-07-01T07:00:00+00:00", ["2026-07-02T07:00Z"]),
        ("FREQ=DAILY", "09:00", NEW_YORK, "2026-01-05T13:00:00+00:00", ["2026-01-05T14:00Z"]),
        ("FREQ=DAILY", "07:00", AUCKLAND, "2026-01-05T17:59:00+00:00", ["2026-01-05T18:00Z"]),
        # the clocks go forward on 29 March 2026 at 02:00: 02:30 does not exist, so it is 03:30
        (
            "FREQ=DAILY",
            "02:30",
            BERLIN,
            "2026-03-28T12:00:00+00:00",
            ["2026-03-29T01:30Z", "2026-03-30T00:30Z"],
        ),
        # and back on 25 October 2026 at 03:00: 02:30 exists twice, the first counts
        (
            "FREQ=DAILY",
            "02:30",
            BERLIN,
            "2026-10-24T12:00:00+00:00",
            ["2026-10-25T00:30Z", "2026-10-26T01:30Z"],
        ),
        (
            "FREQ=WEEKLY;BYDAY=MO,TH",
            "18:00",
            BERLIN,
            "2026-11-27T00:00:00+00:00",
            ["2026-11-30T17:00Z", "2026-12-03T17:00Z"],
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "08:00", BERLIN, "2026-01-31T12:00:00+00:00", ["2026-03-31T06:00Z"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "08:00", BERLIN, "2026-01-31T12:00:00+00:00", ["2026-02-28T07:00Z"]),
        ("FREQ=YEARLY", "08:00", BERLIN, "2026-01-01T12:00:00+00:00", ["2027-01-01T07:00Z"]),
    ],
)
def test_the_next_slots(rule: str, at: str, zone: ZoneInfo, after: str, expected: list[str]) -> None:
    assert due(rule, at, zone, after, most=len(expected)) == expected


def test_a_single_day_comes_once() -> None:
    assert due(ONCE, "10:00", BERLIN, "2025-12-31T00:00:00+00:00", most=3) == ["2026-01-01T09:00Z"]
    after = datetime(2026, 1, 1, 9, tzinfo=UTC)
    assert next_slot(ONCE, at=time(10), zone=BERLIN, starts_on=START, after=after) is None


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "daily",
        "FREQ=HOURLY",
        "FREQ=DAILY;BYHOUR=9",
        "FREQ=DAILY;UNTIL=20270101",
        "FREQ=DAILY;X=1",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=DAILY;" * 30,
    ],
)
def test_what_is_no_rule_over_days_is_refused(rule: str) -> None:
    with pytest.raises(InvalidInput):
        check_rule(rule)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(
        [BERLIN, NEW_YORK, AUCKLAND, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu")]
    ),
    st.times(),
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)),
)
def test_every_local_day_has_one_slot_and_slots_rise(zone: ZoneInfo, at: time, after: datetime) -> None:
    found = slots("FREQ=DAILY", at=at.replace(tzinfo=None), zone=zone, starts_on=START, after=after, most=8)
    assert all(earlier < later for earlier, later in pairwise(found))
    assert found[0] > after
    assert (found[-1] - found[0]).days in (6, 7)
