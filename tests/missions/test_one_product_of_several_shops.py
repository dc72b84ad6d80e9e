"""Shops name one product differently; a neighbour is named nearly the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agency.sources.base import Offer
from missions.brief import Brief
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
