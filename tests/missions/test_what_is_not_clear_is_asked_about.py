"""What nobody can do or understand is asked about, and each thing that is offered leads somewhere."""

from __future__ import annotations

import pytest
from django.utils import timezone
from django.utils.translation import override

from agency.reasoning.budget import Asker
from missions import open_goals
from missions.levels import unbuilt
from missions.models import Mission
from missions.services import create_mission
from missions.understanding import by_rules, context_of
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Activity, Decision, User


def question(owner: User, goal: str, mission_type: str, **slots: object) -> list[str]:
    mission = Mission(user=owner, goal=goal, mission_type=mission_type, slots=slots)
    return [str(words) for words in unbuilt.question_for(mission).payload["suggestions"]]


@pytest.mark.parametrize("mission_type", ["other", "fitness_coach", "birthday_planning", "dining"])
def test_each_suggestion_becomes_a_goal_of_its_type(owner: User, mission_type: str) -> None:
    offered = question(owner, "something nice for Lena", mission_type)
    mission = Mission(user=owner, goal="something nice for Lena", mission_type=mission_type, slots={})
    for words in offered[:-1]:
        goal, kind = unbuilt.restated(mission, words)
        assert kind is not None, words
        assert goal.startswith("something nice for Lena – "), words
    assert unbuilt.is_no(offered[-1])


@pytest.mark.parametrize(("asked_in", "answered_in"), [("en", "de"), ("de", "en")])
def test_what_was_offered_in_another_language_is_still_taken(
    owner: User, asked_in: str, answered_in: str
) -> None:
    with override(asked_in):
        offered = question(owner, "something nice", "other", place="Rome")
    mission = Mission(user=owner, goal="something nice", mission_type="other", slots={})
    with override(answered_in):
        assert all(unbuilt.restated(mission, words)[1] for words in offered[:-1])


def test_what_is_offered_is_taken_by_whole_words_and_the_longest(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = {"books": "Books", "films": "Films", "film_nights": "Films at home"}
    monkeypatch.setattr(unbuilt, "_asks", lambda: asks)
    mission = Mission(user=owner, goal="something nice", mission_type="other", slots={})
    taken = {
        words: unbuilt.restated(mission, words)[1]
        for words in ("Books", "Books, of Verne", "Bookshelf for the hall", "Films at home on Friday")
    }
    assert list(taken.values()) == ["books", "books", None, "film_nights"]


def test_what_is_offered_for_anything_is_what_is_asked_most(owner: User) -> None:
    assert question(owner, "x", "other", place="Rome")[:2] == [
        "Find a restaurant in Rome",
        "Compare offers for something to buy",
    ]


def test_of_an_unclear_goal_the_likeliest_comes_first(owner: User) -> None:
    assert question(owner, "flights and a hotel in Lisbon", "travel")[0] == "Plan a trip"
    assert question(owner, "two seats for the opera", "events")[0] == "Find events"


@pytest.mark.parametrize("text", ["Mexican for tomorrow evening in Paris", "Mexikanisch für zwei morgen"])
def test_a_kitchen_tells_what_an_unclear_goal_is_of(owner: User, text: str) -> None:
    read = by_rules(text, context_of(owner, timezone.now()))
    assert (read.mission_type, read.sure) == ("dining", True)


@pytest.mark.parametrize(
    ("text", "mission_type"),
    [
        ("Italian in Paris for Friday night, 4 people", "dining"),
        ("French in Lyon, 4 people", "dining"),
        ("Paris for Friday night, 4 people", "travel"),
        ("4 days in Rome in May for 2, gluten free", "travel"),
        ("Greek islands for 2 people in May", "travel"),
    ],
)
def test_a_kitchen_in_a_city_is_a_table_and_no_journey(owner: User, text: str, mission_type: str) -> None:
    assert by_rules(text, context_of(owner, timezone.now())).mission_type == mission_type


def test_nothing_that_tells_leaves_it_unclear(owner: User) -> None:
    assert not by_rules("something nice for Saturday with Kim", context_of(owner, timezone.now())).sure


@pytest.mark.parametrize("text", ["how do you make pasta for two", "what is thank you in Japanese"])
def test_a_question_about_a_kitchen_is_none_for_a_place(owner: User, text: str) -> None:
    assert by_rules(text, context_of(owner, timezone.now())).mission_type is None


@pytest.mark.parametrize(
    ("mission_type", "goal", "nearest"),
    [
        ("email", "clear out my inbox", ["mail"]),
        ("tasks", "remind me of the rent on Monday", ["note", "entry"]),
        ("contacts", "add Nora to my contacts", ["note"]),
        ("open_goal", "sell the old piano", ["note"]),
        ("gift_planning", "presents for Nora", ["shopping"]),
    ],
)
def test_what_is_not_built_offers_what_comes_near_and_no_dinner(
    owner: User, mission_type: str, goal: str, nearest: list[str]
) -> None:
    words = {kind: str(offer) for kind, (offer, _goal) in unbuilt.ACTS.items()}
    words |= {kind: str(ask) for kind, ask in unbuilt.ASKS.items()}
    assert question(owner, goal, mission_type)[:-1] == [words[kind] for kind in nearest]


def test_a_question_is_nothing_to_be_kept(owner: User) -> None:
    mission = Mission(user=owner, goal="what is on my list for today", mission_type="tasks", slots={})
    asked = unbuilt.question_for(mission).payload
    assert str(unbuilt.ACTS["note"][0]) not in asked["suggestions"]
    assert "nearest" not in asked["question"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("act", "tool"), [("note", "notes.save"), ("entry", "calendar.add"), ("mail", "mail.send")]
)
def test_what_a_tool_is_offered_for_is_read_as_an_open_goal(
    world: None, owner: User, language: str, act: str, tool: str
) -> None:
    owner.language = language
    mission = Mission(user=owner, goal="call the plumber on Friday at 10", mission_type="tasks", slots={})
    with override(language):
        goal, kind = unbuilt.restated(mission, str(unbuilt.ACTS[act][0]))
        found = open_goals.read_goal(goal, owner, Asker(owner.pk))
    assert kind == "open_goal"
    if act == "mail":
        assert [unsaid.name for unsaid in found.missing] == ["to", "body"]
    else:
        assert found.way is not None
        assert [step.tool for _hop, step in found.way.steps()] == [tool]


def _answered(mission: Mission, text: str) -> Mission:
    answer_first(mission, "answer", text=text)
    drive(mission)
    return refresh(mission)


def test_a_dialogue_that_leads_nowhere_ends(world: None, owner: User) -> None:
    mission = create_mission(user=owner, goal="I need a house for 10 people rated 4.6")
    drive(mission)
    why = []
    while Decision.objects.open().filter(subject_id=mission.pk).exists() and len(why) < 10:
        why.append(open_decision(mission).payload["why"])
        mission = _answered(mission, "well, a house")
    assert mission.status == Mission.Status.ABANDONED
    assert len(why) == 6
    assert ["either" in words for words in why] == [False] * 3 + [True] * 3
    assert any("Say it anew" in str(row.text) for row in Activity.objects.filter(subject_id=mission.pk))


def test_answers_that_help_are_not_counted_as_those_that_do_not(world: None, owner: User) -> None:
    mission = create_mission(user=owner, goal="I need a house for 10 people rated 4.6")
    drive(mission)
    for text in ("Plan a trip", "Paris", "in May"):
        assert "did not tell me" not in open_decision(refresh(mission)).payload["why"]
        mission = _answered(mission, text)
    assert "did not tell me" not in open_decision(mission).payload["why"]


def test_a_place_that_is_nowhere_is_not_asked_for_without_end(world: None, owner: User) -> None:
    mission = create_mission(user=owner, goal="Plan a trip for 2 people in May for 4 days")
    drive(mission)
    count = 0
    while Decision.objects.open().filter(subject_id=mission.pk).exists() and count < 12:
        mission, count = _answered(mission, "Xyzzyville"), count + 1
    assert mission.status == Mission.Status.ABANDONED
    assert count <= 7
