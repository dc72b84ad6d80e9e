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
from missions.brief import Brief, Taste
from missions.distances import distance_in_words
from missions.plugins.complex import Done, Judged, Part
from missions.scoring import Part as Score
from missions.scoring import Scored
from missions.trips import parts as p
from missions.trips.asked import NAMES, allows, features_of, tags_of
from missions.trips.frame import stay_fits
from missions.trips.ground import (
    names,
    price_in,
    rooms_for,
    visits_of,
)
from missions.trips.learned_there import AREA, PLACE, in_these
from missions.trips.options import by_wish, of_the_kind_wanted, of_the_price_named
from missions.trips.premortem import could_go_wrong
from missions.trips.reading import saves
from missions.trips.searching import DAY_TRIP, settled
from missions.trips.settling import why_taken
from missions.trips.ways import (
    LEAST_A_DAY,
    MOST_SHOWN,
    NOTHING,
    SURE,
    UNSURE,
    for_all,
    in_dollars,
    judge_between,
    judge_journeys,
    plain,
    too_dear,
)
from missions.trips.wish import TripWish
from missions.trips.wording import listed, nights_words, rated_words
from ownyou.lib.text import key_of, says

FEW = 0.6
ALLOWED = 20
"""Points of a hundred that it counts for a stay to say that it allows what was asked for."""

FEATURES_SHOWN = 4
MEALS_A_DAY = 2
CENTRAL_KM = 1.5
"""How far from the centre of a city a stay is at most that lies well."""


def judge_part(part: Part, offers: Sequence[Offer], wish: TripWish, brief: Brief, done: Done) -> Judged:
    """Options best first; a question for flights, stays and day trips where they are close or costly; and
    what could go wrong with what is taken."""
    judged = _judged(part, offers, wish, brief, done)
    closed, more = could_go_wrong(part, judged, settled(wish, done), brief)
    return replace(judged, risks=list(dict.fromkeys([*judged.risks, *closed, *more])), closer=closed)


def _judged(part: Part, offers: Sequence[Offer], wish: TripWish, brief: Brief, done: Done) -> Judged:
    if part.coordinator in {p.FLIGHTS, p.TRAINS}:
        return judge_journeys(offers, wish, brief)
    if part.coordinator == p.STAY:
        return _stays(part, offers, settled(wish, done), brief, done)
    if part.coordinator == p.BETWEEN:
        return judge_between(offers, wish)
    if part.coordinator == p.DAY_TRIPS:
        return _day_trips(offers, wish)
    return _all(part, offers, wish, brief)


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
        question=_asked(city.called, brief),
        risks=[*_risks_of_stays(bool(affordable), met), *_to_ask_for(scored, wish)],
        left_out=", ".join(filter(None, [too_dear(left) if affordable and left else "", refused])),
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
    spent = sum((for_all(one, wish) for one in ways), Decimal(0))
    days = in_dollars(LEAST_A_DAY * wish.days * wish.people, wish)
    return max(Decimal(0), (wish.limit - spent - days) / (nights * len(wish.cities)))


def _risks_of_stays(affordable: bool, met: bool) -> list[str]:
    risks = [] if affordable else [_("Even the cheapest stay takes more than the budget leaves for it.")]
    return risks + ([] if met else [_("Nothing costs what you named: these come closest.")])


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


def _asked(city: str, brief: Brief) -> str:
    """The question for a stay; it says the order where that is not the fit."""
    question = _("Where to sleep in %(city)s?") % {"city": city}
    first = _price_first(Decimal(1), brief)
    if not first:
        return question
    order = _("The cheapest first.") if first[0] > 0 else _("The dearest first.")
    return f"{question} {order}"


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
    rated = rated_words(offer.rating, _("not rated"))
    parts = {
        "rating": Score(min(max(((offer.rating or 3.8) - 3) / 1.8, 0), 1), rated),
        "price_match": Score(
            min(1.0, float(middle / max(cost, Decimal(1))) * 0.8),
            _("%(price)s for %(who)s") % {"price": price, "who": span},
        ),
        "distance": Score(
            max(0.0, 1 - km / 8),
            _("%(distance)s from the centre") % {"distance": distance_in_words(km, brief.home)},
        ),
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
    again = (one for one in _known(offer, brief, PLACE) if one.polarity == "like")
    said += [one.words for one in again if key_of(str(one.value)) == title]
    for taste in _known(offer, brief, "travel.stay."):
        about = key_of(taste.key.rsplit(".", 1)[-1].replace("_", " "))
        central = taste.key == "travel.stay.central" and km <= CENTRAL_KM
        if taste.polarity == "like" and about and (central or about in {area, *map(key_of, features)}):
            said.append(taste.words or _("%(wish)s, as you like it") % {"wish": value_words.in_words(about)})
    return said


def _known(offer: Offer, brief: Brief, prefix: str) -> list[Taste]:
    """What was learned under a prefix that is of everywhere, or of the offer's city."""
    return in_these(brief.tastes_under(prefix), [offer.place.city] if offer.place else [])


def _disappointed(offer: Offer, brief: Brief) -> bool:
    """Whether the area is one that they would not stay in again (`travel.stay.area.*`)."""
    area = key_of(str(offer.attributes.get("area") or ""))
    disliked = (one for one in _known(offer, brief, AREA) if one.polarity == "dislike")
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
        plain(visit.offer, round(min(100.0, 18 * worth[visit.name]), 1)) for visit in ranked[:MOST_SHOWN]
    ]
    named = sum(names(visit, wish.wanted) for visit in fitting)
    whole = [(visit.price + (visit.trip.fare if visit.trip else 0)) * wish.people for visit in ranked]
    taken = why_taken(options, whole[:MOST_SHOWN], wish.limit, wish.currency)
    return Judged(
        options,
        SURE if options else NOTHING,
        ask=len(options) > 1 and not named and not taken,
        settled="" if named else taken,
        question=_("Where to go for the day?"),
        take=max(1, wish.day_trips),
        risks=[_("A day trip takes the whole day: less of the city itself.")] if options else [],
    )


def _all(part: Part, offers: Sequence[Offer], wish: TripWish, brief: Brief) -> Judged:
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
    kept = _as_wished(kept, wish, brief)
    ranked = sorted(kept, key=lambda one: (-_known_well(one), -(one.rating or 3.8), one.title))
    options = [plain(offer, round(20 * (offer.rating or 3.8), 1)) for offer in ranked]
    lasting = sum(one.offer.kind != "event" for one in options)
    enough = lasting >= max(3, wish.days)
    on_the_map = brief.adjustments.radius_factor > 1
    few = FEW if part.coordinator == p.SIGHTS and not on_the_map else UNSURE
    return Judged(options, SURE if enough else few if options else NOTHING, take=len(options))


def _as_wished(offers: list[Offer], wish: TripWish, brief: Brief) -> list[Offer]:
    """The cheaper half, or the better rated, where that was asked for; enough for two meals a day."""
    sort, (within, _met) = brief.adjustments.sort, of_the_price_named(offers, brief)
    if sort not in {"price", "rating"}:
        return within
    by_price, half = sort == "price", (len(offers) + 1) // 2
    most = max(MEALS_A_DAY * wish.days, min(half, len(within)) if by_price else half)
    return sorted(
        offers, key=lambda one: price_in(one, brief.currency) if by_price else Decimal(-(one.rating or 0))
    )[:most]


def _known_well(offer: Offer) -> bool:
    """Among sights that nobody rates, those that are known in many languages come first."""
    return offer.rating is None and offer.attributes.get("top") is True


def _serves(offer: Offer, wish: TripWish) -> bool:
    if wish.no_kitchens & tags_of(offer):
        return False
    served = {key_of(diet) for diet in offer.diets}
    return all(key_of(diet) in served for diet in wish.diets)
