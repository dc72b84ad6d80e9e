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
from agency.reasoning.slots.money import currency_code
from agency.reasoning.slots.numbers import find_numbers, languages_of
from agency.reasoning.slots.spans import fold
from agency.reasoning.slots.specs import EXCLUDABLE, EXCLUDE, SlotContext, SlotSpec, SlotType, SlotValue

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Clock = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
SAME_WORDS = 88.0
"""Similarity (0-100) from which a model's words count as said: spelling and plural may differ."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DateRange(_Strict):
    """Days, both included."""

    start: Date
    end: Date


class TimeRange(_Strict):
    """A part of a day, HH:MM."""

    start: Clock
    end: Clock


class Money(_Strict):
    """An amount with its ISO 4217 currency; `min` is the lower end of a range."""

    amount: Annotated[float, Field(ge=0)]
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    bound: Literal["max", "about", "min"] = "max"
    per: Literal["total", "person", "night", "month", "year"] = "total"
    min: Annotated[float, Field(ge=0)] | None = None


class Near(_Strict):
    """How near: of "me" or a place, in kilometres if said."""

    of: Words
    km: Annotated[float, Field(ge=0, le=20_000)] | None = None


class PriceLevel(_Strict):
    """Price level from 1 (cheap) to 4 (fancy), as bounds."""

    min: Annotated[int, Field(ge=1, le=4)] | None = None
    max: Annotated[int, Field(ge=1, le=4)] | None = None


_TYPES: dict[SlotType, Any] = {
    "date": Date | DateRange,
    "time": Clock | TimeRange,
    "datetime": Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d")],
    "people": Annotated[int, Field(ge=1, le=500)],
    "money": Money,
    "place": Words,
    "near": Near,
    "cuisine": Annotated[list[Words], Field(max_length=20)],
    "diet": Annotated[list[Words], Field(max_length=20)],
    "price_level": PriceLevel,
    "product": Words,
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

    Numbers and words must occur in the text (words up to spelling) or be what the rules read there; dates and
    choices need a date, or a synonym, that the text has. A slot that the model left out is not filled here.
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
    return slots


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
    span = _occurrence(value, spec, text, context)
    if span is not None:
        return SlotValue(name=name, value=value, text=text[span[0] : span[1]], start=span[0], end=span[1])
    if ruled is not None and spec.type in {"date", "time", "datetime", "duration", "price_level", "near"}:
        return ruled.model_copy(update={"value": value})
    if ruled is not None and isinstance(value, list) and isinstance(ruled.value, list):
        kept = [v for v in value if v in ruled.value]
        return ruled.model_copy(update={"value": kept}) if kept else None
    return None


def _occurrence(value: JsonValue, spec: SlotSpec, text: str, context: SlotContext) -> tuple[int, int] | None:
    """Return where `text` says `value`; None where it does not, or where words alone cannot show it."""
    if spec.type in {"place", "product", "text"} and isinstance(value, str):
        return _words_span(value, text)
    if spec.type == "choice" and isinstance(value, str):
        said = (_words_span(w, text) for w in (value, *spec.synonyms.get(value, [])))
        return next((s for s in said if s), None)
    if spec.type in {"people", "number", "money"}:
        wanted = value.get("amount") if isinstance(value, dict) else value
        numbers = find_numbers(text, languages_of(text, context.language))
        return next(((n.start, n.end) for n in numbers if n.value == wanted), None)
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
