"""What cannot be done yet, or is not clear, is named, and the nearest thing that can be done is offered."""

from __future__ import annotations

import re

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning.routing import likeliest
from missions.models import Mission
from missions.plugins.base import MissionType
from missions.plugins.discovery import all_types, is_built
from ownyou.lib.text import in_each_language
from trust.decisions import Question, clarification, is_answer

TITLES = {
    "travel": gettext_lazy("planning trips"),
    "itinerary": gettext_lazy("planning days with several people"),
    "gathering": gettext_lazy("organising gatherings"),
    "fitness_coach": gettext_lazy("coaching fitness"),
    "home_services": gettext_lazy("finding people for the home"),
    "gift_planning": gettext_lazy("finding gifts"),
    "health_checkups": gettext_lazy("arranging check-ups"),
    "birthday_planning": gettext_lazy("planning birthdays"),
    "open_goal": gettext_lazy("open goals"),
    "calendar": gettext_lazy("the calendar"),
    "tasks": gettext_lazy("tasks and reminders"),
    "workflows": gettext_lazy("workflows"),
    "contacts": gettext_lazy("contacts"),
    "email": gettext_lazy("mail"),
    "research": gettext_lazy("research"),
    "briefing": gettext_lazy("briefings"),
}
NEAREST = {
    "email": ["mail"],
    "tasks": ["note", "entry"],
    "calendar": ["entry", "note"],
    "contacts": ["note"],
    "workflows": ["note"],
    "briefing": ["note"],
    "health_checkups": ["entry", "note"],
    "home_services": ["note"],
    "open_goal": ["note"],
    "gift_planning": ["shopping"],
    "birthday_planning": ["gathering", "dining", "events", "shopping"],
    "fitness_coach": ["shopping", "events"],
}
ACTS = {
    "mail": (gettext_lazy("Send a mail"), gettext_lazy("Write a mail")),
    "note": (gettext_lazy("Keep it as a note"), gettext_lazy("Write down: %(goal)s")),
    "entry": (gettext_lazy("Put it into the calendar"), gettext_lazy("Put into my calendar: %(goal)s")),
}
"""What tools can do with the words of a goal: what is offered, and the goal that it becomes."""
ASKS = {
    "dining": gettext_lazy("Find a restaurant"),
    "shopping": gettext_lazy("Compare offers for something to buy"),
    "events": gettext_lazy("Find events"),
    "travel": gettext_lazy("Plan a trip"),
    "bill_switching": gettext_lazy("Compare tariffs"),
    "gathering": gettext_lazy("Organise a gathering"),
    "itinerary": gettext_lazy("Plan days with several people"),
}
"""What can be asked for, the most usual first."""
OF_ITS_WORDS = frozenset({"note", "entry"})
"""What is done with the very words of a goal."""
OPEN_GOAL = "open_goal"
HIDDEN = frozenset({OPEN_GOAL})
"""What nobody asks for by name."""
MOST_OFFERED = 4
VISITED = frozenset({"dining", "events"})
STOP = gettext_lazy("Leave it")
_QUESTION = re.compile(
    r"\W*(?:what|which|when|where|who|how|why|do\s+i|did|am\s+i|is\s+there|are\s+there|any|show|list|read|was|welche\w*"
    r"|wann|wo|wer|wie|warum|gibt\s+es|hab\w*|zeig\w*|lies|quels?|quelles?|quand|où|qui|est-ce|montre)\b",
    re.IGNORECASE,
)
"""Asks to be told something that is there already."""
_NO = re.compile(
    r"^\W*(leave it|stop|no|nothing|never ?mind|cancel|forget it|lass es|nein|non)\W*$", re.IGNORECASE
)


def question_for(mission: Mission, *, again: bool = False) -> Question:
    """Ask how to go on with a goal that is not built, or not clear; `again`: other words did not help."""
    text = _text(mission)
    city = mission.slots.get("place")
    suggestions = [_ask(kind, str(city) if city else "") for kind in _offered(mission)[:MOST_OFFERED]]
    return clarification(
        text,
        domain="missions",
        why=_("Your last words did not tell me either: take one of these, or leave it.")
        if again
        else _("You can also say it in other words."),
        suggestions=[*suggestions, STOP],
    )


def _text(mission: Mission) -> str:
    kind = mission.mission_type
    if kind == OPEN_GOAL:
        return _("None of the tools I have reaches that. The nearest I can do:")
    if is_built(kind):
        return _("I am not sure what kind of thing you want. Which of these comes nearest?")
    if kind == "other":
        return _("That is not something I can do. What I can do now:")
    title = TITLES.get(kind, kind.replace("_", " "))
    if not _near(mission):
        return _("I recognise this as %(title)s, which is not built yet. What I can do now:") % {
            "title": title
        }
    return _("I recognise this as %(title)s, which is not built yet. The nearest I can do:") % {
        "title": title
    }


def _offered(mission: Mission) -> list[str]:
    """The nearest of what is built; where it is not clear which was meant, the likeliest first."""
    asks = _asks()
    if near := _near(mission):
        return near
    guesses = likeliest(mission.goal) if is_built(mission.mission_type) else []
    return list(dict.fromkeys([*(kind for kind in guesses if kind in asks), *asks]))


def _near(mission: Mission) -> list[str]:
    """What is nearest to a goal that is recognised. A question is nothing to be kept or entered."""
    asks, asked = _asks(), bool(_QUESTION.match(mission.goal))
    near = NEAREST.get(mission.mission_type, [])
    return [kind for kind in near if kind in asks or (kind in ACTS and not (asked and kind in OF_ITS_WORDS))]


def _asks() -> dict[str, object]:
    """What can be asked for, in words of the language there is when they are said, by type: the usual ones
    first, then those that others added."""
    known = {kind: ask for kind, ask in ASKS.items() if is_built(kind)}
    added = {kind.config.type: _title_of(kind) for kind in all_types() if kind.config.type not in HIDDEN}
    return {**known, **{kind: title for kind, title in added.items() if kind not in known}}


def _title_of(kind: MissionType) -> object:
    return lazy(lambda: kind.config.title_words, str)()


def _ask(kind: str, city: str) -> str:
    ask = str(ACTS[kind][0] if kind in ACTS else _asks()[kind])
    return _("%(ask)s in %(city)s") % {"ask": ask, "city": city} if city and kind in VISITED else ask


def is_no(text: str) -> bool:
    """Tell whether an answer means: stop."""
    return is_answer(text, STOP) or bool(_NO.match(text))


def restated(mission: Mission, text: str) -> tuple[str, str | None]:
    """Return the goal as it stands after the answer, and the mission type if a suggestion was taken.

    A suggestion keeps the person's first words beside it, so that what they said (date, people) still counts.
    It may have been offered in another language than the person's of now.
    """
    act = next((goal for offer, goal in ACTS.values() if is_answer(text, offer)), None)
    if act is not None:
        return str(act) % {"goal": mission.goal}, OPEN_GOAL
    taken = [(len(words), kind) for kind, ask in _asks().items() for words in _opening(text, ask)]
    if not taken:
        return text, None
    _length, kind = max(taken, key=lambda one: one[0])
    return f"{mission.goal} – {text}", kind


def _opening(text: str, ask: object) -> list[str]:
    """The words of a suggestion, in whichever language, with which a text begins as whole words."""
    return [words for words in in_each_language(ask) if re.match(rf"{re.escape(words)}(?!\w)", text)]
