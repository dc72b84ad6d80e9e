"""A learned limit of distance is shown where it holds, is taken back, and gives way where too little fits."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agency.reasoning.refinement_rules import read_refinement
from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Place
from memory.names import preferences_of
from memory.provenance import BY_USER
from memory.writing import remember
from missions.brief import Adjustments, Taste
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.refining import refined
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from tests.missions.test_wishes_change_the_ranking import brief, offer
from trust.models import User

NEAR = Taste(
    key="dining.max_distance_km",
    polarity="need",
    value="near",
    amount=Decimal("1.3"),
    words="Within 1.3 km",
    from_words="from your feedback on 27 November 2026",
)
SAID = "Within 1.3 km, from your feedback on 27 November 2026"
DINING = type_named("dining")


def test_it_is_a_reason_of_the_mission_and_of_each_option() -> None:
    asked = brief("dining", NEAR, place="Paris")
    near = offer("dining", "Chez Marcel", place=Place(city="Paris", country="FR", lat=48.857, lon=2.353))
    assert SAID in DINING.applied(asked)
    assert SAID in DINING.fit(near, DINING.scene(asked))[1]


def test_it_is_not_named_where_the_goal_names_another() -> None:
    asked = brief("dining", NEAR, place="Paris", near={"of": "me", "km": 3.0})
    assert DINING.radius_km(asked) == 3
    assert SAID not in DINING.applied(asked)


@pytest.mark.parametrize(
    "words",
    [
        "any distance",
        "without this limit",
        "without the distance limit",
        "ohne dieses Limit",
        "beliebige Entfernung",
    ],
)
def test_words_take_it_back(words: str) -> None:
    read = Refinement.model_validate(read_refinement(words, slots={}, new_slots={}, titles=[]))
    adjustments, _slots, _said = refined(Adjustments(), {}, read, shown=[], words=words)
    asked = brief("dining", NEAR, adjustments=adjustments, place="Paris")
    assert DINING.radius_km(asked) == DINING.config.radius_km
    assert SAID not in DINING.applied(asked)


def test_it_gives_way_before_the_search_grows() -> None:
    asked = brief("dining", NEAR, place="Tokyo")
    wider = DINING.widen(asked, 1)
    assert wider is not None
    adjustments, words = wider
    assert words == "up to 6 km away, past the limit I learned"
    assert DINING.radius_km(asked.model_copy(update={"adjustments": adjustments})) == 6


def asked_for(owner: User, goal: str) -> Mission:
    made = create_mission(user=owner, goal=goal)
    drive(made)
    return refresh(made)


def test_a_chip_takes_it_back(world: None, owner: User) -> None:
    remember(
        user=owner,
        namespace=preferences_of(owner),
        key="dining.max_distance_km",
        value={"polarity": "need", "value": "near", "amount": 3, "unit": "km"},
        text="Within 3 km.",
        provenance=BY_USER,
        stated=True,
    )
    mission = asked_for(owner, "A restaurant in Paris on Friday")
    assert any(words.startswith("Within 3 km") for words in mission.applied)
    assert "any distance" in open_decision(mission).payload["refine_suggestions"]
    answer_first(mission, "refine", text="any distance")
    drive(mission)
    mission = refresh(mission)
    assert not any(words.startswith("Within 3 km") for words in mission.applied)
    assert "any distance" not in open_decision(mission).payload["refine_suggestions"]
