"""Words that say how a thing is to be narrow the search; only what names another thing replaces it."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, extract_refinement
from agency.reasoning.slots import SlotContext
from agency.sources.base import Offer
from missions.brief import Adjustments, Brief
from missions.options import option_of
from missions.plugins.discovery import type_named

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=UTC)
SONY, KIND = "Sony WH-1000XM5", "headphones"


def read(words: str, product: str) -> Refinement:
    question = WordsToRefine(
        text=words,
        goal=f"best price for {product}",
        slots={"product": product},
        titles=[],
        specs=list(type_named("shopping").config.all_slots),
        context=SlotContext(ref=NOW, zone="UTC"),
    )
    return extract_refinement.rules(question)


@pytest.mark.parametrize("product", [SONY, KIND])
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("only with noise cancelling, black", ["noise cancelling", "black"]),
        ("the black one", ["black"]),
        ("wireless ones please", ["wireless"]),
        ("nur schwarz", ["schwarz"]),
        ("nur mit Geräuschunterdrückung", ["Geräuschunterdrückung"]),
        ("over-ear", ["over-ear"]),
        ("bigger", ["bigger"]),
    ],
)
def test_a_quality_leaves_the_product_as_it_is(words: str, wanted: list[str], product: str) -> None:
    read_as = read(words, product)
    assert (read_as.slots, read_as.prefer, read_as.left_out) == ({}, wanted, [])


def test_how_much_it_has_is_a_limit_of_its_own() -> None:
    read_as = read("with 16 GB RAM", "laptop")
    assert read_as.slots == {"measures": [{"what": "ram", "min": 16}]}
    assert (read_as.prefer, read_as.left_out) == ([], [])


@pytest.mark.parametrize(
    ("words", "product", "then"),
    [
        ("rather the Bose", SONY, "Bose"),
        ("lieber das von Bose", SONY, "Bose"),
        ("Bose QC45 instead", SONY, "Bose QC45"),
        ("the Sony WH-1000XM4", SONY, "Sony WH-1000XM4"),
        ("a kettle", SONY, "kettle"),
        ("only Bose", KIND, "Bose headphones"),
        ("for running", KIND, "headphones for running"),
        ("gaming laptop instead", "laptop", "gaming laptop"),
    ],
)
def test_another_thing_that_is_named_replaces_it(words: str, product: str, then: str) -> None:
    assert read(words, product).slots == {"product": then}


def test_offers_that_tell_of_a_quality_stand_first_and_the_others_say_that_it_is_not_known() -> None:
    plain = offer("Plain 5", rating=5.0, specs={"wireless": True, "noise_cancelling": False})
    telling = offer("Hush 2", rating=3.9, specs={"wireless": True, "noise_cancelling": True})
    brief = Brief(
        goal="headphones",
        mission_type="shopping",
        level=2,
        slots={"product": KIND},
        now=NOW,
        zone="UTC",
        language="en",
        currency="USD",
        adjustments=Adjustments(prefer=["noise cancelling"]),
    )
    kind = type_named("shopping")
    scene = kind.scene(brief)
    shown = [option_of(one, scene, kind) for one in kind.rank([plain, telling], scene)]
    assert [one["title"] for one in shown] == ["Hush 2", "Plain 5"]
    assert [one["misses"] for one in shown] == [[], ["noise cancelling not known"]]
    assert "Noise cancelling, as you asked" in shown[0]["reasons"]


def offer(title: str, *, rating: float, specs: dict[str, bool]) -> Offer:
    return Offer(
        source="catalogue",
        source_id=title,
        kind="product",
        title=title,
        price=Decimal(100),
        currency="USD",
        rating=rating,
        rating_count=500,
        attributes={"specs": specs},
        fetched_at=NOW,
    )


def test_how_much_of_something_it_has_is_a_measure_and_no_quality() -> None:
    heard = read("with 16 GB RAM", KIND)
    assert (heard.slots, heard.prefer) == ({"measures": [{"what": "ram", "min": 16}]}, [])
