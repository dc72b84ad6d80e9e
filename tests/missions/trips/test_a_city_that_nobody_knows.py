"""A city that no table knows is left out of a plan, and said to be."""

from __future__ import annotations

import pytest

from missions.trips.unfound import unfound_cities


@pytest.mark.parametrize(
    ("goal", "cities", "unfound"),
    [
        ("a week in Lisbon, Quorvania and Porto in May", ["Lisbon", "Porto"], ["Quorvania"]),
        ("Rom, Florenz und Zwullstadt im Juni", ["Rome", "Florence"], ["Zwullstadt"]),
        ("Paris, Lyon et Nice", ["Paris", "Lyon", "Nice"], []),
        ("Rome with Anna and Paul", ["Rome"], []),
        ("Rome, the Forum and gelato", ["Rome"], []),
        ("Rome, Florence and Tuesday", ["Rome", "Florence"], []),
        ("Rome, Florence, Museums and Food", ["Rome", "Florence"], []),
        ("Rom, Florenz, Kultur und Wein", ["Rome", "Florence"], []),
        ("Rome, Florence, Colosseum and Uffizi", ["Rome", "Florence"], []),
    ],
)
def test_a_name_among_cities_that_is_no_place_is_found(
    goal: str, cities: list[str], unfound: list[str]
) -> None:
    assert unfound_cities(goal, cities) == unfound
