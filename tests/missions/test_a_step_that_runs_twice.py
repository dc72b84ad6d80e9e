"""A worker can die after a step has changed the mission's row and before its checkpoint: it runs again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from agency.models import Thread
from agency.runtime import driving
from missions import services
from missions.levels.desk import Desk
from missions.models import Mission, SourceReport
from missions.runs import thread_of
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Activity, Decision, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
S = Mission.Status


class Killed(BaseException):
    """A worker that dies: nothing after it runs."""


@pytest.fixture
def mission(world: None, owner: User) -> Mission:
    return create_mission(user=owner, goal=GOAL)


@pytest.fixture
def die_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mission, S, str], None]:
    """Drive a mission until the move to a status (with words in its line) is committed; die there, once."""

    def run(mission: Mission, to: S, words: str) -> None:
        move = Desk.move

        def moved(self: Desk, status: S, text: str, **more: Any) -> None:
            move(self, status, text, **more)
            if status == to and words in text:
                raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(Desk, "move", moved)
            with pytest.raises(Killed):
                drive(mission)
        thread = thread_of(mission)
        assert thread is not None
        Thread.objects.filter(pk=thread.pk).update(status=Thread.Status.READY)

    return run


def test_a_refinement_counts_once(mission: Mission, die_after: Callable[[Mission, S, str], None]) -> None:
    drive(mission)
    answer_first(mission, "refine", text="cheaper")
    die_after(mission, S.EXECUTING, "Looking again")
    drive(mission)
    again = refresh(mission)
    assert again.round == 1
    assert again.status == S.INTERRUPTED
    assert again.adjustments["words"] == ["cheaper"]
    assert open_decision(mission).kind == Decision.Kind.CHOICE
    assert Decision.objects.filter(subject_id=mission.pk).count() == 2


def test_a_wider_search_is_made_wider_once(
    mission: Mission, die_after: Callable[[Mission, S, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("missions.levels.searching.confidence_in", lambda fits, statuses: 0.1)
    die_after(mission, S.REPLANNING, "Searching again")
    drive(mission)
    again = refresh(mission)
    assert again.replans == 2
    assert again.round == 2
    assert again.adjustments["radius_factor"] == 4
    assert set(SourceReport.objects.filter(mission=mission).values_list("round", flat=True)) == {0, 1, 2}


def test_a_choice_completes_once(mission: Mission, monkeypatch: pytest.MonkeyPatch) -> None:
    drive(mission)
    chosen = open_decision(mission)
    answer_first(mission, "choose")
    complete = Desk.complete

    def completed(self: Desk, result: dict[str, Any]) -> None:
        complete(self, result)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Desk, "complete", completed)
        with pytest.raises(Killed):
            drive(mission)
    assert refresh(mission).status == S.COMPLETED
    thread = thread_of(mission)
    assert thread is not None
    assert thread.status == Thread.Status.RUNNING
    Thread.objects.filter(pk=thread.pk).update(status=Thread.Status.READY)
    drive(mission)
    thread.refresh_from_db()
    chosen.refresh_from_db()
    assert thread.status == Thread.Status.DONE
    assert chosen.consumed_at is not None
    again = refresh(mission)
    assert again.status == S.COMPLETED
    assert again.result is not None
    assert again.result["title"] == chosen.payload["options"][0]["title"]
    lines = Activity.objects.filter(subject_id=mission.pk, kind=Activity.Kind.AGENT_COMPLETED)
    assert [line.text for line in lines] == [f"Done: {again.result['title']}"]


def test_a_choice_of_a_mission_that_was_paused_waits_for_it(mission: Mission, owner: User) -> None:
    drive(mission)
    first = open_decision(mission).payload["options"][0]["id"]
    answer_first(mission, "choose")
    thread = thread_of(mission)
    assert thread is not None
    desk = Desk(mission.pk, thread.pk)
    services.pause_mission(user=owner, mission_id=mission.pk)
    with pytest.raises(driving.Stopped):
        desk.complete({"title": "too late"})
    assert refresh(mission).result is None
    services.resume_mission(user=owner, mission_id=mission.pk)
    drive(mission)
    again = refresh(mission)
    assert again.status == S.COMPLETED
    assert again.result is not None
    assert again.result["option"]["id"] == first


def test_nothing_is_asked_of_a_mission_that_was_given_up_meanwhile(mission: Mission, owner: User) -> None:
    thread = thread_of(mission)
    assert thread is not None
    desk = Desk(mission.pk, thread.pk)
    drive(mission)
    question = _question(open_decision(mission))
    services.cancel_mission(user=owner, mission_id=mission.pk)
    with pytest.raises(driving.Stopped):
        desk.ask(question, step="late")
    with pytest.raises(driving.Stopped):
        desk.save(slots={})
    assert not Decision.objects.filter(subject_id=mission.pk, status=Decision.Status.OPEN).exists()


def _question(decision: Decision) -> Any:
    from trust.decisions import Question

    return Question(
        kind=Decision.Kind(decision.kind), domain="dining", title=decision.title, payload=decision.payload
    )


def test_a_mission_is_handed_over_once_and_outlives_the_thread_that_did(mission: Mission) -> None:
    first = thread_of(mission)
    assert first is not None
    for _ in range(2):
        Desk(mission.pk, first.pk).hand_over("mission.simple")
    threads = Thread.objects.about("mission", mission.pk)
    assert threads.count() == 2
    first.error = "died"
    services.thread_moved(first, Thread.Status.FAILED)
    assert refresh(mission).status != S.FAILED
    second: UUID = threads.order_by("created_at").last().pk
    Desk(mission.pk, second).hand_over(first.graph)
    assert threads.count() == 3


def test_a_question_that_is_not_understood_offers_to_stop(world: None, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(home=None)
    mission = create_mission(user=refresh_user(owner), goal="Find a restaurant for tonight")
    for _ in range(3):
        drive(mission)
        assert "Leave it" not in open_decision(mission).payload["suggestions"]
        answer_first(mission, "answer", text="Qqxzv Wrrtl")
    drive(mission)
    assert "Leave it" in open_decision(mission).payload["suggestions"]
    answer_first(mission, "answer", text="Leave it")
    drive(mission)
    assert refresh(mission).status == S.ABANDONED


def refresh_user(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_again_like_last_time_does_not_ask_what_was_answered_then(world: None, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(home=None)
    person = refresh_user(owner)
    mission = create_mission(user=person, goal="Find a restaurant for tonight")
    drive(mission)
    answer_first(mission, "answer", text="Berlin")
    drive(mission)
    answer_first(mission, "choose")
    drive(mission)
    again = services.repeat_mission(user=person, mission_id=mission.pk)
    drive(again)
    assert refresh(again).slots["place"] == "Berlin"
    assert open_decision(again).kind == Decision.Kind.CHOICE


def test_what_memory_holds_about_the_goal_is_said_and_teaches_nothing(mission: Mission, owner: User) -> None:
    from memory.models import MemoryItem
    from memory.names import preferences_of
    from memory.provenance import BY_USER
    from memory.writing import remember
    from missions.cards import card_for

    text = "Find Italian restaurants in Paris for Friday night: Marco is allergic to nuts."
    remember(
        user=owner, namespace=preferences_of(owner), key="note.1", value={}, text=text, provenance=BY_USER
    )
    before = MemoryItem.objects.filter(user=owner).count()
    drive(mission)
    assert text in card_for(refresh(mission)).recalled
    assert MemoryItem.objects.filter(user=owner).count() == before


def test_again_like_last_time_holds_to_what_was_wished_for_then(world: None, owner: User) -> None:
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    for words in ("French instead", "on 4 July", "better rated"):
        answer_first(mission, "refine", text=words)
        drive(mission)
    then = refresh(mission)
    assert then.slots["cuisine"] == ["french"]
    again = mission
    for _ in range(2):
        again = services.repeat_mission(user=owner, mission_id=again.pk)
        drive(again)
        now = refresh(again)
        assert now.slots["cuisine"] == ["french"]
        assert now.adjustments == {**then.adjustments, "words": []}
        assert now.slots["date"] != then.slots["date"], "a day that was meant once is not meant again"
        assert now.slots["date"] == create_mission(user=owner, goal=GOAL).slots["date"]
