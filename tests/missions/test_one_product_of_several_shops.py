"""Shops name one product differently; a neighbour is named nearly the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils.translation import override

from agency.sources.base import Offer
from missions.brief import Brief
from missions.bundles.spec_words import spec_words
from missions.merging import merge
from missions.plugins.discovery import type_named
from missions.same_product import named, products_of, same
from tests.evals.products.score_products import own

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def offer(title: str, kind: str = "product", source: str = "catalogue", **more: Any) -> Offer:
    fields: dict[str, Any] = {"source_id": f"{source}:{title}", "kind": kind, "fetched_at": NOW}
    return Offer(source=source, title=title, sample=False, **fields, **more)


@pytest.mark.parametrize("pair", own(), ids=lambda pair: f"{pair.one} / {pair.other}")
def test_shops_names_are_told_together_or_apart(pair: Any) -> None:
    assert same(named(pair.one), named(pair.other)) is pair.is_same
    assert same(named(pair.other), named(pair.one)) is pair.is_same


def test_each_title_points_to_the_first_of_its_product() -> None:
    titles = ["Sony WH-1000XM5", "Bose QC45BLK", "Sony WH1000XM5 black", "Sony WH-1000XM4", "Bose QC45BLK"]
    assert products_of(titles) == [0, 1, 0, 3, 1]


def test_a_comparison_shows_each_product_before_its_other_shops() -> None:
    brief = Brief(
        goal="compare headphones",
        mission_type="shopping",
        level=2,
        now=NOW,
        zone="Europe/Paris",
        language="en",
        currency="EUR",
    )
    shops = [("Sony WH-1000XM5", 300, "A"), ("WH1000XM5 von Sony", 310, "B"), ("Bose QC45BLK", 320, "A")]
    offers = [
        offer(title, price=price, currency="EUR", retailer=shop, rating=4.5) for title, price, shop in shops
    ]
    kind = type_named("shopping")
    titles = [one.offer.title for one in kind.rank(offers, kind.scene(brief))]
    assert titles.index("Bose QC45BLK") == 1
    assert len(titles) == 3


def brief_for(product: str) -> Brief:
    return Brief(
        goal=product,
        mission_type="shopping",
        level=2,
        now=NOW,
        zone="Europe/Paris",
        language="en",
        currency="EUR",
        slots={"product": product},
    )


def laptop(title: str, price: int, **specs: float) -> Offer:
    return offer(
        title, price=price, currency="EUR", rating=4.4, rating_count=200, attributes={"specs": specs}
    )


def test_for_a_use_that_takes_power_the_cheapest_is_not_the_first() -> None:
    offers = [
        laptop("Plain", 500, ram_gb=16, storage_gb=512),
        laptop("Strong", 900, ram_gb=32, storage_gb=1000),
    ]
    kind = type_named("shopping")

    def ranked(product: str) -> list[str]:
        brief = brief_for(product)
        return [one.offer.title for one in kind.rank(offers, kind.scene(brief))]

    assert ranked("laptop") == ["Plain", "Strong"]
    assert ranked("laptop for video editing") == ["Strong", "Plain"]
    assert ranked("gaming laptop") == ["Strong", "Plain"]
    cheaper = brief_for("laptop for video editing")
    cheaper.adjustments.sort = "price"
    assert kind.rank(offers, kind.scene(cheaper))[0].offer.title == "Plain"


def test_a_use_says_which_specifications_served_it() -> None:
    kind = type_named("shopping")
    scene = kind.scene(brief_for("a light laptop for travelling"))
    part = kind.parts(laptop("Feather", 900, weight_kg=1.0), scene)["use"]
    assert (part.words, part.known) == ("1.0 kg weight", True)
    assert not kind.parts(laptop("Untold", 900), scene)["use"].known


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("heat_up_s", 3, "3 seconds to heat up"),
        ("ram_gb", 16, "16 GB RAM"),
        ("runtime_min", 60, "60 minutes running time"),
        ("power_w", 1200, "1200 W power"),
        ("usb_c", True, "USB-C"),
        ("surface", "trail", "surface: trail"),
    ],
)
def test_specifications_are_said_as_people_say_them(name: str, value: object, words: str) -> None:
    assert spec_words(name, value) == words


def test_two_sources_listing_of_one_product_is_one_offer() -> None:
    first = offer("Canon EOS R50 body", retailer="Photo Lang", price=700, currency="EUR")
    again = offer("EOS-R50B4KIT Canon", source="web", retailer="Photo Lang")
    same_number = offer("Dell U2723QE", retailer="Photo Lang")
    again_number = offer("UltraSharp U2723QE von Dell", source="web", retailer="Photo Lang", rating=4.4)
    merged = merge([first, again, same_number, again_number])
    assert [one.title for one in merged] == ["Canon EOS R50 body", "EOS-R50B4KIT Canon", "Dell U2723QE"]
    assert merged[2].rating == 4.4


def test_the_next_model_is_not_the_same_offer() -> None:
    phones = [offer("Samsung Galaxy S24 256GB"), offer("Samsung Galaxy S23 256GB", source="web")]
    assert len(merge(phones)) == 2


def test_neighbours_that_differ_by_a_number_stay_two() -> None:
    halls = [
        offer("Volkshaus Studio 1", kind="event"),
        offer("Volkshaus Studio 2", kind="event", source="web"),
    ]
    assert len(merge(halls)) == 2


def test_what_a_specification_says_is_in_the_readers_words() -> None:
    assert spec_words("type", "over-ear") == "over-ear"
    assert spec_words("material", "leather") == "material: leather"
    with override("de"):
        assert spec_words("type", "over-ear") == "ohrumschließend"
        assert spec_words("material", "leather") == "Material: Leder"
