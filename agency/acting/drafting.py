"""Drafts of acts: worked over with the person's words, and with what they wished before."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from agency.acting.reflexion import EDIT, SIGNATURE, Lesson, lessons_of
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.redraft import DraftField, DraftToChange, redraft
from ownyou.lib.errors import InvalidInput
from trust.misfits import known_words
from trust.models import Action, User
from trust.tools import AnyTool, tool_named

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person said to a preview, and when. `plain`: rules place it, no model need be asked."""

    words: str
    now: datetime
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Redrafted:
    """A draft's arguments after words, and sentences about what in them was taken otherwise or not at all."""

    arguments: dict[str, Any]
    notes: tuple[str, ...] = ()


def redrafted(action: Action, wanted: Wanted, *, asker: Asker) -> Redrafted:
    """The act's arguments with the words worked in; as they were where nothing could be placed."""
    return changed(action.user, tool_named(action.tool, action.user), action.arguments, wanted, asker=asker)


def with_lessons(
    user: User, tool: str, arguments: dict[str, Any], *, now: datetime, asker: Asker
) -> tuple[dict[str, Any], list[Lesson]]:
    """A first draft with what the person wished of this agent's drafts before ("shorter subjects"), and the
    lessons that changed it."""
    spec, counted = tool_named(tool, user), []
    for lesson in lessons_of(user, spec.agent):
        if lesson.wish and lesson.tool == tool:
            before = arguments
            arguments = changed(user, spec, arguments, wished(lesson, now), asker=asker).arguments
            if arguments != before:
                counted.append(lesson)
    return arguments, counted


def wished(lesson: Lesson, now: datetime) -> Wanted:
    """What a lesson asks of a draft. It is the same question all day, so that a model answers it once."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return Wanted(lesson.wish, midnight, plain=lesson.field == SIGNATURE)


def changed(
    user: User, spec: AnyTool, arguments: dict[str, Any], wanted: Wanted, *, asker: Asker
) -> Redrafted:
    """Ask the skill, and keep of its answer what the tool's schema takes.

    Words in the place of a value for which exactly one is known ("Anna": her address) become that value.
    """
    changes = changes_of(user, spec, arguments, wanted, lessons_of(user, spec.agent), asker=asker)
    notes: list[str] = []
    while True:
        try:
            fitting = spec.parse({**arguments, **changes}).model_dump(mode="json")
            return Redrafted(dict(fitting), tuple(notes))
        except InvalidInput as error:
            field = str(error.detail.get("field", "")).partition(".")[0]
            log.info("a redraft of %s did not fit: %s", spec.name, field)
            words = next(iter(error.wrong.values()))
            if field not in changes:
                return Redrafted(arguments, (*notes, words))
            notes.append(_put_right(user, spec, changes, field, words))


def _put_right(user: User, spec: AnyTool, changes: dict[str, JsonValue], field: str, words: str) -> str:
    """Replace a change that does not fit by the one value that is known for it, or drop it; says which."""
    typed = changes.pop(field)
    known = spec.known_for(user, field, typed)
    if known is None:
        return words
    if len(known) == 1:
        changes[field] = known[0]
        return known_words(str(typed), known)
    return f"{words} {known_words(str(typed), known)}"


def changes_of(
    user: User,
    spec: AnyTool,
    arguments: dict[str, Any],
    wanted: Wanted,
    lessons: Sequence[Lesson],
    *,
    asker: Asker,
) -> dict[str, JsonValue]:
    """Which of these arguments, all of the tool's or some, the words change, as the skill says."""
    question = DraftToChange(
        act=spec.title,
        fields=fields_of(spec),
        arguments=arguments,
        words=wanted.words,
        wishes=[lesson.text for lesson in lessons if lesson.kind == EDIT or lesson.wish],
        now=wanted.now,
        zone=user.time_zone,
    )
    found = redraft.rules(question) if wanted.plain else reason(redraft, question, asker=asker).value
    changes: dict[str, JsonValue] = found.changes
    return changes


def fields_of(spec: AnyTool) -> list[DraftField]:
    """The tool's parameters as fields of a draft."""
    properties = spec.arguments.model_json_schema().get("properties", {})
    return [
        DraftField(
            name=name,
            title=str(facts.get("title", "")),
            description=str(facts.get("description", "")),
            type=str(facts.get("type", "string")),
        )
        for name, facts in properties.items()
    ]
