"""Flights, stays, articles and offers as tools: what comes back, and what goes wrong."""

from __future__ import annotations

import socket
from dataclasses import replace
from typing import Any

import pytest

from agency.sources import wiki
from agency.sources.http import PoliteClient
from agency.sources.serpapi import client as serpapi
from agency.tools import offers, research, travel
from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import InvalidInput
from tests.fakes.http_server import Asked, FakeServer, Reply
from trust.models import User
from trust.tools import AnyTool, Errand, ToolFailed

KEY = "k-secret-1"
TOOLS = {spec.name: spec for spec in (*travel.TOOLS, *research.TOOLS, *offers.TOOLS)}
FLIGHT = {"departure": "BER", "arrival": "FCO", "outbound": "2030-05-01", "people": 2}
STAY = {"city": "Rome", "checkin": "2030-05-01", "checkout": "2030-05-03"}
TOPIC = {"topic": "Giverny"}


@pytest.fixture(autouse=True)
def configured(settings: Any, server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every source has a key and asks the local server, with nothing remembered of other tests."""
    for name in ("SERPAPI", "TICKETMASTER"):
        setattr(settings, f"{name}_KEY", KEY)
        setattr(settings, f"{name}_URL", server.url)
    settings.WIKIVOYAGE_URL = settings.WIKIPEDIA_URL = f"{server.url}/w/api.php"
    settings.SOURCES = "serpapi,ticketmaster"
    monkeypatch.setattr(serpapi, "_client", PoliteClient("SerpApi"))


def tool(name: str) -> AnyTool:
    """A tool; a wiki's asks with a client of this test's own, which no failure of another has closed."""
    known = wiki.WIKIS.get(name.removesuffix(".read"))
    if known is None:
        return TOOLS[name]
    return replace(TOOLS[name], run=research.reader_of(replace(known, client=PoliteClient(known.title))))


def done(name: str, arguments: dict[str, Any], user: User | None = None) -> Any:
    """The result of a tool."""
    spec = tool(name)
    person = user or User(email="mira@example.org", currency="EUR", language="en")
    return spec.run(Errand(user=person, deadline=Deadline.after(60)), spec.parse(arguments)).result


def why_not(name: str, arguments: dict[str, Any], user: User | None = None) -> str:
    with pytest.raises(ToolFailed) as caught:
        done(name, arguments, user)
    return caught.value.message


def leg(number: str, departs: str, arrives: str) -> dict[str, Any]:
    """One leg as https://serpapi.com/google-flights-results has it."""
    return {
        "departure_airport": {"name": "From", "id": "BER", "time": departs},
        "arrival_airport": {"name": "To", "id": "FCO", "time": arrives},
        "duration": 90,
        "airline": "Example Air",
        "flight_number": number,
    }


def test_flights_come_with_their_legs_as_stops_the_best_first(server: FakeServer) -> None:
    through = {
        "flights": [leg("EX 1", "2030-05-01 08:00", "2030-05-01 09:30"),
                    leg("EX 2", "2030-05-01 10:30", "2030-05-01 12:00")],
        "total_duration": 240, "price": 180, "type": "One way",
    }  # fmt: skip
    direct = {"flights": [leg("EX 3", "2030-05-01 14:00", "2030-05-01 16:05")], "total_duration": 125}
    server.will_say(Reply.of({"best_flights": [through], "other_flights": [direct, {"flights": []}, "odd"]}))
    first, second = done("travel.flights", FLIGHT).flights
    assert (first.number, first.stops, first.minutes, first.price) == ("EX 1", 1, 240, 180.0)
    assert (first.departs, first.arrives) == ("2030-05-01 08:00", "2030-05-01 12:00")
    assert (second.number, second.stops, second.price) == ("EX 3", 0, None)
    [asked] = server.asked
    wanted = {"engine": "google_flights", "departure_id": "BER", "arrival_id": "FCO", "type": "2"}
    assert wanted.items() <= asked.fields.items()
    assert (asked.fields["adults"], asked.fields["currency"], asked.fields["api_key"]) == ("2", "EUR", KEY)
    assert "return_date" not in asked.fields


def test_a_way_back_is_asked_for_as_a_round_trip(server: FakeServer) -> None:
    server.will_say(Reply.of({"other_flights": []}))
    assert done("travel.flights", FLIGHT | {"back": "2030-05-08"}).flights == []
    assert (server.asked[0].fields["type"], server.asked[0].fields["return_date"]) == ("1", "2030-05-08")


def test_stays_come_with_price_a_night_rating_and_only_a_web_address_as_link(server: FakeServer) -> None:
    hotel = {
        "type": "hotel",
        "name": "Hotel Example",
        "link": "https://hotel.example",
        "rate_per_night": {"lowest": "€120", "extracted_lowest": 120, "before_taxes_fees": "€100"},
        "overall_rating": 4.4,
        "reviews": 812,
    }
    odd = {"name": "Villa", "link": "javascript:alert(1)", "rate_per_night": None, "overall_rating": "good"}
    server.will_say(Reply.of({"properties": [hotel, odd, {"type": "hotel"}]}))
    first, second = done("travel.stays", STAY).stays
    assert first.model_dump() == {
        "name": "Hotel Example", "price_a_night": 120.0, "rating": 4.4, "reviews": 812,
        "link": "https://hotel.example",
    }  # fmt: skip
    assert (second.link, second.price_a_night, second.rating, second.reviews) == ("", None, None, None)
    wanted = {"engine": "google_hotels", "q": "Rome", "check_in_date": "2030-05-01", "adults": "2"}
    assert wanted.items() <= server.asked[0].fields.items()


@pytest.mark.parametrize(("name", "arguments"), [("travel.flights", FLIGHT), ("travel.stays", STAY)])
@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply.of({"error": "Invalid API key."}, status=401), "SerpApi did not accept the key"),
        (Reply.of({"error": "Your account has run out of searches."}), "SerpApi refused the question."),
        (Reply.of(["a list"]), "SerpApi sent something else than an answer."),
        (Reply(b"{", headers={"Content-Type": "application/json"}), "sent an answer that cannot be read."),
        (Reply.of({}, status=400), "did not accept the question (HTTP 400)."),
    ],
)
def test_what_goes_wrong_with_travel_is_said_plainly(
    name: str, arguments: dict[str, Any], reply: Reply, words: str, server: FakeServer
) -> None:
    server.will_say(reply)
    assert words in why_not(name, arguments)


def test_without_a_key_travel_says_which_setting_it_needs(settings: Any, server: FakeServer) -> None:
    settings.SERPAPI_KEY = ""
    assert "OWNYOU_SERPAPI_KEY" in why_not("travel.flights", FLIGHT)
    assert server.asked == []


@pytest.mark.parametrize(
    ("name", "arguments", "field"),
    [
        ("travel.flights", FLIGHT | {"departure": "Berlin"}, "departure"),
        ("travel.flights", FLIGHT | {"people": 0}, "people"),
        ("travel.stays", STAY | {"checkout": "2030-05-01"}, "checkout"),
        ("web.search", {"query": ""}, "query"),
        ("wikivoyage.read", {"topic": " "}, "topic"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_sent(
    name: str, arguments: dict[str, Any], field: str, server: FakeServer
) -> None:
    with pytest.raises(InvalidInput) as caught:
        TOOLS[name].parse(arguments)
    assert caught.value.detail["field"] == field
    assert server.asked == []


def article(asked: Asked) -> Reply:
    """As MediaWiki answers for `prop=extracts|info` where there is such an article."""
    page = {
        "pageid": 1,
        "ns": 0,
        "title": "Giverny",
        "extract": "A village.\n\n\n== See ==\nThe garden.",
        "fullurl": "https://en.wikivoyage.org/wiki/Giverny",
    }
    return Reply.of({"batchcomplete": True, "query": {"pages": [page]}})


def no_article(asked: Asked) -> Reply:
    """As MediaWiki answers where there is neither such an article nor a hit for it."""
    if asked.fields.get("list") == "search":
        return Reply.of({"batchcomplete": True, "query": {"searchinfo": {"totalhits": 0}, "search": []}})
    page = {"ns": 0, "title": asked.fields["titles"], "missing": True}
    return Reply.of({"batchcomplete": True, "query": {"pages": [page]}})


@pytest.mark.parametrize("name", ["wikivoyage.read", "wikipedia.read"])
def test_an_article_is_read_with_its_licence(name: str, server: FakeServer) -> None:
    server.will_say(article)
    page = done(name, {"topic": f"Giverny by {name}"}).page
    assert (page.title, page.url, page.licence) == (
        "Giverny",
        "https://en.wikivoyage.org/wiki/Giverny",
        "CC BY-SA 4.0",
    )
    assert "### See" in page.text


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (no_article, "has no article on “Nowhere at all”."),
        (
            Reply.of({"error": {"code": "badvalue", "info": "Unrecognized value"}}),
            "did not take the question.",
        ),
        (Reply.of({"query": {"pages": []}}), "sent no page."),
        (Reply.of({}), "sent an answer without a query."),
        (Reply(b"<html></html>", headers={"Content-Type": "text/html"}), "answered with a web page instead"),
    ],
)
@pytest.mark.parametrize("name", ["wikivoyage.read", "wikipedia.read"])
def test_what_goes_wrong_with_an_article_is_said_plainly(
    name: str, reply: Any, words: str, server: FakeServer
) -> None:
    server.will_say(reply)
    assert words in why_not(name, {"topic": "Nowhere at all"})


EVENT = {
    "id": "e1",
    "name": "Symphony",
    "url": "https://tickets.example/e1",
    "dates": {
        "start": {"localDate": "2030-05-01", "dateTime": "2030-05-01T18:30:00Z"},
        "status": {"code": "onsale"},
    },
}


def by_engine(serpapi_says: Reply, ticketmaster_says: Reply) -> Any:
    return lambda asked: serpapi_says if asked.path.startswith("/search.json") else ticketmaster_says


@pytest.mark.django_db
def test_offers_are_found_although_one_source_is_away(owner: User, server: FakeServer) -> None:
    found = Reply.of({"_embedded": {"events": [EVENT]}, "page": {"totalElements": 1}})
    server.will_say(by_engine(Reply.of({"error": "Invalid API key."}, status=401), found))
    [offer] = done("places.events", {"city": "Paris"}, owner).offers
    assert (offer.title, offer.source) == ("Symphony", "ticketmaster")


@pytest.mark.django_db
def test_where_no_source_answers_each_says_why(owner: User, server: FakeServer) -> None:
    wrong = Reply.of({"error": "Invalid API key."}, status=401)
    server.will_say(by_engine(wrong, wrong))
    why = why_not("places.events", {"city": "Paris"}, owner)
    assert "SerpApi did not accept the key" in why
    assert "Ticketmaster did not accept the key" in why


@pytest.mark.django_db
def test_products_are_looked_for_by_their_words(owner: User, server: FakeServer) -> None:
    row = {"title": "Headphones X", "product_link": "https://shop.example/x", "extracted_price": 199.0}
    server.will_say(Reply.of({"shopping_results": [row]}))
    [offer] = done("shopping.products", {"words": "headphones"}, owner).offers
    assert offer.title == "Headphones X"
    assert server.asked[0].fields["q"] == "headphones"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("travel.flights", FLIGHT),
        ("travel.stays", STAY),
        ("wikivoyage.read", TOPIC),
        ("places.events", {"city": "Paris"}),
    ],
)
def test_a_source_that_nobody_reaches_is_away(
    owner: User, settings: Any, name: str, arguments: dict[str, Any]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nobody = f"http://127.0.0.1:{closed.getsockname()[1]}"
    settings.SERPAPI_URL = settings.TICKETMASTER_URL = settings.WIKIVOYAGE_URL = nobody
    with pytest.raises(ToolFailed) as caught:
        done(name, arguments, owner)
    assert caught.value.away


def test_a_source_without_a_key_is_not_away(settings: Any) -> None:
    settings.SERPAPI_KEY = ""
    with pytest.raises(ToolFailed) as caught:
        done("travel.flights", FLIGHT)
    assert not caught.value.away
