"""Events recur on the clocks of their city, across changes to and from summer time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from agency.catalogue.recurrence import occurrences

PARIS = ZoneInfo("Europe/Paris")


def _starts(
    rule: str,
    begins: datetime,
    days: int,
    *,
    clock: time = time(20),
    minutes: int = 90,
    on: date | None = None,
) -> list[datetime]:
    found = occurrences(
        rule=rule, start_date=on, start_time=clock, duration=timedelta(minutes=minutes), zone=PARIS,
        begins=begins, ends=begins + timedelta(days=days),
    )  # fmt: skip
    return [start for start, _ in found]


def test_the_local_clock_stays_when_summer_time_ends() -> None:
    starts = _starts("FREQ=WEEKLY;BYDAY=SA", datetime(2026, 10, 23, tzinfo=PARIS), 14)
    assert [f"{start:%m-%d %H:%M %z}" for start in starts] == ["10-24 20:00 +0200", "10-31 20:00 +0100"]


def test_a_night_across_the_change_lasts_its_elapsed_time() -> None:
    begins = datetime(2026, 3, 28, 12, tzinfo=PARIS)
    ((start, end),) = occurrences(
        rule="FREQ=WEEKLY;BYDAY=SA", start_date=None, start_time=time(23), duration=timedelta(hours=5),
        zone=PARIS, begins=begins, ends=begins + timedelta(days=1),
    )  # fmt: skip
    assert end.astimezone(UTC) - start.astimezone(UTC) == timedelta(hours=5)
    assert f"{end:%H:%M}" == "05:00"


def test_every_second_week_keeps_its_step_years_later() -> None:
    rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
    starts = _starts(rule, datetime(2031, 6, 1, tzinfo=PARIS), 60)
    weeks = {(start.date() - date(2025, 1, 6)).days // 7 % 2 for start in starts}
    assert weeks == {0}
    assert len(starts) == 5


def test_the_first_saturday_of_a_month() -> None:
    starts = _starts("FREQ=MONTHLY;BYDAY=1SA", datetime(2026, 12, 1, tzinfo=PARIS), 62)
    assert [start.date() for start in starts] == [date(2026, 12, 5), date(2027, 1, 2)]


def test_what_is_under_way_still_counts_and_last_nights_party_does_not() -> None:
    noon = datetime(2026, 12, 5, 12, tzinfo=PARIS)
    daily = "FREQ=DAILY"
    assert _starts(daily, noon, 1, clock=time(10), minutes=480)[0].date() == date(2026, 12, 5)
    assert _starts(daily, noon, 1, clock=time(11), minutes=90)[0].date() == date(2026, 12, 6)
    midnight = datetime(2026, 12, 5, tzinfo=PARIS)
    assert _starts("FREQ=WEEKLY;BYDAY=FR", midnight, 2, clock=time(23), minutes=300) == []


def test_an_event_of_one_date_happens_once() -> None:
    begins = datetime(2026, 12, 1, tzinfo=PARIS)
    assert len(_starts("", begins, 60, on=date(2026, 12, 24))) == 1
    assert _starts("", begins, 5, on=date(2026, 12, 24)) == []


@pytest.mark.parametrize(
    "rule", ["RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20261212T000000Z", "FREQ=WEEKLY;COUNT=99"]
)
def test_rules_as_calendars_export_them_are_read(rule: str) -> None:
    assert len(_starts(rule, datetime(2026, 12, 1, tzinfo=PARIS), 12, on=date(2026, 11, 6))) == 2
