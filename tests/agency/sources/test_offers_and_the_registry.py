"""The shape of offers, and which sources are asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agency.sources.base import Offer, Place, SearchRequest, Source, SourceUnavailable
from agency.sources.registry import (
    DEFAULT_SOURCES,
    SHIPPED,
    register_source,
    source_named,
    sources_for,
    unregister_source,
)


class Market:
    """A source of products for these tests."""

    name = "market"
    title = "Market"
    kinds = frozenset({"product"})

    def search(self, request: SearchRequest) -> list[Offer]:
        return []


@pytest.fixture
def market() -> Iterator[Market]:
    source = Market()
    register_source(source)
    yield source
    unregister_source("market")


def offer(**changes: object) -> Offer:
    return Offer.model_validate(
        {"source": "market", "source_id": "1", "kind": "product", "title": "Lamp", **changes}
    )


def test_an_offer_survives_json_unchanged() -> None:
    whole = offer(
        price=Decimal("12.50"),
        currency="EUR",
        place=Place(name="Shop", lat=52.5, lon=13.4),
        starts_at=datetime(2026, 12, 4, 19, tzinfo=UTC),
        attributes={"a": [1, {"b": None}]},
    )
    assert Offer.model_validate(whole.model_dump(mode="json")) == whole
    request = SearchRequest(kind="product", near=(1.0, 2.0), max_price=Decimal("9.90"))
    assert SearchRequest.model_validate(request.model_dump(mode="json")) == request


@given(st.text(max_size=30))
def test_any_text_becomes_storable(text: str) -> None:
    made = offer(title=text + "\x00\ud800", attributes={"\x00k": [text + "\x00"]})
    made.model_dump_json().encode()
    assert "\x00" not in made.title + str(made.attributes)


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "data:text/html,x", "//evil.example", "http://", "ftp://x", "http://[::1"],
)
def test_only_web_addresses_become_links(address: str) -> None:
    made = offer(link=address, booking_link=address, menu_link=address, photo=address)
    assert (made.link, made.booking_link, made.menu_link, made.photo) == ("", "", "", "")


@pytest.mark.parametrize(
    "changes",
    [
        {"rating": 5.1},
        {"price_level": 0},
        {"price": "-1"},
        {"price": "NaN"},
        {"kind": "hotel"},
        {"starts_at": "2026-12-04T19:00"},
        {"place": {"lat": 91, "lon": 0}},
    ],
    ids=str,
)
def test_values_out_of_range_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        offer(**changes)


def test_shipped_sources_are_found_without_wiring() -> None:
    for name in SHIPPED:
        source = source_named(name)
        assert isinstance(source, Source)
        assert source.name == name
    with override_settings(SOURCES=DEFAULT_SOURCES):
        assert [source.name for source in sources_for("restaurant")] == ["catalogue", "openstreetmap"]
        assert [source.name for source in sources_for("event")] == ["catalogue"]


def test_the_setting_says_which_sources_are_asked_and_in_which_order(market: Market) -> None:
    with override_settings(SOURCES=["market", "catalogue", "market", "no-such-source"]):
        assert [source.name for source in sources_for("product")] == ["market", "catalogue"]
        assert [source.name for source in sources_for("restaurant")] == ["catalogue"]
    with override_settings(SOURCES=[]):
        assert sources_for("restaurant") == []
    with override_settings(SOURCES="market"):
        assert sources_for("product") == [market]


def test_a_source_that_does_not_exist_is_unavailable() -> None:
    with pytest.raises(SourceUnavailable, match="no source called “gone”"):
        source_named("gone")
