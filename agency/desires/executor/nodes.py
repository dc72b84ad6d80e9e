"""The nodes of the executor. `ask`, `redraft` and `reflect` are those of `agency.acting`."""

from __future__ import annotations

from django.utils.translation import gettext as _
from langgraph.types import interrupt

from agency.desires.desk import ExecutorDesk, S, executor_node
from agency.desires.executor.state import Executing
from agency.plans.running import State as Stands


@executor_node
def load(desk: ExecutorDesk, state: Executing) -> Executing:
    """See that the desire is approved and started."""
    return {}


@executor_node
def context(desk: ExecutorDesk, state: Executing) -> Executing:
    """Say what was agreed, before anything runs."""
    plan = desk.plan
    criteria = "; ".join(plan.success_criteria) if plan else ""
    if criteria:
        desk.tell(_("Agreed: %(criteria)s") % {"criteria": criteria}, key="agreed")
    return {"next": "execute"}


@executor_node
def execute(desk: ExecutorDesk, state: Executing) -> Executing:
    """One turn of the operator: think, act through the gate, observe."""
    if not desk.may_go_on():
        desk.move(S.APPROVED, _("Stopped, since you have set OwnYou to observe only"), key="observe")
        return {"next": "end"}
    stands = desk.step().state
    if stands is None:
        return {"next": "follow" if desk.follows_missions() else "log"}
    if stands is Stands.ASKS:
        desk.take_review_as_ok(state.get("asked", 0))
        return {"next": "ask"}
    return {"next": "hold" if stands is Stands.HELD else "execute"}


@executor_node
def hold(desk: ExecutorDesk, state: Executing) -> Executing:
    """Wait for acts that are held back, so that they can still be stopped."""
    if ids := desk.under_way():
        interrupt({"acts": ids})
    return {"next": "execute"}


@executor_node
def follow(desk: ExecutorDesk, state: Executing) -> Executing:
    """Wait for the missions that were begun: what came of them is what is judged."""
    if desk.follows_missions():
        desk.tell(_("The mission is under way. I look at what came of it when it has ended."), key="follows")
        interrupt({"missions": True})
    return {"next": "execute"}


@executor_node
def log(desk: ExecutorDesk, state: Executing) -> Executing:
    """Say what it came to."""
    desk.tell(desk.summary(), key="summary")
    return {}


@executor_node
def update(desk: ExecutorDesk, state: Executing) -> Executing:
    """Hand over to the outcome reviewer."""
    desk.assess()
    return {}
