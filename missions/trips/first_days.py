"""On which day a trip begins where only a window of days was said: a month, a season."""

from __future__ import annotations

from datetime import date, timedelta

FEW_DAYS = 3
"""A trip of so many days is a short one."""
SUNDAY = 6


def first_day_in(start: date, end: date, days: int, today: date) -> date:
    """A good first day in a window such as a month: a Tuesday near its middle, a weekend for a short trip."""
    said, start = start, max(start + timedelta(days=1), today + timedelta(days=2))
    latest = end - timedelta(days=days - 1)
    if latest <= start:
        return max(said, latest, today + timedelta(days=1))
    middle = start + (latest - start) / 2
    candidates = [start + timedelta(days=n) for n in range((latest - start).days + 1)]
    fitting = [day for day in candidates if day.weekday() == _good_weekday(days)] or candidates
    return min(fitting, key=lambda day: abs((day - middle).days))


def other_first_days(start: date, end: date, days: int, first: date) -> list[date]:
    """Other days of a window that the trip could begin on: two days later, a week apart; a short one keeps
    its weekend."""
    latest = end - timedelta(days=days - 1)
    tried = (first + timedelta(days=shift) for shift in ((2, 7, -7) if days > FEW_DAYS else (7, -7)))
    return [day for day in tried if start < day <= latest]


def weekday_from(day: date, days: int) -> date:
    """The good weekday for a trip of so many days, on a day or after it."""
    return day + timedelta(days=(_good_weekday(days) - day.weekday()) % 7)


def _good_weekday(days: int) -> int:
    """A Tuesday (1); a Friday or Saturday for a short trip, so that its weekend is in it."""
    return 1 if days > FEW_DAYS else SUNDAY + 1 - max(days, 2)
