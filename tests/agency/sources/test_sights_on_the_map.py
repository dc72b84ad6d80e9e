"""Sights from OpenStreetMap: what is asked of Overpass, what its elements say, and what they do not."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.test import override_settings

from agency.sources.base import Offer, SearchRequest, SourceUnavailable
from agency.sources.openstreetmap.source import OpenStreetMapSource
from tests.fakes.http_server import FakeServer, Reply
from tests.fakes.openstreetmap import overpass_answer, overpass_node, overpass_way

LYON = (45.7589, 4.8414)


@pytest.fixture(autouse=True)
def _addresses(server: FakeServer) -> Iterator[None]:
    with override_settings(OVERPASS_URL=f"{server.url}/api/interpreter", OVERPASS_SECONDS=0):
        yield


def found(server: FakeServer, *elements: dict[str, object]) -> list[Offer]:
    server.will_say(Reply.of(overpass_answer(*elements)))
    source = OpenStreetMapSource(locate=lambda words: LYON)
    return source.search(SearchRequest(kind="sight", city="Lyon", zone="Europe/Paris", timeout=60))


def museum(number: int = 1, **tags: str) -> dict[str, object]:
    return overpass_node(number, {"name": "Musée", "tourism": "museum", **tags}, lat=45.76, lon=4.84)


def test_museums_sights_viewpoints_and_known_parks_are_asked_for_around_the_city(server: FakeServer) -> None:
    assert found(server) == []
    query = server.asked[0].fields["data"]
    assert '"tourism"~"^(museum|gallery|attraction|viewpoint|zoo|aquarium)$"' in query
    assert '"leisure"~"^(park|garden)$"]["name"]["wikidata"]' in query
    assert "(around:6000,45.759,4.841)" in query
    assert query.endswith("out center 600;")


def test_the_best_known_come_first(server: FakeServer) -> None:
    names = {f"name:{code}": "x" for code in ("en", "de", "it", "es")}
    sights = found(
        server,
        museum(1, name="Near and unknown"),
        overpass_way(2, name="Basilica", tourism="attraction", wikidata="Q1", lat=45.79, lon=4.80, **names),
    )
    assert [one.title for one in sights] == ["Basilica", "Near and unknown"]
    assert [one.attributes["top"] for one in sights] == [True, False]
    assert sights[0].source_id == "way/2"


@pytest.mark.parametrize(
    ("tags", "category"),
    [
        ({"tourism": "museum"}, "museum"),
        ({"tourism": "gallery"}, "museum"),
        ({"tourism": "viewpoint"}, "viewpoint"),
        ({"tourism": "attraction", "amenity": "place_of_worship", "religion": "christian"}, "church"),
        ({"tourism": "attraction", "amenity": "place_of_worship", "religion": "buddhist"}, "temple"),
        ({"tourism": "attraction", "historic": "castle"}, "palace"),
        ({"tourism": "attraction", "historic": "ruins"}, "monument"),
        ({"leisure": "park"}, "garden"),
        ({"tourism": "attraction"}, "attraction"),
    ],
)
def test_tags_become_the_categories_that_trips_know(
    server: FakeServer, tags: dict[str, str], category: str
) -> None:
    [sight] = found(server, overpass_node(1, {"name": "X", **tags}, lat=45.76, lon=4.84))
    assert sight.category == category


def test_hours_and_prices_are_what_is_mapped_and_nothing_else(server: FakeServer) -> None:
    free, priced, paid, silent = found(
        server,
        museum(1, name="A", fee="no", opening_hours="Tu-Su 10:00-18:00"),
        museum(2, name="B", fee="yes", charge="12 EUR"),
        museum(3, name="C", fee="yes"),
        museum(4, name="D", opening_hours="ask at the door, maybe"),
    )
    assert (free.price, free.opening_hours) == (Decimal(0), "Tu-Su 10:00-18:00")
    assert (priced.price, priced.currency) == (Decimal(12), "EUR")
    assert (paid.price, paid.attributes["fee"]) == (None, "yes")
    assert (silent.price, silent.opening_hours, silent.rating) == (None, "", None)
    assert all(one.attributes["attribution"] == "© OpenStreetMap contributors" for one in (free, silent))


def test_what_is_gone_or_has_no_name_is_left_out(server: FakeServer) -> None:
    nameless = overpass_node(1, {"tourism": "museum"}, lat=45.76, lon=4.84)
    assert found(server, nameless, museum(2, end_date="2019-01-01"), museum(3, opening_hours="off")) == []


def test_a_map_that_cannot_be_reached_says_so(server: FakeServer) -> None:
    server.will_say(Reply.of({}, status=400))
    with pytest.raises(SourceUnavailable) as error:
        OpenStreetMapSource(locate=lambda words: LYON).search(SearchRequest(kind="sight", city="Lyon"))
    assert "OpenStreetMap" in error.value.reason
