"""Times and days that are moved from where they were: "an hour earlier", "the week after". English, German
and French. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final

from agency.reasoning.past import tells_of_the_past
from agency.reasoning.refinement_words import HOURS, SHIFT
from agency.reasoning.slots.spans import Interval

_ENDS = r"(?=\s*(?:$|[,.;:!?)]|(?:instead|please|bitte|that|this|would|is|if|and|but|und|aber|et|mais)\b))"
_NUMBERS: Final = HOURS | dict.fromkeys(("a", "ein", "einen", "einem", "un"), 1.0)
_MANY = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_DAYS = re.compile(
    rf"\b(?:(?P<number>\d{{1,2}}|{_MANY})\s+"
    r"(?P<unit>days?|nights?|weeks?|weekends?|tage?n?|nächte?|wochen?|jours?|semaines?)\s+"
    r"(?:(?P<later>later|after|später|danach|plus tard|après)"
    r"|earlier|before|früher|davor|vorher|plus tôt|avant)"
    r"|(?:the|on the|am|die|das|an dem|le|la)\s+"
    r"(?P<one>day|night|week(?:end)?|tag|abend|woche(?:nende)?|jour|soir|semaine|week-end)\s+"
    r"(?:(?P<after>after|following|danach|darauf|(?:d['’])?après|suivante?)|before|davor|vorher|(?:d['’])?avant|précédente?)"
    r"|(?:the|on the)\s+(?:(?P<next>following)|previous)\s+(?P<which>day|night|week(?:end)?)"
    rf"|(?P<morrow>le lendemain)|la veille){_ENDS}",
    re.IGNORECASE,
)
_WEEK = re.compile(r"w(?:eek|oche)|semaine", re.IGNORECASE)


def shifts_in(text: str, slots: Mapping[str, Any] | None = None) -> Iterator[Interval]:
    """Where words stand that move a time or a day: what else they could mean ("an hour ago") they do not.

    With `slots`, only those that move what was meant before.
    """
    for name, pattern in (("time", SHIFT), ("date", _DAYS)):
        if slots is None or slots.get(name):
            yield from (hit.span() for hit in pattern.finditer(text))


def moved_time(text: str, slots: Mapping[str, Any], new: Mapping[str, Any]) -> Any:
    """ "A bit later", "two hours earlier": the time moved, within the day; times of days that are moved go
    along with them. None where nothing moves it."""
    said, before = SHIFT.search(_DAYS.sub(" ", text)), slots.get("time")
    if not before:
        return None
    if said is None or not (said["number"] or "time" not in new):
        by = _days_by(text, slots)
        return None if by is None or "time" in new else _moved_along(before, by)
    return _time_moved(before, _minutes(said) * (1 if said["later"] else -1))


def _moved_along(time: Any, by: timedelta) -> Any:
    ways = time.get("each") or () if isinstance(time, dict) else ()
    if not any("day" in way for way in ways):
        return None
    return time | {
        "each": [way | {"day": _day_moved(way["day"], by)} if "day" in way else way for way in ways]
    }


def _time_moved(time: Any, by: int) -> Any:
    if not isinstance(time, dict):
        return _shifted(time, by)
    ends = {end: _shifted(time[end], by) for end in ("start", "end")}
    each = [dict(way) | _time_moved({end: way[end] for end in ends}, by) for way in time.get("each") or ()]
    return ends | {"each": each} if each else ends


def moved_days(text: str, slots: Mapping[str, Any]) -> Any:
    """ "The week after", "a day earlier": the day, or the days, moved. None where nothing moves them."""
    by, before = _days_by(text, slots), slots.get("date")
    if by is None or not before:
        return None
    if isinstance(before, dict):
        moved = {end: _day_moved(before[end], by) for end in ("start", "end")}
        return moved | ({"days": [_day_moved(day, by) for day in before["days"]]} if "days" in before else {})
    return _day_moved(before, by)


def _days_by(text: str, slots: Mapping[str, Any]) -> timedelta | None:
    said = _DAYS.search(text)
    if said is None or not slots.get("date") or tells_of_the_past(text, said.start()):
        return None
    return timedelta(days=_days_of(said))


def _days_of(said: re.Match[str]) -> int:
    unit = said["unit"] or said["one"] or said["which"] or "day"
    number = _NUMBERS.get((said["number"] or "a").casefold()) or float(said["number"])
    later = said["later"] or said["after"] or said["next"] or said["morrow"]
    return int(number) * (7 if _WEEK.match(unit) else 1) * (1 if later else -1)


def _day_moved(day: str, by: timedelta) -> str:
    return (date.fromisoformat(day) + by).isoformat()


def _minutes(said: re.Match[str]) -> int:
    if said["number"] is None:
        return 30 if said["little"] else 60
    key = said["number"].casefold()
    number = float(key) if key.isdigit() else HOURS.get(key, 1.0)
    return int(number * (60 if said["unit"][0].casefold() in "hs" else 1))


def _shifted(clock: str, minutes: int) -> str:
    total = int(clock[:2]) * 60 + int(clock[3:5]) + minutes
    return f"{(total := min(max(total, 0), 24 * 60 - 1)) // 60:02d}:{total % 60:02d}"
