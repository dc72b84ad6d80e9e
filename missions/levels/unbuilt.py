"""What cannot be done yet, or is not clear, is named, and the nearest thing that can be done is offered."""

from __future__ import annotations

import re

from missions.models import Mission
from missions.plugins.discovery import all_types, is_built
from trust.decisions import Question
from trust.models import Decision

TITLES = {
    "travel": "planning trips",
    "itinerary": "planning days with several people",
    "gathering": "organising gatherings",
    "fitness_coach": "coaching fitness",
    "home_services": "finding people for the home",
    "gift_planning": "finding gifts",
    "health_checkups": "arranging check-ups",
    "birthday_planning": "planning birthdays",
    "open_goal": "open goals",
    "calendar": "the calendar",
    "tasks": "tasks and reminders",
    "workflows": "workflows",
    "contacts": "contacts",
    "email": "mail",
    "research": "research",
    "briefing": "briefings",
}
NEAREST = {
    "travel": ["events", "dining"],
    "itinerary": ["events", "dining"],
    "gathering": ["dining"],
    "gift_planning": ["shopping"],
    "birthday_planning": ["dining", "events", "shopping"],
    "fitness_coach": ["shopping", "events"],
}
ASKS = {
    "dining": "Find a restaurant",
    "shopping": "Compare offers for something to buy",
    "events": "Find events",
    "bill_switching": "Compare tariffs",
}
STOP = "Leave it"
_NO = re.compile(
    r"^\W*(leave it|stop|no|nothing|never ?mind|cancel|forget it|lass es|nein|non)\W*$", re.IGNORECASE
)


def question_for(mission: Mission) -> Question:
    """Ask how to go on with a goal that is not built, or not clear."""
    offered = [kind for kind in NEAREST.get(mission.mission_type, []) if is_built(kind)] or [
        kind.config.type for kind in all_types()
    ]
    text = _text(mission)
    city = mission.slots.get("place")
    suggestions = [_ask(kind, str(city) if city else "") for kind in offered[:4]]
    return Question(
        kind=Decision.Kind.CLARIFICATION,
        domain="missions",
        title=text,
        payload={
            "question": text,
            "why": "You can also say it in other words.",
            "suggestions": [*suggestions, STOP],
            "hint": "text",
        },
    )


def _text(mission: Mission) -> str:
    kind = mission.mission_type
    if is_built(kind):
        return "I am not sure what kind of thing you want. Which of these comes nearest?"
    if kind == "other":
        return "That is not something I can do. What I can do now:"
    title = TITLES.get(kind, kind.replace("_", " "))
    return f"I recognise this as {title}, which is not built yet. The nearest I can do:"


def _ask(kind: str, city: str) -> str:
    ask = ASKS.get(kind) or next(found.config.title for found in all_types() if found.config.type == kind)
    return f"{ask} in {city}" if city and kind in {"dining", "events"} else ask


def is_no(text: str) -> bool:
    """Tell whether an answer means: stop."""
    return bool(_NO.match(text))


def restated(mission: Mission, text: str) -> tuple[str, str | None]:
    """Return the goal as it stands after the answer, and the mission type if a suggestion was taken.

    A suggestion keeps the person's first words beside it, so that what they said (date, people) still counts.
    """
    for kind, ask in ASKS.items():
        if text.startswith(ask) and is_built(kind):
            return f"{mission.goal} – {text}", kind
    return text, None
