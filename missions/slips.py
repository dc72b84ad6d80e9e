"""Words that were read otherwise than they were typed: said on the card, taken back where that was wrong."""

from __future__ import annotations

import re
from typing import Any

from babel.lists import format_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from missions.models import Mission
from missions.understanding import by_rules, context_of
from ownyou.lib.text import in_each_language, key_of
from trust.models import User

AS_TYPED = gettext_lazy("I meant “%(typed)s”")
"""Offered where a word was read as another one."""
_MEANT = re.compile(r"\b(?:meant|mean|typed|wrote|meinte|meine|schrieb|getippt)\b", re.IGNORECASE)


def in_words(mission: Mission) -> str:
    """What was read otherwise: "sushi, from “sushii”"; empty where nothing was."""
    said = [_("%(meant)s, from “%(typed)s”") % slip for slip in _slips(mission)]
    return format_list(said, locale=mission.user.language) if said else ""


def to_take_back(mission: Mission) -> list[str]:
    """What may be said to have the words read as they were typed."""
    return [str(AS_TYPED) % {"typed": slip["typed"]} for slip in _slips(mission)]


def taken_back(mission: Mission, text: str) -> str:
    """The word, as it was typed, of which `text` says that it was meant; empty where it says so of none."""
    said = key_of(text)
    for slip in _slips(mission):
        if said in {key_of(words % slip) for words in in_each_language(AS_TYPED)}:
            return slip["typed"]
        if _MEANT.search(text) and key_of(slip["typed"]) in said.split() and not _says(said, slip["meant"]):
            return slip["typed"]
    return ""


def _says(said: str, meant: str) -> bool:
    """Whether words name what was meant, and not as what was not: "by sushii I meant sushi"."""
    return re.search(rf"(?<!\bnot )(?<!\bnicht )(?<!\bpas )\b{re.escape(key_of(meant))}\b", said) is not None


def as_typed(mission: Mission, typed: str, user: User) -> dict[str, Any]:
    """The mission's goal read again with one word as it was typed: what changes of the mission.

    What was answered or changed since, and what the word has nothing to do with, stays.
    """
    kept_before = mission.understood.get("as_typed", [])
    kept = [*kept_before, typed]
    context, kind = context_of(user, mission.created_at), str(mission.mission_type)
    before = by_rules(mission.goal, context, kind, keep=kept_before).slots
    found = by_rules(mission.goal, context, kind, keep=kept)
    slips = [slip.model_dump() for slip in found.slips]
    return {
        "restated": found.read_as or None,
        "slots": _slots_anew(mission.slots, before, found.slots),
        "understood": {**mission.understood, "slips": slips, "as_typed": kept},
    }


def _slots_anew(now: dict[str, Any], before: dict[str, Any], read: dict[str, Any]) -> dict[str, Any]:
    """The slots there are, with those as `read` now that are still as they were read `before`."""
    changed = {name for name in {*before, *read} if before.get(name) != read.get(name)}
    mine = {name for name in changed if now.get(name) == before.get(name)}
    kept = {name: value for name, value in now.items() if name not in mine}
    return kept | {name: read[name] for name in mine if name in read}


def _slips(mission: Mission) -> list[dict[str, str]]:
    return list(mission.understood.get("slips", []))
