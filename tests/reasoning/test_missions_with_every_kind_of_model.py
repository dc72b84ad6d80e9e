"""A whole mission completes, whatever the model does."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import ReasoningCall
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, refresh
from tests.missions.test_the_pages_of_a_mission import page_of
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import Behaviour, ModelEndpoint

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
MODELS: dict[str, Behaviour] = {
    "right": doubles.right,
    "nonsense": doubles.saying("As a large cheese I cannot."),
    "another shape": doubles.saying('{"answer": 42}'),
    "truncated": doubles.truncated,
    "a page": doubles.html,
    "hangs": doubles.hanging,
    "429": doubles.refusing(429),
    "500": doubles.refusing(500),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_dinner_is_found_and_chosen(
    world: None, owner: Any, endpoint: ModelEndpoint, settings: Any, name: str
) -> None:
    endpoint.behaviour = MODELS[name]
    settings.LLM_TIMEOUT = 0.5 if name == "hangs" else 10
    mission = create_mission(user=owner, goal=GOAL)
    assert mission.provisional
    drive(mission)
    mission = refresh(mission)
    assert (mission.status, mission.mission_type, mission.level) == ("interrupted", "dining", 2)
    assert not mission.provisional
    assert mission.slots["place"] == "Paris"
    answer_first(mission, "choose")
    drive(mission)
    assert refresh(mission).status == "completed"
    page = page_of(owner, f"/missions/{mission.pk}/")
    assert ("The built-in rules did it instead." in page) is (name != "right")
    calls = ReasoningCall.objects.filter(user=owner)
    assert sum(call.model_calls for call in calls) <= 5
    said = [(call.skill, call.source, call.fallback, call.model_calls) for call in calls]
    assert {call.source for call in calls if call.model_calls} == {"model" if name == "right" else "rules"}, (
        said
    )
