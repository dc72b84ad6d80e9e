"""The whole search: where is it, what is there, and what a person is told when it fails."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings

from agency.sources.base import Offer, SearchRequest, SourceUnavailable
from agency.sources.openstreetmap.overpass import write_query
from agency.sources.openstreetmap.source import OpenStreetMapSource, city_centre
from tests.fakes.http_server import FakeServer, Reply
from tests.fakes.openstreetmap import (
    FakeOpenStreetMap,
    nominatim_place,
    overpass_answer,
    overpass_node,
    overpass_way,
)

ROME = (41.9, 12.5)


@pytest.fixture
def nominatim(server: FakeServer) -> FakeServer:
    return server


@pytest.fixture
def overpass(other_server: FakeServer) -> FakeServer:
    return other_server


@pytest.fixture(autouse=True)
def _addresses(nominatim: FakeServer, overpass: FakeServer) -> Iterator[None]:
    with override_settings(
        NOMINATIM_URL=nominatim.url,
        OVERPASS_URL=f"{overpass.url}/api/interpreter",
        NOMINATIM_SECONDS=0,
        OVERPASS_SECONDS=0,
    ):
        yield


@pytest.fixture
def source() -> OpenStreetMapSource:
    return OpenStreetMapSource(locate=lambda words: ROME if words == "Rome" else None)


def dinner(**changes: object) -> SearchRequest:
    return SearchRequest.model_validate({"kind": "restaurant", "city": "Rome", "timeout": 60.0, **changes})


def titles(offers: list[Offer]) -> list[str]:
    return [offer.title for offer in offers]


def test_a_known_city_is_searched_without_asking_where_it_is(
    source: OpenStreetMapSource, nominatim: FakeServer, overpass: FakeServer
) -> None:
    overpass.will_say(Reply.of(overpass_answer(overpass_node(name="Da Enzo", amenity="restaurant"))))
    assert titles(source.search(dinner())) == ["Da Enzo"]
    assert nominatim.asked == []
    assert (overpass.asked[0].method, overpass.asked[0].path) == ("POST", "/api/interpreter")
    assert "(around:2500,41.900,12.500)" in overpass.asked[0].fields["data"]


def test_the_table_of_cities_needs_no_network(nominatim: FakeServer, overpass: FakeServer) -> None:
    overpass.will_say(Reply.of(overpass_answer()))
    assert OpenStreetMapSource().search(dinner(city="Paris")) == []
    assert "(around:2500,48.85" in overpass.asked[0].fields["data"]
    assert nominatim.asked == []


@pytest.mark.parametrize("words", ["near the station", "the station, Leeds", "", "Nowhereville"])
def test_the_table_of_cities_does_not_guess(words: str) -> None:
    assert city_centre(words) is None


def test_another_place_is_looked_up_and_only_its_words_are_sent(
    source: OpenStreetMapSource, nominatim: FakeServer, overpass: FakeServer
) -> None:
    nominatim.will_say(Reply.of([nominatim_place(lat=53.7957, lon=-1.5478)]))
    overpass.will_say(Reply.of(overpass_answer(overpass_node(lat=53.796, lon=-1.548, name="Bundobust"))))
    request = dinner(city="Leeds station", words="a quiet table for my divorce party")
    assert titles(source.search(request)) == ["Bundobust"]
    assert nominatim.asked[0].path == "/search"
    assert nominatim.asked[0].fields == {"q": "Leeds station", "format": "jsonv2", "limit": "1"}
    assert "(around:2500,53.796,-1.548)" in overpass.asked[0].fields["data"]
    assert "divorce" not in str(nominatim.asked + overpass.asked)


def test_coordinates_are_used_as_they_are_but_sent_only_to_a_hundred_metres(
    source: OpenStreetMapSource, nominatim: FakeServer, overpass: FakeServer
) -> None:
    overpass.will_say(Reply.of(overpass_answer(overpass_node(lat=41.90123, lon=12.5, name="Here"))))
    offers = source.search(dinner(near=(41.901234, 12.5), radius_km=0.5))
    assert offers[0].attributes["distance_km"] == 0.0
    assert "(around:500,41.901,12.500)" in overpass.asked[0].fields["data"]
    assert nominatim.asked == []


def test_both_servers_can_be_an_instances_own() -> None:
    with FakeOpenStreetMap(
        overpass_node(name="Da Enzo"), places=(nominatim_place(lat=41.9, lon=12.5),)
    ) as fake:
        changes = {name.removeprefix("OWNYOU_"): value for name, value in fake.environment.items()}
        with override_settings(**changes):
            assert titles(OpenStreetMapSource().search(dinner(city="Trastevere station"))) == ["Da Enzo"]
        assert [asked.path for asked in fake.asked] == ["/search", "/api/interpreter"]


def test_the_same_search_is_sent_once(source: OpenStreetMapSource, overpass: FakeServer) -> None:
    overpass.will_say(Reply.of(overpass_answer(overpass_node(name="Da Enzo"))))
    assert titles(source.search(dinner())) == titles(source.search(dinner())) == ["Da Enzo"]
    assert len(overpass.asked) == 1


def test_nothing_there_is_an_empty_list(source: OpenStreetMapSource, overpass: FakeServer) -> None:
    overpass.will_say(Reply.of(overpass_answer()))
    assert source.search(dinner()) == []


def test_open_restaurants_come_first_then_the_near_ones(
    source: OpenStreetMapSource, overpass: FakeServer
) -> None:
    overpass.will_say(
        Reply.of(
            overpass_answer(
                overpass_node(
                    1, lat=41.9001, name="Closed", amenity="restaurant", opening_hours="10:00-14:00"
                ),
                overpass_node(2, lat=41.9002, name="A bar", amenity="bar"),
                overpass_way(3, lat=41.9100, name="Far", amenity="restaurant", opening_hours="19:00-23:00"),
                overpass_node(4, lat=41.9050, name="Near", amenity="restaurant"),
                overpass_node(5, lat=42.5000, name="Out of range", amenity="restaurant"),
            )
        )
    )
    begins = datetime(2026, 12, 4, 20, tzinfo=ZoneInfo("Europe/Rome"))
    offers = source.search(dinner(begins=begins, zone="Europe/Rome"))
    assert titles(offers) == ["Near", "Far", "A bar", "Closed"]
    assert [offer.attributes["open_then"] for offer in offers] == ["unknown", True, "unknown", False]
    assert offers[1].attributes["opening"] == "open until 11:00\u202fPM"
    assert offers[3].attributes["opening"] == "opens Sat 10:00\u202fAM"
    assert titles(source.search(dinner(begins=begins, zone="Europe/Rome", limit=1))) == ["Near"]


def test_an_unknown_place_is_said(source: OpenStreetMapSource, nominatim: FakeServer) -> None:
    nominatim.will_say(Reply.of([]))
    with pytest.raises(SourceUnavailable, match="OpenStreetMap knows no place of that name") as caught:
        source.search(dinner(city="Nowhereville"))
    assert "Nowhereville" not in caught.value.reason


def test_no_place_at_all_is_said(source: OpenStreetMapSource) -> None:
    with pytest.raises(SourceUnavailable, match="none was named"):
        source.search(dinner(city=" "))


@pytest.mark.parametrize(
    "answer", [{"elements": None}, {}, [], "text", 3, None, {"error": "x"}], ids=lambda answer: repr(answer)
)
def test_overpass_json_of_another_shape_is_refused(
    source: OpenStreetMapSource, overpass: FakeServer, answer: object
) -> None:
    overpass.will_say(Reply.of(answer))
    with pytest.raises(SourceUnavailable, match="form that is not understood"):
        source.search(dinner())


@pytest.mark.parametrize("answer", [{}, [{"lat": "north", "lon": "0"}], [{"lat": "91", "lon": "0"}], [1]])
def test_nominatim_json_of_another_shape_is_refused(
    source: OpenStreetMapSource, nominatim: FakeServer, answer: object
) -> None:
    nominatim.will_say(Reply.of(answer))
    with pytest.raises(SourceUnavailable, match="form that is not understood"):
        source.search(dinner(city="Leeds station"))


def test_a_search_cut_short_over_there_is_used_but_not_kept(
    source: OpenStreetMapSource, overpass: FakeServer
) -> None:
    remark = 'runtime error: Query timed out in "query" at line 1 after 13 seconds.'
    overpass.will_say(
        Reply.of(overpass_answer(remark=remark)),
        Reply.of(overpass_answer(overpass_node(name="Half"), remark=remark)),
        Reply.of(overpass_answer(overpass_node(name="Whole"))),
    )
    with pytest.raises(SourceUnavailable, match="took too long there"):
        source.search(dinner())
    assert titles(source.search(dinner())) == ["Half"]
    assert titles(source.search(dinner())) == ["Whole"]


def test_one_deadline_holds_for_both_servers(
    source: OpenStreetMapSource, nominatim: FakeServer, overpass: FakeServer
) -> None:
    nominatim.will_say(Reply.of([nominatim_place()], hang=2.5))
    overpass.will_say(Reply.of(overpass_answer(), hang=30))
    begun = time.monotonic()
    with pytest.raises(SourceUnavailable, match="OpenStreetMap did not answer in time"):
        source.search(dinner(city="Leeds station", timeout=3.0))
    assert time.monotonic() - begun < 5.4, "not three seconds for each"


def test_broken_elements_do_not_hide_the_others(source: OpenStreetMapSource, overpass: FakeServer) -> None:
    broken: list[object] = [
        None,
        "text",
        [],
        {"type": "node"},
        {"type": "area", "id": 1, "lat": 1, "lon": 1, "tags": {"name": "x"}},
        {"type": "node", "id": 1, "lat": 91, "lon": 1, "tags": {"name": "x"}},
        {"type": "way", "id": 1, "tags": {"name": "No centre"}},
        {"type": "node", "id": "x", "lat": 1, "lon": 1, "tags": {"name": "x"}},
        {"type": "node", "id": 1, "lat": 41.9, "lon": 12.5, "tags": ["name"]},
        {"type": "node", "id": 1, "lat": 41.9, "lon": 12.5, "tags": {"name": {"x": 1}}},
        {"type": "node", "id": 1, "lat": 41.9, "lon": 12.5, "tags": {"name": "\x00 \n"}},
    ]
    overpass.will_say(Reply.of({"elements": [*broken, overpass_node(name="Sound")]}))
    assert titles(source.search(dinner())) == ["Sound"]


def test_a_wanted_cuisine_takes_its_narrower_kinds_along() -> None:
    query = write_query(ROME, 1.0, cuisines=["Italian"])
    assert '["cuisine"~"(^|[^a-z])(italian|pizza|' in query
    assert query.startswith("[out:json][timeout:12];")
    assert query.endswith("out center 1000;")


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("roman", True),
        ("italian;Roman", True),
        ("pizza; roman", True),
        ("romanian", False),
        ("aroman", False),
    ],
)
def test_a_cuisine_is_matched_as_a_whole_value(tag: str, found: bool) -> None:
    pattern = re.search(r'"cuisine"~"(.+?)",i', write_query(ROME, 1.0, cuisines=["roman"]))
    assert pattern is not None
    assert bool(re.search(pattern[1], tag, re.IGNORECASE)) is found


@pytest.mark.parametrize("words", ['x"];node(1);out;//', "a\\", '"', "];", "\n\r", "(.*)+"])
def test_words_of_people_cannot_write_overpass_queries(words: str) -> None:
    query = write_query(ROME, 1.0, cuisines=[words], amenities=[words])
    assert query.count('"') in (6, 10)
    assert query.count(";") == 3
    assert "\\" not in query
    assert "(.*" not in query


def test_only_the_wanted_kinds_of_place_are_asked_for() -> None:
    assert '"amenity"~"^(cafe)$"' in write_query(ROME, 1.0, amenities=["cafe"])
    assert '"amenity"~"^(restaurant|' in write_query(ROME, 1.0, amenities=["something else"])
