"""Wishes that no rule reads are heeded, the level comes with the kind, and calls are kept for later words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agency.models import ReasoningCall
from agency.reasoning.skills.reasons import OptionFacts, OptionsToExplain, write_reasons
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from tests.missions.test_the_pages_of_a_mission import page_of
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import Asked, ModelEndpoint, Said, completion

GOAL = "Dinner in Paris on Friday for two where we can hear each other talk, with an open kitchen"
KIND = {"domain": "missions", "mission_type": "dining", "confidence": 0.9, "level": 2, "reason": "an evening"}
WISHES = [
    {"words": "where we can hear each other talk", "quality": "quiet"},
    {"words": "an open kitchen", "quality": ""},
    {"words": "on the moon", "quality": "outdoor"},
]


def well(asked: Asked) -> Said:
    """What a good model answers."""
    if asked.skill == "classify_goal":
        return completion(json.dumps(KIND))
    if asked.skill == "extract_slots":
        answer = json.loads(doubles.SKILLS["extract_slots"].rules(asked.question).model_dump_json())
        return completion(json.dumps({**answer, "wishes": WISHES}))
    return doubles.right(asked)


@pytest.fixture
def mission(world: None, owner: Any, endpoint: ModelEndpoint) -> Any:
    endpoint.behaviour = well
    made = create_mission(user=owner, goal=GOAL)
    drive(made)
    return refresh(made)


def test_what_a_model_reads_as_wished_counts_for_the_options_and_stands_on_the_card(
    mission: Any, owner: Any
) -> None:
    assert mission.understood["wished"] == {"prefer": ["quiet"], "unread": ["an open kitchen"]}
    reasons = [reason for option in mission.shortlist for reason in option["reasons"]]
    assert "Quiet, as you asked" in reasons
    page = page_of(owner, f"/missions/{mission.pk}/")
    assert "No source tells of “an open kitchen”" in page
    assert "Wishes" in page


def test_what_is_wished_in_the_goal_holds_after_a_refinement_and_after_all_is_shown_again(
    mission: Any,
) -> None:
    for words in ("cheaper", "show me all again"):
        answer_first(mission, "refine", text=words)
        drive(mission)
        reasons = [reason for option in refresh(mission).shortlist for reason in option["reasons"]]
        assert "Quiet, as you asked" in reasons


def test_the_level_is_told_with_the_kind_and_calls_are_left_for_two_refinements(
    mission: Any, owner: Any, endpoint: ModelEndpoint
) -> None:
    assert [asked.skill for asked in endpoint.asked] == ["classify_goal", "extract_slots", "write_reasons"]
    assert (mission.level, mission.understood["level_reason"]) == (2, "an evening")
    for words in ("something a bit cheaper", "and closer to the river"):
        answer_first(mission, "refine", text=words)
        drive(mission)
    read = ReasoningCall.objects.filter(user=owner, skill="extract_refinement")
    assert [call.source for call in read] == ["model", "model"]
    spared = ReasoningCall.objects.filter(user=owner, fallback="spared")
    assert {call.skill for call in spared} == {"write_reasons"}
    assert open_decision(mission)
    assert "built-in rules did it instead" not in page_of(owner, f"/missions/{mission.pk}/")


def test_a_button_costs_no_question_to_the_model(mission: Any, endpoint: ModelEndpoint) -> None:
    offered = open_decision(mission).payload["refine_suggestions"]
    before = len(endpoint.asked)
    answer_first(mission, "refine", text=offered[0])
    drive(mission)
    assert "extract_refinement" not in [asked.skill for asked in endpoint.asked[before:]]
    assert offered[0] in refresh(mission).adjustments["words"]


def test_a_quality_that_nothing_found_is_known_to_have_is_theirs_to_check(
    world: None, owner: Any, endpoint: ModelEndpoint
) -> None:
    def asks_for_no_steps(asked: Asked) -> Said:
        if asked.skill != "extract_slots":
            return well(asked)
        answer = json.loads(doubles.SKILLS["extract_slots"].rules(asked.question).model_dump_json())
        wishes = [{"words": "my mother walks badly", "quality": "step free"}]
        return completion(json.dumps({**answer, "wishes": wishes}))

    endpoint.behaviour = asks_for_no_steps
    made = create_mission(user=owner, goal="Dinner in Paris on Friday for two, my mother walks badly")
    drive(made)
    mission = refresh(made)
    assert mission.understood["untold"] == ["step free"]
    assert "No source tells of “step free”" in page_of(owner, f"/missions/{mission.pk}/")


def test_a_rank_that_the_facts_do_not_hold_is_refused() -> None:
    options = [OptionFacts(title="Le Nid", strongest=["$16, the cheapest of these"])]
    options += [OptionFacts(title="Chez Nous", strongest=["rated 4.5 by 120"])]
    question = OptionsToExplain(goal="Dinner", options=options)
    fits = write_reasons.reply(reasons=["The cheapest of these at $16.", "Rated 4.5 by 120 people."])
    ranks = write_reasons.reply(reasons=["The cheapest of these at $16.", "The closest of them, rated 4.5."])
    assert write_reasons.check(question, fits) == []
    assert write_reasons.check(question, ranks) == ["“closest” is not in the facts."]


@pytest.mark.parametrize(
    "planted", ["See www.evil.example to book.", "<b>Rated</b> 4.5.", "Mail me@evil.example."]
)
def test_links_addresses_and_marks_are_no_reasons(planted: str) -> None:
    question = OptionsToExplain(goal="Dinner", options=[OptionFacts(title="A", strongest=["rated 4.5"])])
    assert write_reasons.check(question, write_reasons.reply(reasons=[planted]))
