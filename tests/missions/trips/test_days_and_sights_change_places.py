""" "Swap days 2 and 3", "swap the Louvre and the Eiffel Tower": only these change, and later words win."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

import pytest

from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import Draft, Found
from missions.trips.exchanges import read_exchange
from missions.trips.mission import TripMission
from missions.trips.plan import TripPlan
from missions.trips.stations import cities_changed
from missions.trips.swaps import pairs_in
from tests.missions.trips.driving import assert_kept, drafted, refined

GOAL = "5 days in Paris from 11 to 15 May 2027 with one day trip, for 2 people, from Berlin"
FIRST = date(2027, 5, 11)


@lru_cache(maxsize=1)
def trip() -> tuple[TripMission, Draft, Brief, dict[str, Found]]:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind, *drafted(kind, GOAL)


def seen(plan: TripPlan) -> list[list[str]]:
    """What is seen and done on each day."""
    return [[one.name for one in day.items if one.kind in {"sight", "activity"}] for day in plan.days]


def after(*said: str) -> tuple[TripPlan, Brief]:
    """The plan after words about one draft after the other."""
    kind, draft, brief, done = trip()
    for words in said:
        found = kind.refine_draft(words, draft, brief)
        brief = found[0] if found else refined(kind, brief, words)[0]
        draft = kind.draft(brief, done, 2)
    plan = kind.plan_in(draft.data)
    assert_kept(plan)
    return plan, brief


def first_plan() -> TripPlan:
    kind, draft, _brief, _done = trip()
    return kind.plan_in(draft.data)


@pytest.mark.parametrize(
    "words",
    [
        "swap days 2 and 4",
        "Tag 2 und Tag 4 tauschen",
        "tausche Mittwoch gegen Freitag",
        "swap day 2 with day 4",
    ],
)
def test_two_days_change_places(words: str) -> None:
    before, now = seen(first_plan()), seen(after(words)[0])
    assert now[1][0] in before[3]
    assert before[1][0] in now[3]
    assert now[2] == before[2], "the day trip stays on its day"


def test_a_day_trip_changes_places_with_a_day_in_town() -> None:
    before, now = first_plan(), after("swap days 2 and 3")[0]
    assert before.days[2].outing
    assert now.days[1].outing
    assert not now.days[2].outing
    assert seen(now)[1] == seen(before)[2]
    assert not now.misfits


def test_two_sights_take_the_day_of_each_other() -> None:
    before = seen(first_plan())
    now = seen(after("swap the Louvre and the Eiffel Tower")[0])
    on = {
        name: [n for n, day in enumerate(some) if name in day]
        for some in (now,)
        for name in ("Louvre Museum", "Eiffel Tower")
    }
    was = {name: [n for n, day in enumerate(before) if name in day] for name in on}
    assert on == {"Louvre Museum": was["Eiffel Tower"], "Eiffel Tower": was["Louvre Museum"]}


def test_a_later_word_about_one_of_them_counts_more() -> None:
    plan, _brief = after("swap days 2 and 4", "Louvre on Wednesday")
    assert "Louvre Museum" in seen(plan)[1]
    assert not plan.misfits


def test_what_names_nothing_in_the_plan_exchanges_nothing() -> None:
    kind, draft, brief, _done = trip()
    for words in ("swap Louvre and Prado", "swap days 2 and 9", "swap the museums for parks", "slower"):
        assert kind.refine_draft(words, draft, brief) is None


def test_what_is_said_beside_it_is_left_to_be_read() -> None:
    kind, _draft, brief, _done = trip()
    found = read_exchange("swap days 2 and 3, and a slower pace", kind.wish(brief))
    assert found is not None
    assert found.rest.strip(" ,") == "and a slower pace"


@pytest.mark.parametrize(
    ("words", "name", "days_on"),
    [("Louvre on day 4", "Louvre Museum", 3), ("Louvre on Wednesday", "Louvre Museum", None)],
)
def test_wishes_for_days_move_along_with_the_trip(words: str, name: str, days_on: int | None) -> None:
    kind, _draft, brief, _done = trip()
    brief = refined(kind, brief, words)[0]
    for later in ("four days later", "a week later"):
        brief = kind.possible(refined(kind, brief, later)[0])
        wish = kind.wish(brief)
        (one,) = wish.by_day
        assert wish.first > FIRST
        if days_on is None:
            assert one.day.weekday() == 2
            assert wish.first <= one.day <= wish.last
        else:
            assert one.day == wish.first + timedelta(days=days_on)
    assert name.startswith(one.name)


def test_one_place_for_another_is_no_other_city_of_the_trip() -> None:
    assert pairs_in("swap Versailles for Giverny") == [("Versailles", "Giverny")]
    assert pairs_in("Giverny durch Mont Saint-Michel ersetzen") == [("Giverny", "Mont Saint-Michel")]
    assert cities_changed("swap Versailles for Giverny", ["Paris"]) is None
    assert cities_changed("Giverny instead of Versailles", ["Paris"]) is None
    assert cities_changed("Rome instead of Paris", ["Paris"]) == ["Rome"]
