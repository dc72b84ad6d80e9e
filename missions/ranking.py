"""Scoring offers: the parts that a mission type may weigh. Each part is 0-1 and says itself in words.

The composite is the weighted mean of the parts (weights declared by the type, seed 0) plus up to 10 points
for how well an offer fits what was learned of the person. What a source does not tell is scored neutrally
and said to be unknown; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from math import log2
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.sources.base import Offer
from missions.brief import Brief
from missions.price_parts import price_match, saving
from missions.scoring import UNKNOWN, Part, Scene
from missions.when import Window
from ownyou.lib.locales import clock, number_in_words

PRIOR_RATING, PRIOR_COUNT = 3.8, 25
MOST_TABLES, FAR_OFF_AT_MOST = 3, 30.0


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
        words = _("%(retailer)s rated %(grade)s") % {
            "retailer": offer.retailer or _("retailer"),
            "grade": number_in_words(grade, 1),
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


def composite(parts: dict[str, Part], weights: dict[str, float], fit: float) -> float:
    """Return the score 0-100: weighted mean of the parts, plus `fit` (-1 to 1) times 10 points."""
    base = sum(weights[name] * part.value for name, part in parts.items())
    return min(max(100 * base + 10 * fit, 0), 100)
