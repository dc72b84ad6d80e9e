"""A choice is asked for where options are close or costly; each part says beforehand what could go wrong."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils.translation import override

from agency.sources.base import Offer, Place
from missions.plugins.complex import Found, Judged, Part
from missions.plugins.discovery import type_named
from missions.scoring import Scored
from missions.trips.judging import judge_part
from missions.trips.mission import TripMission
from missions.trips.premortem import could_go_wrong
from missions.trips.settling import why_taken
from missions.trips.wish import TripWish
from tests.missions.trips.conftest import wish
from tests.missions.trips.driving import NOW, settle_parts, understood

GOAL = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers, from Berlin, with a day trip"


def offer(title: str, **more: Any) -> Offer:
    fields: dict[str, Any] = {"kind": "sight", "fetched_at": NOW, **more}
    return Offer(source="catalogue", source_id=title, title=title, **fields)


def scored(*scores: float, **more: Any) -> list[Scored]:
    return [
        Scored(offer(str(n)), score, {}, [], list(more.get("misses", []))) for n, score in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("scores", "cost", "limit", "asks"),
    [
        ((90, 70, 60), 50, 3000, False),
        ((90, 85, 60), 50, 3000, True),
        ((90, 70, 60), 300, 3000, True),
        ((90, 70, 60), 50, None, False),
        ((90, 70, 60), 150, None, True),
        ((70, 90), 50, 3000, True),
    ],
)
def test_close_or_costly_is_asked(
    scores: tuple[float, ...], cost: int, limit: int | None, asks: bool
) -> None:
    most = None if limit is None else Decimal(limit)
    taken = why_taken(scored(*scores), [Decimal(cost)] * len(scores), most, "USD")
    assert (not taken) is asks
    assert asks or taken.startswith("Chosen without asking: 20 of 100 points")


def test_what_is_not_known_to_fit_is_asked() -> None:
    assert not why_taken(scored(90, 20, misses=["not known"]), [Decimal(1)] * 2, None, "USD")


def kind() -> TripMission:
    found = type_named("travel")
    assert isinstance(found, TripMission)
    return found


def test_flights_stay_and_close_day_trips_are_asked_and_each_part_has_its_pre_mortem() -> None:
    asked, risks = set(), {}

    def note(part: Part, judged: Judged) -> list[Offer]:
        if judged.ask:
            asked.add(part.key)
        risks[part.key] = judged.risks
        return [one.offer for one in judged.options[: judged.take]]

    brief = understood(kind(), GOAL)
    done = settle_parts(kind(), brief, note)
    assert asked == {"flights", "stay", "day_trips"}
    assert all(risks.values()), risks
    sights = next(part for part in kind().decompose(brief) if part.key == "sights")
    assert any(words.startswith("Closed: ") for words in kind().closer_look(sights, brief, done))


@pytest.mark.parametrize(
    ("part", "more", "said"),
    [
        ("sights", {"opening_hours": "Mo,We-Su 09:00-18:00"}, "Closed: One, Tuesday"),
        ("sights", {"category": "garden"}, "Rain spoils One"),
        ("sights", {"category": "museum", "attributes": {"top": True}}, "Timed tickets sell out: One"),
        ("stay", {}, "Rooms sell out"),
        ("sights", {"price": Decimal(9), "fetched_at": NOW - timedelta(days=9)}, "Prices are as of"),
        ("sights", {"sample": True}, "These are sample data"),
        ("flights", {"kind": "flight", "attributes": {"stops": 1}}, "With a stop, a short connection"),
        ("activities", {"kind": "event"}, "Events can be moved or sold out"),
        ("between", {}, "A delay costs"),
    ],
)
def test_a_risk_is_said_where_there_is_one(part: str, more: dict[str, Any], said: str) -> None:
    asked, brief = wish(), understood(kind(), GOAL)

    def risks(**fields: Any) -> str:
        judged = Judged([Scored(offer("One", **fields), 80, {}, [], [])], 0.9)
        closed, more = could_go_wrong(Part(part, "", part), judged, asked, brief)
        return " ".join([*closed, *more])

    assert said in risks(**more)
    assert not more or said not in risks()
    assert asked.first == date(2027, 5, 11)
    assert brief.now == datetime(2026, 11, 28, 9, tzinfo=UTC)


def closed_days(asked: TripWish, part: str, done: dict[str, Found]) -> str:
    """What is said of closed days, of a place that opens on one day of the week only."""
    shut = offer("One", opening_hours="Mo 09:00-18:00", place=Place(lat=41.9, lon=12.5))
    judged = judge_part(Part(part, "", "sights"), [shut], asked, understood(kind(), GOAL), done)
    return " ".join(words for words in judged.risks if words.startswith("Closed: "))


def test_closed_days_are_said_for_days_that_are_settled_and_of_the_city_of_that_day() -> None:
    both = wish("Rome, Florence", first=date(2027, 5, 10), days=5)  # a Monday; two nights in each
    assert "Tuesday, 11 May" in closed_days(both, "sights_rome", {})
    assert "12 May" not in closed_days(both, "sights_rome", {})
    assert closed_days(both.with_(first=date(2027, 5, 9)), "sights_florence", {}) == "", "shut on all of them"
    later = both.with_(first=date(2027, 5, 8))
    assert "11 May" in closed_days(later, "sights_florence", {})
    assert "9 May" not in closed_days(later, "sights_florence", {})


def test_closed_days_of_a_window_are_said_once_the_flight_settles_the_dates() -> None:
    part = Part("sights", "", "sights")
    brief = understood(kind(), GOAL)
    away = wish(first=date(2027, 5, 10), origin="Berlin")
    assert closed_days(away, "sights", {}) == ""
    assert "11 May" in closed_days(away.with_(exact=True), "sights", {}), "days that were named are known"
    shut = offer("One", opening_hours="Tu-Th 09:00-18:00")  # the flight lands on Tuesday, 11 May
    done = {**settle_parts(kind(), brief), "sights": Found("sights", [shut], [shut])}
    assert kind().closer_look(part, brief, done)[0].startswith("Closed: One, Friday, 14 May 2027")
    assert kind().closer_look(part, brief, {}) == []


def _told_of_stays(country: str) -> list[str]:
    """What the parts of the first stay's score are in words, for somebody at home in that country."""
    brief = understood(kind(), GOAL, home={"name": "Somewhere", "country": country, "lat": 52.5, "lon": 13.4})
    part = next(one for one in kind().decompose(brief) if one.key.startswith("stay"))
    near = [
        offer("Inn", kind="stay", rating=4.4, amount=90, currency="USD", place=Place(lat=48.87, lon=2.36))
    ]
    judged = kind().judge(part, near, brief, {})
    return [judged.options[0].parts[name].words for name in ("rating", "distance")]


def test_a_stay_is_told_of_in_the_units_and_numbers_of_its_reader() -> None:
    assert _told_of_stays("US") == ["rated 4.4", "1.3 miles from the centre"]
    with override("de"):
        assert _told_of_stays("DE") == ["bewertet mit 4,4", "2 km bis zum Zentrum"]
