"""Searches of the catalogue, over the shipped sample, on a Tuesday morning."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from agency.catalogue.abroad import in_english
from agency.catalogue.search import search_catalogue
from agency.models import CatalogueItem
from agency.sources.base import Offer, SearchRequest
from agency.sources.distance import distance_km

PARIS = ZoneInfo("Europe/Paris")
MARAIS = (48.8590, 2.3590)
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
FRIDAY = datetime(2026, 12, 4, 19, tzinfo=PARIS)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tuesday_morning")]


def _search(kind: str, **values: Any) -> list[Offer]:
    return search_catalogue(SearchRequest(kind=kind, zone=values.pop("zone", "Europe/Paris"), **values))


def _titles(offers: list[Offer]) -> list[str]:
    return list(dict.fromkeys(offer.title for offer in offers))


class TestRestaurants:
    def test_italian_in_paris_for_friday_night(self) -> None:
        offers = _search(
            "restaurant", city="Paris", cuisines=["Italian"], begins=FRIDAY, ends=FRIDAY + timedelta(hours=3),
            people=4,
        )  # fmt: skip
        assert len(offers) >= 4
        assert all("italian" in offer.cuisines and offer.sample for offer in offers)
        assert all(offer.fetched_at == NOW and offer.source == "catalogue" for offer in offers)
        assert all(offer.attributes["tables_date"] == "2026-12-04" for offer in offers)
        assert sum(bool(offer.attributes["tables_free"]) for offer in offers) >= 3
        assert offers == sorted(offers, key=lambda offer: -(offer.rating or 0))

    @pytest.mark.parametrize("name", ["Rome", "roma", "ROMA", " Rome "])
    def test_a_city_is_found_by_its_names(self, name: str) -> None:
        assert len(_search("restaurant", city=name)) >= 28

    def test_sushi_is_japanese_and_a_steakhouse_serves_steak(self) -> None:
        assert "Sakana Rue Sainte-Anne" in _titles(_search("restaurant", city="Paris", cuisines=["japanese"]))
        assert _search("restaurant", city="Paris", cuisines=["steak_house"])

    def test_around_a_point_the_nearest_come_first_and_none_is_outside(self) -> None:
        offers = _search("restaurant", near=MARAIS, radius_km=1.5)
        kilometres = [float(str(offer.attributes["distance_km"])) for offer in offers]
        assert len(offers) >= 5
        assert kilometres == sorted(kilometres)
        assert kilometres[-1] <= 1.5
        place = offers[0].place
        assert place
        assert distance_km(MARAIS, (place.lat or 0, place.lon or 0)) <= 1.5

    def test_the_price_limit_holds_in_another_currency(self) -> None:
        within = _search("restaurant", city="Tokyo", currency="USD", max_price=Decimal(20))
        assert within
        assert all(offer.price is not None and offer.price < 5000 for offer in within)
        assert len(within) < len(_search("restaurant", city="Tokyo"))

    def test_a_party_too_big_has_no_table(self) -> None:
        offers = _search("restaurant", city="Paris", begins=FRIDAY, people=40)
        assert offers
        assert all(offer.attributes["tables_free"] == [] for offer in offers)

    def test_no_place_and_an_unknown_city_find_nothing(self) -> None:
        assert _search("restaurant") == []
        assert _search("restaurant", city="Atlantis") == []

    def test_the_limit_holds(self) -> None:
        assert len(_search("restaurant", city="Paris", limit=3)) == 3


class TestEvents:
    def test_a_weekend_has_its_dates_only(self) -> None:
        begins = datetime(2026, 12, 5, tzinfo=PARIS)
        offers = _search("event", city="Paris", begins=begins, ends=begins + timedelta(days=2))
        starts = [offer.starts_at for offer in offers if offer.starts_at]
        assert len(starts) == len(offers) >= 6
        assert starts == sorted(starts)
        assert all(begins <= start < begins + timedelta(days=2) for start in starts)
        assert all(offer.ends_at and offer.place and offer.place.name for offer in offers)

    @pytest.mark.parametrize("wanted", ["concert", "Concerts", "live music", "music"])
    def test_a_concert_may_be_jazz_or_classical(self, wanted: str) -> None:
        found = {offer.category for offer in _search("event", city="Vienna", categories=[wanted])}
        assert {"jazz", "classical", "rock"} <= found
        assert not found & {"market", "exhibition", "sport"}

    def test_words_find_events_when_no_category_is_given(self) -> None:
        offers = _search("event", city="London", words="jazz")
        assert {offer.category for offer in offers} == {"jazz"}

    def test_words_that_name_no_kind_of_event_narrow_nothing(self) -> None:
        everything = _titles(_search("event", city="London", limit=200))
        goal = "something nice to do on Friday night in London with two friends"
        assert _titles(_search("event", city="London", words=goal, limit=200)) == everything

    def test_an_event_named_in_full_is_found_alone(self) -> None:
        offers = _search("event", city="London", words="tickets for Afro-Jazz Sundays please")
        assert _titles(offers) == ["Afro-Jazz Sundays"]

    def test_there_are_always_coming_ones(self) -> None:
        with time_machine.travel(datetime(2033, 7, 3, 12, tzinfo=UTC)):
            assert len(_titles(_search("event", city="Berlin"))) >= 12

    def test_each_date_has_an_id_of_its_own(self) -> None:
        offers = _search("event", city="Rome", limit=200)
        assert len({offer.source_id for offer in offers}) == len(offers)

    def test_times_are_in_the_zone_of_the_city(self) -> None:
        offers = _search("event", city="Tokyo", words="jazz", zone="America/New_York")
        assert {offer.starts_at.utcoffset() for offer in offers if offer.starts_at} == {timedelta(hours=9)}


class TestProducts:
    @pytest.mark.parametrize(
        "words",
        ["Sony WH-1000XM5", "sony wh1000xm5", "wh-1000xm5 headphones", "the SONY WH-1000XM5 under $400"],
    )
    def test_a_named_product_is_found_alone_at_several_retailers(self, words: str) -> None:
        offers = _search("product", words=words)
        assert _titles(offers) == ["Sony WH-1000XM5"]
        assert len({offer.retailer for offer in offers}) >= 3
        assert {offer.attributes["product_key"] for offer in offers} == {"sony-wh-1000xm5"}

    @pytest.mark.parametrize(
        ("words", "title"),
        [("iphone 15", "iPhone 15"), ("iPhone15 pro", "iPhone 15 Pro"), ("ipad air 11", "iPad Air 11")],
    )
    def test_a_model_is_not_mistaken_for_its_sibling(self, words: str, title: str) -> None:
        assert _titles(_search("product", words=words)) == [title]

    def test_specifications_are_kept_together_and_searched(self) -> None:
        offers = _search("product", words="noise cancelling over-ear headphones")
        specs = [offer.attributes["specs"] for offer in offers]
        assert specs
        assert all(isinstance(one, dict) and one["noise_cancelling"] is True for one in specs)

    @pytest.mark.parametrize("words", ["laptop", "a good notebook computer", "best laptops under 1500 euros"])
    def test_a_category_shows_its_products(self, words: str) -> None:
        offers = _search("product", words=words)
        assert {offer.category for offer in offers} == {"laptop"}
        assert len(_titles(offers)) >= 5

    @pytest.mark.parametrize(
        ("words", "category"),
        [
            ("Kopfhörer mit Geräuschunterdrückung", "headphones"),
            ("eine gute Waschmaschine", "washing machine"),
            ("Handyvergleich", "phone"),
            ("Gamingmaus", "mouse"),
            ("kettle", "kettle"),
            ("Wasserkocher", "kettle"),
            ("un casque sans fil", "headphones"),
        ],
    )
    def test_a_thing_is_found_by_what_it_is_called_abroad(self, words: str, category: str) -> None:
        assert {offer.category for offer in _search("product", words=words)} == {category}

    def test_english_words_stay_what_they_are(self) -> None:
        for words in ("a large casserole", "Die Hard", "mustache comb", "laptop case", "Enter the Void"):
            assert in_english(words) == words

    def test_what_is_not_there_is_not_found(self) -> None:
        assert _search("product", words="unicycle") == []
        assert _search("product") == []

    def test_the_nearest_thing_says_how_near_it_is(self) -> None:
        offers = _search("product", words="Sony WH-1000XM9")
        assert offers
        assert all(float(str(offer.attributes["match"])) < 1 for offer in offers)

    def test_own_currency_comes_first_then_the_cheapest(self) -> None:
        offers = _search("product", words="kindle paperwhite", currency="GBP")
        keys = [(offer.currency != "GBP", offer.price) for offer in offers]
        assert [own for own, _ in keys] == sorted(own for own, _ in keys)


class TestTariffs:
    @pytest.mark.parametrize(
        ("values", "currency"),
        [
            ({"zone": "America/Chicago"}, "USD"),
            ({"zone": "Europe/London"}, "GBP"),
            ({"city": "Berlin", "zone": "America/New_York"}, "EUR"),
            ({"zone": "UTC", "currency": "GBP"}, "GBP"),
        ],
    )
    def test_tariffs_are_those_of_the_persons_country(self, values: dict[str, Any], currency: str) -> None:
        offers = _search("tariff", categories=["electricity"], **values)
        assert len(offers) >= 6
        assert {offer.currency for offer in offers} == {currency}

    @pytest.mark.parametrize(
        ("words", "category"),
        [("cheaper broadband", "internet"), ("mobile plan", "phone"), ("power bill", "electricity")],
    )
    def test_the_kind_is_heard_from_words(self, words: str, category: str) -> None:
        offers = _search("tariff", words=words, zone="Europe/Paris")
        assert {offer.category for offer in offers} == {category}
        assert [offer.price for offer in offers] == sorted(offer.price or 0 for offer in offers)

    def test_a_country_without_tariffs_has_none(self) -> None:
        assert _search("tariff", categories=["internet"], zone="Asia/Tokyo") == []


def test_an_unknown_kind_finds_nothing() -> None:
    assert _search("yacht", city="Paris") == []


def test_a_citys_search_is_few_statements(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(1):
        _search("restaurant", city="Paris", begins=FRIDAY, people=4)
    with django_assert_max_num_queries(2):
        _search("tariff", city="Paris", categories=["internet"])


def test_the_cities_of_several_kinds_are_looked_up_at_once(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        found = CatalogueItem.objects.cities_with("sight", "stay", "yacht")
    assert "Paris" in found["sight"]
    assert found["sight"] == sorted(set(found["sight"]))
    assert found == {kind: CatalogueItem.objects.cities_with(kind)[kind] for kind in found}
    assert found["yacht"] == []
