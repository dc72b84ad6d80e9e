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
from trust.models import Action, User
from trust.tools import AnyTool, tool_named

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person said to a preview, and when. `plain`: rules place it, no model need be asked."""

    words: str
    now: datetime
    plain: bool = False


def redrafted(action: Action, wanted: Wanted, *, asker: Asker) -> dict[str, Any]:
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
            before, arguments = arguments, changed(user, spec, arguments, wished(lesson, now), asker=asker)
            if arguments != before:
                counted.append(lesson)
    return arguments, counted


def wished(lesson: Lesson, now: datetime) -> Wanted:
    """What a lesson asks of a draft. It is the same question all day, so that a model answers it once."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return Wanted(lesson.wish, midnight, plain=lesson.field == SIGNATURE)


def changed(
    user: User, spec: AnyTool, arguments: dict[str, Any], wanted: Wanted, *, asker: Asker
) -> dict[str, Any]:
    """Ask the skill, and keep its answer only if the tool's schema takes it."""
    changes = changes_of(user, spec, arguments, wanted, lessons_of(user, spec.agent), asker=asker)
    try:
        return dict(spec.parse({**arguments, **changes}).model_dump(mode="json"))
    except InvalidInput as error:
        log.info("a redraft of %s did not fit: %s", spec.name, error.detail.get("field"))
        return arguments


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
