"""One thing found by several sources, or twice by one, becomes one offer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz import fuzz

from agency.sources.base import WAYS, Offer
from agency.sources.distance import distance_km
from missions import same_product
from ownyou.lib.text import key_of

SAME_PLACE_KM = 0.15
SAME_NAME = 92.0


def merge(offers: Iterable[Offer]) -> list[Offer]:
    """Join offers for the same thing: same source id, or same name at the same place, time and retailer.

    The first one counts (sources are asked in the order of preference); what it lacks is filled in from the
    others, whose names are kept in `attributes["also"]`.
    """
    merged: list[Offer] = []
    names: list[str] = []
    by_name: dict[str, list[int]] = {}
    for offer in offers:
        words = key_of(offer.title).split()
        alike = offer.retailer if offer.kind == "product" else words[0][:4] if words else ""
        bucket = by_name.setdefault(f"{offer.kind}:{alike}", [])
        name = " ".join(sorted(words))
        twin = next((index for index in bucket if _same(merged[index], names[index], offer, name)), None)
        if twin is None:
            bucket.append(len(merged))
            merged.append(offer)
            names.append(name)
        else:
            merged[twin] = joined(merged[twin], offer)
    return merged


def _times(way: Offer) -> tuple[object, object]:
    """When a way leaves and arrives, out and back."""
    return way.attributes.get("out"), way.attributes.get("back")


def _same(one: Offer, named: str, other: Offer, name: str) -> bool:
    """Tell whether two offers are for the same thing; `named` and `name` are their titles' words, sorted."""
    if (one.source, one.source_id) == (other.source, other.source_id):
        return True
    if one.kind in WAYS and _times(one) != _times(other):
        return False  # what is called alike on two days are two ways
    if one.retailer != other.retailer or one.starts_at != other.starts_at:
        return False
    if one.kind in {"product", "tariff"} and one.source == other.source:
        return False
    if one.kind == "product":
        return same_product.same(same_product.named(one.title), same_product.named(other.title))
    if named != name and _numbers(named) != _numbers(name):
        return False
    return fuzz.ratio(named, name, score_cutoff=SAME_NAME) > 0 and _near(one, other)


@lru_cache(maxsize=2_048)
def _numbers(name: str) -> tuple[str, ...]:
    """The words of a name that tell "Studio 1" from "Studio 2"."""
    return tuple(word for word in name.split() if any(sign.isdigit() for sign in word))


def _near(one: Offer, other: Offer) -> bool:
    here, there = one.place, other.place
    if here is None or there is None:
        return here is there
    if here.lat is None or here.lon is None or there.lat is None or there.lon is None:
        return key_of(here.city) == key_of(there.city)
    return distance_km((here.lat, here.lon), (there.lat, there.lon)) <= SAME_PLACE_KM


def joined(first: Offer, second: Offer) -> Offer:
    """Fill what `first` lacks from `second`. Sample data never fills up real data's facts of the moment."""
    fields = (
        "price",
        "price_level",
        "rating",
        "rating_count",
        "link",
        "booking_link",
        "menu_link",
        "opening_hours",
    )
    lacking = {name: getattr(second, name) for name in fields if getattr(first, name) in (None, "", [])}
    if lacking.get("price") is not None:
        lacking["currency"] = second.currency
    also = first.attributes.get("also")
    named = [*(also if isinstance(also, list) else []), second.source]
    return first.model_copy(
        update={
            **lacking,
            "cuisines": list(dict.fromkeys([*first.cuisines, *second.cuisines])),
            "diets": list(dict.fromkeys([*first.diets, *second.diets])),
            "attributes": {**second.attributes, **first.attributes, "also": named},
            "sample": first.sample and second.sample,
        }
    )
