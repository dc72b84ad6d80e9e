"""A search grows no further than one goes for what it looks for, and what lies far off is worth less."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer, Place
from missions.brief import Adjustments, Brief
from missions.plugins.discovery import type_named
from missions.refining import refined

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
KINDS = {"dining": "restaurant", "events": "event"}


def brief(kind: str, factor: float = 1.0, **slots: Any) -> Brief:
    return Brief(
        goal="x",
        mission_type=kind,
        level=2,
        slots={"place": "Paris"} | slots,
        now=NOW,
        zone="Europe/Paris",
        language="en",
        currency="EUR",
        adjustments=Adjustments(radius_factor=factor),
    )


def offer(kind: str, title: str, lat: float, lon: float, country: str = "FR", **more: Any) -> Offer:
    place = Place(city=title, country=country, lat=lat, lon=lon)
    fields: dict[str, Any] = {"source": "catalogue", "source_id": title, "kind": KINDS[kind], "title": title}
    return Offer(**fields, place=place, sample=True, fetched_at=NOW, **more)


def around(kind: str, **more: Any) -> list[Offer]:
    """At the middle of Paris, 16 km, 42 km and 886 km away from it."""
    return [
        offer(kind, "Paris", 48.8566, 2.3522, **more),
        offer(kind, "Versailles", 48.8014, 2.1301, **more),
        offer(kind, "Melun", 48.5399, 2.6608, **more),
        offer(kind, "Florence", 43.7696, 11.2558, "IT", **more),
    ]


@pytest.mark.parametrize("kind", ["dining", "events"])
def test_however_often_further_is_fine_nothing_lies_beyond_reach(kind: str) -> None:
    mission, adjustments = type_named(kind), Adjustments()
    for _time in range(8):
        wish = Refinement(distance="further")
        adjustments, _slots, _said = refined(adjustments, {}, wish, shown=[], words="further away is fine")
        asked = brief(kind, adjustments.radius_factor)
        adjustments = mission.within_reach(asked)
    scene = mission.scene(asked)
    assert scene.radius_km == mission.request(asked).radius_km == 50
    kept = [one.title for one in around(kind) if not mission.check(one, scene).drop]
    assert kept == ["Paris", "Versailles", "Melun"]


def test_closer_counts_from_as_far_as_one_goes() -> None:
    mission = type_named("dining")
    grown = mission.within_reach(brief("dining", 60))
    closer, _slots, _said = refined(grown, {}, Refinement(distance="nearer"), shown=[], words="closer")
    assert mission.radius_km(brief("dining", closer.radius_factor)) == pytest.approx(25)


def test_looking_again_stops_where_nobody_goes_further() -> None:
    mission, asked, said = type_named("dining"), brief("dining"), []
    while (wider := mission.widen(asked, 1)) is not None:
        asked = brief("dining", wider[0].radius_factor)
        said.append(wider[1])
    assert said == ["up to 12 km away", "up to 24 km away", "up to 48 km away", "up to 50 km away"]
    assert not mission.reaches_further(asked)


def test_a_distance_that_was_named_may_be_longer() -> None:
    assert type_named("dining").radius_km(brief("dining", near={"of": "me", "km": 80.0})) == 80


def test_another_country_is_not_the_city_that_was_named() -> None:
    mission, asked = type_named("dining"), brief("dining", 60, place="Strasbourg")
    beyond = offer("dining", "Kehl", 48.5727, 7.8153, "DE")
    assert mission.check(beyond, mission.scene(asked)).drop == "in another country"


@pytest.mark.parametrize("kind", ["dining", "events"])
def test_what_lies_far_off_is_worth_less_however_wide_the_search(kind: str) -> None:
    mission, asked = type_named(kind), brief(kind, 60)
    praised: dict[str, Any] = {"rating": 5.0, "rating_count": 9000, "price": 20, "currency": "EUR"}
    ranked = mission.rank(around(kind, **praised)[:3], mission.scene(asked))
    scores = {one.offer.title: one.score for one in ranked}
    assert scores["Paris"] > scores["Versailles"] > scores["Melun"]
    assert scores["Melun"] <= scores["Paris"] - 14


def test_the_place_named_again_or_another_takes_the_search_back() -> None:
    wide = Adjustments(radius_factor=8.0)
    again = Refinement(distance="usual")
    other = Refinement(slots={"place": "Lyon"})
    for wish in (again, other):
        new, _slots, _said = refined(wide, {"place": "Paris"}, wish, shown=[], words="in Paris")
        assert new.radius_factor == 1.0
