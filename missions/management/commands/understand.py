"""`manage.py understand`: one sentence a line in, one JSON object a line out."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.core import get_global
from babel.numbers import get_territory_currencies
from django.core.management.base import BaseCommand, CommandError, CommandParser

from agency.reasoning import model
from agency.reasoning.skills.goal import GoalText, classify_goal
from agency.reasoning.skills.slots import GoalToRead, extract
from agency.reasoning.slots import SlotContext
from missions.understanding import Understanding, by_rules, specs_for
from ownyou.lib.text import clean_line

log = logging.getLogger(__name__)
LONGEST = 10_000
SHOWN = ("domain", "mission_type", "level", "slots", "confidence", "source")


class Command(BaseCommand):
    """Reads standard input to its end. Needs no database; a configured model is asked, the rules stand in."""

    help = "Say what each sentence on standard input means, as one JSON object a line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ref", metavar="ISO", help="the moment the sentences are said; default: now")
        parser.add_argument("--tz", metavar="ZONE", default="UTC", help="where they are said; default: UTC")
        parser.add_argument("--language", default="en")
        parser.add_argument(
            "--currency", help="of amounts that name none; default: the one used where the zone is"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        zone = zone_of(options["tz"])
        context = SlotContext(
            ref=ref_of(options["ref"], zone),
            zone=zone.key,
            language=options["language"],
            currency=options["currency"] or currency_in(zone.key),
        )
        try:
            for line in lines_of(sys.stdin.buffer):
                self.stdout.write(json.dumps(understood(line, context), ensure_ascii=False))
                self.stdout.flush()
        except BrokenPipeError:
            sys.stderr.close()


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of this name. Raises `CommandError` for a name that is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CommandError(f"There is no time zone “{name}”. Names are like Europe/Berlin.") from None


def currency_in(zone: str) -> str:
    """Return the currency of the country that a zone lies in; USD for one that lies in none."""
    used = get_territory_currencies(get_global("zone_territories").get(zone, "ZZ"))
    return str(used[0]) if used else "USD"


def ref_of(text: str | None, zone: ZoneInfo) -> datetime:
    """Return the moment, naive and local to the zone. Raises `CommandError` for what is no ISO time."""
    if text is None:
        return datetime.now(zone).replace(tzinfo=None)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"“{text}” is no ISO date and time, such as 2026-12-04T18:30.") from None
    return moment.astimezone(zone).replace(tzinfo=None) if moment.tzinfo else moment


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """Give each line as it comes, whatever its bytes are, on one line and at most 10,000 characters."""
    for line in stream:
        yield clean_line(line.decode("utf-8", "replace"))[:LONGEST]


def understood(text: str, context: SlotContext) -> dict[str, Any]:
    """Return what a sentence means, as the command prints it. One line in is one object out, always."""
    try:
        found = read(text, context) if text else nothing()
    except Exception as error:  # an edge: one odd line must not end the stream
        log.error("a line could not be read: %s", type(error).__name__)
        found = nothing()
    return found.model_dump(mode="json", include=set(SHOWN))


def nothing() -> Understanding:
    """What an empty line means."""
    return Understanding(domain="other", mission_type=None, level=1, confidence=0.0)


def read(text: str, context: SlotContext) -> Understanding:
    """Ask the model where one is configured, the rules where not and where it fails."""
    if not model.configured():
        return by_rules(text, context)
    usage = model.Usage()
    try:
        kind = model.ask(classify_goal, GoalText(text=text), usage)
        question = GoalToRead(text=text, specs=specs_for(kind.mission_type), context=context)
        slots = model.ask(extract, question, usage).values
    except model.ModelFailed as error:
        log.warning("rules answer instead of the model: %s", error.message)
        return by_rules(text, context)
    said = {name: value for name, value in slots.items() if value not in (None, "", [], {})}
    return by_rules(text, context, kind.mission_type).model_copy(
        update={**kind.model_dump(), "slots": said, "source": "model"}
    )
