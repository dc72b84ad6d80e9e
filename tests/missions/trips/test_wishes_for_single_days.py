"""Words about one day of a draft: what to see on it, one kept free, a meal left out, and what cannot be."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest

from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import Draft, Found
from missions.trips.mission import TripMission
from missions.trips.plan import Day, TripPlan
from tests.missions.trips.driving import assert_kept, drafted, refined

FRIDAY, SATURDAY = date(2027, 5, 14), date(2027, 5, 15)
GOAL = "5 days in Paris from 12 to 16 May 2027 for 2 people, from Berlin"


@lru_cache(maxsize=1)
def trip() -> tuple[TripMission, Draft, Brief, dict[str, Found]]:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind, *drafted(kind, GOAL)


def after(words: str) -> tuple[TripPlan, list[str]]:
    """The plan after some words, and what is said to have changed."""
    kind, _draft, brief, done = trip()
    changed, said = refined(kind, brief, words)
    plan = TripPlan.model_validate(kind.draft(changed, done, 2).data)
    assert_kept(plan)
    return plan, said


def names_on(plan: TripPlan, day: date) -> list[str]:
    return [item.name for item in _day(plan, day).items]


def _day(plan: TripPlan, day: date) -> Day:
    return next(one for one in plan.days if one.date == day)


@pytest.mark.parametrize(
    ("words", "name", "day"),
    [
        ("move the Louvre to Saturday", "Louvre Museum", SATURDAY),
        ("add the Orangerie on Friday", "Musée de l'Orangerie", FRIDAY),
        ("Louvre on day 3", "Louvre Museum", FRIDAY),
        ("den Louvre am Samstag", "Louvre Museum", SATURDAY),
        ("Palais Garnier on the third day", "Palais Garnier", FRIDAY),
    ],
)
def test_a_sight_is_seen_on_the_day_that_was_said(words: str, name: str, day: date) -> None:
    plan, said = after(words)
    assert name in names_on(plan, day)
    assert len(said) == 1
    assert not plan.misfits


@pytest.mark.parametrize("words", ["keep Friday free", "Freitag frei", "nothing on day 3"])
def test_a_day_is_kept_free(words: str) -> None:
    plan, said = after(words)
    assert said == ["Friday, 14 May 2027 kept free"]
    assert {item.kind for item in _day(plan, FRIDAY).items} <= {"free", "meal", "restaurant"}


@pytest.mark.parametrize(
    "words", ["no dinner on Friday", "leave out dinner on day 3", "ohne Abendessen am Freitag"]
)
def test_a_meal_is_left_out_and_taken_back(words: str) -> None:
    kind, _draft, brief, _done = trip()
    plan, said = after(words)
    assert said == ["no dinner on Friday, 14 May 2027"]
    assert sum(item.kind in {"restaurant", "meal"} for item in _day(plan, FRIDAY).items) == 2
    without, _said = refined(kind, brief, words)
    again, said = refined(kind, without, "add a dinner on Friday")
    assert said == ["dinner on Friday, 14 May 2027, as on every day"]
    assert not again.slots["by_day"]


def test_what_cannot_be_seen_that_day_is_said() -> None:
    plan, _said = after("Atlantis Hall on Friday")
    (said,) = plan.misfits
    assert said.startswith("Atlantis Hall could not be planned for Friday, 14 May 2027: not known here")


def test_days_that_the_trip_does_not_have_are_kept_as_words() -> None:
    kind, _draft, brief, _done = trip()
    changed, said = refined(kind, brief, "the Louvre on Monday")
    assert "by_day" not in changed.slots
    assert "kept in words only" in " ".join(said)
