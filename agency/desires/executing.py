"""From an approved plan to its judged outcome, on rows: begin, take turns, judge, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.desires import helping, lifecycle, telling
from agency.desires.critique import MOST_CRITIQUE
from agency.desires.outcomes import Insights
from agency.models import Desire, DesireEntry, DesireOutcome, DesireSettings, Hop, Plan, ToolStep
from agency.plans import running
from agency.plans.changing import retry_hop
from agency.plans.titles import title_of_step
from agency.runtime.threads import start_thread
from ownyou.lib.errors import Conflict
from ownyou.lib.fields import seal
from trust import decisions, ledger
from trust.models import Action, Activity, Decision, User

S = Desire.Stage
V = DesireOutcome.Verdict
BEGUN: Final = "running"
UNFINISHED: Final = (BEGUN, running.State.ASKS.value, running.State.HELD.value)
"""States of a turn from which it goes on."""
WITHOUT, FOR_NOW = "without", "for_now"
"""What a desire's guidance calls tools to leave out: as the person wants, and since they did not do it."""
PLANNER, EXECUTOR, OUTCOME = "desire.planner", "desire.executor", "desire.outcome"


def plan_of(desire: Desire) -> Plan | None:
    """The newest version of a desire's plan."""
    return Plan.objects.filter(user_id=desire.user_id).about(lifecycle.KIND, desire.pk).first()


def is_criticised(desire: Desire) -> bool:
    """Whether the newest version of the plan was made after the person said something against the one
    before."""
    if desire.critique_at is None:
        return False
    before = Plan.objects.filter(user_id=desire.user_id).about(lifecycle.KIND, desire.pk)[1:2].first()
    return before is not None and before.created_at <= desire.critique_at


# Planning ---------------------------------------------------------------------------------------------------


def start_planning(desire: Desire, text: str, **changes: Any) -> bool:
    """Move a desire into planning and start the planner; returns whether it moved.

    Tools that did not do it the last time are tried again, unless `changes` say otherwise.
    """
    if desire.guidance.get(FOR_NOW):
        changes.setdefault("guidance", {**desire.guidance, FOR_NOW: []})
    with transaction.atomic():
        moved = lifecycle.move(
            desire,
            S.PLANNING,
            text,
            kind=Activity.Kind.AGENT_STARTED,
            plannings=desire.plannings + 1,
            plan_started_at=timezone.now(),
            plan_completed_at=None,
            reviewed=None,
            problem=None,
            **changes,
        )
        if moved:
            start_thread(user_id=desire.user_id, graph=PLANNER, subject=lifecycle.subject_of(desire))
    return moved


def loop_back(desire: Desire, *, said: str = "", without: Sequence[str] = ()) -> None:
    """Plan anew with what was learned: without some tools, and with what the person `said` as a critique.

    What the person does not want is left out for good; what did not work, until it is planned afresh.
    """
    kept = WITHOUT if said else FOR_NOW
    left_out = list(dict.fromkeys([*desire.guidance.get(kept, []), *without]))
    changes: dict[str, Any] = {"guidance": {**desire.guidance, kept: left_out}}
    if said:
        changes |= {"critique": said[:MOST_CRITIQUE], "critique_at": timezone.now()}
    with transaction.atomic():
        _put_away_open_acts(desire)
        _give_up_the_plan(desire)
        start_planning(desire, _("Planning anew with what was learned"), **changes)


def _give_up_the_plan(desire: Desire) -> None:
    """What the plan did counts as done before: it was judged not to be enough, although all of it worked."""
    plans = Plan.objects.of(desire.user).about(lifecycle.KIND, desire.pk)
    if (plan := plans.order_by("-version").first()) and plan.status == Plan.Status.COMPLETED:
        Plan.objects.filter(pk=plan.pk).update(status=Plan.Status.REPLACED)


# Executing --------------------------------------------------------------------------------------------------


def begin(desire: Desire, text: str = "") -> None:
    """Start executing. Raises `Conflict` for what is not approved, or while the person only observes."""
    if desire.user.autonomy == User.Autonomy.OBSERVE:
        raise Conflict(_("You have set OwnYou to observe only, so nothing is started."), stage=desire.stage)
    with transaction.atomic():
        lifecycle.must_move(
            desire,
            S.EXECUTING,
            text or _("Starting the plan"),
            kind=Activity.Kind.AGENT_STARTED,
            executions=desire.executions + 1,
            execution_started_at=timezone.now(),
            execution_completed_at=None,
            problem=None,
        )
        start_thread(user_id=desire.user_id, graph=EXECUTOR, subject=lifecycle.subject_of(desire))


def begin_if_allowed(desire: Desire) -> None:
    """Start what is approved; under “observe” it stays approved, and the feed says so."""
    try:
        begin(desire)
    except Conflict as error:
        if desire.stage == S.APPROVED:
            lifecycle.tell(desire, error.message, key=f"waits:{desire.plannings}:{desire.executions}")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the operator: `state` of the step, or None when nothing is left to do."""

    state: running.State | None


def turn(desire: Desire, thread_id: UUID) -> Turn:
    """Think which step is next, do it through the gate, and note what was seen."""
    plan = plan_of(desire)
    step = running.next_step(plan) if plan is not None else None
    if step is None:
        return Turn(None)
    _note_thought(desire, step)
    state = running.run_step(step, thread_id=thread_id)
    _note_observation(desire, step, state)
    return Turn(state)


def _key(step: ToolStep) -> str:
    return f"{step.pk}:{step.run}"


def _note_thought(desire: Desire, step: ToolStep) -> None:
    thought = _("Next: %(step)s") % {"step": title_of_step(step, desire.user)}
    DesireEntry.objects.get_or_create(
        desire=desire,
        execution=desire.executions,
        key=_key(step),
        defaults={"user_id": desire.user_id, "thought": thought, "tool": step.tool, "state": BEGUN},
    )


def _note_observation(desire: Desire, step: ToolStep, state: running.State) -> None:
    """What was seen after a step, on its line in the log and live in the feed."""
    step.refresh_from_db(fields=["error", "action_id"])
    words = (
        {
            running.State.ASKS: _("It waits for your OK."),
            running.State.HELD: _("It is approved and can still be stopped for a moment."),
            running.State.UNCHANGED: _("Nothing changed, so what was there holds."),
        }.get(state)
        or step.error
        or _receipt(step)
        or _("Done.")
    )
    rows = DesireEntry.objects.filter(desire=desire, execution=desire.executions, key=_key(step))
    rows.update(observation=seal(desire.user_id, words), state=state.value)
    lifecycle.tell(
        desire,
        f"{title_of_step(step, desire.user).rstrip('.:')}: {words}",
        key=f"turn:{desire.executions}:{_key(step)}:{state.value}",
        kind=Activity.Kind.AGENT_ERROR if state is running.State.FAILED else Activity.Kind.AGENT_THINKING,
    )


def close_log(desire: Desire, why: str = "") -> None:
    """Say of the turns that a run left open that they stopped there."""
    words = _("It stopped here: %(why)s") % {"why": why} if why else _("It stopped here.")
    rows = DesireEntry.objects.filter(desire=desire, state__in=UNFINISHED)
    rows.update(observation=seal(desire.user_id, words), state=running.State.FAILED.value)


def _receipt(step: ToolStep) -> str:
    action = Action.objects.filter(pk=step.action_id).first() if step.action_id else None
    return (action.receipt or "") if action else ""


def acts_under_way(desire: Desire, thread_id: UUID) -> list[str]:
    """The ids of a run's acts that are approved and held back, or being done."""
    going_on = (Action.Status.APPROVED, Action.Status.CLAIMED)
    rows = Action.objects.filter(user_id=desire.user_id, thread_id=thread_id, successor=None)
    return [str(pk) for pk in rows.filter(status__in=going_on).values_list("pk", flat=True)]


def summary_of(desire: Desire) -> str:
    """What an execution came to, in a sentence."""
    plan = plan_of(desire)
    if plan is None:
        return _("There is no plan.")
    hops = list(plan.hops.all())
    done = sum(hop.status == Hop.Status.COMPLETED for hop in hops)
    return _("%(done)d of %(all)d parts are done.") % {"done": done, "all": len(hops)}


def assess(desire: Desire, *, problem: str | None = None) -> None:
    """Hand an execution that has ended to the outcome reviewer."""
    with transaction.atomic():
        moved = lifecycle.move(
            desire,
            S.ASSESSING,
            _("Looking at what came of it"),
            execution_completed_at=timezone.now(),
            problem=problem,
        )
        if moved:
            close_log(desire, problem or "")
            start_thread(user_id=desire.user_id, graph=OUTCOME, subject=lifecycle.subject_of(desire))


# What follows -----------------------------------------------------------------------------------------------


def outcome_of(desire: Desire) -> DesireOutcome:
    """How the newest execution was judged."""
    return desire.outcomes.get(execution=desire.executions)


def carry_out(desire: Desire, verdict: str) -> None:
    """Do what follows from a verdict that needs nobody: the table of the router."""
    outcome = outcome_of(desire)
    if verdict == V.RETRY and not retry(desire):
        verdict = V.ESCALATE
    if verdict == V.LOOP_BACK:
        learned = Insights.model_validate(outcome.insights)
        loop_back(desire, said=learned.said, without=learned.without)
    elif verdict in ENDS:
        changes: dict[str, Any] = {}
        if verdict not in (V.COMPLETED, V.CONTINUE):
            changes["problem"] = outcome.text
        if (
            verdict == V.COMPLETED
            and DesireSettings.objects.filter(user=desire.user, auto_archive=True).exists()
        ):
            changes["archived_at"] = timezone.now()
        with transaction.atomic():
            moved = lifecycle.move(desire, ENDS[V(verdict)], outcome.text, kind=KINDS[V(verdict)], **changes)
            if moved and verdict != V.ESCALATE:
                key = str(desire.executions)
                telling.tell_news(desire, telling.What.ENDED, outcome.text, key=key)
            if moved and verdict in (V.COMPLETED, V.CONTINUE):
                helping.ask_later(desire)


ENDS = {
    V.COMPLETED: S.COMPLETED,
    V.CONTINUE: S.DORMANT,
    V.ESCALATE: S.ESCALATED,
    V.ABANDON: S.FAILED,
}
KINDS = {
    V.COMPLETED: Activity.Kind.AGENT_COMPLETED,
    V.CONTINUE: Activity.Kind.AGENT_COMPLETED,
    V.ESCALATE: Activity.Kind.AGENT_ERROR,
    V.ABANDON: Activity.Kind.AGENT_ERROR,
}


def retry(desire: Desire) -> bool:
    """Execute the same plan again, from what failed; False where an act of it may have happened."""
    plan = plan_of(desire)
    if plan is None:
        return False
    try:
        check_known(desire)
        with transaction.atomic():
            _put_away_open_acts(desire)
            for hop in plan.hops.filter(status=Hop.Status.FAILED):
                retry_hop(hop)
            begin(desire, _("Trying once more"))
    except Conflict:
        return False
    return True


def _put_away_open_acts(desire: Desire) -> None:
    """Ask no more about acts of a run that is over: the next run asks anew, and each is done once."""
    decisions.close(subject_id=desire.pk, status=Decision.Status.CANCELLED)
    ledger.cancel_acts(subject_id=desire.pk)


def check_known(desire: Desire) -> None:
    """Raise `Conflict` while it is not known whether an act of a desire happened."""
    unsettled = (Action.Status.CLAIMED, Action.Status.UNKNOWN, Action.Status.UNDOING)
    act = Action.objects.filter(user_id=desire.user_id, subject_id=desire.pk, status__in=unsettled).first()
    if act is not None:
        raise Conflict(
            _("I do not know yet whether “%(title)s” happened. Check that first.") % {"title": act.title},
            action=str(act.pk),
        )


def reopen_unfinished(desire: Desire) -> None:
    """Let what an execution began and did not finish be begun anew; what is done stays done."""
    close_log(desire)
    plan = plan_of(desire)
    if plan is None:
        return
    begun = (ToolStep.Status.RUNNING, ToolStep.Status.WAITING)
    unfinished = ToolStep.objects.filter(hop__plan=plan, status__in=begun)
    unfinished.update(status=ToolStep.Status.PENDING, run=F("run") + 1)
    for hop in plan.hops.filter(status=Hop.Status.FAILED):
        retry_hop(hop)
