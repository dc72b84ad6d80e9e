"""Opening hours on the clocks of the place: a plan's times are local, so no zone is needed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from agency.sources.opening import is_open, next_change
from missions.trips.plan import Spot

CLOCKS = "UTC"
"""Any zone without changes: local times are read as its own."""


def at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, UTC)


def open_through(hours: str, day: date, start: time, end: time, spot: Spot | None = None) -> bool | None:
    """Whether it is open from `start` to `end`; None when the hours are not known. `spot` tells the public
    holidays that some hours name."""
    if not hours:
        return None
    near = _near(hours, spot)
    begins, ends = at(day, start), at(day, end)
    opened = is_open(hours, begins, CLOCKS, near=near)
    if opened is None:
        return None
    if not opened:
        return False
    closes = next_change(hours, begins, CLOCKS, near=near)
    return closes is None or closes >= ends


def opens_by(hours: str, day: date, start: time, latest: time, spot: Spot | None = None) -> time | None:
    """The first time from `start` to `latest` at which it is open that day; None when there is none.

    Where the hours are not known it counts as open: the plan says so instead. `spot`: see `open_through`.
    """
    begins, near = at(day, start), _near(hours, spot)
    opened = is_open(hours, begins, CLOCKS, near=near) if hours else None
    if opened is None or opened:
        return start
    opens = next_change(hours, begins, CLOCKS, near=near)
    if opens is None or opens > at(day, latest):
        return None
    return (opens.replace(tzinfo=None)).time()


def _near(hours: str, spot: Spot | None) -> tuple[float, float] | None:
    """Where it is, for hours that name public holidays and no sun, whose clocks are not those of `CLOCKS`."""
    return (spot.lat, spot.lon) if spot is not None and "PH" in hours and "sun" not in hours else None


def later(clock: time, minutes: int) -> time:
    """The clock so many minutes later (or earlier), within the day: from 0:00 to 23:59."""
    moved = datetime.combine(date(2000, 1, 2), clock) + timedelta(minutes=minutes)
    if moved.date() == date(2000, 1, 2):
        return moved.time()
    return time(0) if minutes < 0 else time(23, 59)


def minutes_between(start: time, end: time) -> int:
    """Minutes from one time of a day to a later one; negative when it is earlier."""
    return (end.hour - start.hour) * 60 + end.minute - start.minute
