"""Tavily, SearXNG, SerpApi and Ticketmaster, answered by a local server in their documented formats."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from agency.sources.base import SearchRequest, SourceUnavailable
from agency.sources.serpapi import client as serpapi
from agency.sources.serpapi.source import SerpApiSource
from agency.sources.serpapi.web import SerpApiWeb
from agency.sources.ticketmaster import TicketmasterSource
from agency.sources.web.engines import search_web
from agency.sources.web.hits import Hit
from agency.sources.web.searxng import SearXNG
from agency.sources.web.tavily import Tavily
from ownyou.lib.deadline import Deadline
from tests.fakes.http_server import FakeServer, Reply

KEY = "k-secret-1"
FRIDAY = datetime(2026, 12, 4, 17, tzinfo=UTC)


@pytest.fixture(autouse=True)
def configured(settings: Any, server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every source has a key and asks the local server."""
    for name in ("TAVILY", "SERPAPI", "TICKETMASTER"):
        setattr(settings, f"{name}_KEY", KEY)
        setattr(settings, f"{name}_URL", server.url)
    settings.SEARXNG_URL = server.url
    settings.WIKIPEDIA_URL = f"{server.url}/w/api.php"
    from agency.sources.http import PoliteClient

    monkeypatch.setattr(serpapi, "_client", PoliteClient("SerpApi"))


def hits(engine: Any, *, most: int = 5) -> list[Hit]:
    return list(engine.search("heat pumps", most=most, language="en", deadline=Deadline.after(60)))


def why_not(engine: Any) -> str:
    with pytest.raises(SourceUnavailable) as caught:
        hits(engine)
    return caught.value.reason


def request(kind: str, **more: Any) -> SearchRequest:
    return SearchRequest(kind=kind, zone="Europe/Paris", timeout=60, **more)


def test_tavily_is_asked_with_its_key_in_the_header(server: FakeServer) -> None:
    result = {
        "title": "Heat pumps",
        "url": "https://example.org/a",
        "content": "All about them.",
        "score": 0.9,
    }
    server.will_say(Reply.of({"query": "heat pumps", "results": [result, {"title": "no address"}]}))
    assert hits(Tavily()) == [Hit(title="Heat pumps", url="https://example.org/a", snippet="All about them.")]
    [asked] = server.asked
    assert asked.path == "/search"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert json.loads(asked.body) == {"query": "heat pumps", "max_results": 5, "search_depth": "basic"}


def test_searxng_is_asked_for_json(server: FakeServer) -> None:
    results = [{"title": f"Hit {n}", "url": f"https://example.org/{n}", "content": ""} for n in range(9)]
    server.will_say(Reply.of({"query": "heat pumps", "number_of_results": 9, "results": results}))
    assert len(hits(SearXNG(), most=3)) == 3
    assert server.asked[0].fields["format"] == "json"


def test_serpapi_finds_pages_and_its_key_is_no_part_of_what_is_kept(server: FakeServer) -> None:
    rows = [{"position": 1, "title": "Heat pumps", "link": "https://example.org/a", "snippet": "…"}]
    server.will_say(Reply.of({"search_metadata": {"status": "Success"}, "organic_results": rows}))
    assert hits(SerpApiWeb())[0].url == "https://example.org/a"
    assert hits(SerpApiWeb())[0].title == "Heat pumps"
    [asked] = server.asked
    assert (asked.fields["engine"], asked.fields["api_key"]) == ("google", KEY)


@pytest.mark.parametrize("engine", [Tavily, SearXNG, SerpApiWeb])
@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply.of({"error": "Invalid API key"}, status=401), "did not accept the key in the settings."),
        (Reply.of({"detail": {"error": "too many"}}, status=432), "did not accept the question (HTTP 432)."),
        (
            Reply(b"<html>hello</html>", headers={"Content-Type": "text/html"}),
            "answered with a web page instead",
        ),
        (Reply(b"{", headers={"Content-Type": "application/json"}), "sent an answer that cannot be read."),
    ],
)
def test_what_goes_wrong_is_said_plainly(engine: Any, reply: Reply, words: str, server: FakeServer) -> None:
    server.will_say(reply)
    assert words in why_not(engine())


def test_an_error_that_serpapi_sends_as_an_answer_is_one(server: FakeServer) -> None:
    server.will_say(Reply.of({"error": "Your account has run out of searches."}))
    assert why_not(SerpApiWeb()) == "SerpApi refused the question."
    server.will_say(Reply.of({"error": "Google hasn't returned any results for this query."}))
    assert SerpApiWeb().search("other", most=3, language="en", deadline=Deadline.after(60)) == []


def test_without_an_engine_wikipedia_is_searched_and_named(server: FakeServer, settings: Any) -> None:
    settings.WEB_SEARCH = ""
    found = {
        "ns": 0,
        "title": "Heat pump",
        "pageid": 1,
        "snippet": 'A <span class="searchmatch">heat</span> pump',
    }
    server.will_say(
        Reply.of({"batchcomplete": True, "query": {"searchinfo": {"totalhits": 1}, "search": [found]}})
    )
    result = search_web("heat pumps", most=3, language="en", deadline=Deadline.after(60))
    assert result.title == "Wikipedia"
    assert result.hits[0].snippet == "A heat pump"
    assert result.hits[0].url.endswith("/wiki/Heat_pump")


def test_products_come_with_price_retailer_and_rating(server: FakeServer) -> None:
    row = {
        "position": 1,
        "title": "Headphones X",
        "product_link": "https://shop.example/x",
        "product_id": "42",
        "source": "Shop Example",
        "price": "$199.00",
        "extracted_price": 199.0,
        "rating": 4.6,
        "reviews": 1200,
        "thumbnail": "https://shop.example/x.jpg",
        "delivery": "Free delivery",
    }
    server.will_say(Reply.of({"shopping_results": [row, {"position": 2}]}))
    [offer] = SerpApiSource().search(request("product", words="headphones"))
    assert (offer.title, str(offer.price), offer.currency, offer.retailer) == (
        "Headphones X",
        "199.0",
        "USD",
        "Shop Example",
    )
    assert (offer.rating, offer.rating_count, offer.sample) == (4.6, 1200, False)


def test_places_come_with_coordinates_and_price_level(server: FakeServer) -> None:
    row = {
        "title": "Trattoria Bella",
        "place_id": "p1",
        "rating": 4.6,
        "reviews": 900,
        "price": "€€",
        "type": "Italian restaurant",
        "address": "1 Rue Example",
        "gps_coordinates": {"latitude": 48.86, "longitude": 2.35},
        "links": {"website": "https://bella.example"},
    }
    server.will_say(Reply.of({"local_results": [row]}))
    [offer] = SerpApiSource().search(request("restaurant", city="Paris", cuisines=["italian"]))
    assert (offer.price_level, offer.cuisines, offer.link) == (2, ["italian"], "https://bella.example")
    assert offer.place is not None
    assert (offer.place.lat, offer.place.city) == (48.86, "Paris")
    assert server.asked[0].fields["location"] == "Paris"


def test_events_begin_at_the_time_that_is_said_on_the_clock_of_the_place(server: FakeServer) -> None:
    row = {
        "title": "Jazz night",
        "date": {"start_date": "Dec 4", "when": "Fri, Dec 4, 8:30 PM"},
        "address": ["Le Club, 1 Rue X", "Paris"],
        "link": "https://example.org/jazz",
        "ticket_info": [{"source": "Tickets", "link": "https://tickets.example/1", "link_type": "tickets"}],
        "venue": {"name": "Le Club", "rating": 4.5},
    }
    server.will_say(Reply.of({"events_results": [row, {"title": "no day", "link": "https://example.org/x"}]}))
    [offer] = SerpApiSource().search(request("event", city="Paris", begins=FRIDAY, categories=["jazz"]))
    assert offer.starts_at is not None
    assert f"{offer.starts_at:%Y-%m-%d %H:%M %Z}" == "2026-12-04 20:30 CET"
    assert offer.booking_link == "https://tickets.example/1"


def ticket(**changes: Any) -> dict[str, Any]:
    return {
        "id": "e1",
        "name": "Symphony",
        "url": "https://tickets.example/e1",
        "images": [{"url": "https://tickets.example/e1.jpg"}],
        "dates": {
            "start": {"localDate": "2026-12-04", "localTime": "19:30:00", "dateTime": "2026-12-04T18:30:00Z"},
            "timezone": "Europe/Paris",
            "status": {"code": "onsale"},
        },
        "priceRanges": [{"type": "standard", "currency": "EUR", "min": 25.0, "max": 90.0}],
        "classifications": [{"segment": {"name": "Music"}, "genre": {"name": "Classical"}}],
        "_embedded": {
            "venues": [
                {
                    "name": "Hall",
                    "city": {"name": "Paris"},
                    "country": {"countryCode": "FR"},
                    "location": {"longitude": "2.39", "latitude": "48.88"},
                }
            ]
        },
    } | changes


def test_ticketmaster_events_are_read_and_those_called_off_left_out(server: FakeServer) -> None:
    off = ticket(id="e2", dates={"start": {"localDate": "2026-12-04"}, "status": {"code": "cancelled"}})
    answer = {"_embedded": {"events": [ticket(), off, "garbage"]}, "page": {"size": 20, "totalElements": 2}}
    server.will_say(Reply.of(answer))
    [offer] = TicketmasterSource().search(request("event", city="Paris, France", begins=FRIDAY))
    assert (offer.title, offer.category, str(offer.price)) == ("Symphony", "classical", "25.0")
    assert offer.place is not None
    assert (offer.place.name, offer.place.country, offer.place.lat) == ("Hall", "FR", 48.88)
    assert server.asked[0].fields["startDateTime"] == "2026-12-04T17:00:00Z"
    assert server.asked[0].fields["city"] == "Paris"


def test_ticketmaster_with_nothing_found_or_a_fault(server: FakeServer) -> None:
    server.will_say(Reply.of({"page": {"size": 20, "totalElements": 0}}))
    assert TicketmasterSource().search(request("event", city="Paris")) == []
    server.will_say(Reply.of({"fault": {"faultstring": "Invalid ApiKey"}}, status=401))
    with pytest.raises(SourceUnavailable, match="did not accept the key"):
        TicketmasterSource().search(request("event", city="Rome"))


def test_without_a_key_a_source_says_which_setting_it_needs(settings: Any) -> None:
    settings.TICKETMASTER_KEY = settings.SERPAPI_KEY = ""
    with pytest.raises(SourceUnavailable, match="OWNYOU_TICKETMASTER_KEY"):
        TicketmasterSource().search(request("event", city="Paris"))
    with pytest.raises(SourceUnavailable, match="OWNYOU_SERPAPI_KEY"):
        SerpApiSource().search(request("product", words="x"))
