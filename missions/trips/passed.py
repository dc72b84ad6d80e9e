"""Days that have passed, or of which too few are left: the same of a year ahead, and the plan says so."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import Any

from dateutil.relativedelta import relativedelta
from django.utils.translation import gettext as _

from missions.brief import Brief
from missions.trips.reading import dates_of, days_of
from missions.when import day_in_words

PASSED = "passed"
"""The slot that holds the first day as it was said, and the one that stands in for it, as ISO dates."""


def ahead(brief: Brief) -> Brief:
    """The goal with days that lie ahead; the same where they do, or where none were said."""
    start, end = dates_of(brief)
    today = brief.now.astimezone(brief.tz).date()
    if start is None or end is None or _room(start, end, days_of(brief), today):
        return brief
    years = next(n for n in count(1) if end + relativedelta(years=n) > today)
    first, last = (day + relativedelta(years=years) for day in (start, end))
    said: Any = {"start": first.isoformat(), "end": last.isoformat()} if start != end else first.isoformat()
    slots = {**brief.slots, "date": said, PASSED: [start.isoformat(), first.isoformat()]}
    return brief.model_copy(update={"slots": slots})


def _room(start: date, end: date, days: int | None, today: date) -> bool:
    """Whether the days lie ahead; of a window such as a month, whether enough of it is left for the trip."""
    window = days is not None and (end - start).days + 1 > days + 1
    return end - timedelta(days=(days or 1) - 1) > today if window else end >= today


def passed_in_words(brief: Brief) -> list[str]:
    """That the days which were said have passed, or are too few by now, where others stand in for them."""
    said, (start, end) = brief.slots.get(PASSED), dates_of(brief)
    if not isinstance(said, list) or start is None or end is None or said[1] != start.isoformat():
        return []
    was = date.fromisoformat(said[0])
    last = was + (end - start)
    told = {"day": day_in_words(was, brief.language), "year": start.year}
    if last < brief.now.astimezone(brief.tz).date():
        return [_("%(day)s has passed: this is for the same days of %(year)d.") % told]
    words = _("Too little is left of the days from %(day)s to %(last)s: this is for the same of %(year)d.")
    return [words % {**told, "last": day_in_words(last, brief.language)}]
