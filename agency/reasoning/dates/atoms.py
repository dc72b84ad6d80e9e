"""From text to atoms: tokens, words of the lexicon, and dates and times written in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache

from .chart import Edge
from .lexicon import Lexicon
from .values import Clock, Day, Meridiem, Moment, Month, MonthName, Number, Ordinal, Value, WeekdayName, Word
from .arithmetic import month_period

SEP = r"\s?[-/.]\s?"
NOT_BEFORE = r"(?<![\w$€£¥%#.,/:+-])"
NOT_AFTER = r"(?![\w%€£°/:-]|[.,]\d|\s?[€£%])"
LONE_BEFORE = r"(?<![\w$€£¥#%])(?<![$€£¥#]\s)(?<!\d[.,:/])"

FIGURES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("iso", r"(?<![\d])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)"),
        ("iso_time", r"(?<![\d])(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:Z\b)?(?!\d)"),
        ("compact", NOT_BEFORE + r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])" + NOT_AFTER),
        ("full", r"(?<![\w$€£.,/+-])(\d{1,2})\s?(-)\s?(\d{1,2})\s?-\s?(\d{4}|\d{2})(?![\w%]|[-/.]\d)"),
        ("full", r"(?<![\w$€£.,/+])(\d{1,2})\s?([/.\\])\s?(\d{1,2})\s?\2\s?(\d{4}|['’]?\d{2})(?![\w%]|[/.]\d)"),
        ("spaced", r"(?<![\w$€£.,/+-])(\d{2}) (\d{2}) ((?:19|20)\d{2})(?![\w%]|[-/.]\d)"),
        ("short", r"(?<![\w$€£.,/:+])(?<!\d-)(\d{1,2})\s?([-.])\s?(\d{1,2})(?![\w%€£°/:]|[.,-]\d|\s?[€£%$])"),
        ("dotted", r"(?<![\w$€£.,/:+])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)"),
        ("short", r"(?<![\w$€£.,/:+])(\d{1,2})\s?(/)\s?(\d{1,2})(?![\w%€£°/:]|[.,]\d|\s?[€£%$])"),
        ("named", r"(?<![\w$€£])(\d{1,2})[-/. ]([^\W\d_]{3,9})\.?[-/. ](\d{4}|\d{2})(?![\w%])"),
        ("named_first", r"(?<![\w$€£])([^\W\d_]{3,9})\.?[-/](\d{1,2})[-/](\d{4}|\d{2})(?![\w%])"),
        ("year_named", r"(?<![\w$€£])(\d{4})[-/. ]([^\W\d_]{3,9})\.?[-/. ](\d{1,2})(?![\w%])"),
        ("year_month", r"(?<![\w$€£.,/+-])(?<!\d )((?:19|20)\d\d)[-/](\d{1,2})(?![\w%]|[-/.]\d)"),
        ("month_year", r"(?<![\w$€£.,/+-])(?<!\d )(\d{1,2})[-/]((?:19|20)\d\d)(?![\w%]|[-/.]\d)"),
        ("clock", r"(?<![\w$€£.,/:+])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s?h\b)?(?=\D|$)"),
        ("clock_dot", r"(?<![\w$€£.,/:+-])([01]?\d|2[0-4])\.([0-5]\d)(?=\s?(?:[ap]\.?m\b|uhr\b|h\b|o'clock))"),
        ("clock_h", r"(?<![\w$€£.,/:+])([01]?\d|2[0-4])\s?[hH]\s?([0-5]\d)?(?![\w])"),
        ("military", r"(?<=\d{4}[-–])(0\d|1\d|2[0-3])([0-5]\d)(?!\d)"),
        ("military", r"(?<![\w$€£.,/:+])(0\d|1\d|2[0-3])([0-5]\d)(?:\s?(?:hours|hrs|h)\b|(?=\s?[-–]\s?(?:0\d|1\d|2[0-3])[0-5]\d\b(?!\d)))"),
    )
)  # fmt: skip
ADVERBS = frozenset({"daily", "weekly", "biweekly", "monthly", "yearly"})
NUMBER = re.compile(LONE_BEFORE + r"\d{1,4}(?![\d%€£°])(?![.,:]\d)(?!\s?[€£%$])")
GLUED_NUMBER = re.compile(r"(?<=[^\W\d_])\d{1,2}(?!\d)")


@dataclass(frozen=True, slots=True)
class Token:
    start: int
    end: int
    lower: str

    @property
    def plain(self) -> bool:
        return self.lower[0].isalpha()


def tokenize(text: str, lexicon: Lexicon) -> list[Token]:
    return [
        Token(found.start(), found.end(), found.group().lower().replace("’", "'"))
        for found in lexicon.token.finditer(text)
    ]


def find_atoms(text: str, tokens: list[Token], lexicon: Lexicon) -> list[Edge]:
    """Every piece that a word or figure of the text may stand for, by token positions."""
    atoms = [*_words(text, tokens, lexicon), *_figures(text, tokens, lexicon)]
    never = [edge for edge in atoms if edge.value.category == "never"]
    return [edge for edge in atoms if not any(edge.start < no.end and no.start < edge.end for no in never)]


def _words(text: str, tokens: list[Token], lexicon: Lexicon) -> Iterator[Edge]:
    for i, token in enumerate(tokens):
        for length in range(1, lexicon.first_words.get(token.lower, 0) + 1):
            phrase = tuple(other.lower for other in tokens[i : i + length])
            for value in lexicon.phrases.get(phrase, ()) if len(phrase) == length else ():
                written = text[token.start : tokens[i + length - 1].end]
                yield Edge(i, i + length, _in_place(value, i, i + length, written, tokens, lexicon), length * 0.1)


def _in_place(value: Value, start: int, end: int, written: str, tokens: list[Token], lexicon: Lexicon) -> Value:
    """A word's piece, with what its neighbours say about it."""
    if isinstance(value, Number | Ordinal):
        return _counted(value, start, end, tokens, lexicon)
    if isinstance(value, Word) and value.category in ADVERBS and _counts(end, tokens, lexicon):
        return Word("loose")
    if isinstance(value, Meridiem) and end - start == 1 and len(written) == 1:
        glued = start > 0 and tokens[start - 1].end == tokens[start].start
        return value if glued else Word("loose")
    if isinstance(value, WeekdayName) and value.weak and written[:1].isupper() and start > 0:
        return replace(value, weak=False)
    return value


def _counted(value: Number | Ordinal, start: int, end: int, tokens: list[Token], lexicon: Lexicon) -> Value:
    counts = _counts(end, tokens, lexicon)
    if isinstance(value, Ordinal):
        return replace(value, counts=counts)
    before = tokens[start - 1].lower if start else ""
    return replace(value, counts=counts, bound=before in lexicon.bound)


def _counts(end: int, tokens: list[Token], lexicon: Lexicon) -> bool:
    """Whether a plain noun follows: one that is neither a word of dates nor one that links."""
    if end >= len(tokens) or not tokens[end].plain:
        return False
    return tokens[end].lower not in lexicon.links and tokens[end].lower not in lexicon.first_words


def _figures(text: str, tokens: list[Token], lexicon: Lexicon) -> Iterator[Edge]:
    if not any(character.isdigit() for character in text):
        return
    starts = {token.start: i for i, token in enumerate(tokens)}
    ends = {token.end: i + 1 for i, token in enumerate(tokens)}

    def edge(found: re.Match[str], value: Value | None, score: float) -> Iterator[Edge]:
        if value is not None and found.start() in starts and found.end() in ends:
            yield Edge(starts[found.start()], ends[found.end()], value, score)

    for name, pattern in FIGURES:
        for found in pattern.finditer(text):
            for value in _read_figure(name, found, lexicon):
                yield from edge(found, value, 1.0)
    if lexicon.ordinal:
        for found in lexicon.ordinal.finditer(text):
            value = int(found.group(1))
            if 1 <= value <= 99 and found.start() in starts and found.end() in ends:
                start, end = starts[found.start()], ends[found.end()]
                yield Edge(start, end, _counted(Ordinal(value, True), start, end, tokens, lexicon), 0.5)
    for found in (*NUMBER.finditer(text), *GLUED_NUMBER.finditer(text)):
        if found.start() in starts and found.end() in ends:
            start, end = starts[found.start()], ends[found.end()]
            number = Number(int(found.group()), digits=len(found.group()))
            yield Edge(start, end, _counted(number, start, end, tokens, lexicon), 0.0)


def _read_figure(name: str, found: re.Match[str], lexicon: Lexicon) -> Iterator[Value]:
    try:
        yield from _READERS[name](found.groups(), lexicon)
    except ValueError:  # no such day
        return


def full_year(written: str) -> int:
    """Four figures as they are; two stand for 1950-2049."""
    figures = written.strip("'’")
    year = int(figures)
    if len(figures) > 2:
        return year
    return year + (1900 if year >= 50 else 2000)


def _ordered(first: int, second: int, lexicon: Lexicon) -> tuple[int, int]:
    """(day, month) of two figures in the language's order, the other one where only that can be."""
    day, month = (first, second) if lexicon.day_first else (second, first)
    if month > 12 >= day:
        day, month = month, day
    return day, month


Groups = tuple[str, ...]


def _iso(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Day(fixed=date(int(groups[0]), int(groups[2]), int(groups[3])))


def _iso_time(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Moment(datetime(*(int(group or 0) for group in groups)))  # type: ignore[arg-type]


def _compact(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Day(fixed=date(int(groups[0]), int(groups[1]), int(groups[2])))


def _full(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    day, month = _ordered(int(groups[0]), int(groups[2]), lexicon)
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


def _dotted(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    """German: "5.12."."""
    if lexicon.language == "de":
        date(2000, int(groups[1]), int(groups[0]))
        yield Day(month=int(groups[1]), day=int(groups[0]))


def _month_number(name: str, lexicon: Lexicon) -> int | None:
    for value in lexicon.phrases.get((name.lower(),), ()):
        if isinstance(value, MonthName):
            return value.month
    return None


def _named(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    month = _month_number(groups[1], lexicon)
    if month:
        date(full_year(groups[2]), month, int(groups[0]))
        yield Day(year=full_year(groups[2]), month=month, day=int(groups[0]))


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
    if lexicon.language == "fr" or int(groups[0]) > 12:
        yield Clock(int(groups[0]) % 24, int(groups[1] or 0))


def _military(groups: Groups, lexicon: Lexicon) -> Iterator[Value]:
    yield Clock(int(groups[0]), int(groups[1]))


_READERS = {
    "iso": _iso, "iso_time": _iso_time, "compact": _compact, "full": _full, "spaced": _spaced, "short": _short, "dotted": _dotted, "named": _named,
    "named_first": _named_first, "year_named": _year_named, "year_month": _year_month, "month_year": _month_year,
    "clock": _clock, "clock_dot": _clock, "clock_h": _clock_h, "military": _military,
}  # fmt: skip
