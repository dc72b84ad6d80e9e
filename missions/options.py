"""From a scored offer to the option that a person compares. Stored in the decision, so plain JSON."""

from __future__ import annotations

import re
from datetime import date, time
from typing import Any

from babel.dates import get_day_names
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from agency.reasoning.slots.places import all_located
from agency.sources.base import Offer, Place, SourceUnavailable
from agency.sources.registry import source_named
from missions import money
from missions.distances import distance_in_words
from missions.homes import nearest
from missions.plugins.base import MissionType
from missions.ranking import on_the_day_of_tables, tables_offered
from missions.scoring import GOOD, POOR, Part, Scene, Scored
from missions.when import day_in_words
from ownyou.lib.city_names import city_in_words
from ownyou.lib.locales import clock
from trust.cards import OptionCard, ScorePart

_PARTS = re.compile(r", | · ")
PART_TITLES = {
    "rating": gettext_lazy("Rating"),
    "availability": gettext_lazy("Availability"),
    "price_match": gettext_lazy("Price"),
    "use": gettext_lazy("For its use"),
    "distance": gettext_lazy("Distance"),
    "delivery": gettext_lazy("Delivery"),
    "trust": gettext_lazy("Retailer"),
    "timing": gettext_lazy("Time"),
    "saving": gettext_lazy("Saving"),
    "match": gettext_lazy("Match"),
}


def option_of(scored: Scored, scene: Scene, kind: MissionType) -> dict[str, Any]:
    """Return one option as JSON: an `OptionCard`, and what learning and refining need of the offer."""
    offer = scored.offer
    language = scene.brief.language
    price = scene.price(offer)
    place, facts = where(offer, scene), kind.facts(offer, scene)
    card = OptionCard(
        id=f"{offer.source}:{offer.source_id}",
        title=kind.title(offer),
        price=str(offer.price) if offer.price is not None else None,
        currency=offer.currency,
        price_words=price_words(offer, language),
        price_converted_words=_converted_words(offer, scene),
        rating=offer.rating,
        rating_count=offer.rating_count,
        where_words=place,
        when_words=when(offer, scene),
        facts=_said_once(facts, place),
        source=offer.source,
        source_title=source_title(offer),
        fetched_at=offer.fetched_at,
        sample=offer.sample,
        score=round(scored.score),
        score_parts=[_part(name, part) for name, part in scored.parts.items() if part.words],
        reasons=_said_once(scored.reasons, place, *facts),
        misses=scored.misses,
        unmet=scored.unmet,
        against=scored.against,
        link=offer.link,
        booking_link=offer.booking_link,
        menu_link=offer.menu_link,
        photo=offer.photo,
    )
    kept = {
        "starts_at": offer.starts_at.isoformat() if offer.starts_at else None,
        "tables": _tables(offer, scene),
        "retailer": offer.retailer,
        "category": offer.category,
        "mark": kind.mark(offer),
        "amount": str(price) if price is not None else None,
    }
    unit = offer.attributes.get("price_unit")
    return {**card.model_dump(mode="json"), **kept, "price_unit": unit if isinstance(unit, str) else ""}


def strongest(scored: Scored) -> list[str]:
    """The parts that speak for an option, best first, in words. An amount alone is no reason, where there is
    another: it stands at the head of the card."""
    known = [(name, part) for name, part in scored.parts.items() if part.known and part.words]
    good = sorted((one for one in known if one[1].value >= GOOD), key=lambda one: -one[1].value)
    telling = [part.words for name, part in good if name != "price_match" or ", " in part.words]
    return telling or [part.words for _name, part in good]


def weakest(scored: Scored) -> list[str]:
    """The parts that speak against an option, worst first, in words."""
    poor = [part for part in scored.parts.values() if part.known and part.value < POOR and part.words]
    return [part.words for part in sorted(poor, key=lambda part: part.value)]


def _part(name: str, part: Part) -> ScorePart:
    return ScorePart(
        name=str(PART_TITLES.get(name) or name.replace("_", " ").capitalize()),
        value=round(part.value * 100),
        words=part.words,
    )


def price_words(offer: Offer, language: str) -> str:
    """The price as the source wrote it, with its unit."""
    if offer.price is None or offer.currency is None:
        return "$" * offer.price_level if offer.price_level else ""
    if offer.price == 0:
        return _("free")
    unit = str(offer.attributes.get("price_unit") or "")
    return money.each_in_words(money.in_words(offer.price, offer.currency, language), unit)


def _converted_words(offer: Offer, scene: Scene) -> str:
    if offer.currency in (None, scene.brief.currency) or not offer.price:
        return ""
    amount = scene.price(offer)
    if amount is None:
        return ""
    said = money.rounded_in_words(amount, scene.brief.currency, scene.brief.language)
    return _("about %(amount)s") % {"amount": said}


def where(offer: Offer, scene: Scene) -> str:
    """Area or address, and the distance."""
    place, km = offer.place, scene.distance(offer)
    if place is None:
        return ""
    area = str(offer.attributes.get("area") or "")
    city = "" if area and _is_outside(place) else city_in_words(place.city)
    parts = [place.name, place.address or area, city]
    words = ", ".join(dict.fromkeys(part for part in parts if part))
    if km is None or words in ("", city):  # a whole city is no place that one walks to
        return words
    far = scene.far_in_words(km) if scene.landmark else distance_in_words(km, scene.brief.home)
    return f"{words} · {far}"


def _is_outside(place: Place) -> bool:
    """Whether a place lies further from the city that it is listed under than a city reaches."""
    if place.lat is None or place.lon is None or not all_located(place.city):
        return False
    return nearest(place.city, (place.lat, place.lon)) is None


def when(offer: Offer, scene: Scene) -> str:
    """When it takes place, or which tables are free."""
    if offer.starts_at is not None:
        local = offer.starts_at.astimezone(scene.window.begins.tzinfo) if scene.window else offer.starts_at
        return f"{day_in_words(local.date(), scene.brief.language)}, {clock(local, scene.brief.language)}"
    tables = _tables(offer, scene)
    if not tables or scene.window is None:
        return ""
    times = ", ".join(clock(time.fromisoformat(table), scene.brief.language) for table in tables)
    meant = scene.window.hours is None or scene.window.holds(time.fromisoformat(tables[0]))
    words = (_("Table %(times)s") if meant else _("No table then, nearest %(times)s")) % {"times": times}
    return f"{day}: {words}" if (day := _day_of_tables(offer, scene)) else words


def _day_of_tables(offer: Offer, scene: Scene) -> str:
    """The weekday whose tables an option tells of, where more than one day would do; else empty."""
    told = offer.attributes.get("tables_date")
    if scene.window is None or scene.window.first == scene.window.last or not isinstance(told, str):
        return ""
    weekday = date.fromisoformat(told).weekday()
    return str(get_day_names("wide", locale=get_language() or "en")[weekday])


def _tables(offer: Offer, scene: Scene) -> list[str]:
    """The tables that an option offers ("HH:MM", local): those in the hours asked for, else what there is."""
    part = offer.attributes.get("tables_free")
    if not isinstance(part, list) or scene.window is None:
        return []
    window = on_the_day_of_tables(offer, scene.window)
    offered = tables_offered([time.fromisoformat(str(table)) for table in part], window)
    return [table.isoformat("minutes") for table in offered]


def _said_once(words: list[str], *said: str) -> list[str]:
    """`words` without what is said in them already, or in what stands above them."""
    kept, known = list[str](), {part.casefold() for one in said for part in _PARTS.split(one)}
    for one in words:
        if one.casefold() not in known:
            kept.append(one)
            known.add(one.casefold())
    return kept


def source_title(offer: Offer) -> str:
    """The source's name for people; the words that its licence asks for, where it does."""
    attribution = offer.attributes.get("attribution")
    if isinstance(attribution, str) and attribution:
        return attribution
    try:
        return _(source_named(offer.source).title)
    except SourceUnavailable:
        return offer.source
