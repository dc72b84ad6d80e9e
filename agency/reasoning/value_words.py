"""How values are called that rules, plugins and sources know by a key: cuisines, diets, kinds, features."""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

CUISINES = (
    gettext_noop("american"),
    gettext_noop("austrian"),
    gettext_noop("barbecue"),
    gettext_noop("basque"),
    gettext_noop("british"),
    gettext_noop("cafe"),
    gettext_noop("cantonese"),
    gettext_noop("caribbean"),
    gettext_noop("catalan"),
    gettext_noop("chinese"),
    gettext_noop("dutch"),
    gettext_noop("fine dining"),
    gettext_noop("french"),
    gettext_noop("german"),
    gettext_noop("greek"),
    gettext_noop("indian"),
    gettext_noop("indonesian"),
    gettext_noop("israeli"),
    gettext_noop("italian"),
    gettext_noop("japanese"),
    gettext_noop("korean"),
    gettext_noop("lebanese"),
    gettext_noop("mexican"),
    gettext_noop("pakistani"),
    gettext_noop("roman"),
    gettext_noop("seafood"),
    gettext_noop("seasonal"),
    gettext_noop("spanish"),
    gettext_noop("thai"),
    gettext_noop("turkish"),
    gettext_noop("tuscan"),
    gettext_noop("venetian"),
    gettext_noop("vietnamese"),
)
DIETS = (
    gettext_noop("gluten free"),
    gettext_noop("halal"),
    gettext_noop("kosher"),
    gettext_noop("lactose free"),
    gettext_noop("nut free"),
    gettext_noop("pescatarian"),
    gettext_noop("vegan"),
    gettext_noop("vegetarian"),
)
FEATURES = (
    gettext_noop("breakfast"),
    gettext_noop("door to door"),
    gettext_noop("kid friendly"),
    gettext_noop("kitchen"),
    gettext_noop("live music"),
    gettext_noop("near metro"),
    gettext_noop("outdoor"),
    gettext_noop("quiet"),
    gettext_noop("romantic"),
    gettext_noop("serving"),
    gettext_noop("setting up"),
    gettext_noop("step free"),
    gettext_noop("washing up"),
    gettext_noop("wheelchair"),
)
KINDS = (
    gettext_noop("apartment"),
    gettext_noop("bike tour"),
    gettext_noop("boat"),
    gettext_noop("church"),
    gettext_noop("classical"),
    gettext_noop("comedy"),
    gettext_noop("concert"),
    gettext_noop("cooking class"),
    gettext_noop("dance"),
    gettext_noop("day trip"),
    gettext_noop("electricity"),
    gettext_noop("electronic"),
    gettext_noop("exhibition"),
    gettext_noop("film"),
    gettext_noop("food tour"),
    gettext_noop("garden"),
    gettext_noop("gas"),
    gettext_noop("guesthouse"),
    gettext_noop("hostel"),
    gettext_noop("green"),
    gettext_noop("hotel"),
    gettext_noop("internet"),
    gettext_noop("kids"),
    gettext_noop("market"),
    gettext_noop("monument"),
    gettext_noop("museum"),
    gettext_noop("opera"),
    gettext_noop("palace"),
    gettext_noop("phone"),
    gettext_noop("sport"),
    gettext_noop("talk"),
    gettext_noop("tasting"),
    gettext_noop("temple"),
    gettext_noop("theatre"),
    gettext_noop("viewpoint"),
    gettext_noop("walk"),
    gettext_noop("walking tour"),
    gettext_noop("workshop"),
)
TYPES = (
    gettext_noop("bill switching"),
    gettext_noop("dining"),
    gettext_noop("events"),
    gettext_noop("gathering"),
    gettext_noop("itinerary"),
    gettext_noop("shopping"),
    gettext_noop("travel"),
)
SIGHTS = (
    gettext_noop("boats"),
    gettext_noop("churches"),
    gettext_noop("day trips"),
    gettext_noop("food tours"),
    gettext_noop("gardens"),
    gettext_noop("markets"),
    gettext_noop("museums"),
    gettext_noop("palaces"),
    gettext_noop("viewpoints"),
    gettext_noop("walking tours"),
)
ANSWERS = (
    gettext_noop("children"),
    gettext_noop("elderly"),
    gettext_noop("fast"),
    gettext_noop("free"),
    gettext_noop("full"),
    gettext_noop("no"),
    gettext_noop("now"),
    gettext_noop("slow"),
    gettext_noop("team"),
    gettext_noop("yes"),
)
SLOTS = (
    gettext_noop("bill"),
    gettext_noop("bundle"),
    gettext_noop("cities"),
    gettext_noop("cuisine"),
    gettext_noop("date"),
    gettext_noop("delivery"),
    gettext_noop("diet"),
    gettext_noop("duration"),
    gettext_noop("budget"),
    gettext_noop("entry"),
    gettext_noop("genre"),
    gettext_noop("helpers"),
    gettext_noop("near"),
    gettext_noop("open"),
    gettext_noop("origin"),
    gettext_noop("people"),
    gettext_noop("place"),
    gettext_noop("price level"),
    gettext_noop("product"),
    gettext_noop("time"),
)
TRAVEL = (
    gettext_noop("estimate, not bookable"),
    gettext_noop("direct"),
    gettext_noop("if needed"),
    gettext_noop("flight"),
    gettext_noop("one stop"),
    gettext_noop("train"),
    gettext_noop("train and bus"),
    gettext_noop("train and taxi"),
    gettext_noop("bus"),
)
HOUSE = (
    gettext_noop("children welcome"),
    gettext_noop("low salt"),
    gettext_noop("parties allowed"),
    gettext_noop("pets allowed"),
    gettext_noop("smoking allowed"),
    gettext_noop("soft food"),
    gettext_noop("visitors allowed"),
)
KNOWN = frozenset((*CUISINES, *DIETS, *FEATURES, *KINDS, *SIGHTS, *ANSWERS, *SLOTS, *TRAVEL, *HOUSE))
"""Only these are looked up: a city called Reading is no reading, and a free word is what it is."""

HYPHEN = str.maketrans("_-", "  ")


def in_words(value: object) -> str:
    """What a value is called in the person's language: "gluten_free": "glutenfrei"; itself where unknown."""
    key = str(value).translate(HYPHEN).strip().lower()
    known = gettext(key) if key in KNOWN else key
    return str(value) if known == key else known


def titled(value: object) -> str:
    """The same as words of their own on a card: "Italienisch"; what is not known by its name, as it is."""
    return capfirst(in_words(value))
