"""Asking for missions, listing them, and steering them, as JSON."""

from __future__ import annotations

from typing import Any

import pytest

from agency.reasoning.routing import MISSION_TYPES
from missions.models import Mission
from missions.plugins.discovery import is_built
from tests.missions.steps import drive

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
SHORT = {
    "id",
    "goal",
    "mission_type",
    "level",
    "provisional",
    "status",
    "thread_id",
    "estimated_completion",
    "url",
}


def test_a_goal_becomes_a_mission_with_type_level_and_thread(api: Any) -> None:
    answer = api.post("/missions", {"goal": GOAL, "mission_type": "dining"})
    assert answer.status_code == 201
    body = answer.json()
    assert set(body) >= SHORT
    assert body["goal"] == GOAL
    assert body["mission_type"] == "dining"
    assert body["status"] == "created"
    assert body["thread_id"]
    assert body["url"] == f"/missions/{body['id']}/"


def test_a_mission_shows_its_first_open_decision_with_ranked_options(
    api: Any, mission: Any, choice: Any
) -> None:
    body = api.get(f"/missions/{mission.pk}").json()
    assert body["decision"]["id"] == str(choice.pk)
    assert [option["id"] for option in body["decision"]["options"]] == ["one", "two"]
    assert body["decisions"] == [body["decision"]]
    assert body["decision"]["options"][0]["sample"] is True
    assert {"sources", "progress", "cost", "result", "applied", "slots", "problem"} <= set(body)


def test_a_mission_without_questions_has_no_decision(api: Any, mission: Any) -> None:
    body = api.get(f"/missions/{mission.pk}").json()
    assert body["decision"] is None
    assert body["decisions"] == []


def test_pages_of_missions_hold_each_mission_once(api: Any, owner: Any, make_mission: Any) -> None:
    made = [str(make_mission(owner).pk) for _ in range(5)]
    seen, cursor = [], ""
    while True:
        page = api.get(f"/missions?limit=2&cursor={cursor}").json()
        seen += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        cursor = page["next"]
    assert seen == made[::-1]


def test_missions_are_found_by_words_of_their_goal_and_by_tab(
    api: Any, owner: Any, make_mission: Any
) -> None:
    wanted = make_mission(owner, goal="A quiet café in Łódź", status=Mission.Status.COMPLETED)
    make_mission(owner, goal="Cheap electricity")
    assert [m["id"] for m in api.get("/missions?q=cafe").json()["items"]] == [str(wanted.pk)]
    assert [m["id"] for m in api.get("/missions?tab=done").json()["items"]] == [str(wanted.pk)]


def test_a_mission_is_paused_resumed_and_cancelled(api: Any, mission: Any) -> None:
    assert api.post(f"/missions/{mission.pk}/pause").json()["status"] == "paused"
    assert api.post(f"/missions/{mission.pk}/resume").json()["status"] == "executing"
    assert api.post(f"/missions/{mission.pk}/cancel").json()["status"] == "abandoned"


def test_what_cannot_be_done_now_is_refused_with_the_current_status(api: Any, mission: Any) -> None:
    answer = api.post(f"/missions/{mission.pk}/retry")
    assert answer.status_code == 409
    assert answer.json()["current"] == {"status": "executing"}
    assert answer.json()["detail"]


def test_again_makes_a_new_mission_with_the_same_goal(api: Any, mission: Any) -> None:
    answer = api.post(f"/missions/{mission.pk}/again")
    assert answer.status_code == 201
    assert answer.json()["id"] != str(mission.pk)
    assert answer.json()["goal"] == mission.goal


def test_a_wrong_choice_is_taken_back_where_there_was_one(api: Any, owner: Any, make_mission: Any) -> None:
    done = make_mission(
        owner, status=Mission.Status.COMPLETED, result={"title": "Luigi", "option": {"id": "1"}}
    )
    answer = api.post(f"/missions/{done.pk}/another")
    assert answer.status_code == 201
    assert answer.json()["goal"] == done.goal
    plain = make_mission(owner, status=Mission.Status.COMPLETED, result={"title": "Noted"})
    assert api.post(f"/missions/{plain.pk}/another").status_code == 409


def test_an_ended_mission_moves_to_the_archive(api: Any, owner: Any, make_mission: Any) -> None:
    done = make_mission(owner, status=Mission.Status.COMPLETED)
    assert api.post(f"/missions/{done.pk}/archive").status_code == 200
    assert api.get("/missions").json()["items"] == []
    assert api.get("/missions?tab=archive").json()["items"][0]["id"] == str(done.pk)


@pytest.mark.parametrize(
    "goal",
    [
        "<script>alert(1)</script> find pasta",
        "{{ 7*7 }} {% now 'Y' %} dinner",
        "'; DROP TABLE missions_mission; --",
        "مطعم إيطالي في باريس",
        "dinner\u0000 for two",
        "dinner \u202egnp.exe",
    ],
)
def test_odd_goals_are_text_like_any_other(api: Any, goal: str) -> None:
    answer = api.post("/missions", {"goal": goal})
    assert answer.status_code == 201
    assert "\u0000" not in answer.json()["goal"]


@pytest.mark.parametrize("goal", ["", "   ", "\u0000", "x" * 10_000])
def test_goals_that_are_empty_or_far_too_long_are_refused_with_the_reason(api: Any, goal: str) -> None:
    answer = api.post("/missions", {"goal": goal})
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert not Mission.objects.exists()


def test_an_eleventh_working_mission_is_refused(api: Any, owner: Any, make_mission: Any) -> None:
    for _ in range(10):
        make_mission(owner)
    answer = api.post("/missions", {"goal": GOAL})
    assert answer.status_code == 429
    assert "working already" in answer.json()["detail"]


@pytest.mark.parametrize("mission_type", MISSION_TYPES)
def test_every_type_that_is_known_is_taken(api: Any, mission_type: str) -> None:
    answer = api.post("/missions", {"goal": "Help me with Anna's thing", "mission_type": mission_type})
    assert answer.status_code == 201
    assert answer.json()["mission_type"] in {mission_type, "open_goal"}


def test_a_type_that_is_not_built_is_named_and_the_nearest_offered(world: None, api: Any) -> None:
    unbuilt = next(name for name in MISSION_TYPES if not is_built(name))
    made = api.post("/missions", {"goal": "something good for my back", "mission_type": unbuilt}).json()
    drive(Mission.objects.get(pk=made["id"]))
    decision = api.get(f"/missions/{made['id']}").json()["decision"]
    assert (decision["kind"], "not built yet" in decision["title"]) == ("clarification", True)


@pytest.mark.parametrize("mission_type", ["", "gardening", "Dining", "../dining"])
def test_a_type_that_nobody_knows_is_refused(api: Any, mission_type: str) -> None:
    answer = api.post("/missions", {"goal": GOAL, "mission_type": mission_type})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/mission_type")
    assert not Mission.objects.exists()
