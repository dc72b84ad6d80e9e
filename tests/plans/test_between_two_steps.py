"""What a person changes while one step of a plan runs holds for the next, which looks again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pydantic import BaseModel

from agency.acting.reflexion import reflect_on
from agency.models import Plan, ToolStep
from agency.plans.changing import change_input
from agency.plans.essence import PlanLite
from agency.plans.running import State, next_step, run_step
from agency.plans.storing import store
from agency.runtime.threads import cancel_thread, pause_thread, resume_thread, start_thread
from ownyou.lib.ids import new_id
from tests.plans import kit
from tests.plans.plans import asset, hop, of, step
from trust import approvals, decisions, grants, ledger, tools
from trust.activity import Subject
from trust.decisions import Answer
from trust.ledger import Proposal, Stopped
from trust.models import Action, Activity, Decision, Grant, HardRule, ToolSwitch, TrustScore, User
from trust.tools import Done, Errand

COPY = "notes.copy"
copied: list[str] = []


class Words(BaseModel):
    text: str
    more: str = ""


def copy(errand: Errand, words: Words) -> Done[kit.Text]:
    copied.append(f"{words.text} {words.more}".strip())
    return Done(kit.Text(text=f"Copy of {words.text}"), receipt="Copied.", inverse={})


@pytest.fixture(autouse=True)
def copying(tooled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool that writes without asking, and makes a text again."""
    copied.clear()
    declared = replace(kit.KEEP, name=COPY, run=copy, arguments=Words, produces={"text": "markdown"})
    monkeypatch.setitem(tools._tools, COPY, declared)


TWO_NOTES: dict[str, Any] = {
    "mission": {
        "name": "Two notes of a text",
        "goal": "Write it down, and what came of that",
        "success_criteria": ["Both are written down."],
        "inputs": [asset("text", "markdown", value="buy milk"), asset("more", "markdown", value="and bread")],
        "outputs": [asset("last", "markdown")],
    },
    "hops": [
        hop(
            "Write it down",
            ["text"],
            ["first"],
            step("one", COPY, {"text": of("text")}, {"text": of("first")}),
            between=[asset("first", "markdown")],
        ),
        hop(
            "Write it again",
            ["first", "more"],
            ["last"],
            step("two", COPY, {"text": of("first"), "more": of("more")}, {"text": of("last")}),
        ),
    ],
}


class Going:
    """A plan of two acts that need no OK, of which the first is done."""

    def __init__(self, user: User) -> None:
        self.user = user
        subject = Subject("errand", new_id())
        self.thread = start_thread(user_id=user.pk, graph="errand", subject=subject, send=False)
        self.plan = store(PlanLite.model_validate(TWO_NOTES), user=user, subject=subject)

    def step(self) -> State:
        following = next_step(self.plan)
        assert following is not None
        return run_step(following, thread_id=self.thread.pk)

    @property
    def second(self) -> ToolStep:
        return ToolStep.objects.get(hop__plan=self.plan, hop__position=1)

    @property
    def act(self) -> Action:
        """The act of the second step."""
        return Action.objects.get(key__contains=f":{self.second.pk}:")


@pytest.fixture
def going(owner: User) -> Going:
    TrustScore.objects.create(user=owner, agent="notes", kind="write", level=3)
    going = Going(owner)
    assert going.step() is State.DONE
    return going


def test_nothing_changed_and_it_goes_on(going: Going) -> None:
    assert going.step() is State.DONE
    assert next_step(going.plan) is None
    going.plan.refresh_from_db()
    assert going.plan.status == Plan.Status.COMPLETED
    assert len(copied) == 2


def switch_off(going: Going) -> None:
    ToolSwitch.objects.create(tool=COPY, enabled=False)


def forbid(going: Going) -> None:
    HardRule.objects.create(user=going.user, agent="notes", words="No notes.")


def only_observe(going: Going) -> None:
    User.objects.filter(pk=going.user.pk).update(autonomy=User.Autonomy.OBSERVE)


def spend_the_day(going: Going) -> None:
    User.objects.filter(pk=going.user.pk).update(acts_a_day=1)


@pytest.mark.parametrize("change", [switch_off, forbid, only_observe, spend_the_day])
def test_what_is_forbidden_meanwhile_is_not_done(going: Going, change: Callable[[Going], None]) -> None:
    change(going)
    assert going.step() is State.FAILED
    assert going.act.status == Action.Status.DENIED
    assert len(copied) == 1


def distrust(going: Going) -> None:
    TrustScore.objects.filter(user=going.user).update(level=1)


def say_no_to_the_like(going: Going) -> None:
    proposal = Proposal(
        COPY, {"text": "Copy of buy milk", "more": "and bread"}, key=str(new_id()), caution="Asked by hand."
    )
    [act] = ledger.propose([proposal], user=going.user)
    card = approvals.ask_for([act], user=going.user, key=f"ask:{act.pk}")
    decisions.answer(
        user=going.user, decision_id=card.pk, given=Answer(Decision.Verdict.REJECT, text="Never")
    )
    reflect_on(Action.objects.select_related("user", "decision").get(pk=act.pk))


@pytest.mark.parametrize("change", [distrust, say_no_to_the_like])
def test_what_is_to_be_asked_meanwhile_is_asked(going: Going, change: Callable[[Going], None]) -> None:
    change(going)
    assert going.step() is State.ASKS
    assert going.act.status == Action.Status.WAITING
    assert len(copied) == 1


def test_a_standing_ok_that_is_taken_back_meanwhile_counts_no_more(owner: User) -> None:
    grant = Grant.objects.create(user=owner, agent="notes", kind="write", tool=COPY)
    going = Going(owner)
    assert going.step() is State.DONE
    grants.revoke(user=owner, grant_id=grant.pk)
    assert going.step() is State.ASKS
    assert len(copied) == 1


@pytest.mark.parametrize("stop", [pause_thread, cancel_thread])
def test_a_run_that_is_stopped_meanwhile_begins_no_act(going: Going, stop: Callable[[Any], None]) -> None:
    stop(going.thread.pk)
    with pytest.raises(Stopped):
        going.step()
    assert not Action.objects.filter(key__contains=f":{going.second.pk}:").exists()
    assert len(copied) == 1


def test_a_run_that_was_paused_goes_on_where_it_was(going: Going) -> None:
    pause_thread(going.thread.pk)
    with pytest.raises(Stopped):
        going.step()
    resume_thread(going.thread.pk)
    assert going.step() is State.DONE
    assert len(copied) == 2


def change_under(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Let somebody change something once, while the tool runs."""
    left = [change]

    def keep(errand: Any, wanted: Any) -> Any:
        if left:
            left.pop()()
        return copy(errand, wanted)

    monkeypatch.setitem(tools._tools, COPY, replace(tools._tools[COPY], run=keep))


def test_a_step_that_is_opened_again_while_the_last_one_runs_keeps_its_plan_going(
    going: Going, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ToolStep.objects.get(hop__plan=going.plan, hop__position=0)

    def open_again() -> None:
        ToolStep.objects.filter(pk=first.pk).update(status=ToolStep.Status.PENDING, run=1)

    change_under(monkeypatch, open_again)
    assert going.step() is State.DONE
    going.plan.refresh_from_db()
    assert (going.plan.status, going.plan.ended_at) == (Plan.Status.EXECUTING, None)
    following = next_step(going.plan)
    assert following is not None
    assert following.pk == first.pk


class Killed(BaseException):
    """The process is gone: no handler of the program sees this."""


def test_what_may_have_happened_when_its_worker_died_is_known_to_the_next_run(
    going: Going, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(errand: Errand, words: Words) -> Done[kit.Text]:
        copy(errand, words)
        raise Killed

    monkeypatch.setitem(tools._tools, COPY, replace(tools._tools[COPY], run=die))
    with pytest.raises(Killed):
        going.step()
    assert (going.second.status, going.act.status) == (ToolStep.Status.RUNNING, Action.Status.CLAIMED)
    assert going.second.started_at is not None
    going.thread = start_thread(user_id=going.user.pk, graph="errand", subject=Subject("errand"), send=False)
    assert going.step() is State.ASKS
    assert len(copied) == 2


@pytest.mark.django_db(transaction=True)
def test_a_step_takes_one_statement_more_than_its_act(going: Going) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert going.step() is State.DONE
    assert len(queries) == 3, "the look ahead; its act, with which it begins; what both came to"


def test_a_value_that_is_changed_between_two_steps_is_what_the_next_one_takes(going: Going) -> None:
    change_input(going.plan, "more", "and butter")
    assert going.step() is State.DONE
    assert copied == ["buy milk", "Copy of buy milk and butter"]


@pytest.mark.django_db(transaction=True)
def test_what_an_act_came_to_and_the_end_of_its_hop_are_told_one_after_the_other(going: Going) -> None:
    assert going.step() is State.DONE
    lines = list(Activity.objects.of(going.user).order_by("seq"))
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1)), "without gaps"
    act, hop = lines[-2:]
    assert (act.detail or {})["act"] == str(going.act.pk)
    assert (hop.detail or {})["plan"] == str(going.plan.pk)
    assert (hop.key or "").startswith("plan:done:")


@pytest.mark.django_db(transaction=True)
def test_an_act_that_another_took_over_meanwhile_keeps_nothing(
    going: Going, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_under(monkeypatch, lambda: Action.objects.filter(status="claimed").update(attempt=7))
    told = Activity.objects.of(going.user).count()
    assert going.step() is State.HELD
    assert Activity.objects.of(going.user).count() == told
    assert (going.second.status, going.act.status) == (ToolStep.Status.RUNNING, Action.Status.CLAIMED)
    assert not going.plan.assets.filter(name="last", status="ready").exists()
