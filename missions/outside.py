"""What of a mission is in words of others: its goal, or what a source outside this machine offered."""

from __future__ import annotations

from uuid import UUID

from agency.sources.registry import LOCAL
from missions.models import Mission
from ownyou.lib.text import clean_line
from trust.models import Action


def shaped_goal(mission: Mission) -> bool:
    """Whether words from outside shaped the goal: a tainted act or desire began the mission, or one that it
    repeats."""
    if mission.tainted:
        return True
    if mission.request_key is None and mission.like_id is None:
        return False
    return bool(shaped(mission.user_id, {mission.pk}))


def shaped(user_id: UUID, ids: set[UUID]) -> set[UUID]:
    """Those of a person's missions whose goal words from outside shaped; in a few statements for all."""
    keys, likes, marked = _begun_by(user_id, ids)
    acts = Action.objects.filter(user_id=user_id, pk__in=[key for key in keys.values() if key], tainted=True)
    tainted = set(acts.values_list("pk", flat=True))

    def is_shaped(mission: UUID | None) -> bool:
        if mission is None:
            return False
        return mission in marked or keys.get(mission) in tainted or is_shaped(likes.get(mission))

    return {mission for mission in ids if (tainted or marked) and is_shaped(mission)}


def _begun_by(
    user_id: UUID, ids: set[UUID]
) -> tuple[dict[UUID, UUID | None], dict[UUID, UUID | None], set[UUID]]:
    """By mission, and by each that one of them repeats: the key it was begun with, and the one it repeats;
    and those that are marked as in words of others."""
    keys: dict[UUID, UUID | None] = {}
    likes: dict[UUID, UUID | None] = {}
    marked: set[UUID] = set()
    new, asked = ids, set[UUID]()
    while new:
        asked |= new
        rows = Mission.objects.filter(user_id=user_id, pk__in=new)
        for pk, key, like, tainted in rows.values_list("pk", "request_key", "like_id", "tainted"):
            keys[pk], likes[pk] = key, like
            if tainted:
                marked.add(pk)
        new = {like for like in likes.values() if like is not None and like not in asked}
    return keys, likes, marked


def quotes_of(mission: Mission) -> list[str]:
    """The words of others in a mission and its result; none where all is the person's own or shipped."""
    quotes = [clean_line(mission.wording)] if shaped_goal(mission) else []
    result = mission.result or {}
    option = result.get("option", {})
    if option.get("source") not in LOCAL:
        quotes += [
            str(result.get("title", "")),
            str(option.get("where_words", "")),
            str(result.get("words", "")),
        ]
    return [quote for quote in quotes if quote]
