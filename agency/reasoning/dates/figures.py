"""Dates and times written in figures: "24/12/2026", "2026-12-04", "19:30", "0730-0930"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime

from .arithmetic import month_period
from .lexicon.base import Lexicon
from .values import Clock, Day, Moment, Month, MonthName, NoDay, NumberPair, Value

LONGEST_MONTH, SHORTEST_MONTH, LAST_MONTH = 31, 28, 12
BEYOND_MONTHS = 40
"""From here on a number before a month's name is no slip in a day ("the 32nd of May")."""
LAST_HOUR = 24
Groups = tuple[str, ...]
Reader = Callable[[Groups, Lexicon], Iterator[Value]]

OF_AN_AMOUNT = (  # what stands behind a price, a weight or a grade: "at 12.50 each", "rated at 4.50 stars"
    r"(?:eur|euros?|usd|gbp|chf|dollars?|pounds?|quid|bucks|franken|francs?|cents?|each|apiece|per|pro|pp|je"
    r"|par|chacune?|stars?|sternen?|etoiles?|étoiles?|points?|punkten?|out\s+of|percent|prozent"
    r"|km|kilomet(?:er|re)n?s?|met(?:er|re)n?s?|m|cm|miles?|kg|kilos?|g|l|lit(?:er|re)n?s?"
    r"|an?\s+(?:head|person|piece|ticket|plate|glass|bottle|night|month|day))"
)

OF_PEOPLE = (  # what stands behind a number of people: "for 2/3 guests"
    r"\s+(?:(?:grown[- ]?ups|guests?|people|persons?|adults?|kids|children|friends|diners?|pax|of\s+us"
    r"|gästen?|personen|leuten?|erwachsenen?|kindern?|freunden?|invités|personnes|adultes|enfants|amis|personas"
    r"|adultos|niños|amigos|persone|adulti|bambini|amici)\b)"
)

NOT_BEFORE = r"(?<![\w$€£¥%#.,/:+-])"
NOT_AFTER = r"(?![\w%€£°/:-]|[.,]\d|\s?[€£%])"


def full_year(written: str) -> int:
    """Four figures as they are; two stand for 1950-2049."""
    figures = written.strip("'’")
    year = int(figures)
    if len(figures) > 2:
        return year
    return year + (1900 if year >= 50 else 2000)


def _ordered(first: int, second: int, lexicon: Lexicon, between: str = "/") -> tuple[int, int]:
    """(day, month) of two figures in the language's order, the other one where only that can be.

    With full stops between them the day comes first in every language.
    """
    day, month = (first, second) if lexicon.day_first or between == "." else (second, first)
    if month > 12 >= day:
        day, month = month, day
    return day, month


def _iso(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Day(fixed=date(int(groups[0]), int(groups[2]), int(groups[3])))


def _iso_time(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Moment(datetime(*(int(group or 0) for group in groups)))  # type: ignore[arg-type]


def _compact(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Day(fixed=date(int(groups[0]), int(groups[1]), int(groups[2])))


def _full(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    day, month = _ordered(int(groups[0]), int(groups[2]), lexicon, groups[1])
    year = full_year(groups[3])
    if day > 31 or month > 12:
        return
    date(year, month, day)
    yield Day(year=year, month=month, day=day)


def _spaced(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield from _full((groups[0], "", groups[1], groups[2]), lexicon)


def _short(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    day, month = _ordered(int(groups[0]), int(groups[2]), lexicon)
    date(2000, month, day)
    yield Day(month=month, day=day, weak=groups[1] != "/" or (int(groups[0]), int(groups[2])) == (24, 7))


def _either(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    first, second = int(groups[0]), int(groups[1])
    if 1 <= first <= LONGEST_MONTH and first < second < BEYOND_MONTHS:
        yield NumberPair(first, second)


def _dotted(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    """German: "5.12."."""
    if lexicon.language in ("de", "it"):
        date(2000, int(groups[1]), int(groups[0]))
        yield Day(month=int(groups[1]), day=int(groups[0]))


def _is_no_day(read: Reader, groups: Groups, lexicon: Lexicon) -> bool:
    """Whether figures that are no date are a day and a month all the same: "31.11.", "30/2"."""
    if read not in (_dotted, _short, _full) or (read is _short and groups[1] != "/"):
        return False
    day, month = int(groups[0]), int(groups[1 if read is _dotted else 2])
    return 1 <= month <= LAST_MONTH and SHORTEST_MONTH < day <= LONGEST_MONTH


def _month_number(name: str, lexicon: Lexicon) -> int | None:
    for value in lexicon.phrases.get((name.lower(),), ()):
        if isinstance(value, MonthName):
            return value.month
    return None


def _named(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    month = _month_number(groups[1], lexicon)
    if month and not _begins_hours(groups, lexicon):
        date(full_year(groups[2]), month, int(groups[0]))
        yield Day(year=full_year(groups[2]), month=month, day=int(groups[0]))


def _begins_hours(groups: Groups, lexicon: Lexicon) -> bool:
    """Whether two figures behind a day are the first of two hours and no year: "3 December 14 to 16"."""
    if len(groups) < 5 or not groups[3] or len(groups[2]) > 2:
        return False
    year_follows = bool(groups[4]) and _month_number(groups[4], lexicon) is not None
    return int(groups[2]) <= LAST_HOUR and int(groups[3]) <= LAST_HOUR and not year_follows


def _named_first(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield from _named((groups[1], groups[0], groups[2]), lexicon)


def _year_named(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield from _named((groups[2], groups[1], groups[0]), lexicon)


def _year_month(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Month(year=int(groups[0]), month=month_period(int(groups[0]), int(groups[1])).begin.month)


def _month_year(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield from _year_month((groups[1], groups[0]), lexicon)


def _clock(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    hour = int(groups[0]) % 24
    is_open = lexicon.language == "en" and 1 <= hour <= 12 and not groups[0].startswith("0")
    yield Clock(hour, int(groups[1]), int((groups[2:3] or ("0",))[0] or 0), open=is_open)


def _clock_h(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    if lexicon.language in ("fr", "es", "it") or int(groups[0]) > 12:
        yield Clock(int(groups[0]) % 24, int(groups[1] or 0))


def _military(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Clock(int(groups[0]), int(groups[1]))


FIGURES: tuple[tuple[Reader, re.Pattern[str]], ...] = tuple(
    (read, re.compile(pattern, re.IGNORECASE))
    for read, pattern in (
        (_iso, r"(?<![\d])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)"),
        (_iso_time, r"(?<![\d])(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:Z\b)?(?!\d)"),
        (_compact, NOT_BEFORE + r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])" + NOT_AFTER),
        (_full, r"(?<![\w$€£.,/+-])(\d{1,2})\s?(-)\s?(\d{1,2})\s?-\s?(\d{4}|\d{2})(?![\w%]|[-/.]\d)"),
        (
            _full,
            r"(?<![\w$€£.,/+])(\d{1,2})\s?([/.\\])\s?(\d{1,2})\s?\2\s?"
            r"(\d{4}|['’]?\d{2})(?![\w%]|[/.]\d)",
        ),
        (_spaced, r"(?<![\w$€£.,/+-])(\d{2}) (\d{2}) ((?:19|20)\d{2})(?![\w%]|[-/.]\d)"),
        (_short, r"(?<![\w$€£.,/:+])(?<!\d-)(\d{1,2})\s?([-.])\s?(\d{1,2})(?![\w%€£°/:]|[.,-]\d|\s?[€£%$])"),
        (_dotted, r"(?<![\w$€£.,/:+])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)"),
        (
            _short,
            r"(?<![\w$€£.,/:+])(\d{1,2})\s?(/)\s?(\d{1,2})(?![\w%€£°/:]|[.,]\d|\s?[€£%$]|"
            rf"{OF_PEOPLE})",
        ),
        (
            _either,
            r"(?<![\w$€£.,/:+-])(\d{1,2})(?:st|nd|rd|th|\.)?\s?/\s?(\d{1,2})(?:st|nd|rd|th|\.)?"
            rf"(?![\w%€£°/:]|[.,]\d|\s?[€£%$]|{OF_PEOPLE})",
        ),
        (
            _named,
            r"(?<![\w$€£])(\d{1,2})[-/. ]([^\W\d_]{3,9})\.?[-/. ](\d{4}|\d{2})(?![\w%])"
            r"(?=(?:\s?(?:[-–à]|to|till|until|bis|al?|alle|hasta)\s?(\d{1,2})(?![\w%])(?:\.?\s([^\W\d_]+))?)?)",
        ),
        (_named_first, r"(?<![\w$€£])([^\W\d_]{3,9})\.?[-/](\d{1,2})[-/](\d{4}|\d{2})(?![\w%])"),
        (_year_named, r"(?<![\w$€£])(\d{4})[-/. ]([^\W\d_]{3,9})\.?[-/. ](\d{1,2})(?![\w%])"),
        (_year_month, r"(?<![\w$€£.,/+-])(?<!\d )((?:19|20)\d\d)[-/](\d{1,2})(?![\w%]|[-/.]\d)"),
        (_month_year, r"(?<![\w$€£.,/+-])(?<!\d )(\d{1,2})[-/]((?:19|20)\d\d)(?![\w%]|[-/.]\d)"),
        (_clock, r"(?<![\w$€£.,/:+])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s?h\b)?(?=\D|$)"),
        (
            _clock,
            r"(?<![\w$€£.,/:+-])([01]?\d|2[0-4])\.([0-5]\d)"
            r"(?=\s?(?:[ap]\.?m\b|uhr\b|h\b|o'clock))",
        ),
        (
            _clock,
            r"(?:(?<=\bat )|(?<=\bum )|(?<=\bab )|(?<=\bà )|(?<=\blas )|(?<=\balle ))"
            r"([01]?\d|2[0-4])\.([0-5]\d)"
            rf"(?![\w%€£°/:-]|[.,]\d|\s?[€£%$]|\s{OF_AN_AMOUNT}\b)",
        ),
        (_clock_h, r"(?<![\w$€£.,/:+])([01]?\d|2[0-4])\s?h(?:rs?)?\s?([0-5]\d)?(?![\w])"),
        (_military, r"(?<=\d{4}[-–])(0\d|1[0-8]|2[1-3])([0-5]\d)(?!\d)"),
        (
            _military,
            r"(?<![\w$€£.,/:+])(0\d|1\d|2[0-3])([0-5]\d)(?:\s?(?:hours|hrs|h)\b|"
            r"(?<!19\d\d)(?<!20\d\d)(?=\s?[-–]\s?(?:0\d|1\d|2[0-3])[0-5]\d\b(?!\d)))",
        ),
    )
)


def read_figures(text: str, lexicon: Lexicon) -> Iterator[tuple[int, int, Value]]:
    """Each reading of each group of figures, with its range of characters."""
    for read, pattern in FIGURES:
        for found in pattern.finditer(text):
            try:
                yield from ((found.start(), found.end(), value) for value in read(found.groups(), lexicon))
            except ValueError:  # a day or hour that does not exist
                if _is_no_day(read, found.groups(), lexicon):
                    yield found.start(), found.end(), NoDay()
