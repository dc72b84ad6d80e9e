"""A language's words, each with the pieces it may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..values import (
    HolidayName,
    MonthName,
    Number,
    Ordinal,
    PartName,
    Relative,
    SeasonName,
    Unit,
    Value,
    WeekdayName,
    Word,
)

Phrase = tuple[str, ...]


def words(text: str) -> list[str]:
    """A list of words, written as a sentence."""
    return text.split()


def abbreviated(form: str) -> tuple[str, ...]:
    """A short name with its full stop: "Oct.", "Fri."."""
    return (f"{form}.",) if len(form) <= 4 else ()


@dataclass(slots=True)
class Lexicon:
    """Phrases of lower-case tokens, and what this language does in its own way."""

    language: str
    token: re.Pattern[str]
    day_first: bool
    phrases: dict[Phrase, list[Value]] = field(default_factory=dict)
    first_words: dict[str, int] = field(default_factory=dict)  # longest phrase that starts so
    links: frozenset[str] = frozenset()  # words that may follow a number without being counted by it
    bound: frozenset[str] = frozenset()  # prepositions of amount: "for 4"
    ordinal: re.Pattern[str] | None = None  # an ordinal in digits, group 1 the number
    ages: re.Pattern[str] | None = None  # the words before a number that is an age: "kids aged 7 to"

    def add(self, value: Value, *words: str) -> None:
        for word in words:
            if not word:
                continue
            for form in {word, word.replace("-", " ")}:
                phrase = tuple(token.group().replace("’", "'") for token in self.token.finditer(form))
                if not phrase:  # a lone hyphen, without its hyphen
                    continue
                values = self.phrases.setdefault(phrase, [])
                if value not in values:
                    values.append(value)
                self.first_words[phrase[0]] = max(self.first_words.get(phrase[0], 0), len(phrase))

    def add_words(self, roles: Mapping[str, str]) -> None:
        """Function words: role -> the words separated by "/", which alone stands for itself."""
        for role, words in roles.items():
            self.add(Word(role), *(words.split("/") if words != "/" else words))

    def add_months(self, names: Iterable[str], weak: frozenset[str]) -> None:
        for month, forms in enumerate(names, 1):
            for form in forms.split("/"):
                self.add(MonthName(month, form in weak), form, *abbreviated(form))

    def add_weekdays(self, names: Iterable[str], weak: frozenset[str]) -> None:
        for weekday, forms in enumerate(names):
            for form in forms.split("/"):
                self.add(WeekdayName(weekday, form in weak), form, *abbreviated(form))

    def add_paired_weekdays(self, names: str) -> None:
        """Short names, Monday first, that are everyday words too: days beside another one ("sam ou dim")."""
        for weekday, form in enumerate(names.split()):
            self.add(WeekdayName(weekday, weak=True, paired=True), form, *abbreviated(form))

    def add_units(self, units: Mapping[str, tuple[str, str]]) -> None:
        for grain, (single, plural) in units.items():
            name, _, count = grain.partition("*")
            for plural_form, words in ((False, single), (True, plural)):
                self.add(Unit(name, int(count or 1), plural_form), *words.split("/"))  # type: ignore[arg-type]

    def add_relatives(self, relatives: Mapping[str, Relative]) -> None:
        for words, value in relatives.items():
            self.add(value, *words.split("/"))

    def add_parts(self, parts: Mapping[str, str]) -> None:
        for name, words in parts.items():
            self.add(PartName(name), *words.split("/"))

    def add_seasons(self, *seasons: str) -> None:
        for index, words in enumerate(seasons):
            self.add(SeasonName(index), *words.split("/"))

    def add_holidays(self, holidays: Mapping[str, str]) -> None:
        for key, words in holidays.items():
            self.add(HolidayName(key), *words.split("/"))

    def add_numbers(self, numbers: Mapping[int, str], ordinals: Mapping[int, str]) -> None:
        for value, words in numbers.items():
            self.add(Number(value, digits=0), *words.split("/"))
        for value, words in ordinals.items():
            self.add(Ordinal(value, written=False), *words.split("/"))
