"""Small words about trips that several files need, with their plurals."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agency.reasoning import value_words
from missions import money
from missions.trips.plan import Budget
from ownyou.lib.locales import number_in_words

WAYS = {
    "flight": gettext_lazy("Flight"),
    "train": gettext_lazy("Train"),
    "bus": gettext_lazy("Bus"),
    "ferry": gettext_lazy("Ferry"),
    "car": gettext_lazy("Car"),
}


MANY = {
    "museum": gettext_lazy("museums"),
    "garden": gettext_lazy("gardens"),
    "palace": gettext_lazy("palaces"),
    "church": gettext_lazy("churches"),
    "temple": gettext_lazy("temples"),
    "market": gettext_lazy("markets"),
    "viewpoint": gettext_lazy("viewpoints"),
    "walk": gettext_lazy("walks"),
    "monument": gettext_lazy("monuments"),
    "concert": gettext_lazy("concerts"),
    "zoo": gettext_lazy("zoos"),
    "cooking class": gettext_lazy("cooking classes"),
    "food tour": gettext_lazy("food tours"),
    "tasting": gettext_lazy("tastings"),
    "walking tour": gettext_lazy("walking tours"),
    "boat": gettext_lazy("boat trips"),
    "bike tour": gettext_lazy("bike tours"),
}
"""Kinds of things to see and do, of which there may be fewer or more."""


def many_words(kind: str) -> str:
    """Several of a kind: "museums"; what has no plural here as it is called."""
    return str(MANY.get(kind) or value_words.in_words(kind))


def way_words(kind: str) -> str:
    """What a way is called at the beginning of a line."""
    return str(WAYS.get(kind, kind.capitalize()))


def kitchens_in_words(category: str) -> str:
    """A restaurant's kitchens ("italian, tuscan") as words of a card: "Italian, Tuscan"."""
    return ", ".join(value_words.titled(one) for one in category.split(", "))


def people_words(people: int) -> str:
    """ "1 person", "4 people"."""
    return ngettext("%(n)d person", "%(n)d people", people) % {"n": people}


def nights_words(nights: int, rooms: int = 1) -> list[str]:
    """ "2 nights", and "3 rooms" where there are several."""
    said = [ngettext("%(n)d night", "%(n)d nights", nights) % {"n": nights}]
    if rooms > 1:
        said.append(ngettext("%(n)d room", "%(n)d rooms", rooms) % {"n": rooms})
    return said


def over_words(budget: Budget, language: str) -> str:
    """What it costs more than was named: "$300 more than the $900 that you named"; empty within it."""
    if budget.limit is None or budget.total <= budget.limit:
        return ""
    over, limit = (
        money.rounded_in_words(amount, budget.currency, language)
        for amount in (budget.total - budget.limit, budget.limit)
    )
    return _("%(over)s more than the %(limit)s that you named") % {"over": over, "limit": limit}


def listed(names: list[str]) -> str:
    """Names in a row: "Paris, Lyon and Nice"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def passengers_in_words(named: list[str], more: int) -> str:
    """The named ones by name, the others counted: "Mrs Meyer and 3 more"."""
    if not named:
        return ngettext("%(n)d guest", "%(n)d guests", more) % {"n": more}
    if not more:
        return ", ".join(named)
    words = ngettext("%(names)s and %(n)d more", "%(names)s and %(n)d more", more)
    return words % {"names": ", ".join(named), "n": more}


def rated_words(rating: float | None, otherwise: str) -> str:
    """ "rated 4.5", in German "bewertet mit 4,5"; `otherwise` where no rating is known."""
    return otherwise if rating is None else _("rated %(rating)s") % {"rating": number_in_words(rating, 1)}
