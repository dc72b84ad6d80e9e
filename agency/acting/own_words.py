"""What a person changed by hand in a draft that was not done: the next draft of the same begins from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from ownyou.lib.errors import OwnYouError
from trust.models import Action, User
from trust.tools import tool_named

S = Action.Status


def with_own_words(
    user: User, tool: str, arguments: Mapping[str, JsonValue], lines: list[list[Action]]
) -> dict[str, JsonValue]:
    """Arguments of a draft with what the person made of the same details before they said no to it, or
    stopped it. `lines`: earlier acts of the same, newest first, each with what replaced it in turn."""
    if not lines or not _was_refused(lines[0][-1]):
        return dict(arguments)
    try:
        drafted = tool_named(tool, user).parse(arguments).model_dump(mode="json")
    except OwnYouError:  # whoever proposes it says so
        return dict(arguments)
    first, last = _as_drafted(lines[0][0]), lines[0][-1].arguments
    own = {
        name: last[name]
        for name, value in drafted.items()
        if name in last and first.get(name) == value != last[name]
    }
    return {**arguments, **own}


def _was_refused(action: Action) -> bool:
    """Whether the person said no to an act, or stopped it; one that something else stopped says why."""
    return action.status == S.REJECTED or (action.status == S.CANCELLED and not action.error)


def _as_drafted(action: Action) -> dict[str, Any]:
    """The arguments of an act as its card showed them first; an edit changes those of the act itself."""
    shown = action.decision.payload.get("acts", []) if action.decision else []
    same = (act["arguments"] for act in shown if act["id"] == str(action.pk))
    return dict(next(same, action.arguments))
