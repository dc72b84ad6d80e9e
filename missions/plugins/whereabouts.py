"""Where a mission searches: about which place, from which point, how far, and what lies outside."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.limit_words import DISTANCE
from agency.reasoning.slots.landmarks import landmark_in
from agency.reasoning.slots.places import Located, locate
from agency.sources.base import Offer
from agency.sources.distance import distance_km
from missions.brief import Adjustments, Brief, Taste
from missions.distances import distance_in_words
from missions.homes import CITY_KM, home_of, nearest
from missions.plugins.config import PluginConfig
from missions.scoring import Scene
from ownyou.lib.text import key_of

NEAR_KM = 2.0
"""How far "near Gare du Nord" reaches, where nothing else is said."""


class Whereabouts:
    """The part of a mission type that knows places and distances."""

    config: PluginConfig

    def place(self, brief: Brief) -> Located | None:
        """Where to search: the place named, else the person's home.

        None where no table knows the place, unless it is said as "near ...": then it is sought about home.
        """
        named, beside = str(brief.slots.get("place") or ""), beside_what(brief)
        for name in filter(None, (named, beside)):
            if found := self._city(name, brief):
                return found
            if name != beside:
                return None
        return self.home(brief)

    def _city(self, name: str, brief: Brief) -> Located | None:
        """The city or quarter of that name: home, or one about it, comes first, then the likeliest."""
        home = self.home(brief)
        if home and key_of(home.name) == key_of(name):
            return home
        about = nearest(name, (home.lat, home.lon)) if home and name == beside_what(brief) else None
        return about or locate(name, (brief.home or {}).get("country"))

    def landmark(self, brief: Brief) -> str:
        """What the wanted place is to be near to, where that is not the place searched: "Gare du Nord"."""
        beside = beside_what(brief)
        searched = brief.slots.get("place") or beside
        if not beside or (key_of(beside) == key_of(str(searched)) and self._city(beside, brief)):
            return ""
        return beside

    def centre(self, brief: Brief) -> tuple[float, float] | None:
        """The point that distances are from (degrees): the landmark's, where it was found, else the place's.

        A landmark that is kept counts only where it is in the city that is searched now.
        """
        place = self.place(brief)
        if place is None:
            return None
        middle = (place.lat, place.lon)
        return self.landmark_at(brief, middle) or middle

    def landmark_at(self, brief: Brief, middle: tuple[float, float]) -> tuple[float, float] | None:
        """Where the landmark is, kept from an earlier look or known to the table of places."""
        landmark = self.landmark(brief)
        if not landmark:
            return None
        at = brief.slots["near"].get("at")
        if at and distance_km((at[0], at[1]), middle) <= CITY_KM:
            return at[0], at[1]
        known = nearest(landmark, middle)
        return (known.lat, known.lon) if known else None

    def off_centre(self, brief: Brief) -> bool:
        """Whether a landmark was named and nobody knows where it is: distances are from somewhere else."""
        place = self.place(brief)
        return bool(
            place and self.landmark(brief) and self.landmark_at(brief, (place.lat, place.lon)) is None
        )

    def home(self, brief: Brief) -> Located | None:
        """The person's home place, where it is known with coordinates."""
        return home_of(brief)

    def radius_km(self, brief: Brief) -> float:
        """How far from the centre still counts: what was said or learned, but not about a wrong centre, wider
        or narrower by what was wished since, and never further than one goes for this."""
        wished = self.usual_km(brief) * brief.adjustments.radius_factor
        return min(wished, self.farthest_km(brief))

    def usual_km(self, brief: Brief) -> float:
        """How far from the centre counts before anybody wishes for nearer or further."""
        usual = self.config.radius_km
        if self.landmark(brief):
            if self.off_centre(brief):
                return usual
            usual = min(usual, NEAR_KM)
        learned = self.distance_learned(brief)
        if learned is not None and learned.amount is not None:
            usual = min(float(learned.amount), usual) if self.landmark(brief) else float(learned.amount)
        return float(said_km(brief) or usual)

    def distance_learned(self, brief: Brief) -> Taste | None:
        """The learned limit of distance, where it holds: no other was named, and none took it back."""
        if said_km(brief) or brief.adjustments.any_distance or self.off_centre(brief):
            return None
        learned = brief.taste(DISTANCE)
        return learned if learned is not None and learned.amount else None

    def farthest_km(self, brief: Brief) -> float:
        """As far as a search may ever reach: what is sensible for the type, or what the person named."""
        return max(self.config.farthest_km, self.config.radius_km, self.usual_km(brief))

    def within_reach(self, brief: Brief) -> Adjustments:
        """The wishes with a radius no wider than one goes, so that "closer" counts from there."""
        most = self.farthest_km(brief) / self.usual_km(brief)
        factor = min(brief.adjustments.radius_factor, most)
        return brief.adjustments.model_copy(update={"radius_factor": factor})

    def reaches_further(self, brief: Brief) -> bool:
        """Whether looking further away than now can find more."""
        return self.config.widen and self.radius_km(brief) < self.farthest_km(brief) - 0.1

    def reach(self, scene: Scene) -> float:
        """Beyond how many kilometres an offer is left out; from a wrong centre only what is much too far."""
        return self.farthest_km(scene.brief) if scene.off_centre else scene.radius_km

    def abroad(self, offer: Offer, brief: Brief) -> bool:
        """Whether an offer is in another country than the place that was named."""
        place = self.place(brief) if brief.slots.get("place") else None
        there = offer.place.country if offer.place else ""
        return bool(
            place and len(there) == len(place.country) == 2 and there.upper() != place.country.upper()
        )

    def widen(self, brief: Brief, attempt: int) -> tuple[Adjustments, str] | None:
        """Another way to search when too little was found: adjusted wishes and what changed, in words.

        A distance that the person named ("within 2 miles") is not theirs to find stretched; one that was
        learned gives way first.
        """
        named = said_km(brief) and not self.off_centre(brief)
        if named or self.place(brief) is None or not self.reaches_further(brief):
            return None
        if self.distance_learned(brief) is not None:
            free = _adjusted(brief, any_distance=True)
            if self.radius_km(free) > self.radius_km(brief):
                far = distance_in_words(self.radius_km(free), brief.home)
                return free.adjustments, _("up to %(distance)s away, past the limit I learned") % {
                    "distance": far
                }
        wider = _adjusted(brief, radius_factor=brief.adjustments.radius_factor * 2)
        far = distance_in_words(self.radius_km(wider), brief.home, digits=0)
        return self.within_reach(wider), _("up to %(distance)s away") % {"distance": far}


def _adjusted(brief: Brief, **changes: Any) -> Brief:
    return brief.model_copy(update={"adjustments": brief.adjustments.model_copy(update=changes)})


def beside_a_sight(slots: dict[str, Any], text: str) -> dict[str, Any]:
    """Slots with the city of a sight that is known by name alone, where no city is named: "near Big Ben".

    What stands beside it is nearer to it than to the middle of its city.
    """
    sight = landmark_in(text)
    if sight is None:
        return slots
    words, place = key_of(sight.name), key_of(str(slots.get("place") or ""))
    near = slots["near"] if isinstance(slots.get("near"), dict) else {}
    if (
        place and place not in words and place != key_of(sight.city)
    ):  # a city of its own: "near Central Park in San Mateo"
        return slots
    beside = {"km": None, **near, "of": near.get("of") or sight.name, "at": [sight.lat, sight.lon]}
    return {**slots, "place": sight.city, "near": beside}


def beside_what(brief: Brief) -> str:
    """What it is to be near to, as it was said; empty for nothing and for "near me"."""
    near = brief.slots.get("near")
    said = str(near.get("of") or "") if isinstance(near, dict) else ""
    return "" if said == "me" else said


def said_km(brief: Brief) -> float | None:
    """The distance that was named ("within 2 miles"), in kilometres."""
    near = brief.slots.get("near")
    return (near.get("km") or None) if isinstance(near, dict) else None
