"""Kinds of food as OpenStreetMap's mappers write them (key `cuisine`)."""

from __future__ import annotations

import re

NARROWER: dict[str, tuple[str, ...]] = {
    "american": ("burger", "steak_house", "barbecue", "diner", "wings"),
    "asian": (
        "chinese",
        "japanese",
        "thai",
        "vietnamese",
        "korean",
        "sushi",
        "noodle",
        "ramen",
        "indonesian",
    ),
    "chinese": ("dim_sum", "dumplings", "cantonese", "sichuan", "hotpot"),
    "french": ("crepe", "bistro", "brasserie", "breton"),
    "german": ("bavarian", "swabian", "schnitzel"),
    "greek": ("gyros", "souvlaki"),
    "indian": ("curry", "tandoori", "biryani", "dosa", "south_indian"),
    "italian": ("pizza", "pasta", "sicilian", "sardinian", "tuscan", "neapolitan", "roman", "trattoria"),
    "japanese": ("sushi", "ramen", "udon", "soba", "tempura", "yakitori", "izakaya", "okonomiyaki"),
    "korean": ("bibimbap", "korean_bbq"),
    "mexican": ("tacos", "taco", "burrito", "tex-mex", "tex_mex"),
    "middle_eastern": ("lebanese", "turkish", "kebab", "falafel", "arab", "persian", "syrian", "israeli"),
    "seafood": ("fish", "fish_and_chips", "oyster"),
    "spanish": ("tapas", "paella", "basque", "catalan"),
    "steak": ("steak_house", "steakhouse", "grill", "argentinian"),
    "turkish": ("kebab", "doner", "pide"),
    "vietnamese": ("pho", "banh_mi"),
}
"""What else counts when a cuisine is wanted: mappers write "pizza" without "italian"."""


def values_for(cuisine: str) -> tuple[str, ...]:
    """The values of the key that satisfy a wish for `cuisine`, letters, digits, "_" and "-" only."""
    value = re.sub(r"[^\w-]+", "_", cuisine.strip().lower()).strip("_")
    return (value, *NARROWER.get(value, ())) if value else ()


def cuisines_of(tag: str) -> list[str]:
    """The cuisines of a tag's value in words: "italian;steak_house" -> ["italian", "steak house"]."""
    parts = (re.sub(r"[_\s]+", " ", part).strip().lower() for part in re.split(r"[;,/|]", tag))
    return list(dict.fromkeys(part for part in parts if part))
