"""What scores are made of: parts, what all offers of a ranking have in common, an offer with its score."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from agency.sources.distance import distance_km
from missions import money
from missions.brief import Brief, Taste
from missions.distances import distance_in_words
from missions.when import Window

UNKNOWN = 0.45
GOOD, POOR = 0.7, 0.4
"""From here on a part speaks for an option, below that against it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score: how good (0-1), and why, in words. `known`: whether the source told."""

    value: float
    words: str
    known: bool = True


@dataclass(slots=True)
class Scene:
    """What all offers of one ranking have in common."""

    brief: Brief
    window: Window | None = None
    here: tuple[float, float] | None = None
    radius_km: float = 5.0
    prices: list[Decimal] = field(default_factory=list)
    landmark: str = ""
    """What `here` is, where it is not the middle of a city: "Gare du Nord"."""
    usual_km: float | None = None
    """How far one usually goes for this: what is further is worth less, however wide the search is."""
    off_centre: bool = False
    """Whether a landmark was named that nobody could find, so that `here` is not what was meant."""
    usual_hours: tuple[Taste, ...] = ()
    """The learned hours and days that hold, since the goal names none itself."""

    def price(self, offer: Offer) -> Decimal | None:
        """The offer's price in the person's currency."""
        return money.converted(offer.price, offer.currency, self.brief.currency)

    def distance(self, offer: Offer) -> float | None:
        """Kilometres from where the search is centred; None when either place is unknown."""
        place = offer.place
        if self.here is None or place is None or place.lat is None or place.lon is None:
            return None
        return distance_km(self.here, (place.lat, place.lon))

    def far_in_words(self, km: float) -> str:
        """A distance in words, with the landmark that it is from: "0.4 km from Gare du Nord"."""
        far = distance_in_words(km, self.brief.home)
        if self.landmark:
            return _("%(distance)s from %(landmark)s") % {"distance": far, "landmark": self.landmark}
        return _("%(distance)s away") % {"distance": far}


@dataclass(frozen=True, slots=True)
class Scored:
    """An offer with its score (0-100), the parts of it, and why it fits the person."""

    offer: Offer
    score: float
    parts: dict[str, Part]
    reasons: list[str]
    misses: list[str]
    against: list[str] = field(default_factory=list)
    """What speaks against it, though it fits."""
    unmet: list[str] = field(default_factory=list)
    """Which hard wishes it is known not to meet; `misses` are those that could not be checked."""

    @property
    def unknowns(self) -> int:
        """How many hard wishes are not met, or could not be checked."""
        return len(self.misses) + len(self.unmet)
