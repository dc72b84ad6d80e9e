"""What words about a draft, or about the options of one part, change of a whole trip."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from babel.dates import format_interval
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.unread import clauses_of
from missions import money
from missions.brief import Brief
from missions.trips import asked, spending, swaps
from missions.trips.day_wishes import SLOT as BY_DAY
from missions.trips.day_wishes import as_slot as as_day_slot
from missions.trips.day_wishes import in_words as day_wishes_in_words
from missions.trips.day_wishes import read_day_wishes, without_days
from missions.trips.lengths import length_in, length_of_the_trip, longer_by
from missions.trips.moving import moved_to
from missions.trips.options import ways_in_words
from missions.trips.reading import NO_DAYS, counted_from, days_between_dates, wish_of
from missions.trips.stations import cities_changed
from missions.trips.turns import Turn, as_slots, read_turn, says_beside
from missions.trips.wish import TripWish
from missions.trips.wording import listed, many_words
from missions.trips.words import OWN_WAY, counts_from_a_date, counts_nights, flies
from ownyou.lib.city_names import cities_in_words

_OF_ALL = re.compile(
    r"\bbudget\b|\b(?:in all|in total|altogether|overall|for (?:everything|the whole trip)|insgesamt"
    r"|alles zusammen|für alles|en tout|au total)\b",
    re.IGNORECASE,
)
"""What says on the card of one part that an amount is for the whole trip."""

# By the common rules --------------------------------------------------------------------------------------


def possible_slots(slots: dict[str, Any]) -> dict[str, Any]:
    """Slots of a trip without one for nobody or of no days."""
    nothing = {"people": (0,), "duration": NO_DAYS}
    return {name: value for name, value in slots.items() if value not in nothing.get(name, ())}


def meant_of_trip(words: str, refinement: Refinement, wish: TripWish, brief: Brief) -> Refinement:
    """What the common rules read, without what means something else on a trip: "one day trip outside Paris"
    is no length, distance or kind ruled out, "dinner on Wednesday" no other date."""
    if swaps.read_swaps(words):
        words = swaps.without_swaps(words)
        refinement = _without_what_swaps_say(words, refinement)
    slots = _slots_meant(words, possible_slots(refinement.slots), wish, brief)
    possible = refinement.model_copy(update={"slots": slots})
    says_days = length_in(words, wish.days) is not None
    meant = _without_what_the_turn_says(possible, read_turn(words), says_days=says_days)
    of_days = read_day_wishes(words, wish)
    if of_days or _other_cities(words, wish) is not None or spending.limitless(words):
        meant = meant.model_copy(update={"exclude": [], "exclude_titles": [], "prefer": []})
    meant = without_ways(meant) if flies(words) else meant
    told = _told_by(words, wish, brief)
    left_out = []
    for one in (
        one for one in meant.left_out if not says_beside(one)
    ):  # a clause of which nothing was made is named whole
        clause = next((clause for clause in clauses_of(words) if one in clause), one)
        left_out += [
            said for said in (clause, one) if _told_by(words.replace(said, " "), wish, brief) == told
        ][:1]
    return meant.model_copy(update={"left_out": list(dict.fromkeys(left_out))})


def _without_what_swaps_say(rest: str, refinement: Refinement) -> Refinement:
    """What the common rules read, but of what is put for something else in the plan: "something cheaper" is
    not the whole trip, and what goes is no kind ruled out. `rest`: what was said beside it."""
    kinds: dict[str, Any] = (
        {} if rest.strip(" .,;!?") else {"exclude": [], "exclude_titles": [], "prefer": []}
    )
    return refinement.model_copy(
        update={
            "price": refinement.price if swaps.says_cheaper(rest) else None,
            "others": False,
            "left_out": [one for one in refinement.left_out if one in rest],
            **kinds,
        }
    )


def _told_by(words: str, wish: TripWish, brief: Brief) -> tuple[dict[str, Any], dict[str, Any]]:
    """What words say of a trip beside what the common rules read of them, as slots."""
    found = refined_trip(words, brief, wish)
    return found[0].slots if found else brief.slots, _slots_meant(words, {}, wish, brief)


def _slots_meant(words: str, slots: dict[str, Any], wish: TripWish, brief: Brief) -> dict[str, Any]:
    """The slots with the date that the words move the trip to, without one that is a day of the trip."""
    counted = length_in(words, wish.days)
    gone = {"date"} if counted or slots.get("duration") != "P1D" else {"date", "duration"}
    rest = {name: value for name, value in slots.items() if name not in gone}
    if longer_by(words) is not None:  # "come back two days later" is no other beginning
        return rest
    moved = moved_to(words, slots.get("date"), wish.first, wish.days, brief.now)
    if moved is None:
        return rest
    if counted is not None and counts_from_a_date(words):
        return rest | {"date": moved} | counted_from(moved, counted - counts_nights(words))
    days = days_between_dates(words)
    return rest | {"date": moved} | ({"duration": f"P{days}D"} if days else {})


def _without_what_the_turn_says(refinement: Refinement, turn: Turn, *, says_days: bool) -> Refinement:
    slots = {name: value for name, value in refinement.slots.items() if name not in {"place", "near", "time"}}
    if turn.empty and not says_days:
        return refinement.model_copy(update={"slots": slots})
    if turn.day_trips is not None or says_days:
        slots = {name: value for name, value in slots.items() if name not in {"duration", "people"}}
    price = None if turn.stay else refinement.price
    return refinement.model_copy(
        update={"slots": slots, "price": price, "distance": None, "exclude": [], "prefer": [], "drop": []}
    )


def without_ways(refinement: Refinement) -> Refinement:
    """What is said of flying and trains is the trip's own to read; it rules out no offer by its name."""
    slots = {name: value for name, value in refinement.slots.items() if name != "fly"}
    kept = [one for one in refinement.exclude if not flies(one)]
    return refinement.model_copy(update={"slots": slots, "exclude": kept})


# By its own -----------------------------------------------------------------------------------------------


def refined_trip(words: str, brief: Brief, wish: TripWish) -> tuple[Brief, list[str]] | None:
    """The trip after some words about a draft, and what changed; None: they say nothing that is its own."""
    instead = swaps.read_swaps(words)
    words = swaps.without_swaps(words)
    by = "" if longer_by(words) is not None else flies(words)  # "fly home a day earlier"
    cities = _other_cities(words, wish)
    of_days = read_day_wishes(words, wish)
    rest = without_days(words) if of_days else words
    turn = without_cities(read_turn(rest), {*(cities or ()), *(city.name for city in wish.cities)})
    slots, said = as_slots(turn, brief.slots), in_words(turn)
    with_asked = asked.as_slots(words, slots)
    said += asked.in_words(slots, with_asked)
    with_asked, of_money = _with_money(words, with_asked)
    said += of_money
    if of_days:
        with_asked = {**with_asked, BY_DAY: as_day_slot(of_days, wish.by_day)}
        said += day_wishes_in_words(of_days, wish.language)
    if instead:
        with_asked = {**with_asked, swaps.SLOT: swaps.as_slot(instead, with_asked.get(swaps.SLOT))}
        said += swaps.in_words(instead)
    days = _possible_length(words, wish)
    nothing = turn.empty and days is None and with_asked == slots and not by and cities is None
    if nothing and not of_money and not of_days and not instead:
        return None
    slots = with_asked
    if by:
        slots["fly"] = by
        said += [ways_in_words(by)] if brief.slots.get("fly") != by and not turn.direct else []
    if cities is not None:
        slots |= {"cities": cities, "place": " and ".join(cities)}
        said = [_("to %(cities)s") % {"cities": listed(cities_in_words(cities))}, *said]
    if days is not None:
        slots |= _of_length(days, brief.model_copy(update={"slots": slots}), wish)
        said = [ngettext("%(n)d day", "%(n)d days", days) % {"n": days}, *said]
    return brief.model_copy(update={"slots": slots}), said


def refined_whole(words: str, slots: dict[str, Any], brief: Brief, wish: TripWish) -> dict[str, Any]:
    """The slots that words about the options of one part change of the trip: when, how long, where to, what
    it may cost, and that getting there is theirs. Empty: none; None: there is no such slot any more.

    `slots`: those that the common rules read. "Two nights" alone may be about one hotel.
    """
    meant = _slots_meant(words, possible_slots(slots), wish, brief)
    new: dict[str, Any] = {
        name: meant[name] for name in ("date", "duration") if "date" in meant and name in meant
    }
    if (cities := _other_cities(words, wish)) is not None:
        new |= {"cities": cities, "place": " and ".join(cities)}
    by, said = flies(words), brief.slots.get("fly")
    if by == OWN_WAY or (by and said and by != said and "no" in (by, said)):  # else it is the part's alone
        new["fly"] = by
    if "budget" in slots and of_all(words) and slots["budget"].get("per") != "night":
        new["budget"] = slots["budget"]
    elif spending.limitless(words) and "budget" in brief.slots:
        new["budget"] = None
    days = length_of_the_trip(words, wish.days)
    if days is not None and days > 0:
        after = brief.model_copy(update={"slots": {**brief.slots, **new}})
        new |= _of_length(days, after, wish)
    return {name: value for name, value in new.items() if brief.slots.get(name) != value}


def of_all(words: str) -> bool:
    """Whether an amount in words about one part is for the whole."""
    return _OF_ALL.search(words) is not None


def whole_in_words(new: dict[str, Any], wish: TripWish) -> list[str]:
    """What changed of a trip, as it is wished for now."""
    said = (
        [_("to %(cities)s") % {"cities": listed([city.called for city in wish.cities])}]
        if "cities" in new
        else []
    )
    if "fly" in new:
        said.append(ways_in_words(str(new["fly"])))
    if "budget" in new:
        amount = money.in_words(wish.limit, wish.currency, wish.language) if wish.limit is not None else ""
        said.append(_("budget: %(amount)s") % {"amount": amount} if amount else _("no limit"))
    if {"date", "duration"} & new.keys():
        span = format_interval(wish.first, wish.last, "yMMMd", locale=wish.language)
        said.append(_("the trip is %(days)s now") % {"days": span})
    return said


def cannot_be(words: str, wish: TripWish) -> list[str]:
    """What words ask of a trip that cannot be, and what is kept."""
    days = length_in(words, wish.days)
    if days is None or days > 0:
        return []
    kept = ngettext("%(n)d day", "%(n)d days", wish.days) % {"n": wish.days}
    return [_("The trip cannot be cut by its whole length: it stays at %(kept)s.") % {"kept": kept}]


def _possible_length(words: str, wish: TripWish) -> int | None:
    days = length_in(words, wish.days)
    return days if days is not None and days > 0 else None


def _of_length(days: int, brief: Brief, before: TripWish) -> dict[str, Any]:
    """The slots of a trip of so many days that begins on the same day, which is named where it has to be."""
    slots = {"duration": f"P{days}D"}
    after = wish_of(brief.model_copy(update={"slots": {**brief.slots, **slots}}))
    fits = after is not None and (after.first, after.days) == (before.first, days)
    return slots if fits else slots | {"date": before.first.isoformat()}


def _other_cities(words: str, wish: TripWish) -> list[str] | None:
    home = wish.origin.name if wish.origin is not None else ""
    return cities_changed(words, [city.name for city in wish.cities], home)


def _with_money(words: str, slots: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The slots with what words say of money without an amount to keep, and that in words."""
    new = spending.as_slots(words, slots)
    if spending.limitless(words):
        return new, [_("no limit")]
    return new, [] if new == slots else [_("as cheap as possible")]


def without_cities(turn: Turn, cities: set[str]) -> Turn:
    """The turn without names of cities: they are no sights to see or to leave out."""
    return replace(
        turn,
        wanted=tuple(name for name in turn.wanted if name not in cities),
        excluded=tuple(name for name in turn.excluded if name not in cities),
    )


def in_words(turn: Turn) -> list[str]:
    """What a turn changes, as the person reads it."""
    said = [_("fewer: %(what)s") % {"what": many_words(one)} for one in turn.fewer]
    said += [_("no %(what)s") % {"what": many_words(one)} for one in turn.avoided]
    said += [_("more: %(what)s") % {"what": many_words(one)} for one in turn.more]
    said += [_("without %(what)s") % {"what": one} for one in turn.excluded]
    said += [_("with %(what)s") % {"what": one} for one in turn.wanted]
    if turn.day_trips is not None:
        said.append(_day_trips(turn.day_trips, more=turn.another))
    said += [_("slower")] * turn.slower + [_("fuller days")] * turn.faster
    said += [_("later mornings")] * turn.late_start
    said += (
        [{"lower": _("a cheaper place to stay"), "higher": _("a nicer place to stay")}[turn.stay]]
        if turn.stay
        else []
    )
    return said + [_("direct flights only")] * turn.direct


def _day_trips(count: int, *, more: bool) -> str:
    if not count:
        return _("no day trips")
    if more:
        return ngettext("%(n)d day trip more", "%(n)d day trips more", count) % {"n": count}
    return ngettext("%(n)d day trip", "%(n)d day trips", count) % {"n": count}
