"""What of a mission is in words of others: its goal, or what a source outside this machine offered."""

from __future__ import annotations

from agency.sources.registry import LOCAL
from missions.models import Mission
from ownyou.lib.text import clean_line
from trust.models import Action


def shaped_goal(mission: Mission) -> bool:
    """Whether words from outside shaped the goal: a tainted act began the mission, or one that it repeats."""
    if mission.request_key is not None:
        begun = Action.objects.filter(user_id=mission.user_id, pk=mission.request_key, tainted=True)
        if begun.exists():
            return True
    return mission.like is not None and shaped_goal(mission.like)


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
