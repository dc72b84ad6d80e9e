"""Scoring offers: the parts that a mission type may weigh. Each part is 0-1 and says itself in words.

The composite is the weighted mean of the parts (weights declared by the type, seed 0) plus up to 10 points
for how well an offer fits what was learned of the person. What a source does not tell is scored neutrally
and said to be unknown; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from math import log2
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.sources.base import Offer
from agency.sources.distance import distance_km
from missions import money
from missions.brief import Brief
from missions.distances import distance_in_words
from missions.when import Window
from ownyou.lib.locales import clock, number_in_words

UNKNOWN = 0.45
GOOD, POOR = 0.7, 0.4
"""From here on a part speaks for an option, below that against it."""
PRIOR_RATING, PRIOR_COUNT = 3.8, 25
MOST_TABLES, FAR_OFF_AT_MOST = 3, 30.0


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


def rating(offer: Offer, scene: Scene) -> Part:
    """The rating, drawn towards the average when few people gave it."""
    if offer.rating is None:
        return Part(UNKNOWN, _("no rating known"), known=False)
    count = offer.rating_count or 0
    steady = (offer.rating * count + PRIOR_RATING * PRIOR_COUNT) / (count + PRIOR_COUNT)
    facts = {"rating": number_in_words(offer.rating, 1), "count": number_in_words(count)}
    words = (_("rated %(rating)s by %(count)s") if count else _("rated %(rating)s")) % facts
    return Part(min(max((steady - 3.0) / 1.8, 0), 1), words)


def availability(offer: Offer, scene: Scene) -> Part:
    """A free table in the hours wanted, or at least open then."""
    tables = offer.attributes.get("tables_free")
    opened = offer.attributes.get("open_then")
    if isinstance(tables, list) and scene.window is not None:
        window = on_the_day_of_tables(offer, scene.window)
        return _tables([str(table) for table in tables], window, scene.brief.language)
    if opened is True:
        return Part(0.6, _("open then; tables not known"))
    return Part(
        UNKNOWN, _("opening hours not known") if opened != "unknown" else _("may be closed"), known=False
    )


def _tables(tables: list[str], window: Window, language: str) -> Part:
    if not tables:
        return Part(0.1, _("no free table known that day"))
    free = [time.fromisoformat(table) for table in tables]
    if window.hours is None:
        return Part(1.0, _("tables free from %(time)s") % {"time": clock(free[0], language)})
    inside, nearest = tables_offered(free, window), min(free, key=window.minutes_off)
    if window.holds(nearest):
        times = ", ".join(clock(table, language) for table in inside)
        return Part(_near(nearest, window), _("table free at %(times)s") % {"times": times})
    off = max(0.2, 0.36 - window.minutes_off(nearest) / 60 * 0.02)
    return Part(off, _("nearest free table %(time)s") % {"time": clock(nearest, language)})


def on_the_day_of_tables(offer: Offer, window: Window) -> Window:
    """What is wanted on the day whose tables an offer tells of."""
    day = offer.attributes.get("tables_date")
    return window.of_day(date.fromisoformat(day)) if isinstance(day, str) else window


def tables_offered(free: list[time], window: Window) -> list[time]:
    """The tables that a card names: those nearest to the time wanted, in the order of the day."""
    inside = [table for table in free if window.holds(table)]
    return sorted(sorted(inside or free, key=window.minutes_off)[:MOST_TABLES])


def _near(moment: time, window: Window) -> float:
    """1 at the time that was named, down to 0.7 an hour off; 1 anywhere in hours that were."""
    return 1.0 - min(window.minutes_off(moment), 60) / 60 * 0.3


def price_match(offer: Offer, scene: Scene) -> Part:
    """How well the price meets the budget; without a budget what is usual or less is best."""
    price = scene.price(offer)
    if price is None:
        return _by_level(offer)
    words = money.rounded_in_words(price, scene.brief.currency, scene.brief.language)
    if scene.brief.adjustments.sort == "price" or offer.kind in {"product", "tariff"}:
        return _against_the_others(price, scene.prices, words)
    budget = budget_of(scene.brief, offer.kind)
    if budget is None:
        return _against_the_middle(price, scene.prices, words)
    if price <= budget:
        return Part(1.0, _("%(words)s, within your budget") % {"words": words})
    over = _("%(words)s, over your budget") % {"words": words}
    return Part(max(0.0, 1 - 2 * float(price / budget - 1)), over)


def _against_the_middle(price: Decimal, prices: list[Decimal], words: str) -> Part:
    """Without a budget, up to the usual price is best, and what is dearer loses by how much it is dearer.

    Cheaper never counts against an offer: how good it is, its rating says.
    """
    middle = sorted(prices)[len(prices) // 2] if prices else price
    distance = float((price - middle) / max(middle, Decimal(1)))
    value = min(max(1 - distance, 0.0), 1.0)
    if value < POOR:
        return Part(value, _("%(words)s, dearer than most here") % {"words": words})
    cheap = distance <= -CHEAP and len(prices) >= FEW
    return Part(value, _("%(words)s, cheaper than most here") % {"words": words} if cheap else words)


def _by_level(offer: Offer) -> Part:
    if offer.price_level is None:
        return Part(UNKNOWN, _("price not known"), known=False)
    value, words = {1: 1.0, 2: 1.0, 3: 0.6, 4: 0.3}[offer.price_level], "$" * offer.price_level
    return Part(value, _("%(words)s, among the dearest") % {"words": words} if value < POOR else words)


def _against_the_others(price: Decimal, prices: list[Decimal], words: str) -> Part:
    """Among offers of the same kind the cheapest is best."""
    value = _cheapness(price, prices)
    if len(set(prices)) < 2 or POOR <= value < 1:
        return Part(value, words)
    if 0 < value < POOR:
        return Part(value, _("%(words)s, dearer than most here") % {"words": words})
    said = _("%(words)s, the cheapest of these") if value else _("%(words)s, the dearest of these")
    return Part(value, said % {"words": words})


def _cheapness(price: Decimal, prices: list[Decimal]) -> float:
    """1 for the cheapest, 0 for the dearest; where all lie close together, the dearest loses little.

    What counts is the difference for its price: half of the middle one is the least that fills the scale.
    """
    if not prices:
        return 1.0
    low, high = min(prices), max(prices)
    scale = max(high - low, _middle(prices) / 2)
    return float(1 - (price - low) / scale) if scale else 1.0


CHEAP, FEW = 0.25, 3
"""How far below the usual price is worth a word, and how many prices are needed to call one usual."""

PRICED_BY = {
    "restaurant": "person", "event": "person", "tariff": "month", "sight": "person", "activity": "person",
    "flight": "person", "train": "person", "stay": "night",
}  # fmt: skip
"""What the price of an offer is for, by its kind; anything else is priced by the piece."""


def budget_of(brief: Brief, kind: str) -> Decimal | None:
    """The most that one offer of this kind may cost (a person's meal or ticket, a piece, a month).

    In the person's currency.
    """
    said = brief.slots.get("budget")
    if not isinstance(said, dict) or said.get("bound") == "min":
        return None
    return _of_one_unit(said.get("amount"), said, brief, kind)


def floor_of(brief: Brief, kind: str) -> Decimal | None:
    """The least that one offer is to cost: "at least $50", or the lower end of a range."""
    said = brief.slots.get("budget")
    if not isinstance(said, dict):
        return None
    return _of_one_unit(said.get("amount" if said.get("bound") == "min" else "min"), said, brief, kind)


def _of_one_unit(amount: object, said: dict[str, Any], brief: Brief, kind: str) -> Decimal | None:
    """An amount of a budget in the person's currency, for what one price of this kind is for."""
    if amount is None:
        return None
    each = Decimal(str(amount))
    unit, per = PRICED_BY.get(kind, "piece"), said.get("per")
    if unit == "person" and per == "total" and brief.people:
        each /= brief.people
    if unit == "month" and per == "year":
        each /= 12
    return money.converted(each, said.get("currency") or brief.currency, brief.currency)


def lower_price(offer: Offer, scene: Scene) -> float:
    """How much an offer pleases who looks for lower prices: 0.6 for the cheapest, 0 for the dearer half."""
    price = scene.price(offer)
    if price is None or len(set(scene.prices)) < 2:
        return 0.0
    return 0.6 * _cheapness(price, scene.prices) if price <= _middle(scene.prices) else 0.0


def _middle(prices: list[Decimal]) -> Decimal:
    return sorted(prices)[(len(prices) - 1) // 2]


def distance(offer: Offer, scene: Scene) -> Part:
    """Nearer is better, down to nothing at the edge of the search."""
    km = scene.distance(offer)
    if km is None:
        return Part(UNKNOWN, _("distance not known"), known=False)
    far = scene.far_in_words(km)
    return Part(max(0.0, 1 - km / max(scene.radius_km, 0.1)), far)


def far_off(offer: Offer, scene: Scene) -> float:
    """Points (0-30) that an offer loses for lying further than usual: 10 for each time the way doubles."""
    km = scene.distance(offer)
    if km is None or not scene.usual_km or scene.off_centre or km <= scene.usual_km:
        return 0.0
    return min(FAR_OFF_AT_MOST, 10 * log2(km / scene.usual_km))


def delivery(offer: Offer, scene: Scene) -> Part:
    """Days until it arrives."""
    days = offer.attributes.get("shipping_days")
    if not isinstance(days, int | float):
        return Part(UNKNOWN, _("delivery time not known"), known=False)
    return Part(max(0.0, 1 - float(days) / 12), delivered_in(round(days)))


def delivered_in(days: int) -> str:
    """When it arrives, in words: today, tomorrow, or in so many days."""
    if days < 2:
        return _("delivered tomorrow") if days == 1 else _("delivered today")
    words: str = ngettext("delivered in %(days)d day", "delivered in %(days)d days", days)
    return words % {"days": days}


def trust(offer: Offer, scene: Scene) -> Part:
    """Whether the retailer is known to be reliable."""
    given = offer.attributes.get("retailer_rating")
    grade = float(given) if isinstance(given, int | float) else None
    value = UNKNOWN if grade is None else (grade - 2.5) / 2.5
    if offer.attributes.get("trusted") is True:
        return Part(
            min(1.0, value + 0.2), _("%(retailer)s is a trusted retailer") % {"retailer": offer.retailer}
        )
    words = _("retailer not known")
    if grade is not None:
        words = _("%(retailer)s rated %(grade).1f") % {
            "retailer": offer.retailer or _("retailer"),
            "grade": grade,
        }
    distrusted = offer.attributes.get("trusted") is False
    return Part(max(0.0, value - 0.2) if distrusted else value, words, grade is not None)


def timing(offer: Offer, scene: Scene) -> Part:
    """How well the start fits the hours wanted; without any, sooner is better."""
    if offer.starts_at is None:
        return Part(UNKNOWN, _("start not known"), known=False)
    days = (offer.starts_at - scene.brief.now).total_seconds() / 86_400
    if scene.window is not None and scene.window.covers(offer.starts_at):
        local = offer.starts_at.astimezone(scene.window.begins.tzinfo)
        window = scene.window.of_day(local.date())
        return Part(_near(local.time(), window), _("in the time you asked for"))
    return Part(max(0.1, 1 - days / 30), starting_in(_nights(scene.brief, offer.starts_at)))


def _nights(brief: Brief, moment: datetime) -> int:
    """How often the person sleeps until then, at their place."""
    zone = ZoneInfo(brief.zone)
    return max(0, (moment.astimezone(zone).date() - brief.now.astimezone(zone).date()).days)


def starting_in(days: int) -> str:
    """When it begins, in words: today, tomorrow, or in so many days."""
    if days < 2:
        return _("tomorrow") if days == 1 else _("today")
    words: str = ngettext("in %(days)d day", "in %(days)d days", days)
    return words % {"days": days}


def paid_now(brief: Brief, kind: str) -> Decimal | None:
    """What the person said they pay now for one unit of this kind (a month), in their currency.

    None where nobody said how long a sum is for: a bill may be one of a quarter or a year.
    """
    said = brief.slots.get("current")
    if not isinstance(said, dict) or said.get("per") not in {"month", "year"}:
        return None
    return _of_one_unit(said.get("amount"), said, brief, kind)


SAVES_NOTHING = 0.4
"""How much of its cheapness counts where a price is not below what is paid now."""


def saving(offer: Offer, scene: Scene) -> Part:
    """How far below the dearest comparable offer it is; in words, below what the person pays now, if said."""
    price = scene.price(offer)
    if price is None or not scene.prices:
        return Part(UNKNOWN, _("price not known"), known=False)
    if (paid := paid_now(scene.brief, offer.kind)) is not None:
        counts = 1 if price < paid else SAVES_NOTHING
        return Part(_cheapness(price, scene.prices) * counts, _against_now(paid - price, scene.brief))
    saved = max(scene.prices) - price
    words = money.in_words(saved.quantize(Decimal(1)), scene.brief.currency, scene.brief.language)
    return Part(
        _cheapness(price, scene.prices),
        _("%(words)s below the dearest") % {"words": words} if saved else _("the dearest here"),
    )


def _against_now(saved: Decimal, brief: Brief) -> str:
    words = money.in_words(abs(saved).quantize(Decimal(1)), brief.currency, brief.language)
    if abs(saved) < 1:
        return _("about what you pay now")
    told = _("%(words)s less than you pay now") if saved > 0 else _("%(words)s more than you pay now")
    return told % {"words": words}


def match(offer: Offer, scene: Scene) -> Part:
    """How well it matches the words that were asked for (as the source says)."""
    found = offer.attributes.get("match")
    return (
        Part(float(found), _("matches what you named")) if isinstance(found, int | float) else Part(1.0, "")
    )


PARTS: dict[str, Callable[[Offer, Scene], Part]] = {
    "rating": rating,
    "availability": availability,
    "price_match": price_match,
    "distance": distance,
    "delivery": delivery,
    "trust": trust,
    "timing": timing,
    "saving": saving,
    "match": match,
}


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


def composite(parts: dict[str, Part], weights: dict[str, float], fit: float) -> float:
    """Return the score 0-100: weighted mean of the parts, plus `fit` (-1 to 1) times 10 points."""
    base = sum(weights[name] * part.value for name, part in parts.items())
    return min(max(100 * base + 10 * fit, 0), 100)
