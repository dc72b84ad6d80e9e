"""Events: what is on, where and when it was asked for."""

from __future__ import annotations

from typing import Any

from agency.sources.base import Offer
from missions.brief import Brief
from missions.plugins.base import CoordinatedMission, Learning, Scene
from missions.when import clock


class Events(CoordinatedMission):
    """Concerts, plays, exhibitions, markets, talks in a city."""

    def words(self, brief: Brief) -> str:
        """The kind of event as it was named, where it is none of the known genres."""
        return "" if brief.slots.get("genre") else str(brief.goal)

    def categories(self, brief: Brief) -> list[str]:
        """The genre."""
        return [str(brief.slots["genre"])] if brief.slots.get("genre") else []

    def facts(self, offer: Offer, scene: Scene) -> list[str]:
        """Genre, hours, price."""
        facts = [offer.category]
        if offer.ends_at is not None:
            facts.append(f"until {clock(offer.ends_at, scene.brief.language)}")
        if offer.price == 0:
            facts.append("free")
        tags = offer.attributes.get("tags")
        facts += [str(tag) for tag in tags[:2]] if isinstance(tags, list) else []
        return list(dict.fromkeys(fact for fact in facts if fact))

    def learnings(self, option: dict[str, Any], brief: Brief) -> list[Learning]:
        """The genre chosen is one they like."""
        genre = str(option.get("category") or "")
        if not genre:
            return []
        value = {"polarity": "like", "value": genre}
        return [Learning(f"events.genre.{genre}", value, f"You go to {genre} events.")]
