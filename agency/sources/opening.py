"""Opening hours in OpenStreetMap's syntax: is it open then, when does that change, and in words.

Syntax: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification, read by opening-hours-py.
"Unknown" (None) is an answer: hours that cannot be read, and hours with a remark such as "by appointment".
"""

from __future__ import annotations

import functools
import re
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from opening_hours import (  # type: ignore[attr-defined]  # its stubs leave the exceptions out
    InvalidCoordinatesError,
    OpeningHours,
    ParserError,
    State,
    UnknownCountryError,
)

from ownyou.lib.locales import clock, day_pattern

type Coordinates = tuple[float, float]

_LONGEST = 500
"""Characters; a value in OpenStreetMap has at most 255."""

_FURTHEST_DAYS = 366
_NEEDS_PLACE = re.compile(r"PH|SH|sun(?:rise|set)|dawn|dusk")

_DAYS = {
    "mon": "Mo", "tue": "Tu", "wed": "We", "thu": "Th", "fri": "Fr", "sat": "Sa", "sun": "Su",
}  # fmt: skip
_DAY_NAME = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?s?\b\.?|\b(mo|tu|we|th|fr|sa|su)\b\.?", re.I
)
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.h](\d{2}))?\s*([ap])\.?m\b\.?", re.I)
_BARE_HOURS = re.compile(r"(?<![\d:.])(\d{1,2})\s*-\s*(\d{1,2})(?![\d:.])")
_REPAIRS = (
    (re.compile(r"[‐‑‒–—−~]|\b(?:to|till|until|bis)\b", re.I), "-"),
    (re.compile(r"\b24\s*(?:hours|h|hrs)\b|\balways open\b", re.I), "24/7"),
    (re.compile(r"\b(?:daily|every ?day)\b", re.I), "Mo-Su"),
    (re.compile(r"\b(\d{1,2})[.h](\d{2})\b"), r"\1:\2"),
    (re.compile(r"(\d{2})\s*/\s*(?=\d{1,2}:\d{2})"), r"\1-"),
    (re.compile(r"(?<=\d{2})\s+(?=\d{1,2}:\d{2})"), ","),
    (re.compile(r"\s*-\s*"), "-"),
    (re.compile(r"(?<=[A-Za-z]{2}):\s"), " "),
    (re.compile(r"[\s;,.]+$"), ""),
)


def is_open(hours: str, at: datetime, zone: str = "", *, near: Coordinates | None = None) -> bool | None:
    """Whether a place is open at the moment `at` (aware); None when that is not known.

    `zone` is the place's time zone; without it the place's coordinates `near` tell (latitude, longitude),
    which also tell the public holidays and the sunset that some hours name. With neither it is not known.
    """
    parsed = _placed(hours, zone, near)
    return None if parsed is None else _known(*parsed.state(_moment(at)))


def is_open_between(
    hours: str, begins: datetime, ends: datetime, zone: str = "", *, near: Coordinates | None = None
) -> bool | None:
    """Whether a place is open at some moment of the half-open range; None when that is not known."""
    parsed = _placed(hours, zone, near)
    if parsed is None:
        return None
    spans = parsed.intervals(_moment(begins), _moment(ends))
    known = {_known(state, remark) for _, _, state, remark in spans}
    return True if True in known else None if None in known or not known else False


def next_change(
    hours: str, at: datetime, zone: str = "", *, near: Coordinates | None = None
) -> datetime | None:
    """When the state at `at` ends, in the place's zone; None when never, not within a year, or not known."""
    parsed = _placed(hours, zone, near)
    return None if parsed is None else parsed.next_change(_moment(at))


@functools.lru_cache(maxsize=4096)
def is_public_holiday(day: date, country: str) -> bool:
    """Whether a day is a public holiday all over a country (ISO code), by the library's calendar; no for a
    country that it does not know."""
    try:
        holidays = OpeningHours("PH", country=country)
    except UnknownCountryError:
        return False
    return holidays.is_open(datetime(day.year, day.month, day.day, 12))


def hours_in_words(hours: str, at: datetime, zone: str = "", *, near: Coordinates | None = None) -> str:
    """What matters to a person at `at`: "open until 23:00", "opens 18:30", "opens Mon 12:00", else ""."""
    parsed = _placed(hours, zone, near)
    if parsed is None or (open_now := _known(*parsed.state(_moment(at)))) is None:
        return ""
    change = parsed.next_change(_moment(at))
    if change is None:
        return _("always open") if open_now else _("closed")
    words = _("open until %(time)s") if open_now else _("opens %(time)s")
    return words % {"time": _clock(change, at)}


def parse_hours(hours: str, zone: str = "", near: Coordinates | None = None) -> OpeningHours | None:
    """The hours, also when written as people write them ("Mon-Fri 9.30am – 5pm"); None when unreadable."""
    if not hours.strip() or len(hours) > _LONGEST:
        return None
    return _parse(hours.strip(), zone, near if not zone or _NEEDS_PLACE.search(hours) else None)


def _placed(hours: str, zone: str, near: Coordinates | None) -> OpeningHours | None:
    return parse_hours(hours, zone, near) if zone or near else None


def _moment(at: datetime) -> datetime:
    """`at` with a zone of the kind that the library takes: zoneinfo's, not `datetime.UTC`."""
    return at.astimezone(ZoneInfo("UTC"))


@functools.lru_cache(maxsize=4096)
def _parse(hours: str, zone: str, near: Coordinates | None) -> OpeningHours | None:
    for text in dict.fromkeys((hours, _repaired(hours))):
        try:
            return OpeningHours(
                text,
                timezone=ZoneInfo(zone) if zone else None,
                coords=near,
                max_interval_days=_FURTHEST_DAYS,
            )
        except ParserError:
            continue
        except (ZoneInfoNotFoundError, ValueError, InvalidCoordinatesError):  # ValueError: no zone's name
            return None
    return None


def _repaired(hours: str) -> str:
    """`hours` with common departures from the syntax set right; their meaning stays what it plainly is."""
    text = _CLOCK.sub(_on_24_hours, hours)
    for pattern, replacement in _REPAIRS:
        text = pattern.sub(replacement, text)
    text = _BARE_HOURS.sub(lambda found: f"{int(found[1]):02}:00-{int(found[2]):02}:00", text)
    return _DAY_NAME.sub(lambda found: _DAYS.get(found[0].lower()[:3], found[0][:2].capitalize()), text)


def _on_24_hours(found: re.Match[str]) -> str:
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
    return f"{hour:02}:{found[2] or '00'}"


def _known(state: State, remark: str) -> bool | None:
    if state == State.CLOSED:
        return False
    return True if state == State.OPEN and not remark else None


def _clock(change: datetime, at: datetime) -> str:
    at = at.astimezone(change.tzinfo)
    days = (change.date() - at.date()).days
    if days == 0 or (days == 1 and change.hour < 6):
        return clock(change)
    language = get_language() or "en"
    if days < 7:
        return f"{format_date(change, 'EEE', locale=language)} {clock(change)}"
    return format_date(change, day_pattern("d MMM", language), locale=language)
