"""From text to atoms: tokens, words of the lexicon, and dates and times written in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .chart import Edge
from .figures import read_figures
from .lexicon.base import Lexicon
from .values import Meridiem, MonthName, Number, Ordinal, Value, WeekdayName, Word

LONE_BEFORE = r"(?<![\w$€£¥#%])(?<![$€£¥#]\s)(?<!\d[.,:/])"
SENTENCE_ENDS = frozenset(".!?;)")
JOINING = frozenset({"or", "and", "slash", "dash", "until", "to"})
ADVERBS = frozenset({"daily", "weekly", "biweekly", "monthly", "yearly"})
NUMBER = re.compile(LONE_BEFORE + r"\d{1,4}(?![\d%€£°])(?![.,:]\d)(?!\s?[€£%$])")
NO_WEEKDAYS = frozenset({"so"})  # "so gegen acht" is no Sunday; "So" may be
LONGEST_OF_AGES = 4  # tokens before the second number of "aged between 7 and 9"
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
                yield Edge(
                    i, i + length, _in_place(value, i, i + length, written, tokens, lexicon), length * 0.1
                )


def _in_place(
    value: Value, start: int, end: int, written: str, tokens: list[Token], lexicon: Lexicon
) -> Value:
    """A word's piece, with what its neighbours say about it."""
    if isinstance(value, Number | Ordinal):
        return _counted(value, start, end, tokens, lexicon)
    if isinstance(value, Word) and value.category in ADVERBS and _counts(end, tokens, lexicon):
        return Word("loose")
    if isinstance(value, Word) and value.category == "now_at_end":
        last = end == len(tokens) or tokens[end].lower in SENTENCE_ENDS
        return Word("now") if last else Word("loose")
    if isinstance(value, Meridiem) and end - start == 1 and len(written) == 1:
        glued = start > 0 and tokens[start - 1].end == tokens[start].start
        return value if glued else Word("loose")
    if isinstance(value, WeekdayName) and written in NO_WEEKDAYS:
        return Word("loose")
    if isinstance(value, WeekdayName) and value.weak and is_paired(value, start, end, tokens, lexicon):
        return WeekdayName(value.weekday)
    if isinstance(value, WeekdayName) and value.paired:
        return Word("loose")
    if isinstance(value, WeekdayName) and value.weak and written[:1].isupper() and start > 0:
        return replace(value, weak=False)
    if isinstance(value, MonthName) and value.weak and _names_a_time(start, end, written, tokens):
        return replace(value, weak=False)
    return value


def is_paired(value: WeekdayName, start: int, end: int, tokens: list[Token], lexicon: Lexicon) -> bool:
    """Whether another day's name stands beside this one, with a joining word between: "sat or sun"."""
    return any(
        0 <= other < len(tokens)
        and _joins(tokens[between].lower, lexicon)
        and any(
            isinstance(named, WeekdayName) and named.weekday != value.weekday
            for named in lexicon.phrases.get((tokens[other].lower,), ())
        )
        for between, other in ((start - 1, start - 2), (end, end + 1))
    )


def _joins(word: str, lexicon: Lexicon) -> bool:
    return any(
        isinstance(value, Word) and value.category in JOINING for value in lexicon.phrases.get((word,), ())
    )


UP_TO = frozenset({"bis", "to", "till", "until", "-", "–", "à", "a", "al", "hasta", "alle"})
"""Between two hours."""
BEFORE_MONTHS = frozenset({"for", "during", "by", "until", "till", "since", "before", "after", "through"})


def _names_a_time(start: int, end: int, written: str, tokens: list[Token]) -> bool:
    """Tell whether "May" behind a small word is the month: capital, or nothing of the clause follows."""
    if start == 0 or tokens[start - 1].lower not in BEFORE_MONTHS:
        return False
    return written[:1].isupper() or end == len(tokens) or not tokens[end].plain


def _counted(value: Number | Ordinal, start: int, end: int, tokens: list[Token], lexicon: Lexicon) -> Value:
    counts = _counts(end, tokens, lexicon)
    if isinstance(value, Ordinal):
        return replace(value, counts=counts)
    before = tokens[start - 1].lower if start else ""
    bound = before in lexicon.bound or _is_an_age(start, tokens, lexicon)
    return replace(value, counts=counts, bound=bound, opens=_opens(end, tokens, lexicon))


def _opens(end: int, tokens: list[Token], lexicon: Lexicon) -> bool:
    """Whether another figure stands behind a small word of ranges, and no month behind that."""
    if end + 1 >= len(tokens) or tokens[end].lower not in UP_TO or not tokens[end + 1].lower[:1].isdigit():
        return False
    return not any(
        isinstance(value, MonthName)
        for token in tokens[end + 2 : end + 4]
        for value in lexicon.phrases.get((token.lower,), ())
    )


def _is_an_age(start: int, tokens: list[Token], lexicon: Lexicon) -> bool:
    """Whether the words before a number are about age: both of "kids aged 7 to 9"."""
    before = "".join(f"{token.lower} " for token in tokens[max(0, start - LONGEST_OF_AGES) : start])
    return lexicon.ages is not None and lexicon.ages.search(before) is not None


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
    for first, last, value in read_figures(text, lexicon):
        if first in starts and last in ends:
            yield Edge(starts[first], ends[last], value, 1.0)
    if lexicon.ordinal:
        for found in lexicon.ordinal.finditer(text):
            number = int(found.group(1))
            if 1 <= number <= 99 and found.start() in starts and found.end() in ends:
                start, end = starts[found.start()], ends[found.end()]
                yield Edge(start, end, _counted(Ordinal(number, True), start, end, tokens, lexicon), 0.5)
    for found in (*NUMBER.finditer(text), *GLUED_NUMBER.finditer(text)):
        if found.start() in starts and found.end() in ends:
            start, end = starts[found.start()], ends[found.end()]
            figure = Number(int(found.group()), digits=len(found.group()))
            yield Edge(start, end, _counted(figure, start, end, tokens, lexicon), 0.0)
