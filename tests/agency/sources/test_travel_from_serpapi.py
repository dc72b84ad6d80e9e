"""Flights and stays as offers, answered by a local server in SerpApi's documented formats."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from agency.sources.base import Journey, SearchRequest
from agency.sources.http import PoliteClient
from agency.sources.serpapi import client as serpapi
from agency.sources.serpapi.source import SerpApiSource
from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, order_of
from missions.trips.ground import day_of, direction
from missions.trips.plan import TripPlan
from tests.fakes.http_server import Asked, FakeServer, Reply
from tests.missions.trips.driving import assert_kept, settle_parts, understood

BERLIN, PARIS = (52.52, 13.405), (48.8566, 2.3522)
FIRST, LAST = datetime(2030, 5, 1, 10, tzinfo=UTC), datetime(2030, 5, 5, 10, tzinfo=UTC)
WAY = Journey(origin="Berlin", origin_at=BERLIN)


@pytest.fixture(autouse=True)
def configured(settings: Any, server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SERPAPI_KEY, settings.SERPAPI_URL = "k-secret-1", server.url
    monkeypatch.setattr(serpapi, "_client", PoliteClient("SerpApi"))


def request(kind: str, **more: Any) -> SearchRequest:
    fields = {"city": "Paris", "near": PARIS, "zone": "Europe/Paris", "begins": FIRST, "ends": LAST, **more}
    return SearchRequest(kind=kind, timeout=60, people=2, currency="EUR", **fields)


def leg(number: str, departs: str, arrives: str) -> dict[str, Any]:
    return {
        "departure_airport": {"name": "From", "id": "BER", "time": departs},
        "arrival_airport": {"name": "To", "id": "CDG", "time": arrives},
        "duration": 110, "airline": "Example Air", "flight_number": number,
    }  # fmt: skip


def flown(asked: Asked) -> Reply:
    """What google_flights answers for the day and the airports that were asked for."""
    if asked.fields["engine"] == "google_hotels":
        return Reply.of({"properties": [HOTEL]})
    day = asked.fields["outbound_date"]
    direct = {"flights": [leg("EX 1", f"{day} 09:10", f"{day} 11:00")], "total_duration": 110, "price": 180}
    through = {
        "flights": [leg("EX 2", f"{day} 07:00", f"{day} 08:10"), leg("EX 3", f"{day} 09:00", f"{day} 10:30")],
        "total_duration": 210, "price": 120,
    }  # fmt: skip
    unpriced = {"flights": [leg("EX 4", f"{day} 12:00", f"{day} 14:00")], "total_duration": 120}
    return Reply.of({"best_flights": [direct], "other_flights": [through, unpriced, {"flights": []}, "odd"]})


HOTEL = {
    "type": "hotel",
    "name": "Hotel Example",
    "property_token": "ChoI",
    "link": "https://hotel.example",
    "gps_coordinates": {"latitude": 48.86, "longitude": 2.35},
    "rate_per_night": {"lowest": "€120", "extracted_lowest": 120},
    "overall_rating": 4.4,
    "reviews": 812,
    "amenities": ["Free Wi-Fi", "Pets allowed"],
}


def test_flights_there_and_back_have_real_times_and_a_price_for_one_person(server: FakeServer) -> None:
    server.will_say(flown)
    first, second = SerpApiSource().search(request("flight", journey=WAY))
    assert (first.price, first.currency, first.category) == (Decimal("120.00"), "EUR", "one stop")
    assert (second.price, second.category) == (Decimal("180.00"), "direct")
    assert second.attributes["price_unit"] == "person"
    assert "estimate" not in second.attributes
    out, back = (direction(second, which) for which in ("out", "back"))
    assert (day_of(out, "leaves"), day_of(back, "leaves")) == (date(2030, 5, 1), date(2030, 5, 5))
    asked = [one.fields for one in server.asked]
    assert [(one["departure_id"], one["arrival_id"]) for one in asked] == [("BER", "CDG"), ("CDG", "BER")]
    assert {(one["adults"], one["currency"], one["type"]) for one in asked} == {("2", "EUR", "2")}


def test_a_way_between_two_cities_is_asked_for_once(server: FakeServer) -> None:
    server.will_say(flown)
    one_way = WAY.model_copy(update={"one_way": True})
    first, *_ = SerpApiSource().search(request("flight", journey=one_way, ends=None))
    assert (first.price, len(server.asked)) == (Decimal("60.00"), 1)
    assert "back" not in first.attributes


def test_stays_are_priced_a_night_for_one_room_in_the_currency_asked(server: FakeServer) -> None:
    odd = {"name": "Villa", "link": "javascript:alert(1)", "rate_per_night": None}
    server.will_say(Reply.of({"properties": [HOTEL, odd, {"type": "hotel"}]}))
    [stay] = SerpApiSource().search(request("stay"))
    assert (stay.title, stay.price, stay.currency, stay.rating) == ("Hotel Example", 120, "EUR", 4.4)
    assert (stay.attributes["room_for"], stay.sample, stay.link) == (2, False, "https://hotel.example")
    assert stay.place is not None
    assert (stay.place.lat, stay.place.lon) == (48.86, 2.35)
    wanted = {"q": "Paris", "check_in_date": "2030-05-01", "check_out_date": "2030-05-05", "adults": "2"}
    assert wanted.items() <= server.asked[0].fields.items()


def test_nobody_is_asked_for_nights_that_nobody_said(server: FakeServer) -> None:
    assert SerpApiSource().search(request("stay", begins=None, ends=None)) == []
    assert server.asked == []


def test_a_trip_can_be_planned_with_what_it_says(server: FakeServer) -> None:
    travel = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(travel, ComplexMission)
    server.will_say(flown)
    goal = "4 days in Paris from Berlin, 3 to 6 May, for 2 people, 2000 euros"
    brief = understood(travel, goal)
    parts = {part.key: part for part in order_of(travel.decompose(brief))}
    source = SerpApiSource()
    flights = [one for q in travel.requests(parts["flights"], brief, {}) for one in ask(source, q)]
    judged = travel.judge(parts["flights"], flights, brief, {})
    assert judged.options
    assert all(one.offer.source == "serpapi" for one in judged.options)
    taken = judged.options[0].offer

    def choose(part: Any, found: Any) -> list[Any]:
        return [taken] if part.key == "flights" else [one.offer for one in found.options[: found.take or 1]]

    done = settle_parts(travel, brief, choose)
    [nights] = travel.requests(parts["stay"], brief, done)
    assert nights.begins is not None
    assert nights.ends is not None
    assert (nights.ends - nights.begins).days == 3
    plan = TripPlan.model_validate(travel.draft(brief, done, 1).data)
    assert_kept(plan)
    assert [leg.source for leg in plan.transport] == ["serpapi", "serpapi"]
    assert not any(leg.estimate for leg in plan.transport)
    assert plan.budget.currency == "EUR"


def ask(source: SerpApiSource, question: SearchRequest) -> list[Any]:
    return source.search(question) if question.kind in source.kinds else []
