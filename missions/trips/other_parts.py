"""What words on the card of one part say of the others: "only vegetarian restaurants" where hotels are shown.

What the part itself can be asked for stays its own: "no palaces" where day trips are shown, "later" where
flights are.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning import value_words
from missions.trips import asked
from missions.trips import parts as p
from missions.trips.changing import in_words, without_cities
from missions.trips.day_wishes import SLOT as BY_DAY
from missions.trips.day_wishes import as_slot as as_day_slot
from missions.trips.day_wishes import in_words as day_wishes_in_words
from missions.trips.day_wishes import read_day_wishes, without_days
from missions.trips.options import WAYS, stays_named
from missions.trips.turns import Turn, as_slots, given_up, read_turn
from missions.trips.wish import TripWish

IN_TOWN = frozenset({"theatre", "concert", "cooking class", "food tour", "walking tour", "bike tour"})
"""Kinds that no day trip is of: said where day trips are shown, they are about the days in town."""

_MORE = re.compile(r"\b(?:more|mehr|plus de|davantage de)\s", re.IGNORECASE)
_OF_FOOD, _OF_BEDS = ("kitchens", "no_kitchens"), ("stay_kinds", "no_stay_kinds", "stay_rules")


def of_others(
    coordinator: str, words: str, read: dict[str, Any], slots: dict[str, Any], wish: TripWish
) -> tuple[dict[str, Any], list[str]]:
    """The slots that words on a part's card change of other parts, and what changed in words.

    `read`: the slots that the common rules read; `slots`: those of the trip.
    """
    of_days = read_day_wishes(words, wish)
    rest = without_days(words) if of_days else words
    turn = _of_others(coordinator, without_cities(read_turn(rest), {city.name for city in wish.cities}), rest)
    after, said = (slots, list[str]()) if turn.empty else (as_slots(turn, slots), in_words(turn))
    after, more = _food_and_beds(coordinator, rest, after)
    said += more
    if diet := read.get("diet"):
        after = {**after, "diet": diet}
        named = (value_words.titled(str(one).replace("_", " ")) for one in diet)
        said += [_("%(kitchen)s food") % {"kitchen": one} for one in named]
    if of_days:
        after = {**after, BY_DAY: as_day_slot(of_days, wish.by_day)}
        said += day_wishes_in_words(of_days, wish.language)
    names = {name for name in {*after, *slots} if after.get(name) != slots.get(name)}
    return {name: after.get(name) for name in names}, list(dict.fromkeys(said)) if names else []


def _of_others(coordinator: str, turn: Turn, words: str) -> Turn:
    """What of a turn is not about the part that asks."""
    for_others = bool(given_up(words))
    more = turn.more if _MORE.search(words) or for_others else ()
    if coordinator == p.DAY_TRIPS and not for_others:
        named = ([one for one in kinds if one in IN_TOWN] for kinds in (turn.fewer, turn.avoided, more))
        fewer, avoided, more = map(tuple, named)
        return replace(turn, fewer=fewer, avoided=avoided, more=more, excluded=(), wanted=())
    if coordinator in WAYS | {p.STAY, p.BETWEEN}:
        stays = coordinator == p.STAY
        turn = replace(turn, slower=False, faster=False, late_start=False, excluded=(), wanted=())
        turn = replace(turn, stay="" if stays else turn.stay, direct=turn.direct and stays)
    return replace(turn, more=more)


def _food_and_beds(coordinator: str, words: str, slots: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The slots with what words ask of tables and beds, but for those that the part itself is about."""
    own = {p.RESTAURANTS: _OF_FOOD, p.STAY: _OF_BEDS}.get(coordinator, ())
    found = asked.as_slots(words, slots)
    new = {name: found[name] for name in (*_OF_FOOD, *_OF_BEDS) if name in found and name not in own}
    after = {**slots, **new}
    wanted, ruled_out = stays_named(words)
    kinds = [one for one in wanted if one != "hotel"]
    if (kinds or ruled_out) and coordinator != p.STAY:
        after |= {"stay_kinds": kinds, "no_stay_kinds": ruled_out}
    return after, asked.in_words(slots, after)
