"""The same slot declarations as a model's output schema, and the check of what a model answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date as Date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, ValidationError, create_model
from rapidfuzz import fuzz

from agency.reasoning.slots.extract import extract_slots
from agency.reasoning.slots.food import cuisine_tags, known_cuisine, known_diet
from agency.reasoning.slots.money import LARGEST_AMOUNT, currency_code
from agency.reasoning.slots.numbers import find_numbers, languages_of
from agency.reasoning.slots.rough_amounts import find_rough
from agency.reasoning.slots.spans import Interval, fold, overlaps
from agency.reasoning.slots.specs import EXCLUDABLE, EXCLUDE, SlotContext, SlotSpec, SlotType, SlotValue

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Clock = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
SAME_WORDS = 88.0
"""Similarity (0-100) from which a model's words count as said: spelling and plural may differ."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DateRange(_Strict):
    """Days, both included; `days` where only some of them are meant ("Friday or Sunday")."""

    start: Date
    end: Date
    days: Annotated[list[Date], Field(min_length=2, max_length=31)] | None = None


class DayTime(_Strict):
    """One of several times, HH:MM; of one day where each day has its own."""

    day: Date | None = None
    start: Clock
    end: Clock


class TimeRange(_Strict):
    """A part of a day, HH:MM; `each` where some times in it are meant ("at 7 or 8")."""

    start: Clock
    end: Clock
    each: Annotated[list[DayTime], Field(min_length=2, max_length=31)] | None = None


class Money(_Strict):
    """An amount with its ISO 4217 currency; `min` is the lower end of a range."""

    amount: Annotated[float, Field(ge=0, le=LARGEST_AMOUNT)]
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    bound: Literal["max", "about", "min"] = "max"
    per: Literal["total", "person", "night", "month", "year"] = "total"
    min: Annotated[float, Field(ge=0, le=LARGEST_AMOUNT)] | None = None


class Near(_Strict):
    """How near: of "me" or a place, in kilometres if said."""

    of: Words
    km: Annotated[float, Field(ge=0, le=20_000)] | None = None


class Measure(_Strict):
    """A limit of what a thing measures, in GB, kg, inch, Hz, hours, litres, W or MP; neither: any will do."""

    what: Literal["ram", "storage", "weight", "screen", "refresh", "battery", "volume", "power", "camera"]
    min: Annotated[float, Field(ge=0, le=1_000_000)] | None = None
    max: Annotated[float, Field(ge=0, le=1_000_000)] | None = None


class PriceLevel(_Strict):
    """Price level from 1 (cheap) to 4 (fancy), as bounds."""

    min: Annotated[int, Field(ge=1, le=4)] | None = None
    max: Annotated[int, Field(ge=1, le=4)] | None = None


_TYPES: dict[SlotType, Any] = {
    "date": Date | DateRange,
    "time": Clock | TimeRange,
    "datetime": Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d")],
    "people": Annotated[int, Field(ge=0, le=500)],
    "money": Money,
    "place": Words,
    "near": Near,
    "cuisine": Annotated[list[Words], Field(max_length=20)],
    "diet": Annotated[list[Words], Field(max_length=20)],
    "price_level": PriceLevel,
    "product": Words,
    "measures": Annotated[list[Measure], Field(max_length=10)],
    "number": float,
    "duration": Annotated[str, StringConstraints(pattern=r"^P(\d+[YMWD])*(T(\d+[HMS])+)?$", min_length=3)],
    "text": Words,
}


def slots_model(specs: Sequence[SlotSpec]) -> type[BaseModel]:
    """Return a pydantic model with one optional field a slot, for a language model's structured output."""
    fields: dict[str, Any] = {}
    for spec in specs:
        fields[spec.name] = (_type_of(spec) | None, Field(default=None, description=spec.ask or spec.name))
        if spec.type in EXCLUDABLE:
            described = f"{spec.name} that the person does not want"
            fields[EXCLUDE + spec.name] = (list[Words] | None, Field(default=None, description=described))
    model: type[BaseModel] = create_model("Slots", __config__=ConfigDict(extra="ignore"), **fields)
    return model


def _type_of(spec: SlotSpec) -> Any:
    if spec.type == "choice":
        return Literal[tuple(spec.synonyms)] if spec.synonyms else Words
    return _TYPES[spec.type]


def validate_slots(
    raw: Mapping[str, Any], specs: Sequence[SlotSpec], context: SlotContext, text: str
) -> dict[str, SlotValue]:
    """Return what of a model's answer `raw` is typed right and said in `text`; the rest is dropped.

    Numbers and words must occur in the text (words up to spelling) or be what the rules read there; choices
    need a synonym that the text has, dates and times words that may mean them. A slot that the model left
    out is not filled here.
    """
    read = extract_slots(text, specs, context)
    slots: dict[str, SlotValue] = {}
    for spec in specs:
        names = [spec.name, EXCLUDE + spec.name] if spec.type in EXCLUDABLE else [spec.name]
        for name in names:
            if raw.get(name) is None:
                continue
            value = _typed(name, raw[name], spec)
            checked = _said(name, value, spec, read, text, context) if value is not None else None
            if checked is not None:
                slots[name] = checked
    return _each_amount_once(slots, specs, read)


def _each_amount_once(
    slots: dict[str, SlotValue], specs: Sequence[SlotSpec], read: Mapping[str, SlotValue]
) -> dict[str, SlotValue]:
    """One amount fills one slot: the one that the rules put it in, else the first."""
    kept = dict(slots)
    money = [spec.name for spec in specs if spec.type == "money" and spec.name in slots]
    for name in sorted(money, key=lambda name: name not in read):
        twins = [other for other in money if other != name and _same_amount(slots[name], slots[other])]
        for twin in twins if name in kept else []:
            kept.pop(twin, None)
    return kept


def _same_amount(one: SlotValue, other: SlotValue) -> bool:
    amounts = [slot.value.get("amount") if isinstance(slot.value, dict) else None for slot in (one, other)]
    return amounts[0] == amounts[1] and max(one.start, other.start) < min(one.end, other.end)


def _typed(name: str, value: Any, spec: SlotSpec) -> JsonValue:
    """Return `value` in its normal form, None if it has not the type of the slot."""
    try:
        answer = slots_model([spec]).model_validate({name: value}, strict=False)
    except (ValidationError, RecursionError):
        return None
    dumped: JsonValue = answer.model_dump(mode="json", exclude_none=spec.type != "near")[name]
    if spec.type == "money" and isinstance(dumped, dict):
        dumped["currency"] = currency_code(str(dumped["currency"]), str(dumped["currency"]))
    if spec.type in {"number"} and isinstance(dumped, float) and dumped.is_integer():
        return int(dumped)
    if spec.type == "date" and isinstance(dumped, dict) and str(dumped["end"]) < str(dumped["start"]):
        return None
    return dumped


def _said(
    name: str,
    value: JsonValue,
    spec: SlotSpec,
    read: Mapping[str, SlotValue],
    text: str,
    context: SlotContext,
) -> SlotValue | None:
    ruled = read.get(name)
    if ruled is not None and ruled.value == value:
        return ruled
    elsewhere = [(slot.start, slot.end) for other, slot in read.items() if other != name]
    span = _occurrence(value, spec, text, context, elsewhere)
    if span is not None:
        return SlotValue(name=name, value=value, text=text[span[0] : span[1]], start=span[0], end=span[1])
    if ruled is not None and _another_reading(value, ruled.value, spec.type):
        return ruled.model_copy(update={"value": value})
    if ruled is not None and isinstance(value, list) and isinstance(ruled.value, list):
        kept = [v for v in value if v in ruled.value]
        return ruled.model_copy(update={"value": kept}) if kept else None
    return None


def _another_reading(value: JsonValue, ruled: JsonValue, kind: SlotType) -> bool:
    """Tell whether a model's value may be meant by the words in which the rules read another one.

    Words leave open which week, which half of the day, and how long a part of the day is; they do not leave
    open the weekday, the day of the month or the minutes.
    """
    if kind == "date":
        return _may_be_the_day(_bounds(value), _bounds(ruled))
    if kind == "time":
        return _may_be_the_hour(_bounds(value), _bounds(ruled))
    if kind == "datetime":
        said, read = str(value), str(ruled)
        same_day = _may_be_the_day(_bounds(said[:10]), _bounds(read[:10]))
        return same_day and _may_be_the_hour(_bounds(said[11:16]), _bounds(read[11:16]))
    return kind in {"duration", "price_level", "near"}


def _bounds(value: JsonValue) -> tuple[str, str]:
    if isinstance(value, dict):
        return str(value.get("start")), str(value.get("end"))
    return str(value), str(value)


def _may_be_the_day(said: tuple[str, str], read: tuple[str, str]) -> bool:
    """Days within what was read or around it, a week or a year off, or with day and month swapped."""
    if (read[0] <= said[0] and said[1] <= read[1]) or (said[0] <= read[0] and read[1] <= said[1]):
        return True
    first, other = Date.fromisoformat(said[0]), Date.fromisoformat(read[0])
    apart = abs((first - other).days)
    same_day = (first.month, first.day) in {(other.month, other.day), (other.day, other.month)}
    return apart == 7 or same_day


def _may_be_the_hour(said: tuple[str, str], read: tuple[str, str]) -> bool:
    """A time within the part of the day that was read or around it, or in the other half of the day."""
    if (read[0] <= said[0] and said[1] <= read[1]) or (said[0] <= read[0] and read[1] <= said[1]):
        return True
    return said[0][3:] == read[0][3:] and abs(int(said[0][:2]) - int(read[0][:2])) == 12


def _occurrence(
    value: JsonValue, spec: SlotSpec, text: str, context: SlotContext, elsewhere: Sequence[Interval]
) -> tuple[int, int] | None:
    """Return where `text` says `value`; None where it does not, or where words alone cannot show it."""
    if spec.type in {"place", "product", "text"} and isinstance(value, str):
        return _words_span(value, text)
    if spec.type == "choice" and isinstance(value, str):
        named = (_words_span(w, text) for w in (value, *spec.synonyms.get(value, [])))
        return next((span for span in named if span), None)
    if spec.type in {"people", "number", "money"}:
        wanted = value.get("amount") if isinstance(value, dict) else value
        languages = languages_of(text, context.language)
        said = [(n.start, n.end, n.value) for n in find_numbers(text, languages)]
        if spec.type == "money":
            said += [(rough.start, rough.end, rough.amount) for rough in find_rough(text, languages)]
        free = [(start, end, value) for start, end, value in said if not overlaps(start, end, elsewhere)]
        return next(((start, end) for start, end, value in free if value == wanted), None)
    if isinstance(value, list) and value:
        spans = [_tag_span(str(v), text) for v in value]
        found = [s for s in spans if s]
        return (min(s[0] for s in found), max(s[1] for s in found)) if len(found) == len(spans) else None
    return None


def _tag_span(tag: str, text: str) -> tuple[int, int] | None:
    known = known_cuisine(tag) or known_diet(tag) or cuisine_tags(tag)
    return _words_span(tag.replace("_", " "), text) if known else None


def _words_span(words: str, text: str) -> tuple[int, int] | None:
    exact = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE)
    if exact:
        return exact.span()
    if len(words) < 4 or len(fold(text)) != len(text):
        return None
    near = fuzz.partial_ratio_alignment(fold(words), fold(text), score_cutoff=SAME_WORDS)
    return (near.dest_start, near.dest_end) if near and near.dest_end > near.dest_start else None
