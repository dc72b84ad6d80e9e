"""The end of a search: one option is taken."""

from __future__ import annotations

from typing import Any

from missions.levels.desk import Desk
from missions.levels.state import State


def choose(desk: Desk, option: dict[str, Any]) -> State:
    """Complete the mission with an option of its shortlist."""
    words = (option["price_words"], option["when_words"], option["where_words"])
    result = {
        "title": option["title"],
        "option": option,
        "words": " · ".join(part for part in words if part),
        "link": option["link"],
        "booking_link": option["booking_link"],
    }
    desk.complete(result)
    return {"next": "end"}
