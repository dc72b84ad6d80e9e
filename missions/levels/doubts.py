"""What cannot be: a day that has passed or that there is not, a party of nobody. Asked about first. Pure."""

from __future__ import annotations

from collections.abc import Collection
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


def doubt_of(brief: Brief, offers: str, needs: Collection[str] = (), answered: str = "") -> Doubt | None:
    """Return the first thing that cannot be in a goal or in what was `answered` last, for a type that looks
    for `offers` and `needs` these slots."""
    if offers in VISITED:
        return _past(brief) or _no_such_day(brief, answered) or _nobody(brief)
    return _no_such_day(brief, answered, days=()) if "date" in needs else None


def _no_such_day(brief: Brief, answered: str, days: tuple[str, ...] | None = None) -> Doubt | None:
    """A day that no calendar has ("31 November"), where no other one was said since, nor any day at all."""
    said = no_day_in(answered, brief) or no_day_in(brief.goal, brief) if "date" not in brief.slots else ""
    if not said:
        return None
    usual = (_("Today"), _("Tomorrow"), _("This weekend"), str(ANY_DAY))
    return Doubt(
        "date",
        _("There is no “%(day)s” in the calendar. Which day do you mean?") % {"day": said},
        _("I do not guess which day was meant."),
        usual if days is None else days,
    )


def no_day_in(text: str, brief: Brief) -> str:
    """The day that a text names and no calendar has, as it was said; else empty."""
    ref = brief.now.astimezone(brief.tz).replace(tzinfo=None)
    for language in languages_of(text, brief.language) if text else ():
        if said := find_no_days(text, ref=ref, language=language):
            return said[0]
    return ""


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
    said = _moment(window.last, _latest(window, at))
    return said is not None and said + AROUND < now.replace(tzinfo=None)


def _latest(window: Window, at: object) -> object:
    """Of several times the last one on the last day."""
    last = [way.at for way in window.each if way.last == window.last]
    known = [moment for moment in last if moment is not None]
    return f"{max(known):%H:%M}" if known and len(known) == len(last) else at


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
