"""Free tables by weekday."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from agency.catalogue.tables import free_tables, read_tables

WEEK = read_tables({"Friday": "18:30, 20:00 9:30", "sat": ["21:00"]})


def test_times_are_sorted_and_written_alike() -> None:
    assert WEEK == {"fri": ["09:30", "18:30", "20:00"], "sat": ["21:00"]}


def test_a_day_without_tables_has_none() -> None:
    assert free_tables(WEEK, date(2026, 12, 3)) == []


def test_today_only_later_tables_are_free() -> None:
    friday = date(2026, 12, 4)
    assert free_tables(WEEK, friday, after=datetime(2026, 12, 4, 18, 45)) == ["20:00"]
    assert free_tables(WEEK, friday, after=datetime(2026, 12, 1, 23)) == ["09:30", "18:30", "20:00"]
    assert free_tables(WEEK, friday, after=datetime(2026, 12, 5, 1)) == []


@pytest.mark.parametrize("value", ["fri 19:00", 7, {"fri": 19}, {"fri": "7pm"}, {"noday": "19:00"}])
def test_other_shapes_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"weekday|time"):
        read_tables(value)
