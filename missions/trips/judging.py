"""What a coordinator makes of the offers of its part: filtered, ranked, and asked about where it matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning import value_words
from agency.sources.base import Offer
from agency.sources.distance import distance_km
from missions import money
from missions.brief import Brief
from missions.plugins.complex import Done, Judged, Part
from missions.ranking import Part as Score
from missions.ranking import Scored
from missions.trips import parts as p
from missions.trips.asked import NAMES, allows, features_of, tags_of
from missions.trips.frame import stay_fits
from missions.trips.ground import (
    day_of,
    direction,
    leaves_time,
    moment,
    names,
    price_in,
    rooms_for,
    visits_of,
)
from missions.trips.options import by_wish, of_the_kind_wanted, of_the_price_named
from missions.trips.planner import LEVELS, journey_cost, unsocial
from missions.trips.premortem import could_go_wrong
from missions.trips.reading import saves
from missions.trips.searching import DAY_TRIP, settled
from missions.trips.settling import why_taken
from missions.trips.wish import TripWish
from missions.trips.wording import listed, nights_words, people_words
from missions.when import clock, day_in_words
from ownyou.lib.text import key_of, says

MOST_SHOWN = 5
SURE, UNSURE, FEW, NOTHING = 0.85, 0.72, 0.6, 0.0
LEAST_A_DAY = Decimal(30)
"""US dollars that a person's day takes at least: meals and getting around."""

LEAST_A_NIGHT = Decimal(32)
ALLOWED = 20
"""Points of a hundred that it counts for a stay to say that it allows what was asked for."""

FEATURES_SHOWN = 4
CENTRAL_KM = 1.5
"""How far from the centre of a city a stay is at most that lies well."""


def judge_part(part: Part, offers: Sequence[Offer], wish: TripWish, brief: Brief, done: Done) -> Judged:
    """Options best first; a question for flights, stays and day trips where they are close or costly; and
    what could go wrong with what is taken."""
    judged = _judged(part, offers, wish, brief, done)
    more = could_go_wrong(part, judged, settled(wish, done), brief)
    return replace(judged, risks=list(dict.fromkeys([*judged.risks, *more])))


def _judged(part: Part, offers: Sequence[Offer], wish: TripWish, brief: Brief, done: Done) -> Judged:
    if part.coordinator in {p.FLIGHTS, p.TRAINS}:
        return _journeys(offers, wish, brief)
    if part.coordinator == p.STAY:
        return _stays(part, offers, settled(wish, done), brief, done)
    if part.coordinator == p.BETWEEN:
        return _between(offers, wish)
    if part.coordinator == p.DAY_TRIPS:
        return _day_trips(offers, wish)
    return _all(part, offers, wish, looked_on_the_map=brief.adjustments.radius_factor > 1)


# Getting there ----------------------------------------------------------------------------------------------


def _journeys(offers: Sequence[Offer], wish: TripWish, brief: Brief) -> Judged:
    """Those on the right days and within what is left for the rest of the trip."""
    around = int(brief.slots.get("days_around") or 0)
    fitting = [offer for offer in offers if _on_time(offer, wish, around)]
    if brief.slots.get("direct") is True or brief.taste("flights.direct") is not None:
        fitting = [offer for offer in fitting if not offer.attributes.get("stops")] or fitting
    if brief.taste("flights.daytime") is not None:
        by_day = [one for one in fitting if not any(unsocial(one, which) for which in ("out", "back"))]
        fitting = by_day or fitting
    most = _left_for_the_way(wish)
    affordable = [offer for offer in fitting if most is None or _whole(offer, wish) <= most]
    wanted, met = of_the_price_named(affordable or fitting, brief)
    shown = _best_ways(wanted, wish, brief)
    if not shown:
        return Judged([], NOTHING)
    left_out = _too_dear(len(fitting) - len(affordable)) if affordable != fitting else ""
    other_days = wish.exact and not any(_on_time(one.offer, wish) for one in shown)
    risks = [] if affordable else [_("Even the cheapest way takes more than the budget leaves for it.")]
    risks += [] if met else [_("Nothing is at the price you named: these come nearest.")]
    risks += [_("None of these leaves on the day that you named.")] if other_days else []
    risks.append(_("Fares are estimates: look them up before you decide, and book early."))
    question = _("How to get from %(home)s to %(there)s?") % {
        "home": wish.origin.name if wish.origin else _("home"),
        "there": wish.cities[0].name,
    }
    taken = why_taken(shown, [_whole(one.offer, wish) for one in shown], wish.limit, wish.currency)
    return Judged(
        shown,
        SURE if affordable else UNSURE,
        ask=(len(shown) > 1 and not taken) or other_days,
        question=question,
        settled=taken,
        risks=risks,
        left_out=left_out if affordable else "",
    )


def _too_dear(count: int) -> str:
    words = ngettext(
        "%(n)d would leave too little for the rest", "%(n)d would leave too little for the rest", count
    )
    return words % {"n": count}


def _on_time(offer: Offer, wish: TripWish, around: int = 0) -> bool:
    """For named days: leaving on the first of them, or at most so many days from it."""
    out = direction(offer, "out")
    if not out or not direction(offer, "back") or not leaves_time(offer):
        return False
    return not wish.exact or abs((day_of(out, "leaves") - wish.first).days) <= around


def _left_for_the_way(wish: TripWish) -> Decimal | None:
    """What the budget leaves for the way when the rest is as cheap as it gets."""
    if wish.limit is None:
        return None
    nights = 0 if wish.home else (wish.days - 1) * wish.people
    return wish.limit - _dollars(LEAST_A_DAY * wish.days * wish.people + LEAST_A_NIGHT * nights, wish)


def _dollars(amount: Decimal, wish: TripWish) -> Decimal:
    return money.converted(amount, "USD", wish.currency) or amount


def _whole(offer: Offer, wish: TripWish) -> Decimal:
    return price_in(offer, wish.currency) * wish.people


def _best_ways(offers: list[Offer], wish: TripWish, brief: Brief) -> list[Scored]:
    """By what stops and bad hours make of the price; the cheapest is always among those shown."""
    costs = {offer.source_id: journey_cost(offer, wish, LEVELS[0]) for offer in offers}
    best = min(costs.values(), default=Decimal(1)) or Decimal(1)
    wished = by_wish(brief, lambda one: 0.0)
    ranked = sorted(offers, key=lambda one: (*wished(one), costs[one.source_id], one.source_id))
    shown = ranked[:MOST_SHOWN]
    cheapest = min(ranked, key=lambda one: price_in(one, wish.currency), default=None)
    if cheapest is not None and cheapest not in shown:
        shown[-1] = cheapest
    return [_scored_way(one, float(best / costs[one.source_id]), wish, brief) for one in shown]


def _scored_way(offer: Offer, share: float, wish: TripWish, brief: Brief) -> Scored:
    out, back = direction(offer, "out"), direction(offer, "back")
    price = money.rounded_in_words(_whole(offer, wish), wish.currency, brief.language)
    days = " – ".join(day_in_words(day_of(way, "leaves"), brief.language) for way in (out, back))
    leaves, arrives, comes_back = (
        clock(moment(way, name), brief.language)
        for way, name in ((out, "leaves"), (out, "arrives"), (back, "leaves"))
    )
    hours = _("out %(leaves)s – %(arrives)s, back %(back)s") % {
        "leaves": leaves,
        "arrives": arrives,
        "back": comes_back,
    }
    parts = {
        "price_match": Score(
            share, _("%(price)s for %(who)s") % {"price": price, "who": people_words(wish.people)}
        ),
        "timing": Score(1.0 - 0.3 * bool(offer.attributes.get("stops")), hours),
    }
    label = str(offer.attributes.get("label") or "")
    reasons = [value_words.titled(offer.category), days, value_words.in_words(label)]
    return Scored(offer, round(100 * share, 1), parts, [one for one in reasons if one], [])


def _between(offers: Sequence[Offer], wish: TripWish) -> Judged:
    """The train where it takes less than six hours, else the cheapest."""

    def order(offer: Offer) -> tuple[bool, Decimal, str]:
        minutes = direction(offer, "out").get("minutes")
        slow = offer.kind == "train" and isinstance(minutes, int) and minutes > 6 * 60
        return (slow or offer.kind != "train", price_in(offer, wish.currency), offer.source_id)

    ranked = sorted((offer for offer in offers if direction(offer, "out")), key=order)
    return Judged([_plain(offer, 100.0 - n) for n, offer in enumerate(ranked)], SURE if ranked else NOTHING)


# Where to sleep ---------------------------------------------------------------------------------------------


def _stays(part: Part, offers: Sequence[Offer], wish: TripWish, brief: Brief, done: Done) -> Judged:
    city = p.city_of(part, wish)
    nights = max(1, (wish.days - 1) // len(wish.cities))
    large = [offer for offer in offers if stay_fits(offer, wish)]
    gone = {key_of(one) for one in wish.excluded}
    large = [offer for offer in large if key_of(offer.title) not in gone] or large
    large, refusing = _without_refusing(large, wish)
    fitting, met = of_the_price_named(of_the_kind_wanted(large, brief), brief)
    most = _left_for_a_night(wish, done, nights)
    costs = {offer.source_id: _night(offer, wish) for offer in fitting}
    affordable = [offer for offer in fitting if most is None or costs[offer.source_id] <= most]
    wanted = _of_the_price_wanted(
        affordable or sorted(fitting, key=lambda one: costs[one.source_id])[:2], costs, brief
    )
    wished = by_wish(brief, lambda one: _km(one, city.at))
    scored = sorted(
        (_scored_stay(offer, costs, nights, wish, brief, city.at) for offer in wanted),
        key=lambda one: (
            *_price_first(costs[one.offer.source_id], brief),
            *wished(one.offer),
            -one.score,
            one.offer.title,
        ),
    )[:MOST_SHOWN]
    refused = _refusing_words(refusing, wish)
    if not scored:
        return Judged([], NOTHING, left_out=refused)
    left = len(fitting) - len(affordable)
    whole = [costs[one.offer.source_id] * nights for one in scored]
    taken = why_taken(scored, whole, wish.limit, wish.currency)
    return Judged(
        scored,
        SURE if affordable else UNSURE,
        ask=len(scored) > 1 and not taken,
        settled=taken,
        question=_("Where to sleep in %(city)s?") % {"city": city.name},
        risks=[*_risks_of_stays(bool(affordable), met), *_to_ask_for(scored, wish)],
        left_out=", ".join(filter(None, [_too_dear(left) if affordable and left else "", refused])),
    )


def _without_refusing(offers: list[Offer], wish: TripWish) -> tuple[list[Offer], int]:
    """Those that do not refuse what a place has to allow, and how many do."""
    kept = [one for one in offers if not any(allows(features_of(one), rule) is False for rule in wish.rules)]
    return kept, len(offers) - len(kept)


def _refusing_words(count: int, wish: TripWish) -> str:
    if not count:
        return ""
    words = ngettext("%(n)d does not allow it: %(what)s", "%(n)d do not allow it: %(what)s", count)
    return words % {"n": count, "what": listed([str(NAMES[rule]) for rule in wish.rules])}


def _night(offer: Offer, wish: TripWish) -> Decimal:
    return price_in(offer, wish.currency) * rooms_for(offer, wish.people)


def _left_for_a_night(wish: TripWish, done: Done, nights: int) -> Decimal | None:
    """What the budget leaves for a night after the way there and plain days."""
    if wish.limit is None:
        return None
    ways = [found.chosen[0] for key in (p.FLIGHTS, p.TRAINS) if (found := done.get(key)) and found.chosen]
    spent = sum((_whole(one, wish) for one in ways), Decimal(0))
    days = _dollars(LEAST_A_DAY * wish.days * wish.people, wish)
    return max(Decimal(0), (wish.limit - spent - days) / (nights * len(wish.cities)))


def _risks_of_stays(affordable: bool, met: bool) -> list[str]:
    risks = [] if affordable else [_("Even the cheapest stay takes more than the budget leaves for it.")]
    return risks + ([] if met else [_("Nothing is at the price you named: these come nearest.")])


def _to_ask_for(shown: Sequence[Scored], wish: TripWish) -> list[str]:
    """What a place has to allow and does not say."""
    said = [features_of(one.offer) for one in shown]
    unknown = [str(NAMES[rule]) for rule in wish.rules if not all(allows(one, rule) for one in said)]
    return (
        [_("Not all of these say whether it is allowed: %(what)s.") % {"what": listed(unknown)}]
        if unknown
        else []
    )


def _of_the_price_wanted(offers: list[Offer], costs: dict[str, Decimal], brief: Brief) -> list[Offer]:
    """The cheaper half for who asked for a cheaper hotel, the dearer half for a nicer one."""
    wanted = brief.slots.get("stay_price") or ("lower" if saves(brief) else "")
    ordered = sorted(offers, key=lambda one: costs[one.source_id])
    half = max(2, (len(ordered) + 1) // 2)
    return ordered[:half] if wanted == "lower" else ordered[-half:] if wanted == "higher" else ordered


def _price_first(cost: Decimal, brief: Brief) -> tuple[Decimal, ...]:
    """Who asked for a cheaper or a nicer place sees the cheapest or the dearest first."""
    wanted = brief.slots.get("stay_price") or ("lower" if saves(brief) else "")
    return (cost,) if wanted == "lower" else (-cost,) if wanted == "higher" else ()


def _scored_stay(
    offer: Offer,
    costs: dict[str, Decimal],
    nights: int,
    wish: TripWish,
    brief: Brief,
    centre: tuple[float, float],
) -> Scored:
    cost = costs[offer.source_id]
    middle = sorted(costs.values())[len(costs) // 2] or Decimal(1)
    known = features_of(offer)
    km = _km(offer, centre)
    price = money.rounded_in_words(cost * nights, wish.currency, brief.language)
    rooms = rooms_for(offer, wish.people)
    span = ", ".join(nights_words(nights, rooms))
    rated = _("rated %(n).1f") % {"n": offer.rating or 0}
    parts = {
        "rating": Score(min(max(((offer.rating or 3.8) - 3) / 1.8, 0), 1), rated),
        "price_match": Score(
            min(1.0, float(middle / max(cost, Decimal(1))) * 0.8),
            _("%(price)s for %(who)s") % {"price": price, "who": span},
        ),
        "distance": Score(max(0.0, 1 - km / 8), _("%(km).1f km from the centre") % {"km": km}),
    }
    liked = _liked(offer, known, brief, km)
    score = 40 * parts["rating"].value + 35 * parts["price_match"].value + 20 * parts["distance"].value
    score += 5 * ("near metro" in known) + 8 * len(liked) - 20 * _disappointed(offer, brief)
    score += ALLOWED * sum(allows(known, rule) is True for rule in wish.rules)
    reasons = [
        *liked,
        str(offer.attributes.get("area") or ""),
        *map(value_words.in_words, known[:FEATURES_SHOWN]),
    ]
    return Scored(offer, round(min(score, 100), 1), parts, [one for one in dict.fromkeys(reasons) if one], [])


def _km(offer: Offer, centre: tuple[float, float]) -> float:
    place = offer.place
    if place is None or place.lat is None or place.lon is None:
        return 4.0
    return distance_km(centre, (place.lat, place.lon))


def _liked(offer: Offer, features: list[str], brief: Brief, km: float) -> list[str]:
    """What of it was asked for, or learned on earlier trips (`travel.stay.area.*`, `travel.stay.central`)."""
    wishes = {key_of(wish) for wish in brief.adjustments.prefer}
    said = [
        _("%(wish)s, as you asked") % {"wish": value_words.in_words(feature)}
        for feature in features
        if key_of(feature) in wishes
    ]
    area = key_of(str(offer.attributes.get("area") or ""))
    title = key_of(offer.title)
    again = (one for one in brief.tastes_under("travel.place.") if one.polarity == "like")
    said += [one.words for one in again if key_of(str(one.value)) == title]
    for taste in brief.tastes_under("travel.stay."):
        about = key_of(taste.key.rsplit(".", 1)[-1].replace("_", " "))
        central = taste.key == "travel.stay.central" and km <= CENTRAL_KM
        if taste.polarity == "like" and about and (central or about in {area, *map(key_of, features)}):
            said.append(taste.words or _("%(wish)s, as you like it") % {"wish": value_words.in_words(about)})
    return said


def _disappointed(offer: Offer, brief: Brief) -> bool:
    """Whether the area is one that they would not stay in again (`travel.stay.area.*`)."""
    area = key_of(str(offer.attributes.get("area") or ""))
    disliked = (one for one in brief.tastes_under("travel.stay.area.") if one.polarity == "dislike")
    return bool(area) and any(key_of(str(one.value)) == area for one in disliked)


# What to see, do and eat ----------------------------------------------------------------------------------


def _day_trips(offers: Sequence[Offer], wish: TripWish) -> Judged:
    """Those that are not ruled out, liked themes first; asked about unless one was named."""
    visits = visits_of([offer for offer in offers if offer.category == DAY_TRIP], "sight", wish.currency)
    fitting = [
        visit for visit in visits if not names(visit, wish.excluded) and visit.theme not in wish.avoided
    ]
    worth = {
        visit.name: visit.rating
        + 2 * names(visit, wish.wanted)
        + 0.8 * (visit.theme in wish.liked)
        - 0.8 * (visit.theme in wish.fewer)
        for visit in fitting
    }
    ranked = sorted(fitting, key=lambda visit: (-worth[visit.name], visit.name))
    options = [
        _plain(visit.offer, round(min(100.0, 18 * worth[visit.name]), 1)) for visit in ranked[:MOST_SHOWN]
    ]
    named = sum(names(visit, wish.wanted) for visit in fitting)
    whole = [(visit.price + (visit.trip.fare if visit.trip else 0)) * wish.people for visit in ranked]
    taken = why_taken(options, whole[:MOST_SHOWN], wish.limit, wish.currency)
    return Judged(
        options,
        SURE if options else NOTHING,
        ask=len(options) > 1 and not named and not taken,
        settled="" if named else taken,
        question=_("Where to for the day?"),
        take=max(1, wish.day_trips),
        risks=[_("A day trip takes the whole day: less of the city itself.")] if options else [],
    )


def _all(part: Part, offers: Sequence[Offer], wish: TripWish, *, looked_on_the_map: bool) -> Judged:
    """Everything that could be in the plan; the planner picks by day, place and price.

    Too few sights are looked for on the map as well, before one is content with them.
    """
    fitting = (
        [offer for offer in offers if _serves(offer, wish)]
        if part.coordinator == p.RESTAURANTS
        else list(offers)
    )
    excluded = {key_of(word) for word in wish.excluded}
    kept = [offer for offer in fitting if not any(says(key_of(offer.title), word) for word in excluded)]
    ranked = sorted(kept, key=lambda one: (-_known_well(one), -(one.rating or 3.8), one.title))
    options = [_plain(offer, round(20 * (offer.rating or 3.8), 1)) for offer in ranked]
    lasting = sum(one.offer.kind != "event" for one in options)
    enough = lasting >= max(3, wish.days)
    few = FEW if part.coordinator == p.SIGHTS and not looked_on_the_map else UNSURE
    return Judged(options, SURE if enough else few if options else NOTHING, take=len(options))


def _known_well(offer: Offer) -> bool:
    """Among sights that nobody rates, those that are known in many languages come first."""
    return offer.rating is None and offer.attributes.get("top") is True


def _serves(offer: Offer, wish: TripWish) -> bool:
    if wish.no_kitchens & tags_of(offer):
        return False
    served = {key_of(diet) for diet in offer.diets}
    return all(key_of(diet) in served for diet in wish.diets)


def _plain(offer: Offer, score: float) -> Scored:
    known = offer.rating is not None
    rating = _("rated %(n).1f") % {"n": offer.rating} if known else _("no rating known")
    part = Score(min(1.0, (offer.rating or 3.8) / 5), rating, known=offer.rating is not None)
    return Scored(offer, score, {"rating": part}, [], [])
