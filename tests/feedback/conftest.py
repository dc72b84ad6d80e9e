"""Missions as feedback meets them: ended, with the option that was chosen; and how the next one is shaped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from agency.sources.base import Offer, Place

FRIDAY, SATURDAY, TUESDAY = "2026-12-04", "2026-12-05", "2026-12-08"


def chosen(title: str = "Trattoria Due Ponti", price: str | None = "42", **more: Any) -> dict[str, Any]:
    """The option that a mission keeps in its result."""
    option = {
        "id": "catalogue:paris-due-ponti",
        "title": title,
        "price": price,
        "currency": "USD",
        "amount": price,
        "price_unit": "person",
        "price_words": "$42 a person",
    }
    return {"title": title, "option": {**option, **more}, "words": "", "link": "", "booking_link": ""}


@pytest.fixture
def ended(owner: Any) -> Callable[..., Any]:
    """Make a mission of the owner's that has ended, by default a dinner for $42 a person."""
    from missions.models import Mission

    def make(mission_type: str = "dining", result: Any = None, status: str = "completed", **more: Any) -> Any:
        fields: dict[str, Any] = {
            "goal": "Italian restaurants in Paris for Friday night, 4 people",
            "level": 2,
        }
        return Mission.objects.create(
            user=owner,
            mission_type=mission_type,
            status=status,
            result=chosen() if result is None else result or None,
            **{**fields, **more},
        )

    return make


@pytest.fixture
def next_dinner(owner: Any) -> Callable[..., Any]:
    """What the next dining mission makes of an offer: kept or why not, its reasons, and what was applied."""
    from missions.levels.briefs import brief_of
    from missions.models import Mission
    from missions.plugins.discovery import type_named

    def ask(day: str | None, price: int = 50, *, mission_type: str = "dining", **offer: Any) -> Any:
        slots = {"place": "Paris", **({"date": day, "time": "19:30"} if day else {})}
        mission = Mission(user=owner, goal="Dinner", mission_type=mission_type, level=2, slots=slots)
        brief = brief_of(mission).model_copy(update={"now": datetime(2026, 12, 1, 9, tzinfo=UTC)})
        kind = type_named(mission_type)
        scene = kind.scene(brief)
        dish = Offer(
            source="catalogue",
            source_id="x",
            kind="restaurant",
            title="Chez Nouveau",
            price=price,
            currency="USD",
            place=Place(city="Paris", lat=48.8566, lon=2.3522),
            sample=True,
            fetched_at=datetime(2026, 12, 1, tzinfo=UTC),
            **offer,
        )
        return {
            "drop": kind.check(dish, scene).drop,
            "reasons": kind.fit(dish, scene)[1],
            "fit": kind.fit(dish, scene)[0],
            "applied": kind.applied(brief),
        }

    return ask


@pytest.fixture
def give(owner: Any) -> Callable[..., Any]:
    """Give feedback as the owner: by default it worked out, four stars."""
    from feedback.services import give_feedback

    def say(mission: Any, text: str = "", **more: Any) -> Any:
        told = {"completion": "complete", "quality": 4, "usefulness": "helpful", **more}
        return give_feedback(user=owner, mission_id=mission.pk, text=text, **told)

    return say
