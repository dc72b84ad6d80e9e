"""A plan is taken apart and worded by a model within hard checks; whatever it says, the plan is made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from agency.models import ReasoningCall
from missions import subgoals
from missions.levels.briefs import brief_of
from missions.levels.complex import drafts
from missions.models import Mission, Subgoal
from missions.plugins.complex import ComplexMission
from missions.plugins.discovery import type_named
from missions.services import create_mission
from missions.trips.words import names_part
from tests.missions.evenings import leave_the_rest, say, work
from tests.missions.steps import refresh
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import Asked, Behaviour, ModelEndpoint, Said, completion
from trust.models import Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
GOAL = "Plan 3 days with my team of 6 in Paris in May, a friend cooks for us every day, and some countryside"
PLANS = ("take_apart", "word_draft")


def only_plans(behaviour: Behaviour) -> Behaviour:
    """Right, but for the questions about plans."""
    return lambda asked: behaviour(asked) if asked.skill in PLANS else doubles.right(asked)


def helpful(asked: Asked) -> Said:
    """Leaves out what the goal says is taken care of, adds what it asks for, and words the draft."""
    question = asked.question
    if asked.skill == "word_draft":
        titles = [f"{day.title}, at ease" for day in question.days]
        return completion(json.dumps({"summary": "A calm time in Paris.", "days": titles}))
    parts = [one for one in (*question.parts, *question.further) if one.key != "restaurants"]
    titled = [{"key": one.key, "title": f"{one.title}, for the team"} for one in parts]
    because = [
        {"key": "restaurants", "words": "a friend cooks for us every day"},
        {"key": "day_trips", "words": "some countryside"},
    ]
    return completion(json.dumps({"parts": titled, "because": because}))


def breaking(asked: Asked) -> Said:
    """Leaves out what is needed; names days and figures that nobody planned."""
    if asked.skill == "take_apart":
        return completion('{"parts": [{"key": "sights", "title": "Everything for $5"}]}')
    titles = ["The Louvre is free on Sunday"] * len(asked.question.days)
    return completion(json.dumps({"summary": "All of it costs $1 in Berlin.", "days": titles}))


MODELS: dict[str, Behaviour] = {
    "breaks checks": breaking,
    "nonsense": doubles.saying("As a large cheese I cannot."),
    "empty JSON": doubles.saying("{}"),
    "another shape": doubles.saying('{"parts": "all", "days": 3}'),
    "500": doubles.refusing(500),
    "too late": doubles.hanging,
}


def made(owner: User) -> tuple[Mission, list[str], dict[str, Any]]:
    mission = work(create_mission(user=owner, goal=GOAL, mission_type="itinerary"))
    for row in Decision.objects.open().filter(subject_id=mission.pk, kind=Decision.Kind.CHOICE):
        mission = say(mission, row.payload["part"], Decision.Verdict.CHOOSE)
    mission = leave_the_rest(refresh(mission))
    keys = [row.key for row in Subgoal.objects.of(mission)]
    return mission, keys, drafts.draft_of(mission, 1).data


def page(client: Client, owner: User, mission: Mission) -> str:
    client.force_login(owner)
    return client.get(f"/missions/{mission.pk}/").content.decode()


def test_a_model_adds_and_leaves_out_parts_and_words_the_draft(
    world: None, owner: User, client: Client, endpoint: ModelEndpoint
) -> None:
    endpoint.behaviour = only_plans(helpful)
    mission, keys, data = made(owner)
    assert set(keys) == {"company", "sights", "activities", "day_trips"}
    titles = [row.title for row in Subgoal.objects.of(mission)]
    assert all(title.endswith("for the team") for title in titles)
    assert data["summary"] == "A calm time in Paris."
    assert all(day["title"].endswith("at ease") for day in data["days"])
    assert any(day["outing"] for day in data["days"])
    said = page(client, owner, mission)
    assert "Split into parts by the language model" in said
    assert "“a friend cooks for us every day”" in said
    assert "summary and titles of days by the language model" in said
    assert "“some countryside”" in drafts.read(mission, "plan.md").decode()


def test_what_the_goal_left_out_comes_back_only_by_its_name(
    world: None, owner: User, endpoint: ModelEndpoint
) -> None:
    endpoint.behaviour = only_plans(helpful)
    mission, keys, _data = made(owner)
    rounds = dict(Subgoal.objects.of(mission).values_list("key", "round"))
    for words in ("cheaper", "no museums, no restaurants", "slower please"):
        mission = changed(mission, words)
        assert [row.key for row in Subgoal.objects.of(mission)] == keys, words
    assert dict(Subgoal.objects.of(mission).values_list("key", "round"))["sights"] > rounds["sights"]
    mission = changed(mission, "add restaurants after all")
    assert {row.key for row in Subgoal.objects.of(mission)} == {*keys, "restaurants"}
    plan = drafts.draft_of(mission, mission.round + 1).data
    assert any(item["kind"] == "restaurant" for day in plan["days"] for item in day["items"])


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("cheaper", False), ("fewer museums", False), ("we are vegetarians", False),
        ("without restaurants, more gardens", False), ("doch ohne Restaurants", False),
        ("add restaurants after all", True), ("bitte doch Restaurants dazu", True),
        ("no museums. Restaurants instead", True), ("on veut des restaurants", True),
    ],
)  # fmt: skip
def test_words_name_where_to_eat(words: str, named: bool) -> None:
    assert names_part("restaurants", words) is named


def changed(mission: Mission, words: str) -> Mission:
    mission = say(mission, "review", Decision.Verdict.REFINE, text=words)
    while row := Decision.objects.open().filter(subject_id=mission.pk, kind=Decision.Kind.CHOICE).first():
        mission = say(mission, row.payload["part"], Decision.Verdict.CHOOSE)
    return leave_the_rest(refresh(mission))


@pytest.mark.parametrize("name", MODELS)
def test_whatever_else_it_says_the_rules_plan_stands_and_the_card_says_so(
    world: None,
    owner: User,
    client: Client,
    endpoint: ModelEndpoint,
    settings: Any,
    name: str,
) -> None:
    endpoint.behaviour = only_plans(MODELS[name])
    settings.LLM_TIMEOUT = 0.4 if name == "too late" else 10
    mission, keys, data = made(owner)
    assert keys == ["company", "sights", "activities", "restaurants"]
    kind = type_named("itinerary")
    assert isinstance(kind, ComplexMission)
    by_rules = kind.draft(brief_of(mission), subgoals.done_of(mission), 1).data
    assert {**data, "worded": None} == {**by_rules, "worded": None}
    assert data["worded"]["by"] == "rules"
    said = page(client, owner, mission)
    assert "Split into parts by the built-in rules. The language model" in said
    assert "Planned and worded by the built-in rules. The language model" in said
    calls = ReasoningCall.objects.filter(user=owner, skill__in=PLANS)
    assert {call.source for call in calls} == {"rules"}
    assert sum(call.model_calls for call in ReasoningCall.objects.filter(user=owner)) <= 20
