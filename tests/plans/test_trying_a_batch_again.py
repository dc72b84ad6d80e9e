"""Of several acts of one step, what was done is not asked for or done again when the step is tried again."""

from __future__ import annotations

import pytest

from agency.models import Hop, Plan
from agency.plans.changing import retry_hop
from agency.plans.essence import PlanLite
from agency.plans.running import State, next_step, run_step
from agency.plans.storing import store
from ownyou.lib.errors import Conflict
from ownyou.lib.ids import new_id
from tests.plans import kit
from tests.plans.plans import batch
from trust import approvals, decisions
from trust.activity import Subject
from trust.decisions import Answer
from trust.models import Action, Decision, User

pytestmark = pytest.mark.usefixtures("tooled")
S = Action.Status


@pytest.fixture
def plan(owner: User) -> Plan:
    made = store(PlanLite.model_validate(batch()), user=owner, subject=Subject("mission", new_id()))
    work(made)
    return made


def work(plan: Plan) -> State | None:
    """Work on a plan until it is done, fails or waits; how the last step stood."""
    state = None
    while (step := next_step(plan)) is not None:
        state = run_step(step)
        if state in (State.ASKS, State.HELD):
            break
    return state


def approve(plan: Plan) -> list[str]:
    """Approve all that waits; to whom those mails go."""
    acts = list(Action.objects.filter(subject_id=plan.subject_id).waiting().order_by("position"))
    card = approvals.ask_for(acts, user=plan.user, key=f"ask:{acts[0].pk}")
    decisions.answer(user=plan.user, decision_id=card.pk, given=Answer(Decision.Verdict.APPROVE))
    return [act.arguments["to"] for act in acts]


@pytest.mark.parametrize(("failed", "done"), [("a@example.com", "me"), ("me", "a@example.com")])
def test_only_what_failed_is_asked_for_again(plan: Plan, failed: str, done: str) -> None:
    assert approve(plan) == ["me", "a@example.com"]
    kit.broken_for.add(failed)
    assert work(plan) == State.FAILED
    kit.broken_for.clear()
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    assert work(plan) == State.ASKS
    assert approve(plan) == [failed]
    assert work(plan) == State.DONE
    sent = [act.arguments["to"] for act in Action.objects.filter(tool="mail.send", status=S.SUCCEEDED)]
    assert sorted(sent) == sorted([failed, done])
    assert {mail["to"] for mail in plan.assets.get(name="mail").value} == {failed, done}


def test_what_failed_twice_is_asked_for_a_third_time_alone(plan: Plan) -> None:
    approve(plan)
    kit.broken_for.add("a@example.com")
    work(plan)
    for _time in range(2):
        retry_hop(plan.hops.get(status=Hop.Status.FAILED))
        assert work(plan) == State.ASKS
        assert approve(plan) == ["a@example.com"]
        assert work(plan) == State.FAILED


def test_what_turned_out_to_have_happened_is_found_and_not_done_again(plan: Plan) -> None:
    approve(plan)
    kit.broken_for.add("a@example.com")
    work(plan)
    result = Action.objects.get(tool="mail.send", status=S.SUCCEEDED).result
    failed = Action.objects.get(tool="mail.send", status=S.FAILED)
    failed.status, failed.result = S.SUCCEEDED, result  # as a check of what was unknown settles it
    failed.save()
    before = Action.objects.count()
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    assert work(plan) == State.DONE
    assert Action.objects.count() == before


def test_one_that_was_taken_back_does_not_stop_the_rest_from_being_tried_again(plan: Plan) -> None:
    approve(plan)
    kit.broken_for.add("a@example.com")
    work(plan)
    Action.objects.filter(tool="mail.send", status=S.SUCCEEDED).update(status=S.UNDONE)
    kit.broken_for.clear()
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    assert work(plan) == State.ASKS
    assert approve(plan) == ["me", "a@example.com"]


@pytest.mark.parametrize("other", [S.REJECTED, S.EXPIRED, S.CANCELLED, S.DENIED, S.APPROVED])
def test_however_one_of_them_ended_the_done_one_is_not_done_again(plan: Plan, other: str) -> None:
    approve(plan)
    kit.broken_for.add("a@example.com")
    work(plan)
    Action.objects.filter(tool="mail.send", status=S.FAILED).update(status=other)
    kit.broken_for.clear()
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    state = work(plan)
    assert state == (State.DONE if other == S.APPROVED else State.ASKS)
    if state == State.ASKS:
        assert approve(plan) == ["a@example.com"]
        assert work(plan) == State.DONE
    assert [act.arguments["to"] for act in Action.objects.filter(status=S.SUCCEEDED)].count("me") == 1


def test_nothing_is_tried_again_while_one_of_them_may_have_happened(plan: Plan) -> None:
    approve(plan)
    kit.broken_for.add("a@example.com")
    work(plan)
    Action.objects.filter(tool="mail.send", status=S.FAILED).update(status=S.UNKNOWN)
    with pytest.raises(Conflict):
        retry_hop(plan.hops.get(status=Hop.Status.FAILED))
