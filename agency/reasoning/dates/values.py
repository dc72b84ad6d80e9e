"""The typed pieces that rules read and build: the categories of the grammar.

Each class names its category, the word by which rule patterns ask for it. Pieces may be partial (a day
without its year); `resolving` turns the whole ones into spans.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import ClassVar

from .spans import Grain, Prefer


@dataclass(frozen=True, slots=True)
class Context:
    """What a reading depends on besides the words."""

    ref: datetime
    prefer: Prefer
    language: str

    @property
    def today(self) -> date:
        return self.ref.date()


@dataclass(frozen=True, slots=True)
class Word:
    """A function word, known by its role only ("of", "until")."""

    category: str


@dataclass(frozen=True, slots=True)
class Number:
    category: ClassVar[str] = "num"
    value: int
    digits: int  # 0 when written in words
    counts: bool = False  # a plain noun or a sign of money stands beside it: "4 people"
    bound: bool = False  # words of an amount or an age stand before it: "for 4", "aged 4"
    opens: bool = False  # what it goes up to stands behind it: "14 bis 15:30 Uhr"


@dataclass(frozen=True, slots=True)
class Ordinal:
    category: ClassVar[str] = "ord"
    value: int
    written: bool  # in digits: "3rd"
    counts: bool = False  # a plain noun follows: "the 3rd floor"


@dataclass(frozen=True, slots=True)
class NumberPair:
    """Two days with a stroke between them: "5/6", a date in figures unless a month's name follows."""

    category: ClassVar[str] = "numpair"
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class MonthName:
    category: ClassVar[str] = "mname"
    month: int
    weak: bool = False  # also an everyday word: "may", "march"


@dataclass(frozen=True, slots=True)
class WeekdayName:
    category: ClassVar[str] = "wname"
    weekday: int  # Monday is 0
    weak: bool = False  # also an everyday word: "sat", "sun"
    paired: bool = False  # one that is a day beside another day's name only: "sam ou dim"


@dataclass(frozen=True, slots=True)
class WeekdayPlural:
    """ "Mondays": each of them."""

    category: ClassVar[str] = "wplural"
    weekday: int


@dataclass(frozen=True, slots=True)
class Relative:
    """ "this" 0, "next" 1, "last" -1, and so on."""

    category: ClassVar[str] = "mod"
    offset: int
    nearest: bool = False  # "coming Friday": the first one ahead, not the next week's


@dataclass(frozen=True, slots=True)
class Unit:
    category: ClassVar[str] = "unit"
    grain: Grain
    count: int = 1  # a fortnight is two weeks
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Meridiem:
    category: ClassVar[str] = "ampm"
    pm: bool


@dataclass(frozen=True, slots=True)
class PartName:
    category: ClassVar[str] = "pname"
    name: str


@dataclass(frozen=True, slots=True)
class SeasonName:
    category: ClassVar[str] = "season"
    index: int  # spring 0, summer 1, autumn 2, winter 3


@dataclass(frozen=True, slots=True)
class HolidayName:
    category: ClassVar[str] = "holiday"
    key: str


@dataclass(frozen=True, slots=True)
class Day:
    """A day, whole (`fixed`) or partial."""

    category: ClassVar[str] = "day"
    fixed: date | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    holiday: str | None = None
    weak: bool = False  # "21st" alone: a day only beside something that says so


@dataclass(frozen=True, slots=True)
class EitherDay:
    """Two days that do not follow each other, either of which is meant: "5 or 8 May"."""

    category: ClassVar[str] = "eitherday"
    first: date
    second: date


@dataclass(frozen=True, slots=True)
class NoDay:
    """What is said like a day and is none: "February 30"."""

    category: ClassVar[str] = "noday"


@dataclass(frozen=True, slots=True)
class Month:
    category: ClassVar[str] = "month"
    month: int
    year: int | None = None
    part: str = ""  # "early", "mid", "late"
    weak: bool = False  # "May" alone: a month only beside something that says so


@dataclass(frozen=True, slots=True)
class Year:
    category: ClassVar[str] = "year"
    year: int


@dataclass(frozen=True, slots=True)
class Period:
    """A named stretch of whole days, [begin, end)."""

    category: ClassVar[str] = "period"
    begin: date
    end: date
    grain: Grain
    weak: bool = False  # "the week": a period only beside something that says so


@dataclass(frozen=True, slots=True)
class DayRange:
    """From one day to another, [begin, end), perhaps open at one side."""

    category: ClassVar[str] = "daterange"
    begin: date | None
    end: date | None
    grain: Grain = "day"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; `open` when the half of the day was left unsaid ("at 7")."""

    category: ClassVar[str] = "clock"
    hour: int
    minute: int = 0
    second: int = 0
    open: bool = False
    grain: Grain = "minute"
    weak: bool = False  # a plain noun follows: "at 7 Main Street"; a time only beside a day


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day in hours, end exclusive."""

    category: ClassVar[str] = "part"
    name: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class ClockRange:
    category: ClassVar[str] = "hours"
    begin: Clock | None
    end: Clock | None


@dataclass(frozen=True, slots=True)
class DayPart:
    category: ClassVar[str] = "daypart"
    day: Day
    part: Part


@dataclass(frozen=True, slots=True)
class Moment:
    category: ClassVar[str] = "moment"
    at: datetime
    grain: Grain = "minute"


@dataclass(frozen=True, slots=True)
class Stretch:
    category: ClassVar[str] = "stretch"
    begin: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Length:
    """A duration: calendar months and a fixed rest."""

    category: ClassVar[str] = "length"
    months: int
    rest: timedelta
    grain: Grain
    count: int
    bare: bool = False  # "a week", "the day": only a length beside something that says so


@dataclass(frozen=True, slots=True)
class Repeat:
    category: ClassVar[str] = "repeat"
    grain: Grain
    weekday: int | None = None
    clock: Clock | None = None


Value = (
    Word
    | EitherDay
    | NoDay
    | Number
    | Ordinal
    | NumberPair
    | MonthName
    | WeekdayName
    | WeekdayPlural
    | Relative
    | Unit
    | Meridiem
    | PartName
    | SeasonName
    | HolidayName
    | Day
    | Month
    | Year
    | Period
    | DayRange
    | Clock
    | Part
    | ClockRange
    | DayPart
    | Moment
    | Stretch
    | Length
    | Repeat
)
