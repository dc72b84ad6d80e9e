"""Options stand in the order of the fit that is shown, and prices count by their real differences."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer
from missions import price_parts
from missions.brief import Adjustments, Brief
from missions.plugins.discovery import type_named
from missions.refining import refined
from missions.scoring import Scene, Scored
from missions.weighing import weights_for

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def brief(kind: str, sort: str | None = None, **slots: Any) -> Brief:
    return Brief(
        goal="x",
        mission_type=kind,
        level=2,
        slots=slots,
        now=NOW,
        zone="Europe/Paris",
        language="en",
        currency="EUR",
        adjustments=Adjustments(sort=sort),
    )


def offer(kind: str, title: str, price: str | None, **more: Any) -> Offer:
    return Offer(
        source="catalogue",
        source_id=title,
        kind=kind,
        title=title,
        price=Decimal(price) if price else None,
        currency="EUR" if price else None,
        fetched_at=NOW,
        **more,
    )


def ranked(asked: Brief, *offers: Offer) -> list[Scored]:
    kind = type_named(asked.mission_type)
    return kind.rank(list(offers), kind.scene(asked))


def price_scores(asked: Brief, *offers: Offer) -> list[float]:
    scene = Scene(asked, prices=[one.price for one in offers if one.price is not None])
    return [price_parts.price_match(one, scene).value for one in offers]


def place(title: str, price: str, tables: list[str], rating: float = 4.4) -> Offer:
    return offer(
        "restaurant", title, price, rating=rating, rating_count=900, attributes={"tables_free": tables}
    )


@pytest.mark.parametrize("sort", [None, "price", "rating", "distance"])
def test_no_option_stands_above_one_that_fits_better(sort: str | None) -> None:
    asked = brief("dining", sort, date="2026-12-02", time="20:00")
    shown = ranked(
        asked,
        place("Cheap and full", "14", []),
        place("A little dearer", "16", ["20:00"]),
        place("Dear", "38", ["20:00"], 4.9),
        place("Far from eight", "21", ["22:30"], 3.9),
    )
    scores = [one.score for one in shown]
    assert scores == sorted(scores, reverse=True)
    assert shown[0].offer.title != "Cheap and full"


def test_what_was_wished_for_last_counts_most_and_can_be_seen() -> None:
    dear, cheap = place("Better", "40", ["20:00"], 4.8), place("Cheaper", "15", ["20:00"], 4.1)
    asked = {"date": "2026-12-02", "time": "20:00"}
    assert ranked(brief("dining", "rating", **asked), dear, cheap)[0].offer.title == "Better"
    assert ranked(brief("dining", "price", **asked), dear, cheap)[0].offer.title == "Cheaper"
    near = ranked(brief("dining", "distance", **asked), dear, cheap)
    assert "distance" in near[0].parts
    assert "distance" not in ranked(brief("dining", **asked), dear, cheap)[0].parts


@pytest.mark.parametrize("kind", ["dining", "shopping", "events", "bill_switching"])
@pytest.mark.parametrize("sort", [None, "price", "rating", "distance", "delivery"])
def test_the_weights_add_up_whatever_is_wished_for(kind: str, sort: str | None) -> None:
    weights = type_named(kind).config.ranking
    assert sum(weights_for(weights, sort).values()) == pytest.approx(sum(weights.values()))


def test_of_offers_that_fit_alike_the_cheaper_one_stands_first() -> None:
    same: dict[str, Any] = {"rating": 4.4, "rating_count": 80}
    shown = ranked(
        brief("shopping", product="kettle"),
        offer("product", "A kettle", "354", **same),
        offer("product", "B kettle", "351", **same),
    )
    assert [one.offer.title for one in shown] == ["B kettle", "A kettle"]


def test_an_amount_that_is_said_after_cheaper_takes_its_place() -> None:
    new, _slots, _said = refined(
        Adjustments(sort="price", max_price=Decimal(20)),
        {},
        Refinement(slots={"budget": {"amount": 40}}),
        shown=[],
        words="up to 40 euro is ok",
    )
    assert (new.sort, new.max_price) == (None, None)


def test_a_gap_of_one_euro_does_not_fill_the_scale() -> None:
    asked = brief("dining", "price")
    cheap, little, double = price_scores(asked, *(place(p, p, []) for p in ("15", "16", "30")))
    assert (cheap, double) == (1.0, 0.0)
    assert little > 0.9
    assert price_scores(asked, place("15", "15", []), place("16", "16", []))[1] > 0.8


def test_free_is_never_worth_less_than_a_price() -> None:
    for sort in (None, "price"):
        free, eight, dear = price_scores(
            brief("events", sort), *(offer("event", price, price) for price in ("0", "8", "25"))
        )
        assert free == 1.0
        assert free >= eight >= dear


@pytest.mark.parametrize(
    ("goal", "first"),
    [
        ("best price for a kettle", "Cheap"),
        ("günstigster Wasserkocher", "Cheap"),
        ("a good kettle", "Trusted"),
        ("best kettle", "Trusted"),
    ],
)
def test_a_goal_about_the_price_puts_it_first(goal: str, first: str) -> None:
    asked = brief("shopping", product="kettle").model_copy(update={"goal": goal})
    shown = ranked(
        asked,
        offer("product", "Trusted", "44", rating=4.9, rating_count=900, attributes={"trusted": True}),
        offer("product", "Middle", "60", rating=4.4, rating_count=900),
        offer("product", "Cheap", "38", rating=3.8, rating_count=900),
    )
    assert shown[0].offer.title == first
