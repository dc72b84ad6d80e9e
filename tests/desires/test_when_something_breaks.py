"""What a broken run leaves behind, and how a reset puts it right."""

from __future__ import annotations

from typing import Any

import pytest

from agency.desires import executing, judging
from agency.desires.cards import page_for
from agency.desires.planner import desk
from agency.desires.services import create_desire, execute, generate_plan, reset
from agency.models import Desire, Thread
from agency.plans import running
from ownyou.lib.errors import Conflict
from tests.desires.steps import MAILED, WANTED, drive, open_decision, say
from tests.plans import kit
from trust.models import Action, AuditEntry, Decision, Notification, User

S = Desire.Stage
pytestmark = pytest.mark.django_db(transaction=True)


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("the model is away")


def test_a_planner_that_breaks_is_told_of_and_reset(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(desk, "make_plan", broken)
        desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.ESCALATED
    assert desire.problem
    question = open_decision(desire)
    assert (question.kind, question.thread_id) == (Decision.Kind.CLARIFICATION, None)
    assert question.payload["why"] == desire.problem
    assert Notification.objects.get(user=person, decision_id=question.pk).kind == Notification.Kind.ASKED
    assert reset(user=person, desire_id=desire.pk).stage == S.PENDING
    assert AuditEntry.objects.filter(subject_id=desire.pk, event="desire_reset").exists()
    generate_plan(user=person, desire_id=desire.pk)
    assert drive(desire).stage == S.REVIEWING
    assert "Start this plan?" in open_decision(desire).title


@pytest.mark.parametrize(
    ("said", "stage"),
    [("Try again", S.REVIEWING), ("Leave it there", S.ABANDONED), ("only its history", S.REVIEWING)],
)
def test_what_broke_goes_on_as_the_person_says(
    person: User, monkeypatch: pytest.MonkeyPatch, said: str, stage: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(desk, "make_plan", broken)
        desire = drive(create_desire(user=person, description=WANTED))
    desire = say(desire, "answer", said)
    assert desire.stage == stage, desire.problem
    assert (desire.critique == said) is (said == "only its history")
    unread = Notification.objects.filter(user=person, kind=Notification.Kind.ASKED, read_at=None)
    assert unread.exists() is False


def test_what_no_tool_can_do_waits_in_the_inbox(person: User) -> None:
    desire = drive(create_desire(user=person, description="zxqv plmok wrtgb"))
    while desire.stage == S.PLANNING:
        desire = say(desire, "answer", "zxqv plmok wrtgb")
    assert desire.stage == S.ESCALATED
    question = open_decision(desire)
    assert question.payload["suggestions"] == ["Try again", "Leave it there"]
    desire = say(desire, "answer", WANTED)
    assert desire.stage == S.REVIEWING, desire.problem


def test_a_judge_that_breaks_is_asked_about_and_judges_then(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    with monkeypatch.context() as patched:
        patched.setattr(judging, "judge", broken)
        desire = say(desire, "approve")
    assert desire.stage == S.ESCALATED
    desire = say(desire, "answer", "Try again")
    assert desire.stage == S.COMPLETED, desire.problem
    assert kit.calls["guide.look_up"] == 1


def test_an_executor_that_breaks_is_judged_and_tried_once_more(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    turns: list[int] = []

    def once(*given: Any, **named: Any) -> Any:
        turns.append(1)
        return broken() if len(turns) == 1 else turn(*given, **named)

    turn = executing.turn
    monkeypatch.setattr(executing, "turn", once)
    desire = say(desire, "approve")
    assert [one.verdict for one in desire.outcomes.order_by("execution")] == ["retry", "completed"]
    assert desire.stage == S.COMPLETED


def test_a_turn_that_its_run_left_open_is_said_to_have_stopped(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    with monkeypatch.context() as patched:
        patched.setattr(running, "keep_results", broken)
        desire = say(desire, "approve")
    first, *_rest = page_for(desire).log
    assert (first.execution, first.state, first.tone) == (1, "failed", "failed")
    assert first.observation.startswith("It stopped here: ")
    asking = say(drive(create_desire(user=person, description=MAILED)), "approve")
    assert page_for(asking).log[-1].tone == "needs"
    reset(user=person, desire_id=asking.pk)
    assert page_for(asking).log[-1].observation == "It stopped here."


def test_a_planner_that_breaks_after_the_yes_leaves_the_start_to_the_person(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    with monkeypatch.context() as patched:
        patched.setattr(executing, "begin_if_allowed", broken)
        desire = say(desire, "approve")
    page = page_for(desire)
    assert (page.stage, page.needs_you, "execute" in page.can) == (S.APPROVED, True, True)
    assert page.problem
    assert drive(execute(user=person, desire_id=desire.pk)).stage == S.COMPLETED


def test_a_reset_while_an_ok_is_waited_for_does_nothing_twice(person: User) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    assert reset(user=person, desire_id=desire.pk).stage == S.APPROVED
    assert not Decision.objects.filter(status=Decision.Status.OPEN).exists()
    assert not Thread.objects.live().exists()
    assert Action.objects.get().status == Action.Status.CANCELLED
    executing.begin(Desire.objects.select_related("user").get(pk=desire.pk))
    desire = say(drive(desire), "approve")
    assert desire.stage == S.COMPLETED, desire.problem
    assert kit.calls["mail.send"] == 1
    assert kit.calls["guide.look_up"] == 1


def test_what_may_have_happened_is_not_reset(person: User) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    Action.objects.update(status=Action.Status.UNKNOWN)
    with pytest.raises(Conflict):
        reset(user=person, desire_id=desire.pk)
    assert Desire.objects.get().stage == S.EXECUTING


def dies_after(monkeypatch: pytest.MonkeyPatch, tool: str, times: int) -> list[Any]:
    """Let the run die so often between an act of a tool and the note of its result."""
    keep, broke = running.keep_results, []

    def keep_or_die(step: Any, view: Any, *rest: Any) -> bool:
        if view.name == tool and len(broke) < times:
            broke.append(step)
            broken()
        return keep(step, view, *rest)

    monkeypatch.setattr(running, "keep_results", keep_or_die)
    return broke


def test_an_act_that_was_done_when_its_run_died_is_taken_as_done(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    broke = dies_after(monkeypatch, "mail.send", 1)
    desire = say(desire, "approve")
    assert [one.verdict for one in desire.outcomes.order_by("execution")] == ["retry", "completed"]
    assert (len(broke), kit.calls["mail.send"]) == (1, 1)
    assert Action.objects.get(subject_id=desire.pk).status == Action.Status.SUCCEEDED


def test_what_a_given_up_plan_did_is_not_done_again_without_an_ok(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    dies_after(monkeypatch, "mail.send", 2)
    desire = say(desire, "approve")
    assert [one.verdict for one in desire.outcomes.order_by("execution")] == ["retry", "loop_back"]
    desire = say(desire, "approve")
    again = Action.objects.filter(subject_id=desire.pk).latest("created_at")
    assert (again.status, again.rule) == (Action.Status.WAITING, "caution")
    assert "done before" in (again.reason or "")
    assert kit.calls["mail.send"] == 1
