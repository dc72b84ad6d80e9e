"""A person stops and goes on whenever they like; the run ends between two steps, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from agency.acting.desk import ActingDesk
from agency.models import Thread
from agency.runtime import watchdog
from agency.runtime.stopping import Stopped
from agency.runtime.threads import cancel_thread, pause_thread, resume_thread
from trust import ledger
from trust.ledger import Proposal
from trust.models import Action, Decision, TrustScore
from trust.tools import AnyTool, Done, Errand, Kind, ToolSpec, register_tool, tool_named, unregister_tool


def test_a_pause_while_it_runs_holds_between_two_steps(stage: Any) -> None:
    stage.once("first", lambda: pause_thread(stage.thread_id))
    assert stage.drive().status == "paused"
    assert stage.acts == ["first"]
    resume_thread(stage.thread_id)
    assert stage.thread.status == "ready"
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]


def test_a_pause_that_is_taken_back_while_it_runs_changes_nothing(stage: Any) -> None:
    def waver() -> None:
        pause_thread(stage.thread_id)
        resume_thread(stage.thread_id)

    stage.once("first", waver)
    assert stage.drive().status == "waiting"


def test_a_step_that_stopped_for_a_pause_is_done_when_the_pause_was_taken_back(stage: Any) -> None:
    def waver() -> None:
        pause_thread(stage.thread_id)
        resume_thread(stage.thread_id)
        raise Stopped

    stage.once("first", waver)
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]


def test_a_person_who_pauses_and_resumes_again_and_again_ends_nothing(stage: Any) -> None:
    toggles = []

    def waver() -> None:
        if len(toggles) < 5:
            toggles.append(stage.thread_id)
            pause_thread(stage.thread_id)
            resume_thread(stage.thread_id)
            raise Stopped

    stage.hooks["first"] = waver
    assert stage.drive().status == "waiting"
    assert len(toggles) == 5


def test_a_step_that_always_stops_ends_the_thread(stage: Any) -> None:
    def stop() -> None:
        raise Stopped

    stage.hooks["first"] = stop
    thread = stage.drive()
    assert thread.status == "cancelled"
    assert thread.ended_at is not None


@pytest.fixture
def notes(owner: Any) -> Iterator[list[str]]:
    """What a tool that needs no OK wrote."""
    written: list[str] = []

    class Text(BaseModel):
        text: str

    def write(errand: Errand, wanted: Text) -> Done[Text]:
        written.append(wanted.text)
        return Done(wanted, inverse={})

    spec: AnyTool = ToolSpec(
        name="test.write",
        title="Write",
        agent="test",
        kind=Kind.WRITE,
        description="Write it.",
        arguments=Text,
        result=Text,
        run=write,
        undo=lambda errand, arguments, inverse: "Gone.",
    )
    register_tool(spec)
    TrustScore.objects.create(user=owner, agent="test", kind="write", level=3)
    yield written
    unregister_tool(spec.name)


def write(stage: Any, *texts: str) -> None:
    proposals = [Proposal("test.write", {"text": text}, key=f"test:{text}") for text in texts]
    ledger.act(proposals, user=stage.user, thread_id=stage.thread_id, subject=stage.subject)


STOPS = pytest.mark.parametrize("stop", [pause_thread, cancel_thread])


@STOPS
def test_no_act_begins_in_the_step_in_which_it_was_stopped(stage: Any, notes: list[str], stop: Any) -> None:
    def act() -> None:
        write(stage, "before")
        stop(stage.thread_id)
        write(stage, "after")

    stage.once("first", act)
    assert stage.drive().status == {pause_thread: "paused", cancel_thread: "cancelled"}[stop]
    assert notes == ["before"]
    assert not Action.objects.filter(key="test:after").exists()


@STOPS
def test_of_several_acts_none_begins_after_the_one_that_stops_the_run(
    stage: Any, notes: list[str], stop: Any
) -> None:
    spec = tool_named("test.write")

    def stopping(errand: Errand, wanted: Any) -> Done[Any]:
        stop(stage.thread_id)
        return spec.run(errand, wanted)

    register_tool(replace(spec, run=stopping))
    stage.once("first", lambda: write(stage, "one", "two"))
    stage.drive()
    assert notes == ["one"]
    left = Action.objects.get(key="test:two")
    assert left.status == {pause_thread: "approved", cancel_thread: "cancelled"}[stop]
    assert ledger.perform(left.pk).status == left.status
    if stop is pause_thread:
        resume_thread(stage.thread_id)
        assert ledger.perform(left.pk).status == "succeeded"


def test_what_was_asked_while_it_was_cancelled_is_not_asked_any_more(stage: Any, notes: list[str]) -> None:
    def ask() -> None:
        stage.ask()
        Thread.objects.filter(pk=stage.thread_id).update(control="cancel", wake_seq=1)

    stage.once("first", ask)
    assert stage.drive().status == "cancelled"
    assert stage.decision.status == "cancelled"


def test_a_card_about_acts_is_not_opened_for_a_run_that_was_cancelled(stage: Any, notes: list[str]) -> None:
    TrustScore.objects.update(level=1)
    write(stage, "asks")
    desk = ActingDesk(stage.thread_id)
    cancel_thread(stage.thread_id)
    with pytest.raises(Stopped):
        desk.ask(desk.waiting(), step="ask:0", attempt=1, history=[])
    assert not Decision.objects.exists()


def test_an_answer_given_during_a_pause_is_taken_when_it_goes_on(stage: Any) -> None:
    stage.drive()
    pause_thread(stage.thread_id)
    stage.answer("in the pause")
    assert stage.drive().status == "paused"
    resume_thread(stage.thread_id)
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered in the pause", "last"]


def test_cancelling_while_it_runs_ends_it_between_two_steps(stage: Any) -> None:
    stage.once("first", lambda: cancel_thread(stage.thread_id))
    thread = stage.drive()
    assert thread.status == "cancelled"
    assert thread.ended_at is not None
    assert stage.acts == ["first"]
    resume_thread(stage.thread_id)
    assert stage.thread.status == "cancelled"


def test_cancelling_in_the_last_step_does_not_complete_it(stage: Any) -> None:
    stage.drive()
    stage.answer()
    stage.once("last", lambda: cancel_thread(stage.thread_id))
    assert stage.drive().status == "cancelled"
    assert "done" not in stage.moved


def test_a_thread_cancelled_while_its_worker_lies_dead_is_cancelled(stage: Any) -> None:
    stage.once("first", stage.die)
    stage.drive_until_killed()
    cancel_thread(stage.thread_id)
    stage.look_dead()
    watchdog.watch()
    assert stage.drive().status == "cancelled"
    assert stage.acts == []


def test_what_is_over_cannot_be_paused(stage: Any) -> None:
    stage.drive()
    stage.answer()
    stage.drive()
    pause_thread(stage.thread_id)
    cancel_thread(stage.thread_id)
    resume_thread(stage.thread_id)
    assert stage.thread.status == "done"
