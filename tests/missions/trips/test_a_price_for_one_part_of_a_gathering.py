"""A price that is named where a hall or a meal is chosen is that one's, and it is kept to."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer
from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, Part
from missions.trips.ground import price_in
from tests.missions.trips.driving import answer, understood

LUNCH = "Organise a lunch for 20 seniors in Berlin on 12 June, 500 euros"
READ = Refinement(slots={"budget": {"amount": 150, "currency": "EUR", "bound": "max"}})


@pytest.fixture(scope="module")
def gathering() -> ComplexMission:
    return discovery.load(Path(discovery.__file__).parent / "gathering")


def venue(gathering: ComplexMission) -> Part:
    return next(part for part in gathering.decompose(understood(gathering, LUNCH)) if part.key == "venue")


def test_halls_above_a_price_that_is_named_are_not_offered(gathering: ComplexMission) -> None:
    brief, part = understood(gathering, LUNCH), venue(gathering)
    assert "budget" not in gathering.meant_of_part(part, "under 150 euros", READ, brief).slots
    after, said = gathering.refine_part(part, "under 150 euros", READ, brief) or (brief, [])
    assert said == ["at most €150"]
    halls: list[Offer] = [one for request in gathering.requests(part, after, {}) for one in answer(request)]
    offered = [one.offer for one in gathering.judge(part, halls, after, {}).options]
    assert offered
    assert all(price_in(one, "EUR") <= Decimal(150) for one in offered)


def test_a_budget_for_all_of_it_is_no_price_of_one_hall(gathering: ComplexMission) -> None:
    brief, part = understood(gathering, LUNCH), venue(gathering)
    after, _said = gathering.refine_part(part, "150 euros in total", READ, brief) or (brief, [])
    assert after.adjustments.max_price is None
