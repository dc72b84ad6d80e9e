"""What `find_dates` hands out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

Kind = Literal[
    "date", "time", "datetime", "daterange", "timerange", "datetimerange", "duration", "recurrence"
]
Grain = Literal[
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "weekend",
    "month",
    "quarter",
    "season",
    "year",
    "decade",
    "century",
]
Prefer = Literal["future", "past"]


@dataclass(frozen=True, slots=True)
class DateSpan:
    """One date in words: where it stands and what it means.

    `start` and `end` are a half-open range of characters of the text as given. `begins` and `ends` are
    naive and local to the reference's zone: a wall-clock time that the zone skips or repeats (02:30 on a
    night of daylight saving) is the caller's to settle. `ends` is exclusive and None for points; a range
    that is open at one side ("after Friday", "until noon") has None there. `duration` is set for durations
    alone; a recurrence begins at its next occurrence. `others` are the further days of a choice of days that
    do not follow each other ("the 5th or 8th of May").
    """

    start: int
    end: int
    text: str
    kind: Kind
    begins: date | time | datetime | None
    ends: date | time | datetime | None
    duration: timedelta | None
    grain: Grain
    others: tuple[date, ...] = ()

    @property
    def point(self) -> date | time | datetime | None:
        """When it begins; of what has an end alone, its last day or moment ("due by Friday")."""
        if self.begins is not None or self.ends is None:
            return self.begins
        if isinstance(self.ends, date) and not isinstance(self.ends, datetime):
            return self.ends - timedelta(days=1)
        return self.ends
