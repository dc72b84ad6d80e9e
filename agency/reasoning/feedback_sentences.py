"""The sentences in which rules say what feedback taught, in the language there is."""

from __future__ import annotations

from typing import Final

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from agency.reasoning import value_words

WHEN: Final = {
    "weeknight_": (gettext_noop("On weeknights, "), ["mon", "tue", "wed", "thu"]),
    "weekend_": (gettext_noop("On weekends, "), ["fri", "sat", "sun"]),
    "lunch_": (gettext_noop("For lunch, "), []),
}
"""When something holds: how a path says it, how a sentence says it, and the days."""
THINGS: Final = {
    "dining": gettext_noop("places"),
    "shopping": gettext_noop("offers"),
    "bill_switching": gettext_noop("tariffs"),
    "events": gettext_noop("events"),
    "": gettext_noop("options"),
}
"""What a kind of mission chooses among."""


def kitchen_sentences(tag: str) -> dict[str, str]:
    """What is said of a kitchen by polarity: “Thai food”, but “pasta”, which is a dish and no kitchen."""
    if tag.replace("_", " ") in value_words.CUISINES:
        return {"like": gettext_noop("You like {what} food."), "dislike": gettext_noop("No {what} food.")}
    return {
        "like": gettext_noop("You like to eat {what}."),
        "dislike": gettext_noop("You would rather not eat {what}."),
    }


def kitchen_title(tag: str) -> str:
    """What stands for {what} in them: kitchens are called by a people's or a country's name."""
    plain = tag.replace("_", " ")
    return plain.title() if plain in value_words.CUISINES else plain


def written(sentence: str, *, opening: str, what: str, mission_type: str) -> str:
    """A sentence of the rules with its blanks filled."""
    named = value_words.in_words(what)
    if named == what and (get_language() or "").startswith("de"):
        named = capfirst(named)  # what is no word of ours is a noun
    filled = _(sentence).format(
        things=_(THINGS.get(mission_type, THINGS[""])), When=_(opening) if opening else "", what=named
    )
    return filled[:1].upper() + filled[1:]
