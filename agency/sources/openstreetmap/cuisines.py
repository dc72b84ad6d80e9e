"""Kinds of food as OpenStreetMap's mappers write them (key `cuisine`)."""

from __future__ import annotations

import re

NARROWER: dict[str, tuple[str, ...]] = {
    "american": ("burger", "steak_house", "barbecue", "diner", "wings", "cajun", "soul_food"),
    "asian": ("chinese", "japanese", "thai", "vietnamese", "korean", "sushi", "noodle", "ramen", "wok"),
    "chinese": ("dim_sum", "dumplings", "dumpling", "cantonese", "sichuan", "hotpot", "hunan"),
    "french": ("crepe", "bistro", "brasserie", "breton", "lyonnais", "savoyard", "alsatian"),
    "german": ("bavarian", "swabian", "franconian", "schnitzel"),
    "greek": ("gyros", "souvlaki", "cretan"),
    "indian": ("curry", "tandoori", "biryani", "dosa", "south_indian", "north_indian", "punjabi"),
    "italian": ("pizza", "pasta", "pizzeria", "trattoria", "sicilian", "sardinian", "tuscan", "neapolitan",
                "roman", "venetian", "ligurian", "italian_pizza"),
    "japanese": ("sushi", "ramen", "udon", "soba", "tempura", "yakitori", "izakaya", "okonomiyaki"),
    "korean": ("bibimbap", "korean_bbq"),
    "latin_american": ("mexican", "peruvian", "brazilian", "argentinian", "colombian", "venezuelan"),
    "mediterranean": ("greek", "turkish", "lebanese", "spanish", "italian"),
    "mexican": ("tacos", "taco", "burrito", "tex-mex", "tex_mex"),
    "middle_eastern": ("lebanese", "turkish", "kebab", "falafel", "arab", "persian", "syrian", "israeli"),
    "seafood": ("fish", "fish_and_chips", "oyster"),
    "spanish": ("tapas", "paella", "basque", "catalan"),
    "steak": ("steak_house", "steakhouse", "grill", "argentinian"),
    "steak_house": ("steak", "steakhouse", "grill", "argentinian"),
    "turkish": ("kebab", "doner", "pide"),
    "vegetarian": ("vegan",),
    "vietnamese": ("pho", "banh_mi"),
}  # fmt: skip
"""What else counts when a cuisine is wanted: mappers write "pizza" without "italian"."""


def values_for(cuisine: str) -> tuple[str, ...]:
    """The values of the key that satisfy a wish for `cuisine`, letters, digits, "_" and "-" only."""
    value = re.sub(r"[^\w-]+", "_", cuisine.strip().lower()).strip("_")
    return (value, *NARROWER.get(value, ())) if value else ()


def cuisines_of(tag: str) -> list[str]:
    """The cuisines of a tag's value in words: "italian;steak_house" -> ["italian", "steak house"]."""
    parts = (re.sub(r"[_\s]+", " ", part).strip().lower() for part in re.split(r"[;,/|]", tag))
    return list(dict.fromkeys(part for part in parts if part))
