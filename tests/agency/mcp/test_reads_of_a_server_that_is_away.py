"""A read whose server goes away before or during the call: said, held against nobody, and done later."""

from __future__ import annotations

from typing import Any

import pytest

from agency.acting.reflexion import reflect_on
from agency.models import Hop, ToolStep
from agency.plans.changing import retry_hop
from agency.plans.essence import PlanLite
from agency.plans.failing import failures_of
from agency.plans.running import State, next_step, run_step
from agency.plans.storing import store
from memory.models import MemoryItem
from ownyou.lib.ids import new_id
from tests.plans.plans import asset, hop, of, step
from trust import ledger
from trust.act_cards import receipt_of_act
from trust.activity import Subject
from trust.models import Action, Activity, Notification, TrustScore
from trust.tools import ToolFailed

S = Action.Status
BREAKS = {
    "killed between list and call": ("mcp.board.look", {"place": "Giverny"}, "could not be reached"),
    "breaks off in the call": ("mcp.board.die_reading", {}, "broke off"),
}


def trusted(owner: Any, level: int = 2) -> TrustScore:
    return TrustScore.objects.create(
        user=owner, agent="mcp:board", kind="read", level=level, successes=10, streak=10
    )


def counted(owner: Any) -> tuple[int, int, int, int]:
    score = TrustScore.objects.get(user=owner, agent="mcp:board", kind="read")
    return score.level, score.successes, score.failures, score.failure_streak


@pytest.mark.parametrize("how", BREAKS)
def test_it_is_said_and_does_not_count_against_the_servers_agent(how, connected, owner, talkative) -> None:
    trusted(owner)
    tool, arguments, words = BREAKS[how]
    for _time in range(3):  # two failures in a row would cost a level
        if how.startswith("killed"):
            talkative.kill()
        with pytest.raises(ToolFailed, match=words) as failed:
            ledger.read(tool, arguments, user=owner)
        assert failed.value.away
        talkative.start()
    assert counted(owner) == (2, 10, 0, 0)
    assert not Notification.objects.of(owner).filter(kind="trust").exists()
    assert not isinstance(ledger.read("mcp.board.look", {"place": "Rouen"}, user=owner), Action)


@pytest.mark.parametrize("how", BREAKS)
def test_one_that_was_asked_for_says_so_on_its_receipt_and_can_be_tried_again(
    how, connected, owner, talkative, do
) -> None:
    tool, arguments, words = BREAKS[how]
    if how.startswith("killed"):
        talkative.kill()
    act = do(tool, **arguments)
    assert (act.status, act.away) == (S.FAILED, True)
    receipt = receipt_of_act(act)
    assert words in receipt.words
    assert receipt.can == ["retry"]
    assert Activity.objects.filter(user=owner, text__isnull=False, kind="agent_error").exists()
    assert not TrustScore.objects.filter(user=owner, failures__gt=0).exists()
    reflect_on(act)
    assert not MemoryItem.objects.filter(user=owner, namespace__0="reflexions").exists()
    talkative.start()
    ledger.retry(user=owner, action_id=act.pk)
    done = ledger.perform(act.pk)
    if tool == "mcp.board.look":
        assert (done.status, done.away) == (S.SUCCEEDED, False)
    else:
        assert (done.status, done.away) == (S.FAILED, True)


@pytest.mark.parametrize("how", BREAKS)
def test_a_plan_stops_at_it_and_goes_on_when_the_server_is_back(how, connected, owner, talkative) -> None:
    trusted(owner)
    tool, _arguments, words = BREAKS[how]
    plan = store(
        PlanLite.model_validate(
            {
                "mission": {
                    "name": "A look",
                    "goal": "Look at Giverny",
                    "success_criteria": ["It was looked at."],
                    "inputs": [asset("topic", "string:topic", value="Giverny")],
                    "outputs": [asset("said", "string")],
                },
                "hops": [
                    hop(
                        "Look at Giverny",
                        ["topic"],
                        ["said"],
                        step("look", tool, {"place": of("topic")}, {"text": of("said")}),
                    )
                ],
            }
        ),
        user=owner,
        subject=Subject("mission", new_id()),
    )
    if how.startswith("killed"):
        talkative.kill()
    following = next_step(plan)
    assert following is not None
    assert run_step(following) is State.FAILED
    failed = ToolStep.objects.get(hop__plan=plan)
    assert failed.away
    assert words in (failed.error or "")
    assert not failures_of(owner.pk)
    assert counted(owner) == (2, 10, 0, 0)
    talkative.start()
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    following = next_step(plan)
    assert following is not None
    assert run_step(following) is (State.DONE if tool == "mcp.board.look" else State.FAILED)
