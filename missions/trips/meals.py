"""Where to eat: open then, near, within what a meal may cost, diets served, never the same place twice."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.sources.base import Offer
from missions import money
from missions.trips.asked import tag_of, tags_of
from missions.trips.ground import price_in, spot_of
from missions.trips.hours import later, open_through, opens_by
from missions.trips.plan import Item, Spot
from missions.trips.walking import travel_minutes
from missions.trips.wish import TripWish
from ownyou.lib.text import key_of

LUNCH, DINNER = (time(12, 0), time(14, 0)), (time(18, 45), time(20, 30))
"""When a meal may begin."""

LUNCH_MINUTES, DINNER_MINUTES, BREAKFAST_MINUTES = 60, 90, 30
FURTHEST_MINUTES = 40
PICKIER = 3
"""How much more a star counts for who was disappointed by restaurants before."""

WANTED, WANTED_AGAIN = 2.0, 0.4
"""Stars that a kitchen which was asked for is worth, until it was eaten and after."""

_MEALS = {
    "Breakfast": gettext_lazy("Breakfast %(where)s"),
    "Lunch": gettext_lazy("Lunch %(where)s"),
    "Dinner": gettext_lazy("Dinner %(where)s"),
}
SIMPLE_LUNCH, SIMPLE_DINNER, BREAKFAST = Decimal(11), Decimal(17), Decimal(8)
"""US dollars a person for a meal without a named place."""

FROM_A_SHOP = {"Breakfast": Decimal(4), "Lunch": Decimal(5)}
DINNER_FROM_A_SHOP = Decimal(8)
"""US dollars a person for a meal that is bought in a shop."""


@dataclass(frozen=True, slots=True)
class Table:
    """A restaurant to choose from: a meal's price for one in the plan's currency, and where it is."""

    offer: Offer
    key: str
    price: Decimal
    spot: Spot


def tables_of(offers: list[Offer], wish: TripWish) -> list[Table]:
    """Those that can take the party and serve its diets, with a known price and place."""
    placed = ((offer, spot_of(offer)) for offer in offers if offer.price is not None and _suits(offer, wish))
    return [
        Table(offer, key_of(offer.title), price_in(offer, wish.currency), spot)
        for offer, spot in placed
        if spot
    ]


def _suits(offer: Offer, wish: TripWish) -> bool:
    most = offer.attributes.get("max_party")
    if isinstance(most, int) and wish.people > most:
        return False
    if wish.no_kitchens & tags_of(offer):
        return False
    served = {key_of(diet).replace(" ", "_") for diet in offer.diets}
    return all(key_of(diet).replace(" ", "_") in served for diet in wish.diets)


@dataclass(slots=True)
class Tables:
    """The restaurants left to choose from. `cap` is the most that one person's meal may cost."""

    wish: TripWish
    tables: list[Table]
    cap: Decimal | None = None
    simple_lunch: bool = False
    simple_dinner: bool = False
    from_shops: bool = False
    used: set[str] = field(default_factory=set)

    def meal(self, what: str, day: date, earliest: time, here: Spot) -> Item:
        """A meal that begins from `earliest` on, and not before people eat; a named place where one fits."""
        window, minutes = (LUNCH, LUNCH_MINUTES) if what == "Lunch" else (DINNER, DINNER_MINUTES)
        simple = self.simple_lunch if what == "Lunch" else self.simple_dinner
        best: tuple[float, str, Item] | None = None
        for table in [] if simple else self.tables:
            item = self.at(table, day, max(earliest, window[0]), window[1], minutes, here)
            if item is not None:
                rank = (-self.worth(table, here), table.key, item)
                best = rank if best is None or rank[:2] < best[:2] else best
        if best is not None:
            self.used.add(key_of(best[2].name))
            return best[2]
        return self.unnamed(what, max(earliest, window[0]), minutes)

    def give_back(self, item: Item) -> None:
        """Take a meal out of the plan again."""
        self.used.discard(key_of(item.name))

    def unnamed(self, what: str, start: time, minutes: int, where: str = "") -> Item:
        """A meal without a place, at what a simple one costs, or one from a shop."""
        usual = {"Breakfast": BREAKFAST, "Lunch": SIMPLE_LUNCH}.get(what, SIMPLE_DINNER)
        usual = FROM_A_SHOP.get(what, DINNER_FROM_A_SHOP) if self.from_shops else usual
        note = _("from a shop, estimate") if self.from_shops else _("estimate")
        each = money.converted(usual, "USD", self.wish.currency) or usual
        return Item(
            kind="meal",
            name=_MEALS[what] % {"where": where or _("where you are")},
            start=start,
            end=later(start, minutes),
            cost=each * self.wish.people,
            note=_diets_in_words(self.wish.diets) or note,
        )

    def at(
        self, table: Table, day: date, earliest: time, latest: time, minutes: int, here: Spot
    ) -> Item | None:
        """The meal at a restaurant, if it is not used, near, affordable, and open for all of it."""
        hours = table.offer.opening_hours
        if table.key in self.used or (self.cap is not None and table.price > self.cap):
            return None
        way = travel_minutes(here, table.spot)
        start = later(earliest, way) if way <= FURTHEST_MINUTES else None
        start = opens_by(hours, day, start, latest, table.spot) if start is not None else None
        if start is None or start > latest:
            return None
        end = later(start, minutes)
        return (
            None
            if open_through(hours, day, start, end, table.spot) is False
            else self._item(table, start, end)
        )

    def worth(self, table: Table, here: Spot) -> float:
        """Better rated, nearer and not dearer than most: one star is worth half an hour's way."""
        rating = table.offer.rating if table.offer.rating is not None else 3.8
        return (
            rating * (1 + PICKIER * self.wish.picky)
            - travel_minutes(here, table.spot) / 30
            - 0.25 * max(0, (table.offer.price_level or 2) - 2)
            + self._asked_for(table)
        )

    def _asked_for(self, table: Table) -> float:
        """What it counts that a kitchen was asked for: most while nothing of it was eaten yet."""
        wanted = set(self.wish.kitchens) & tags_of(table.offer)
        if not wanted:
            return 0.0
        eaten = {one for other in self.tables if other.key in self.used for one in tags_of(other.offer)}
        return WANTED_AGAIN if wanted <= eaten else WANTED

    def _item(self, table: Table, start: time, end: time) -> Item:
        offer = table.offer
        cuisines = sorted(offer.cuisines, key=lambda one: tag_of(one) not in self.wish.kitchens)
        return Item(
            kind="restaurant",
            name=offer.title,
            start=start,
            end=end,
            cost=table.price * self.wish.people,
            source=offer.source,
            offer=offer.source_id,
            sample=offer.sample,
            spot=table.spot,
            link=offer.link,
            opening_hours=offer.opening_hours,
            category=", ".join(cuisines[:2]).replace("_", " "),
            note=_diets_in_words(self.wish.diets),
        )


def _diets_in_words(diets: tuple[str, ...]) -> str:
    return ", ".join(_("%(diet)s options") % {"diet": diet.replace("_", "-")} for diet in diets)
