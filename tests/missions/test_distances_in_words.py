"""Distances are said in miles to who lives where miles are counted, in kilometres to everybody else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agency.sources.base import Offer, Place
from missions import ranking
from missions.brief import Brief
from missions.distances import distance_in_words
from missions.models import Mission
from missions.options import where
from missions.plugins.discovery import type_named
from missions.slot_words import slot_words

PARIS = {"name": "Paris", "country": "FR", "lat": 48.8566, "lon": 2.3522}
LONDON = {"name": "London", "country": "GB", "lat": 51.5074, "lon": -0.1278}


@pytest.mark.parametrize(
    ("km", "home", "words"),
    [
        (3.218688, LONDON, "2 miles"),
        (3.218688, {"country": "US"}, "2 miles"),
        (3.218688, PARIS, "3.2 km"),
        (3.218688, None, "3.2 km"),
        (1.609344, LONDON, "1 mile"),
        (0.5, LONDON, "0.3 miles"),
        (0.5, {}, "0.5 km"),
        (10, PARIS, "10 km"),
        (20.04, PARIS, "20 km"),
    ],
)
def test_the_unit_is_that_of_the_persons_home(km: float, home: Any, words: str) -> None:
    assert distance_in_words(km, home) == words


@pytest.mark.parametrize(("home", "unit"), [(PARIS, "km"), (LONDON, "mile")])
def test_options_and_what_was_understood_use_it(owner: Any, home: dict[str, Any], unit: str) -> None:
    brief = Brief(
        goal="x",
        mission_type="dining",
        level=2,
        slots={},
        now=datetime(2026, 12, 1, tzinfo=UTC),
        zone="UTC",
        language="en",
        currency="EUR",
        home=home,
        tastes=[],
    )
    kind = type_named("dining")
    scene = kind.scene(brief)

    def at(north: float) -> Offer:
        place = Place(name="A", city="B", lat=home["lat"] + north, lon=home["lon"])
        return Offer(source="catalogue", source_id="a", kind="restaurant", title="A", place=place)

    near = at(0.02)  # 2.2 km
    assert unit in where(near, scene)
    assert unit in ranking.distance(near, scene).words
    assert unit in kind.check(at(5), scene).drop
    owner.home = home
    mission = Mission(user=owner, mission_type="dining", level=2, slots={"near": {"of": "me", "km": 3.2}})
    [near_words] = [words.value for words in slot_words(mission)]
    assert near_words == ("you (3.2 km)" if unit == "km" else "you (2 miles)")


@pytest.mark.parametrize(
    ("area", "at", "words"),
    [
        ("Giverny", (49.0755, 1.5337), "Giverny"),  # 64 km from the city it is listed under
        ("Le Marais", (48.8566, 2.3622), "Le Marais, Paris"),
        ("", (49.0755, 1.5337), "Paris"),
        ("Giverny", (None, None), "Giverny, Paris"),
    ],
)
def test_a_place_out_of_town_is_not_said_to_be_in_it(
    area: str, at: tuple[float | None, float | None], words: str
) -> None:
    brief = Brief(
        goal="x",
        mission_type="dining",
        level=2,
        now=datetime(2026, 12, 1, tzinfo=UTC),
        zone="UTC",
        language="en",
        currency="EUR",
        home=PARIS,
    )
    place = Place(city="Paris", lat=at[0], lon=at[1])
    attributes = {"area": area}
    offer = Offer(source="x", source_id="a", kind="sight", title="A", place=place, attributes=attributes)
    assert where(offer, type_named("dining").scene(brief)).partition(" · ")[0] == words
