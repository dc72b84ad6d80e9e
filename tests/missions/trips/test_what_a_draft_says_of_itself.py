"""A draft names what is in it and how one gets there, and counts kinds by what they are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time
from pathlib import Path

import pytest

from agency.sources.base import Offer
from missions.brief import Brief
from missions.models import Subgoal
from missions.part_titles import came_to, titled
from missions.plugins import discovery
from missions.plugins.complex import Judged, Part
from missions.trips.mission import TripMission
from missions.trips.on_the_way import hours_on_the_way
from missions.trips.plan import TripPlan
from missions.trips.running import account_so_far
from tests.missions.trips.driving import drafted, first, refined, settle_parts

GOAL = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers"


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


def by_train(part: Part, judged: Judged) -> list[Offer]:
    """What is taken anyway, and a train of the same hours to get there."""
    taken = first(part, judged)
    return [one.model_copy(update={"kind": "train"}) if one.kind == "flight" else one for one in taken]


def rows_of(travel: TripMission, brief: Brief, done: dict[str, object]) -> dict[str, Subgoal]:
    """The parts as rows, not saved."""
    rows = {}
    for part in travel.decompose(brief):
        chosen = [offer.model_dump(mode="json") for offer in done[part.key].chosen]  # type: ignore[attr-defined]
        row = Subgoal(key=part.key, title=part.title, coordinator=part.coordinator, chosen=chosen, options=[])
        rows[part.key] = row
    return rows


def names(plan: TripPlan) -> set[str]:
    return {item.name for day in plan.days for item in day.items}


def test_parts_came_to_what_the_draft_has_and_each_once(travel: TripMission) -> None:
    draft, brief, done = drafted(travel, f"{GOAL}, with a cooking class")
    plan, used = travel.plan_in(draft.data), travel.offers_in(draft)
    for key, row in rows_of(travel, brief, dict(done)).items():
        said = came_to(row, used)
        assert len(said) == len(set(said)), key
        if key in {"sights", "activities", "restaurants"}:
            assert said, key
            assert set(said) <= names(plan), key
            assert len(said) < len(row.chosen), "more was found than the days hold"


def test_without_a_draft_they_came_to_what_was_chosen(travel: TripMission) -> None:
    twice = [{"title": "The Miser", "source_id": "a"}, {"title": "The Miser", "source_id": "b"}]
    assert came_to(Subgoal(key="activities", chosen=twice), None) == ["The Miser"]
    assert came_to(Subgoal(key="activities", chosen=twice), {"x"}) == []


def test_a_train_is_no_flight_in_titles_and_money(travel: TripMission) -> None:
    _draft, brief, done = drafted(travel, GOAL, by_train)
    assert done["flights"].chosen[0].kind == "train"
    parts: Sequence[Part] = travel.decompose(brief)
    row = rows_of(travel, brief, dict(done))["flights"]
    assert titled(travel, row, brief) == "Trains from Berlin to Paris"
    account = account_so_far(parts, travel.wish(brief), done, {})
    assert account.shares[0].words == "Trains from Berlin to Paris"
    flown, brief, done = drafted(travel, GOAL)
    assert (
        titled(travel, rows_of(travel, brief, dict(done))["flights"], brief) == "Flights from Berlin to Paris"
    )
    assert flown.data["transport"][0]["kind"] == "flight"


def test_the_hours_on_the_way_and_lost_days_are_said(travel: TripMission) -> None:
    draft, brief, _done = drafted(travel, GOAL, by_train)
    plan, wish = travel.plan_in(draft.data), travel.wish(brief)
    plan.transport[0].leaves, plan.transport[0].arrives = time(9, 40), time(19, 5)
    plan.transport[-1].leaves, plan.transport[-1].arrives = time(7, 30), time(16, 55)
    (check,) = hours_on_the_way(plan, wish)
    assert (check.ok, check.hard) == (False, False)
    assert "Berlin – Paris 9 h 25 min" in check.detail
    assert "little is left of day 1: you arrive at 7:05" in check.detail
    assert "little is left of day 5: you leave at 7:30" in check.detail
    plan.transport[0].arrives, plan.transport[-1].leaves = time(12), time(18)
    assert hours_on_the_way(plan, wish)[0].ok
    assert hours_on_the_way(plan, wish.with_(origin=None)) == []
    assert "Time on the way" in {one["name"] for one in draft.data["checks"]}


def test_fewer_museums_counts_what_is_one_by_its_kind(travel: TripMission) -> None:
    _draft, brief, done = drafted(travel, GOAL)
    after, said = refined(travel, brief, "fewer museums")
    assert "fewer: museums" in said
    again = settle_parts(travel, after, done={k: v for k, v in done.items() if k != "sights"})
    plan = travel.plan_in(travel.draft(after, again, 2).data)
    kinds = [
        item
        for day in plan.days
        for item in day.items
        if item.category in {"museum", "exhibition"} or item.name == "Les Invalides" or "Musée" in item.name
    ]
    assert len(kinds) <= 1, [item.name for item in kinds]


def test_what_was_not_understood_beside_the_rest_is_said(travel: TripMission) -> None:
    _draft, brief, _done = drafted(travel, GOAL)
    _after, said = refined(travel, brief, "Fewer museums, and make it purple")
    assert any("purple" in one for one in said)
    _after, said = refined(travel, brief, "add one day trip")
    assert not any("kept in words" in one for one in said), said
