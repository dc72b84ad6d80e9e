"""What was learned about a person, as a mission type takes it: limits, likes, dislikes, and their words."""

from __future__ import annotations

from decimal import Decimal
from typing import ClassVar

from django.utils.translation import gettext as _

from agency.reasoning.limit_words import DISTANCE
from agency.sources.base import Offer
from missions import money, price_parts
from missions.brief import LIKED_PLACES, Brief, Taste
from missions.plugins.whereabouts import Whereabouts
from missions.scoring import Scene
from missions.usual_hours import is_of_hours
from missions.when import days_in_words
from ownyou.lib.text import key_of

STEP_FREE = frozenset({"step free", "wheelchair", "wheelchair access"})
"""What sources call it: one of them is as good as the other."""


class Learned(Whereabouts):
    """Which tastes hold for a goal, and how much each speaks for an offer."""

    goes_out: ClassVar[bool] = False
    """Whether its offers are places to go to, so that it matters where the person likes to go."""

    def tastes(self, scene: Scene) -> list[Taste]:
        """What was learned for this type and holds on the day in question."""
        day = scene.window.weekday if scene.window else None
        learned = scene.brief.tastes_under(f"{self.config.type}.")
        for heeded in self.config.heeds:
            learned = [*learned, *scene.brief.tastes_under(f"{heeded}.")]
        if self.goes_out:
            learned = [*learned, *self.liked_places(scene.brief)]
        return [taste for taste in learned if not taste.days or day in taste.days]

    def liked_places(self, brief: Brief) -> list[Taste]:
        """Places they like to go to, but for the one that is searched: all that is found is there."""
        place = self.place(brief)
        searched = key_of(place.name) if place else ""
        liked = brief.tastes_under(f"{LIKED_PLACES}.")
        return [taste for taste in liked if key_of(str(taste.value)) != searched]

    def limits_applied(self, scene: Scene) -> list[Taste]:
        """The learned limits that hold for the day in question. What was said now beats what was learned."""
        named = price_parts.budget_of(scene.brief, self.config.offers) is not None
        if named or scene.brief.adjustments.any_price:
            return []
        return [
            taste for taste in self.tastes(scene) if taste.polarity == "limit" and taste.amount is not None
        ]

    def limits_beside(self, scene: Scene) -> list[Taste]:
        """The learned limits that are no prices and hold here: the distance, the hours, the days."""
        distance = self.distance_learned(scene.brief)
        return [*([distance] if distance else []), *scene.usual_hours]

    def idle(self, taste: Taste, scene: Scene) -> bool:
        """Whether a taste is such a limit, and does not hold here."""
        of_kind = taste.key.endswith(f".{DISTANCE}") or is_of_hours(taste)
        return of_kind and taste not in self.limits_beside(scene)

    def reasons_beside(self, offer: Offer, scene: Scene) -> list[str]:
        """Such limits that an offer is known to keep to, with where they came from."""
        far = scene.distance(offer) is not None
        kept = self.limits_beside(scene)
        return [sentence_of(taste) for taste in kept if far or not taste.key.endswith(f".{DISTANCE}")]

    def amount(self, taste: Taste, brief: Brief) -> Decimal | None:
        """A learned limit in the person's currency."""
        return money.converted(taste.amount, taste.currency or brief.currency, brief.currency)

    def against(self, offer: Offer, scene: Scene) -> list[str]:
        """What was learned that speaks against an offer, in words."""
        return [sentence_of(taste) for taste in self.tastes(scene) if self.taste_strength(taste, offer) < 0]

    def taste_strength(self, taste: Taste, offer: Offer) -> float:
        """How much one learned taste speaks for (or against) an offer, -1 to 1; 0 when it says nothing."""
        sign = {"like": 1.0, "need": 1.0, "dislike": -1.0}.get(taste.polarity, 0.0)
        last = taste.key.rsplit(".", 1)[-1].replace("_", " ")
        named = key_of(taste.value if isinstance(taste.value, str) and taste.value else last)
        if taste.key.startswith(f"{LIKED_PLACES}."):
            return sign * max(_is_at(offer, named), self.taste_match("", named, offer))
        area = taste.key.split(".")[1] if "." in taste.key else ""
        return sign * self.taste_match(area, named, offer)

    def taste_match(self, area: str, named: str, offer: Offer) -> float:
        """How far an offer is what a taste names (0-1): its title, category, cuisines, features.

        `area` is the part of the taste's key after the type; empty for what was asked for just now.
        """
        if area in {"favourites", "favourite"}:
            return 0.5 if key_of(offer.title) == named else 0.0
        if area in {"retailers", "retailer"}:
            return 0.4 if key_of(offer.retailer) == named else 0.0
        known = {key_of(word) for word in (*offer.cuisines, *offer.diets, offer.category)}
        features = offer.attributes.get("features")
        known |= {key_of(str(feature)) for feature in features} if isinstance(features, list) else set()
        if named in STEP_FREE and offer.attributes.get("wheelchair") in {"yes", "designated"}:
            return 0.6
        return 0.6 if known & (STEP_FREE if named in STEP_FREE else {named}) else 0.0

    def limit_words(self, taste: Taste, brief: Brief) -> str:
        """Say a learned limit: "weeknight: under $50 a person, from your feedback on 27 November 2026"."""
        amount = self.amount(taste, brief)
        said = money.in_words(amount, brief.currency, brief.language) if amount is not None else ""
        days = days_in_words(taste.days, brief.language)
        under = _("under %(amount)s") % {"amount": money.each_in_words(said, taste.per or "")}
        return f"{days}: {under}, {taste.from_words}".removeprefix(": ").rstrip(", ")


def _is_at(offer: Offer, named: str) -> float:
    """How far an offer is at a place (0 or 0.4): the name is that of its venue, area, street or city."""
    place, area = offer.place, offer.attributes.get("area")
    if place is None or not named:
        return 0.0
    said = [key_of(part) for part in (place.name, str(area or ""), place.address, place.city)]
    return 0.4 if any(f" {named} " in f" {part} " for part in said) else 0.0


def sentence_of(taste: Taste) -> str:
    """A learned preference with where it came from."""
    return f"{taste.words}, {taste.from_words}" if taste.from_words else taste.words
