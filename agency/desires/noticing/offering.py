"""Wishes about what sources know better than the web: what is on, where to eat, what things cost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.essence import AssetLite, MissionLite
from agency.plans.goal import GoalRead
from agency.plans.toolview import ToolView
from agency.reasoning.routing import route
from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots
from ownyou.lib.text import clean_line, in_each_language, shorten

TOOLS: Final = {
    "dining": "places.restaurants",
    "events": "places.events",
    "shopping": "shopping.products",
    "bill_switching": "shopping.tariffs",
}
"""By the type of mission that words fit: the tool that looks for such offers."""
FARES, STAYS, LISTED = "travel.fares", "places.stays", "offers.list"
LOCAL: Final = frozenset({"places.restaurants", "places.events", FARES, STAYS})
"""What is looked for in a city: one that is said, for home may not be meant (“a film to watch”)."""
SURE: Final = 0.8
PRICED: Final = 0.6
"""How sure the kind of a thing must be whose prices are named."""
_FOLLOW = gettext_lazy("Keep an eye on: “%(what)s”")
_QUOTES = str.maketrans("", "", '“”„«»"')
_NEWS = re.compile(
    r"^\W*(?:(?:the\s+)?(?:latest\s+)?(?:news|updates?)|neues|neuigkeiten|nachrichten|nouvelles|noticias|novità)\s+"
    r"(?:about|on|of|from|über|von|zu|aus|sur|de|sobre|su|di)\s+|^\W*(?:about|über)\s+",
    re.IGNORECASE,
)
_PRICES = re.compile(
    r"^\W*(?:(?:the|die|les)\s+)?(?:prices?|costs?|deals|bargains|preise?|angebote|prix)\s+"
    r"(?:of|for|on|für|von|de|des|pour)\s+",
    re.IGNORECASE,
)
_FLIES = re.compile(
    r"\b(?:flights?|air\s?fares?|fl[uü]ge?n?|flugpreise?n?|vols?|vuelos?|volo|voli)\b", re.IGNORECASE
)
_SLEEPS = re.compile(
    r"\b(?:hotels?|h[oô]tels?|hostels?|hotelpreise?n?|hoteles|alberghi|albergo|guest\s?houses?|pension(?:en|s)?"
    r"|accommodation|lodgings?|places?\s+to\s+(?:stay|sleep)|unterk[uü]nfte?n?|[uü]bernachtung(?:en)?"
    r"|h[eé]bergements?|alojamientos?|alloggi)\b",
    re.IGNORECASE,
)
_IN = re.compile(r"[\s,]+(?:in|near|around|at|bei|um|à|en|a)\s*$", re.IGNORECASE)
_PLACE, _NO_MATTER = SlotSpec(name="place", type="place"), datetime(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Offering:
    """The tool that looks for what a wish is about, with its words and the city (or none)."""

    tool: str
    words: str
    city: str


def offering_of(look_for: str) -> Offering | None:
    """What offers words are about; None where they surely are about none."""
    subject = _NEWS.sub("", clean_line(look_for)).strip(" .!?")
    thing = _PRICES.sub("", subject)
    found, sure = route(thing), SURE if thing == subject else PRICED
    subject, tool = thing, TOOLS.get(found.mission_type or "") or _of_travel(found.mission_type, thing)
    if tool is None or found.confidence < sure:
        return None
    place = extract_slots(subject, [_PLACE], SlotContext(ref=_NO_MATTER, zone="UTC")).get("place")
    if place is None:
        return None if tool in LOCAL else Offering(tool, subject, "")
    if tool == FARES and (flies := _FLIES.search(subject)):
        return Offering(tool, subject[flies.start() :], str(place.value))  # says where from and when, too
    words = f"{_IN.sub('', subject[: place.start])} {subject[place.end :]}"
    return Offering(tool, clean_line(words) or subject, str(place.value))


def _of_travel(kind: str | None, thing: str) -> str | None:
    """The tool for flights or for places to stay, where words are about one of them only."""
    flies, sleeps = _FLIES.search(thing), _SLEEPS.search(thing)
    if kind != "travel" or bool(flies) == bool(sleeps):
        return None
    return FARES if flies else STAYS


def followed_words(look_for: str) -> str:
    """A wish about offers in words from which its plan is made; empty where it is about something else."""
    if offering_of(look_for) is None:
        return ""
    return str(_FOLLOW) % {"what": _NEWS.sub("", clean_line(look_for)).translate(_QUOTES)}


def offers_in(description: str) -> Offering | None:
    """The offers that a description made by `followed_words` is about, in whichever language it was."""
    found = next((match for form in _forms() if (match := form.match(description))), None)
    return offering_of(found["what"]) if found else None


@cache
def _forms() -> Sequence[re.Pattern[str]]:
    return [
        re.compile(re.escape(words).replace(re.escape("%(what)s"), "(?P<what>[^“”„]+)"))
        for words in in_each_language(_FOLLOW)
    ]


def wanted(offering: Offering, tools: Sequence[ToolView], *, goal: str) -> GoalRead | None:
    """A goal that is reached by the tool for these offers and the one that lists them; None where one is not
    there."""
    usable = {one.name: one for one in tools if one.enabled}
    tool, lists = usable.get(offering.tool), usable.get(LISTED)
    if tool is None or lists is None:
        return None
    given = {"words": offering.words, "city": offering.city}
    inputs = [
        AssetLite(name=name, type=tool.consumes[name], description=shorten(goal, 200), value=value)
        for name, value in given.items()
        if value and name in tool.consumes
    ]
    output = AssetLite(name=next(iter(lists.produces)), type="markdown", description=shorten(goal, 200))
    mission = MissionLite(
        name=shorten(offering.words, 80),
        goal=goal,
        success_criteria=[_("Found: %(what)s") % {"what": offering.words}],
        inputs=inputs,
        outputs=[output],
    )
    try:
        return GoalRead(mission=mission).found(plan_by_rules(mission, [tool, lists]))
    except NoWay:
        return None
