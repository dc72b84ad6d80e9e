"""The account of a trip before there is a plan: what is chosen, and what the rest takes at least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions import money
from missions.plugins.complex import Account, Done, Part, Share
from missions.trips import parts as p
from missions.trips.ground import price_in, rooms_for
from missions.trips.ways import LEAST_A_DAY
from missions.trips.wish import TripWish

type Cost = Callable[[Offer], Decimal]


def account_so_far(
    parts: Sequence[Part], wish: TripWish, done: Done, offered: dict[str, list[Offer]]
) -> Account:
    """A line for each way and each stay, and one for the days; 0 where nothing is known yet."""
    shares = [
        _share(part, cost, wish, done, offered)
        for part in parts
        if (cost := _cost_of(part, wish)) is not None
    ]
    least = LEAST_A_DAY * wish.days * wish.people
    days = money.converted(least, "USD", wish.currency) or least
    shares.append(Share(_("Meals, tickets and getting around"), days))
    return Account(wish.currency, wish.limit, shares)


def _cost_of(part: Part, wish: TripWish) -> Cost | None:
    """What an offer of this part costs everybody; None for parts whose choice is not paid by itself."""
    if part.coordinator in {p.FLIGHTS, p.TRAINS, p.BETWEEN}:
        return lambda offer: price_in(offer, wish.currency) * wish.people
    if part.coordinator == p.STAY:
        nights = max(1, (wish.days - 1) // len(wish.cities))
        return lambda offer: price_in(offer, wish.currency) * rooms_for(offer, wish.people) * nights
    return None


def _share(part: Part, cost: Cost, wish: TripWish, done: Done, offered: dict[str, list[Offer]]) -> Share:
    found = done.get(part.key)
    if found is not None and found.chosen:
        title = p.title_with(part, {found.chosen[0].kind}, wish)
        return Share(title, cost(found.chosen[0]), settled=True)
    return Share(part.title, min((cost(one) for one in offered.get(part.key, [])), default=Decimal(0)))
