"""The editable details of an act: fields made from its JSON schema, and what was changed in them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.core import UnknownLocaleError
from babel.numbers import NumberFormatError, parse_decimal
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language, gettext_lazy

from ownyou.lib.cards import Card
from ownyou.lib.locales import moment_in_words
from ownyou.lib.text import visible

ZONE = "zone"
"""The detail that says on whose clock the moments of an act stand."""
LONG_FROM = 400
"""A text that may have more characters than this gets a box of several lines."""

LABELS = {
    "to": gettext_lazy("To"),
    "subject": gettext_lazy("Subject"),
    "body": gettext_lazy("Text"),
    "title": gettext_lazy("Title"),
    "starts_at": gettext_lazy("Begins"),
    "ends_at": gettext_lazy("Ends"),
    "zone": gettext_lazy("Time zone"),
    "place": gettext_lazy("Where"),
    "notes": gettext_lazy("Notes"),
    "what": gettext_lazy("What"),
    "number": gettext_lazy("Number"),
    "text": gettext_lazy("Text"),
    "url": gettext_lazy("Address"),
    "name": gettext_lazy("Name"),
    "path": gettext_lazy("File"),
    "content": gettext_lazy("Text"),
    "goal": gettext_lazy("Goal"),
    "topic": gettext_lazy("Article"),
    "query": gettext_lazy("Search for"),
    "words": gettext_lazy("Words"),
    "city": gettext_lazy("City"),
    "begins": gettext_lazy("Begins"),
    "ends": gettext_lazy("Ends"),
    "most": gettext_lazy("At most"),
    "max_price": gettext_lazy("Price at most"),
    "departure": gettext_lazy("From airport"),
    "arrival": gettext_lazy("To airport"),
}
PLAIN_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,12})?")
MOST_NUMBER = 10**18
KINDS = {"integer": "number", "number": "number", "boolean": "check", "string": "text"}


class ActField(Card):
    """One detail of an act. `value` is as its form field has it; `words` as it is read; `kind` one of text,
    long, datetime, number, choice, check, lines, json (named values, written as JSON). `error` says why what
    was typed there does not fit; `known`: the field holds the one value that is known for what was typed;
    `zone`: on whose clock a moment stands, where the act says that itself.
    """

    name: str
    label: str
    kind: str
    value: str
    words: str
    hint: str = ""
    choices: list[str] = []
    most: int | None = None
    low: float | None = None
    high: float | None = None
    error: str = ""
    known: bool = False
    zone: str = ""


def fields_of(
    schema: Mapping[str, Any], arguments: Mapping[str, Any], *, read: Mapping[str, str] | None = None
) -> list[ActField]:
    """The details of an act, in the order of its schema; moments stand on the clock that it names (`zone`),
    else on the person's. `read`: how some are read, where that is other than they are written."""
    named: dict[str, Any] = schema.get("properties", {})
    rest: dict[str, Any] = {name: {} for name in arguments if name not in named}
    zone = zone_in(arguments)
    fields = [
        _field(name, _plain(part, schema), arguments.get(name), zone) for name, part in (named | rest).items()
    ]
    as_read = {name: visible(words) for name, words in (read or {}).items()}
    return [field.model_copy(update={"words": as_read.get(field.name, field.words)}) for field in fields]


def zone_in(arguments: Mapping[str, Any]) -> str:
    """The IANA zone that details name as their own; empty where they name none."""
    zone = arguments.get(ZONE)
    try:
        return ZoneInfo(zone).key if isinstance(zone, str) and zone else ""
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ""


def changed_in(fields: list[ActField], posted: Mapping[str, str]) -> dict[str, Any]:
    """What a form changed, as values of the schema. A value that is none is left for the schema to refuse.

    Moments are read on the clock that the form names: another zone moves them, as it does in a calendar.
    """
    changed = {}
    zone = zone_in(posted)
    for field in fields:
        said = posted.get(field.name)
        if field.kind == "check":
            said = "true" if said else "false"
        moved = field.kind == "datetime" and bool(said) and zone not in ("", field.zone)
        if said is None or (_same(field, said) and not moved):
            continue
        changed[field.name] = _value(field, said, zone or field.zone)
    return changed


def words_of(value: object) -> str:
    """A value for reading."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(words_of(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{visible(str(name))}: {words_of(part)}" for name, part in value.items())
    return visible(str(value))


def _plain(part: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a schema without references and without the “or null” of what may be left out."""
    found = dict(part)
    if "$ref" in found:
        found |= schema.get("$defs", {}).get(str(found.pop("$ref")).rpartition("/")[2], {})
    others = [one for one in found.get("anyOf", found.get("allOf", [])) if one.get("type") != "null"]
    if len(others) == 1:
        found |= {"optional": True} | _plain(others[0], schema)
    return found


def _field(name: str, part: Mapping[str, Any], value: Any, zone: str) -> ActField:
    kind = _kind(part, value)
    shown = _shown(kind, value, zone)
    return ActField(
        name=name,
        label=str(LABELS.get(name) or part.get("title") or name.replace("_", " ").capitalize()),
        kind=kind,
        value=shown,
        words=_moment_words(value, zone) if kind == "datetime" else words_of(value),
        zone=zone if kind == "datetime" else "",
        hint=str(part.get("description", "")),
        choices=[str(one) for one in part.get("enum", [])],
        most=part.get("maxLength"),
        low=part.get("minimum", part.get("exclusiveMinimum")),
        high=part.get("maximum", part.get("exclusiveMaximum")),
    )


def _kind(part: Mapping[str, Any], value: Any) -> str:
    if part.get("enum"):
        return "choice"
    kind = KINDS.get(str(part.get("type", "")), "json")
    if part.get("type") == "array" and part.get("items", {}).get("type") == "string":
        return "lines"
    if kind == "text" and part.get("format") == "date-time":
        return "datetime"
    if kind == "text" and (part.get("maxLength", 0) > LONG_FROM or "\n" in str(value or "")):
        return "long"
    return kind


def _shown(kind: str, value: Any, zone: str) -> str:
    if value is None:
        return ""
    if kind == "datetime" and (moment := _moment(value, zone)):
        return moment.strftime("%Y-%m-%dT%H:%M")
    if kind == "lines" and isinstance(value, list):
        return "\n".join(map(str, value))
    if kind == "check":
        return "true" if value else "false"
    if kind == "json":
        return json.dumps(value, ensure_ascii=False, indent=2)
    return words_of(value)


def _moment(value: Any, zone: str) -> datetime | None:
    """A moment on the clock of a zone (empty: the person's); one without a zone is read on that clock."""
    try:
        moment = parse_datetime(str(value))
    except ValueError:
        return None
    if moment is None:
        return None
    clock = ZoneInfo(zone) if zone else timezone.get_current_timezone()
    return moment.astimezone(clock) if moment.tzinfo else moment.replace(tzinfo=clock)


def _moment_words(value: Any, zone: str) -> str:
    moment = _moment(value, zone) if value else None
    return moment_in_words(moment, moment.tzinfo) if moment else words_of(value)


def _same(field: ActField, said: str) -> bool:
    return said.replace("\r\n", "\n").strip() == field.value.replace("\r\n", "\n").strip()


def _read_json(text: str) -> Any:
    """What a person wrote as JSON; words that are none as they stand, for the schema to refuse."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _read_number(text: str) -> float | int | str:
    """What a person wrote as a number, in their way or with a point; else the words, for the schema."""
    try:
        number = parse_decimal(text, locale=(get_language() or "en").replace("-", "_"), strict=True)
    except (NumberFormatError, UnknownLocaleError):
        if not PLAIN_NUMBER.fullmatch(text):
            return text
        number = Decimal(text)
    if not number.is_finite() or abs(number) >= MOST_NUMBER:
        return text
    return int(number) if number == number.to_integral_value() else float(number)


def _value(field: ActField, said: str, zone: str) -> Any:
    text = said.replace("\r\n", "\n")
    if field.kind == "check":
        return text == "true"
    if field.kind == "lines":
        return [line.strip() for line in text.split("\n") if line.strip()]
    if not text.strip() and field.kind in ("datetime", "number", "json"):
        return None
    if field.kind == "json":
        return _read_json(text)
    if field.kind == "number":
        return _read_number(text.strip())
    if field.kind == "datetime" and (moment := _moment(text, zone)):
        return moment.isoformat()
    return text
