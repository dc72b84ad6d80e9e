"""Where too little is found for a part, each kind of part knows other ways to look, and asks after them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, Found, Part
from missions.trips.plan import TripPlan
from tests.missions.bundles.driving import brief_of, shopping
from tests.missions.trips.driving import answer, settle_parts, understood

PLUGINS = Path(discovery.__file__).parent
TRIP = "Plan 4 days in Paris from 11 May for 2 people, from Berlin"


def kind(name: str) -> ComplexMission:
    loaded = discovery.load(PLUGINS / name)
    assert isinstance(loaded, ComplexMission)
    return loaded


def part_of(of: ComplexMission, brief: Brief, key: str) -> Part:
    return next(part for part in of.decompose(brief) if part.key == key)


def wider(of: ComplexMission, part: Part, brief: Brief) -> Iterator[Brief]:
    """The briefs of one widening after the other, as the graph keeps them."""
    while (found := of.widen_part(part, brief)) is not None:
        brief, words = found
        brief = brief.model_copy(update={"slots": {k: v for k, v in brief.slots.items() if v is not None}})
        assert words
        yield brief


@pytest.mark.parametrize(
    ("key", "radii"), [("stay", [24.0]), ("activities", [24.0]), ("restaurants", [16.0, 32.0])]
)
def test_a_wider_area_is_looked_in_next(key: str, radii: list[float]) -> None:
    travel, brief = kind("travel"), understood(kind("travel"), TRIP)
    part = part_of(travel, brief, key)
    before = travel.requests(part, brief, {})[0]
    found = [travel.requests(part, after, {})[0] for after in wider(travel, part, brief)]
    assert [one.radius_km for one in found] == radii
    assert all(one.near for one in found)
    assert before.radius_km is None or before.radius_km < radii[0]


def test_a_wished_kind_of_stay_is_given_up_and_a_refused_one_is_not() -> None:
    travel, brief = kind("travel"), understood(kind("travel"), TRIP)
    asked = {**brief.slots, "stay_kinds": ["castle"], "no_stay_kinds": ["hostel"]}
    brief = brief.model_copy(update={"slots": asked})
    part = part_of(travel, brief, "stay")
    offers = [one for request in travel.requests(part, brief, {}) for one in answer(request)]
    assert travel.judge(part, offers, brief, {}).confidence < 0.7
    first = next(wider(travel, part, brief))
    judged = travel.judge(part, offers, first, {})
    assert judged.confidence >= 0.7
    assert "hostel" not in {one.offer.category for one in judged.options}


def test_where_nothing_goes_on_the_named_day_others_are_asked_about_and_told() -> None:
    travel, brief = kind("travel"), understood(kind("travel"), TRIP)
    part = part_of(travel, brief, "flights")
    named = date(2027, 5, 11)

    def other_days(of: Brief) -> list:  # type: ignore[type-arg]
        found = [one for request in travel.requests(part, of, {}) for one in answer(request)]
        return [one for one in found if not str(one.attributes["out"]["leaves"]).startswith(str(named))]  # type: ignore[index, call-overload]

    assert travel.judge(part, other_days(brief), brief, {}).options == []
    after = next(wider(travel, part, brief))
    judged = travel.judge(part, other_days(after), after, {})
    assert judged.options
    assert judged.ask
    assert "None of these leaves on the day that you named." in judged.risks
    taken = judged.options[0].offer
    done = settle_parts(travel, brief, done={"flights": Found("flights", [taken], [taken])})
    plan = TripPlan.model_validate(travel.draft(brief, done, 1).data)
    assert plan.days[0].date != named
    assert any(words.startswith("You leave on") for words in plan.misfits)
    assert all(check.ok for check in plan.checks if check.hard)


def test_a_gathering_looks_around_its_city() -> None:
    gathering = kind("gathering")
    brief = understood(gathering, "Senior lunch for 30 people in Berlin on 12 June")
    part = part_of(gathering, brief, "venue")
    [after] = wider(gathering, part, brief)
    [request] = gathering.requests(part, after, {})
    assert (request.near is not None, request.radius_km) == (True, 24.0)
    assert gathering.requests(part, brief, {})[0].near is None


def test_a_thing_of_a_bundle_is_looked_for_by_its_kind_alone() -> None:
    brief = brief_of("an engraved wooden laptop and a mouse that fits, all under $1500")
    part = shopping().decompose(brief)[0]
    [after] = wider(shopping(), part, brief)
    assert shopping().requests(part, brief, {})[0].words != "laptop"
    assert shopping().requests(part, after, {})[0].words == "laptop"


def test_no_part_is_widened_for_ever() -> None:
    travel, brief = kind("travel"), understood(kind("travel"), TRIP + ", one day trip")
    for part in travel.decompose(brief):
        assert len(list(wider(travel, part, brief))) <= 2
