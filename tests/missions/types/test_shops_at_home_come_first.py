"""Shops that sell in the person's country or currency come before those abroad, which say that they are."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from agency.catalogue.search import search_catalogue
from agency.models.catalogue import CatalogueItem
from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.money import convert
from missions.brief import Brief
from missions.options import option_of
from missions.plugins.discovery import type_named

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=UTC)


def brief(country: str, currency: str, zone: str = "Europe/Paris") -> Brief:
    home: dict[str, Any] | None = {"name": "Home", "country": country} if country else None
    return Brief(
        goal="compare kettles",
        mission_type="shopping",
        level=2,
        slots={"product": "kettle"},
        now=NOW,
        zone=zone,
        language="en",
        currency=currency,
        home=home,
    )


def kettle(name: str, price: str, currency: str, country: str) -> Offer:
    return Offer(
        source="catalogue",
        source_id=name,
        kind="product",
        title=name,
        price=Decimal(price),
        currency=currency,
        rating=4.4,
        rating_count=900,
        retailer=f"{name} shop",
        place=Place(country=country),
        attributes={"price_unit": "piece"},
        fetched_at=NOW,
    )


KETTLES = [
    kettle("Toyama", "2900", "JPY", "JP"),
    kettle("Lille", "29", "EUR", "FR"),
    kettle("Köln", "31", "EUR", "DE"),
    kettle("Ohio", "27", "USD", "US"),
]


@pytest.mark.parametrize(
    ("home", "first"),
    [
        (("FR", "EUR"), {"Lille", "Köln"}),
        (("FR", "USD"), {"Lille", "Ohio"}),
        (("JP", "JPY"), {"Toyama"}),
        (("", "EUR"), {"Lille", "Köln"}),
    ],
)
def test_those_at_home_come_first_and_those_abroad_say_so(home: tuple[str, str], first: set[str]) -> None:
    kind = type_named("shopping")
    scene = kind.scene(brief(*home))
    ranked = kind.rank(KETTLES, scene)
    assert {one.offer.title for one in ranked[: len(first)]} == first
    assert all(bool(one.against) != (one.offer.title in first) for one in ranked)


def test_a_price_abroad_is_shown_in_ones_own_money_beside_the_shops() -> None:
    kind = type_named("shopping")
    scene = kind.scene(brief("FR", "EUR"))
    [toyama] = [one for one in kind.rank(KETTLES, scene) if one.offer.title == "Toyama"]
    option = option_of(toyama, scene, kind)
    assert option["price_words"] == "¥2,900"
    assert option["price_converted_words"].startswith("about €")
    assert toyama.against == ["shop abroad (Japan): delivery and customs may come on top"]


@pytest.mark.django_db
def test_the_catalogue_sorts_by_what_prices_come_to() -> None:
    rows = [
        ("yen", Decimal(2000), "JPY", "JP"),
        ("dollar", Decimal(60), "USD", "US"),
        ("home", 90, "EUR", "FR"),
    ]
    for name, price, currency, country in rows:
        CatalogueItem.objects.create(
            source="test",
            source_id=name,
            kind="product",
            title=f"Plinth {name}",
            words=["plinth", name],
            price=price,
            currency=currency,
            country=country,
        )
    found = search_catalogue(
        SearchRequest(kind="product", words="plinth", zone="Europe/Paris", currency="EUR")
    )
    assert convert(Decimal(2000), "JPY", "EUR").amount < convert(Decimal(60), "USD", "EUR").amount
    assert [offer.title.split()[1] for offer in found] == ["home", "yen", "dollar"]
    assert timezone.now() >= found[0].fetched_at


@pytest.mark.django_db
def test_a_tariff_without_a_currency_is_in_its_countrys() -> None:
    CatalogueItem.objects.create(
        source="test", source_id="t", kind="tariff", title="Plain", category="electricity",
        tags=["electricity"], price=Decimal(70), currency="", country="FR",
    )  # fmt: skip
    request = SearchRequest(kind="tariff", categories=["electricity"], zone="Europe/Paris", currency="USD")
    found = {offer.title: offer.currency for offer in search_catalogue(request)}
    assert found["Plain"] == "EUR"
