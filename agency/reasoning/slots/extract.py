"""Slots of a sentence by rules: each kind of slot has its finder, and no two read the same words.

Order decides who gets a number: money with a currency and counted persons first, then dates and times on
the text without those, then what is left. Words (kitchen, choice, product) are looked up last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property

from pydantic import JsonValue

from agency.reasoning.dates import DateSpan
from agency.reasoning.slots.answers import answered_alone, answered_days, answered_times
from agency.reasoning.slots.compounds import compounds_split
from agency.reasoning.slots.either_time import either_time
from agency.reasoning.slots.food import find_cuisines, find_diets
from agency.reasoning.slots.gone_by import ahead
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.measures import find_measures, without_measures
from agency.reasoning.slots.money import find_money, find_price, limits
from agency.reasoning.slots.nearness import find_near
from agency.reasoning.slots.negation import negated_at
from agency.reasoning.slots.numbers import LANGUAGES, find_numbers, languages_of
from agency.reasoning.slots.people import answered_people, find_people
from agency.reasoning.slots.price_levels import find_price_level
from agency.reasoning.slots.products import answered_product, bare_product, find_products, ruled_out_product
from agency.reasoning.slots.spans import Found, Interval, Phrases, Word, blank, overlaps, words_of
from agency.reasoning.slots.specs import EXCLUDABLE, EXCLUDE, SlotContext, SlotSpec, SlotType, SlotValue
from agency.reasoning.slots.when import (
    dates_in,
    durations_in,
    english_of,
    is_bare,
    moments_in,
    read_dates,
    time_of_number,
    times_in,
)
from agency.reasoning.slots.whereabouts import find_places

_ONE_OF = re.compile(r"\s+of\s+(?:the|my|our|your|these|those|them|us)\b", re.IGNORECASE)
_HOURS = re.compile(r"\b([01]?\d|2[0-4])\s*(?:hrs?|h|uhr|heures?)\s*([0-5]\d)?\b", re.IGNORECASE)
_WITHIN = re.compile(r"in \w+ (?:days|weeks|tagen|wochen)|en \w+ (?:jours|semaines)", re.IGNORECASE)
_SEEN = re.compile(
    r"\b(?:see|visit|do|explore|tour|discover|cover|sehen|besichtigen|erkunden|entdecken|bereisen|visiter|voir|découvrir)\b"
    r"(?P<seen>[^.;!?]{0,80})$",
    re.IGNORECASE,
)
_BESIDE_A_CITY = word_set("beside_a_city_that_is_seen")
"""What may stand beside the city that is seen: "the whole of Rome", not "a play in Rome"."""
_ALONE = re.compile(r"(?:^|[,;(]\s*)(?P<word>[^\W\d_]{3,9})\s*(?=[,;).]|$)")

_TELLS_NOTHING = frozenset({"yes", "no", "now", "any", "all", "true", "false"})
"""Values of choices that are everyday words: "we are six now" is not "open now"."""

DAYS_OF_A_WEEK = 7
LONGEST = 2_000
"""Characters that are read; what a person asks for stands at the beginning."""


def extract_slots(text: str, specs: Sequence[SlotSpec], context: SlotContext) -> dict[str, SlotValue]:
    """Return the slots of `specs` that `text` states, by name; absent where it does not say.

    What a person rules out ("not Italian") comes under the slot's name with `exclude_` before it, as a list,
    for the types cuisine, choice and place. Lists hold all that was named; their range spans the first to the
    last. Never raises on any text.
    """
    reading = Reading(text[:LONGEST], specs, context)
    slots: dict[str, SlotValue] = {}
    for spec in specs:
        found = reading.find(spec)
        wanted, ruled_out = [f for f in found if not f.negated], [f for f in found if f.negated]
        if wanted:
            slots[spec.name] = _slot(text, spec.name, _chosen(spec.type, wanted))
        if ruled_out and spec.type in EXCLUDABLE:
            slots[EXCLUDE + spec.name] = _slot(text, EXCLUDE + spec.name, _listed(ruled_out))
    return slots


class Reading:
    """One text being read for a set of slots: the finders' results, computed once and free of overlaps."""

    def __init__(self, text: str, specs: Sequence[SlotSpec], context: SlotContext) -> None:
        measured = any(spec.type == "measures" for spec in specs)
        self.measures = find_measures(text) if measured else []
        text = without_measures(text, self.measures)
        self.text, self.specs, self.context = text, specs, context
        self.languages = languages_of(text, context.language)
        self._asked = {spec.type for spec in specs if spec.name in context.asked}

    def find(self, spec: SlotSpec) -> list[Found]:
        """Return what `spec` may hold, the best first."""
        return self._finders[spec.type](spec)

    @property
    def _finders(self) -> dict[SlotType, Callable[[SlotSpec], list[Found]]]:
        return {
            "date": lambda spec: self._days(),
            "time": lambda spec: self.times,
            "datetime": lambda spec: moments_in(self.text, self.dates, self.context.ref),
            "people": lambda spec: self.people,
            "money": self._amounts,
            "place": lambda spec: self.places,
            "near": lambda spec: find_near(self.text, self.places, self._taken),
            "cuisine": lambda spec: find_cuisines(
                self.text, self.words, self._taken + intervals(self.places)
            ),
            "diet": lambda spec: find_diets(self.text, self.words),
            "price_level": lambda spec: find_price_level(self.text),
            "choice": self._choices,
            "product": self._products,
            "measures": lambda spec: self.measures,
            "number": self._numbers,
            "duration": lambda spec: durations_in(self.text, self.dates, self.languages),
            "text": self._texts,
        }

    @cached_property
    def words(self) -> list[Word]:
        """The words of the text."""
        return words_of(self.text)

    @cached_property
    def _priced(self) -> list[Found]:
        asked = "money" in self._asked and not self._asked & {"people", "number", "time"}
        found = find_money(self.text, self.context.currency, self.languages, asked=asked)
        if not found and any(spec.type == "money" and spec.synonyms for spec in self.specs):
            found = self._regular_amounts()
        if not found and any(spec.type == "product" and spec.name == "product" for spec in self.specs):
            return find_price(self.text, self.context.currency)
        return found

    def _regular_amounts(self) -> list[Found]:
        """Plain numbers behind the words of a slot, a month or a year: "I pay about 90 a month"."""
        specs = [spec for spec in self.specs if spec.type == "money" and spec.synonyms]
        return [
            each
            for each in find_money(self.text, self.context.currency, self.languages, asked=True)
            if isinstance(each.value, dict) and each.value.get("per") in {"month", "year"}
            if any(self._belongs(each, spec) for spec in specs)
        ]

    @cached_property
    def _counted(self) -> list[Found]:
        told = re.search(r"\d[:.]\d\d|\d\s*[ap]\.?m\b", self.text, re.IGNORECASE)
        only_time = "time" in self._asked and "people" not in self._asked and not told
        clear = blank(self.text, intervals(self._priced))
        return find_people(clear, self.languages, for_is_time=only_time)

    @cached_property
    def _spans(self) -> list[DateSpan]:
        clear = blank(self.text, intervals([*self._priced, *self._counted]))
        return read_dates(clear, self.context.ref, self.languages, english_of(self.context.zone))

    @cached_property
    def people(self) -> list[Found]:
        """Party sizes, or the plain number that answers "for how many?"."""
        if self._counted or "people" not in self._asked:
            return self._counted
        sure = [(s.start, s.end) for s in self._spans if not is_bare(s, self.languages)]
        answers = answered_people(self.text, self.languages) or answered_people(self.text, LANGUAGES)
        free = [f for f in answers if not overlaps(f.start, f.end, sure + intervals(self._priced))]
        return free[:1] or answered_alone(self.text)

    @cached_property
    def dates(self) -> list[DateSpan]:
        """Dates and times that no amount and no party size uses, nor its words ("I pay 90 now")."""
        used = intervals([*self._priced, *self.people]) + self._words_of_amounts()
        free = [s for s in ahead(self._spans, self.context.ref) if not overlaps(s.start, s.end, used)]
        return [s for s in free if not (is_bare(s, self.languages) and _ONE_OF.match(self.text, s.end))]

    def _words_of_amounts(self) -> list[Interval]:
        """Where the words stand that make an amount that of a slot ("pay", "at the moment")."""
        specs = [spec for spec in self.specs if spec.type == "money" and spec.synonyms]
        said = [spec for spec in specs if any(self._belongs(each, spec) for each in self._priced)]
        return [place for spec in said for place in words_said(self.text, spec)]

    def _days(self) -> list[Found]:
        """Days. For what lasts for some, "in 3 days in May" says how long, and a month may stand alone.

        Beside a single day "in 3 weeks" is when it begins: "in 3 weeks, back by 20 December".
        """
        found = dates_in(self.text, self.dates, self.context.ref)
        if not found and "date" in self._asked:
            found = answered_days(self.text, self.context.ref, english_of(self.context.zone))
        if not any(spec.type == "duration" for spec in self.specs):
            return found
        found = [one for one in found if not self._lasts(one)]
        days = [one for one in found if not _WITHIN.fullmatch(self.text[one.start : one.end])]
        today = self.context.ref.date()
        if days and any(_is_long(one.value, today) for one in days):
            return days
        return found or self._month_alone()

    def _lasts(self, days: Found) -> bool:
        """Whether "in two days" is how long one takes for what is to be seen: "see Rome in two days"."""
        seen = _SEEN.search(self.text[: days.start])
        if seen is None or not _WITHIN.fullmatch(self.text[days.start : days.end]):
            return False
        places = intervals(find_places(self.text[: days.start], [], asked=True))
        rest = blank(self.text[: days.start], places)[seen.start("seen") :]
        return bool(places) and {word.lower() for word in re.findall(r"[^\W\d_]+", rest)} <= _BESIDE_A_CITY

    def _month_alone(self) -> list[Found]:
        """A month between commas ("2 people, August"), also one that is an everyday word too."""
        for match in _ALONE.finditer(self.text):
            alone = f"in {match['word']}"
            spans = read_dates(alone, self.context.ref, self.languages)
            if found := [
                one for one in dates_in(alone, spans, self.context.ref) if isinstance(one.value, dict)
            ]:
                return [Found(*match.span("word"), found[0].value)]
        return []

    @cached_property
    def times(self) -> list[Found]:
        """Times, or the plain number that answers "at what time?"."""
        clear = blank(self.text, intervals([*self._priced, *self.people]))
        if several := either_time(clear, self.dates, self.context.ref):
            return [several, *times_in(self.dates)]
        found = times_in(self.dates)
        if "time" not in self._asked or any(isinstance(f.value, str) for f in found):
            return found
        used = intervals([*self._priced, *self.people]) + [(s.start, s.end) for s in self.dates]
        if hours := _HOURS.search(self.text):
            return [Found(hours.start(), hours.end(), f"{int(hours[1]) % 24:02d}:{hours[2] or '00'}"), *found]
        for number in find_numbers(self.text, self.languages):
            if not overlaps(number.start, number.end, used):
                value = time_of_number(number.value, self.languages[-1], self.context.ref)
                if value:
                    return [Found(number.start, number.end, value), *found]
        return found or answered_times(self.text, self.context.ref)

    @cached_property
    def _taken(self) -> list[Interval]:
        return intervals([*self._priced, *self.people, *self.times]) + [(s.start, s.end) for s in self.dates]

    @cached_property
    def places(self) -> list[Found]:
        """Places, the best first."""
        return find_places(self.text, self._taken, asked="place" in self._asked)

    def _amounts(self, spec: SlotSpec) -> list[Found]:
        """The amounts that are this slot's: one with words of its own takes those that stand behind them."""
        if spec.name in self.context.asked:
            return self._priced
        others = [other for other in self.specs if other.type == "money" and other != spec]
        if spec.synonyms:
            return [amount for amount in self._priced if self._belongs(amount, spec)]
        return [
            a for a in self._priced if not any(self._belongs(a, other) for other in others if other.synonyms)
        ]

    def _belongs(self, amount: Found, spec: SlotSpec) -> bool:
        """Whether the slot's words ("I pay", "my bill is") stand beside an amount that is no upper limit."""
        words = _any_of(spec)
        before, behind = self.text[: amount.start], self.text[amount.end :]
        said = rf"(?:{words})(?:\s+[^\W\d][\w'’]*){{0,5}}\s*,?\s*$"
        after = rf"\s*(?:{words})\b"
        return not limits(self.text, amount) and bool(
            re.search(rf"\b{said}", before, re.IGNORECASE) or re.match(after, behind, re.IGNORECASE)
        )

    def _choices(self, spec: SlotSpec) -> list[Found]:
        phrases = Phrases(
            [
                (word, value)
                for value, words in spec.synonyms.items()
                for word in (value, *words)
                if word not in _TELLS_NOTHING
            ]
        )
        found: list[Found] = []
        for words in (self.words, compounds_split(self.words)):
            for first, after, value in phrases.find(words):
                start, end = words[first].start, words[after - 1].end
                if not overlaps(start, end, intervals(found)):
                    found.append(Found(start, end, value, negated_at(self.text, start, found)))
        found.sort(key=lambda each: each.start)
        wanted = {each.value for each in found if not each.negated}
        return [each for each in found if not (each.negated and each.value in wanted)]

    def _products(self, spec: SlotSpec) -> list[Found]:
        taken = self._taken + [(f.start, f.end) for f in self.places]
        found = find_products(self.text, taken, self._priced)
        if not found and spec.name in self.context.asked:
            return answered_product(self.text, taken)
        found = found or (bare_product(self.text, taken) if spec.required else [])
        refused = self._taken + [(f.start, f.end) for f in self.places if not f.negated]
        return found + ruled_out_product(self.text, refused) if found else []

    def _numbers(self, spec: SlotSpec) -> list[Found]:
        """A number before one of the spec's unit words; with none declared, one that nothing else uses."""
        units = [re.escape(u) for words in spec.synonyms.values() for u in words]
        used = [] if units else self._taken
        numbers = [n for n in find_numbers(self.text, self.languages) if not overlaps(n.start, n.end, used)]
        unit = re.compile(rf"[\s-]*(?:{'|'.join(units)})\b" if units else "", re.IGNORECASE)
        found = [
            Found(n.start, n.end + m.end(), n.value) for n in numbers if (m := unit.match(self.text[n.end :]))
        ]
        if units and not found:  # "3200kWh"
            glued = re.finditer(rf"(?<![\w.,])(\d{{1,6}})(?:{'|'.join(units)})\b", self.text, re.IGNORECASE)
            found = [Found(match.start(), match.end(), int(match[1])) for match in glued]
        if found or spec.name not in self.context.asked:
            return (
                found if units or spec.name in self.context.asked else found[:1] if len(numbers) == 1 else []
            )
        return [Found(n.start, n.end, n.value) for n in numbers]

    def _texts(self, spec: SlotSpec) -> list[Found]:
        """What stands behind one of the spec's marker words; the whole answer when the slot was asked for."""
        markers = [re.escape(m) for words in spec.synonyms.values() for m in words]
        if markers:
            pattern = (
                rf"\b(?:{'|'.join(sorted(markers, key=len, reverse=True))})\b[\s:]*(?P<rest>[^.,;!?\n]+)"
            )
            if match := re.search(pattern, self.text, re.IGNORECASE):
                rest = match["rest"].rstrip()
                return [Found(match.start("rest"), match.start("rest") + len(rest), rest)] if rest else []
        stripped = self.text.strip()
        if spec.name in self.context.asked and stripped:
            start = self.text.index(stripped)
            return [Found(start, start + len(stripped), stripped)]
        return []


def words_said(text: str, spec: SlotSpec) -> list[Interval]:
    """Return where the words of a slot stand in `text`."""
    return [hit.span() for hit in re.finditer(rf"\b(?:{_any_of(spec)})\b", text, re.IGNORECASE)]


def _any_of(spec: SlotSpec) -> str:
    """A pattern of a slot's words, the longest first."""
    words = sorted((word for listed in spec.synonyms.values() for word in listed), key=len, reverse=True)
    return "|".join(map(re.escape, words))


def _is_long(days: JsonValue, today: date) -> bool:
    """Whether days are a period that a stay lies in: a month, more than a week. A last day ("back by the
    20th"), which begins today, is none."""
    if not isinstance(days, dict) or days["start"] == today.isoformat():
        return False
    first, last = (date.fromisoformat(str(days[end])) for end in ("start", "end"))
    return (last - first).days > DAYS_OF_A_WEEK


def intervals(found: Sequence[Found]) -> list[Interval]:
    """Return the ranges of what was found."""
    return [(f.start, f.end) for f in found]


def _chosen(kind: SlotType, found: list[Found]) -> Found:
    return _listed(found) if kind in {"cuisine", "diet", "measures"} else found[0]


def _listed(found: list[Found]) -> Found:
    values: list[JsonValue] = []
    for item in found:
        for value in item.value if isinstance(item.value, list) else [item.value]:
            if value not in values:
                values.append(value)
    return Found(min(f.start for f in found), max(f.end for f in found), values)


def _slot(text: str, name: str, found: Found) -> SlotValue:
    return SlotValue(
        name=name, value=found.value, text=text[found.start : found.end], start=found.start, end=found.end
    )
