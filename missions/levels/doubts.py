"""What cannot be: a day that has passed or that there is not, a party of nobody. Asked about first. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning.dates import find_no_days
from agency.reasoning.slots.numbers import languages_of
from missions.brief import Brief
from missions.when import AROUND, Window, day_in_words, slots_in_words, window_of

VISITED = frozenset({"restaurant", "event"})
"""Offers that somebody goes to at a time, with company. A product is no other one for when it is bought."""
ANY_DAY = gettext_lazy("Any day")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A slot whose value cannot be meant, the question about it, and what was understood."""

    slot: str
    question: str
    understood: str
    suggestions: tuple[str, ...] = ()


def doubt_of(brief: Brief, offers: str) -> Doubt | None:
    """Return the first thing in a goal that cannot be, for a type that looks for `offers`."""
    if offers not in VISITED:
        return None
    return _past(brief) or _no_such_day(brief) or _nobody(brief)


def _no_such_day(brief: Brief) -> Doubt | None:
    """A day that no calendar has ("31 November"), where no other one was said since, nor any day at all."""
    if "date" in brief.slots:
        return None
    ref = brief.now.astimezone(brief.tz).replace(tzinfo=None)
    for language in languages_of(brief.goal, brief.language):
        if said := find_no_days(brief.goal, ref=ref, language=language):
            return Doubt(
                "date",
                _("There is no “%(day)s” in the calendar. Which day do you mean?") % {"day": said[0]},
                _("I do not guess which day was meant."),
                (_("Today"), _("Tomorrow"), _("This weekend"), str(ANY_DAY)),
            )
    return None


def _past(brief: Brief) -> Doubt | None:
    window = window_of(brief, brief.tz) if brief.slots.get("date") else None
    now = brief.now.astimezone(brief.tz)
    if window is None or not _is_over(window, brief.slots.get("time"), now):
        return None
    when = slots_in_words(brief.slots, brief.language)
    today = day_in_words(now.date(), brief.language)
    return Doubt(
        "date",
        _("%(when)s has passed. Which day do you mean?") % {"when": when},
        _("I understood %(when)s, and today is %(today)s.") % {"when": when, "today": today},
        (_("Today"), _("Tomorrow"), _("This weekend"), str(ANY_DAY)),
    )


def _is_over(window: Window, at: object, now: datetime) -> bool:
    """Past days are; of today a time that was said, an hour after it. "Tonight" leaves it open."""
    if window.last != now.date():
        return window.last < now.date()
    said = _moment(window.last, at)
    return said is not None and said + AROUND < now.replace(tzinfo=None)


def _moment(day: date, at: object) -> datetime | None:
    try:
        return datetime.combine(day, time.fromisoformat(at)) if isinstance(at, str) else None
    except ValueError:
        return None


def _nobody(brief: Brief) -> Doubt | None:
    if brief.slots.get("people") != 0:
        return None
    return Doubt(
        "people",
        _("A party of 0 people cannot be. For how many is it?"),
        _("I understood 0 people."),
    )
