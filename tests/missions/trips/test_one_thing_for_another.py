""" "Replace the cooking class by something cheaper" changes that alone, and teaches no liking of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.brief import Taste
from missions.plugins import discovery
from missions.plugins.base import Scene
from missions.trips.mission import TripMission
from missions.trips.plan import TripPlan
from missions.trips.swaps import read_swaps, without_swaps
from tests.missions.trips.driving import assert_kept, drafted, refined, understood

GOAL = "Plan a 5-day Paris trip for May with a cooking class, budget $3000, 2 travelers"


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


def names(plan: TripPlan) -> list[str]:
    return [item.name for day in plan.days for item in day.items if item.kind != "free"]


def differing(before: TripPlan, after: TripPlan) -> list[tuple[str, str]]:
    pairs = zip(names(before), names(after), strict=True)
    return [(old, new) for old, new in pairs if old != new]


def cost_of(plan: TripPlan, name: str) -> float:
    return float(next(item.cost for day in plan.days for item in day.items if item.name == name))


def of_kind(plan: TripPlan, *kinds: str) -> list[str]:
    return [item.name for day in plan.days for item in day.items if item.kind in kinds]


@pytest.mark.parametrize(
    "words",
    [
        "replace the cooking class by something cheaper",
        "Something cheaper instead of the cooking class, please",
        "den Kochkurs bitte durch etwas Günstigeres ersetzen",
        "remplace le cours de cuisine par quelque chose de moins cher",
    ],
)
def test_only_that_item_changes_and_is_cheaper(travel: TripMission, words: str) -> None:
    draft, brief, done = drafted(travel, GOAL)
    before = travel.plan_in(draft.data)
    after_brief, said = refined(travel, brief, words)
    assert travel.affected(brief, after_brief, travel.decompose(after_brief)) == set(), (
        "nothing is asked again"
    )
    after = travel.plan_in(travel.draft(after_brief, done, 2).data)
    ((old, new),) = differing(before, after)
    assert cost_of(after, new) < cost_of(before, old)
    assert old == next(
        item.name for day in before.days for item in day.items if item.category == "cooking class"
    )
    assert (after.stays, after.transport) == (before.stays, before.transport)
    assert after.budget.total < before.budget.total
    assert_kept(after)
    assert len(said) == 1


def test_what_is_put_out_is_no_liking(travel: TripMission) -> None:
    brief = understood(travel, "Plan a 5-day Paris trip for May, budget $3000, 2 travelers")
    after, _said = refined(travel, brief, "replace the cooking class by something cheaper")
    assert "liked" not in after.slots
    assert not travel.wish(after).saving, "that is said of the one thing alone"
    draft, wanted, done = drafted(travel, GOAL)
    then, _said = refined(travel, wanted, "replace the cooking class by something cheaper")
    for one, learned in ((wanted, True), (then, False)):
        keys = {lesson.key for lesson in travel.learn(draft, one, done)}
        assert ("travel.interests.cooking_class" in keys) is learned


def test_a_restaurant_and_a_sight_by_name(travel: TripMission) -> None:
    draft, brief, done = drafted(travel, GOAL)
    before = travel.plan_in(draft.data)
    for name in (of_kind(before, "restaurant")[0], of_kind(before, "sight")[0]):
        after_brief, _said = refined(travel, brief, f"something else instead of {name}")
        after = travel.plan_in(travel.draft(after_brief, done, 2).data)
        ((old, new),) = differing(before, after)
        assert old == name
        assert new not in names(before)
        assert_kept(after)


def test_once_more_is_once_more(travel: TripMission) -> None:
    draft, brief, done = drafted(travel, GOAL)
    first = of_kind(travel.plan_in(draft.data), "sight")[0]
    one, _said = refined(travel, brief, f"replace {first} by another sight")
    second = travel.plan_in(travel.draft(one, done, 2).data)
    ((_old, new),) = differing(travel.plan_in(draft.data), second)
    two, _said = refined(travel, one, f"replace {new} by another sight")
    third = travel.plan_in(travel.draft(two, done, 3).data)
    ((old, last),) = differing(second, third)
    assert old == new
    assert last not in {first, new}


def test_what_is_not_there_is_said(travel: TripMission) -> None:
    _draft, brief, done = drafted(travel, GOAL)
    after, _said = refined(travel, brief, "replace Disneyland by something cheaper")
    assert any("Disneyland" in one for one in travel.draft(after, done, 2).misfits)


@pytest.mark.parametrize(
    "words",
    ["replace Paris with Rome", "a train instead of a flight", "swap the hotel for something cheaper",
     "replace museums with gardens", "fewer museums", "two days later"],
)  # fmt: skip
def test_cities_ways_beds_and_all_of_a_kind_are_read_otherwise(words: str) -> None:
    assert read_swaps(words) == []
    assert without_swaps(words) == words


def test_what_was_learned_of_a_place_counts_in_its_city_alone(travel: TripMission) -> None:
    draft, brief, done = drafted(travel, GOAL)
    area = next(one for one in travel.learn(draft, brief, done) if one.key.startswith("travel.stay.area."))
    assert area.key.startswith("travel.stay.area.paris.")
    assert area.sentence.endswith(", Paris.")
    taste = Taste(
        key=area.key, polarity="like", value=area.value["value"], words=area.sentence, from_words=""
    )
    for goal, applied in ((GOAL, True), ("5 days in Rome in May for 2 people", False)):
        there = understood(travel, goal).model_copy(update={"tastes": [taste]})
        assert bool(travel.tastes(Scene(there))) is applied
        assert bool(travel.applied(there)) is applied
