"""The end of a search: one option is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agency.reasoning.skills.refinement import Refinement
from missions.levels.desk import Desk
from missions.levels.state import State


def taken_by(refinement: Refinement, options: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The option that words take, of several of one name the one whose number they say; None: none surely."""
    named = [option for option in options if refinement.chosen and option["title"] == refinement.chosen]
    if len(named) < 2:
        return named[0] if named else None
    return options[refinement.chosen_number - 1] if refinement.chosen_number else None


def choose(desk: Desk, option: dict[str, Any]) -> State:
    """Complete the mission with an option of its shortlist."""
    converted = option.get("price_converted_words", "")
    price = f"{option['price_words']} ({converted})" if converted else option["price_words"]
    words = (price, option["when_words"], option["where_words"])
    result = {
        "title": option["title"],
        "option": option,
        "words": " · ".join(part for part in words if part),
        "link": option["link"],
        "booking_link": option["booking_link"],
    }
    desk.complete(result)
    return {"next": "end"}
