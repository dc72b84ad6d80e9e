"""What can be asked of desires: create, change, plan, approve, reject, revise, execute, reset, delete."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agency import artifacts
from agency.desires import escalating, executing, helping, lifecycle, recurring, room
from agency.desires.critique import MOST_CRITIQUE
from agency.desires.helping import Weight
from agency.desires.noticing import proposing
from agency.models import Desire, DesireEvidence, Heard, Plan, Thread
from agency.reasoning.wish_rules import read_wishes
from agency.runtime.threads import cancel_thread
from ownyou.lib.errors import InvalidInput, NotFound
from ownyou.lib.text import bounded, clean_line, shorten
from trust import decisions, ledger
from trust.decisions import Answer
from trust.models import Activity, Decision, User

S = Desire.Stage
MOST_TITLE, MOST_DESCRIPTION = 120, 2_000
FIXED_WORDS = (S.EXECUTING, S.ASSESSING, S.COMPLETED)
"""Where the words cannot be changed: it is being done with them, or was."""


def desire_of(user: User, desire_id: UUID) -> Desire:
    """A desire of this person. Raises `NotFound` for anybody else's."""
    found = Desire.objects.of(user).filter(pk=desire_id).first()
    if found is None:
        raise NotFound(_("There is no such desire here."))
    found.user = user
    return found


def create_desire(
    *,
    user: User,
    description: str,
    title: str = "",
    every: str = "",
    priority: str = Desire.Priority.MEDIUM,
    source: str = Desire.Source.EXPLICIT,
    tainted: bool = False,
    strength: float = 1.0,
) -> Desire:
    """Take on a desire and start planning it. Raises `InvalidInput`, and `Conflict` for too many.

    What a person asks for comes as often as their words say (“every Friday”) where `every` does not say it.
    """
    description = bounded(description, name=_("What you want"), most=MOST_DESCRIPTION)
    if source == Desire.Source.EXPLICIT:
        every = every or _said_often(description)
    title = shorten(clean_line(title) or clean_line(description), MOST_TITLE)
    checked: dict[str, Any] = {
        "every": _one_of(Desire.Every, every, "every"),
        "priority": _one_of(Desire.Priority, priority, "priority"),
    }
    weight = Weight()
    if source != Desire.Source.EXPLICIT:  # what the person asked for counts as it was asked
        weight = helping.weight_of(user, description)
        checked |= {"priority": weight.priority(priority), "strength": weight.strength(strength)}
    if not room.has_room(user):
        raise room.full()
    with transaction.atomic():
        desire = Desire.objects.create(
            user=user, title=title, description=description, source=source, tainted=tainted, **checked
        )
        lifecycle.note(desire, "created", source=source)
        lifecycle.tell(desire, _("New desire: %(title)s") % {"title": title}, key="created")
        if weight.words:
            lifecycle.tell(desire, weight.words, key="weighed")
        if every:
            recurring.follow(desire)
        executing.start_planning(desire, _("Planning"))
    return desire


def _said_often(description: str) -> str:
    """How often a wish is to come by its own words; empty for once."""
    wishes, _rest = read_wishes(description)
    return wishes[0].every if len(wishes) == 1 else ""


def update_desire(*, user: User, desire_id: UUID, **changes: str | None) -> Desire:
    """Change title, description, priority or how often. Other words have it planned anew.

    Raises `NotFound`, `InvalidInput`, and `Conflict` for new words while it is being done, and where what
    was done is to come again and no more desires fit.
    """
    desire = desire_of(user, desire_id)
    given = {name: value for name, value in changes.items() if value is not None}
    plain: dict[str, Any] = {}
    if "title" in given:
        plain["title"] = shorten(
            clean_line(bounded(given["title"], name=_("The title"), most=MOST_TITLE)), MOST_TITLE
        )
    for name, choices in (("every", Desire.Every), ("priority", Desire.Priority)):
        if name in given:
            plain[name] = _one_of(choices, given[name], name)
    words = given.get("description")
    if words is not None:
        words = bounded(words, name=_("What you want"), most=MOST_DESCRIPTION)
        if words != desire.description and desire.stage in FIXED_WORDS:
            raise lifecycle.cannot(desire)
        plain["description"] = words
    changed = words is not None and words != desire.description
    often = desire.every
    with transaction.atomic():
        lifecycle.save(desire, **plain)
        lifecycle.note(desire, "changed", fields=sorted(plain))
        if desire.every != often:
            _come_as_often(desire)
        if changed and desire.stage in (*lifecycle.REPLANNED, S.PLANNING):
            _plan_anew(desire, guidance={})
    return desire


def _come_as_often(desire: Desire) -> None:
    """What was done and is to come again waits for its next time; what waits and is to come no more is done.

    Raises `Conflict` where no more desires fit.
    """
    if desire.every and desire.stage == S.COMPLETED:
        if not room.may_come_back(desire):
            raise room.full()
        again = _("It comes again, as you wished")
        lifecycle.must_move(desire, S.DORMANT, again, kind=Activity.Kind.DECIDED, ended_at=None)
    elif not desire.every and desire.stage == S.DORMANT:
        no_more = _("It comes no more, as you wished")
        lifecycle.must_move(desire, S.COMPLETED, no_more, kind=Activity.Kind.DECIDED)
    recurring.follow(desire)


def delete_desire(*, user: User, desire_id: UUID) -> None:
    """Stop and delete a desire with its plans, its files and the words it was heard in; its receipts and the
    audit stay. Raises `NotFound`."""
    desire = desire_of(user, desire_id)
    with transaction.atomic():
        stop_work(desire)
        recurring.drop(desire)
        helping.drop(desire)
        Plan.objects.filter(user=user).about(lifecycle.KIND, desire.pk).delete()
        artifacts.erase(user=user, subject=lifecycle.subject_of(desire))
        lifecycle.note(desire, "deleted", stage=desire.stage)
        seen = set(desire.evidence.values_list("seen_id", flat=True))
        desire.delete()
        _forget_words(user, seen)


def _forget_words(user: User, seen: set[UUID]) -> None:
    """Delete words that were heard, unless they speak for another desire as well."""
    still = set(DesireEvidence.objects.filter(seen_id__in=seen).values_list("seen_id", flat=True))
    Heard.objects.filter(user=user, pk__in=seen - still).delete()


def generate_plan(*, user: User, desire_id: UUID) -> Desire:
    """Plan, or plan anew; what was only noticed, or waits for its next time, is taken up now.

    Raises `NotFound`, and `Conflict` at a stage where it cannot be planned.
    """
    desire = desire_of(user, desire_id)
    if desire.stage not in lifecycle.PLANNABLE:
        raise lifecycle.cannot(desire)
    with transaction.atomic():
        if desire.stage in lifecycle.TAKEN_UP:
            _take_up(desire)
        else:
            _plan_anew(desire)
    return desire


def _take_up(desire: Desire) -> None:
    """Plan what waits for more evidence or its next time. What was asked about the last time stays asked."""
    new = desire.stage == S.NASCENT
    if not room.may_come_back(desire):
        raise room.full()
    taken = _("You want it pursued now") if new else _("You want it done now")
    lifecycle.must_move(desire, S.PENDING, taken, kind=Activity.Kind.DECIDED)
    if new and desire.every:
        recurring.follow(desire)
    if not executing.start_planning(desire, _("Planning")):
        raise lifecycle.cannot(desire)


def _plan_anew(desire: Desire, **changes: Any) -> None:
    stop_work(desire)
    if desire.stage == S.PLANNING:
        lifecycle.must_move(desire, S.PENDING, _("You changed the words"))
    if not executing.start_planning(desire, _("Planning anew"), **changes):
        raise lifecycle.cannot(desire)


def approve(*, user: User, desire_id: UUID) -> Desire:
    """Say yes to the plan that is shown. Raises `NotFound`, and `Conflict` where none waits."""
    return _answer(user, desire_id, Answer(Decision.Verdict.APPROVE))


def reject(*, user: User, desire_id: UUID, why: str = "") -> Desire:
    """Say no to the plan that is shown, or to a desire that is not being done.

    Raises `NotFound` and `Conflict`.
    """
    desire = desire_of(user, desire_id)
    why = bounded(why, name=_("Why"), most=MOST_CRITIQUE, least=0)
    if desire.stage == S.REVIEWING and _review_of(desire) is not None:
        return _answer(user, desire_id, Answer(Decision.Verdict.REJECT, text=why))
    with transaction.atomic():
        stop_work(desire)
        lifecycle.must_move(
            desire, S.REJECTED, _("You do not want it"), kind=Activity.Kind.DECIDED, problem=why or None
        )
    return desire


def revise(*, user: User, desire_id: UUID, critique: str) -> Desire:
    """Say what is to be different in the plan. Raises `NotFound`, `InvalidInput` for an empty or overlong
    critique, and `Conflict` where no plan waits."""
    words = bounded(critique, name=_("Your critique"), most=MOST_CRITIQUE)
    return _answer(user, desire_id, Answer(Decision.Verdict.REFINE, text=words))


def execute(*, user: User, desire_id: UUID) -> Desire:
    """Start an approved plan. Raises `NotFound`, and `Conflict` where there is none or nothing may run."""
    desire = desire_of(user, desire_id)
    executing.begin(desire)
    return desire


def reset(*, user: User, desire_id: UUID) -> Desire:
    """Put a stuck or ended desire back to its last sound stage: nothing goes on, nothing of it is waited for.

    Raises `NotFound`, and `Conflict` where there is nothing to reset or while an act may have happened.
    """
    desire = desire_of(user, desire_id)
    to = lifecycle.RESETS.get(desire.stage)
    if to is None:
        raise lifecycle.cannot(desire)
    put_back(desire, _("You put it back to “%(stage)s”") % {"stage": S(to).label}, kind=Activity.Kind.DECIDED)
    return desire


def put_back(
    desire: Desire,
    text: str,
    *,
    problem: str | None = None,
    kind: Activity.Kind = Activity.Kind.AGENT_ERROR,
) -> None:
    """Put a desire, as it was read, back to its last sound stage; `problem` stays on its page.

    Raises `Conflict`, and then nothing is changed, where there is no such stage, where it has moved since it
    was read, where no more desires fit, and while an act may have happened.
    """
    to, before = lifecycle.RESETS.get(desire.stage), desire.stage
    if to is None:
        raise lifecycle.cannot(desire)
    if not room.may_come_back(desire):
        raise room.full()
    if to == S.APPROVED:
        executing.check_known(desire)
    with transaction.atomic():
        stop_work(desire)
        now = Desire.objects.select_for_update().get(pk=desire.pk)
        if (now.stage, now.updated_at) != (desire.stage, desire.updated_at):
            raise lifecycle.cannot(now)
        if to == S.APPROVED:
            executing.reopen_unfinished(desire)
        helping.drop(desire)
        lifecycle.must_move(desire, to, text, kind=kind, problem=problem, ended_at=None)
        if desire.every:
            recurring.follow(desire)
        lifecycle.note(desire, "reset", before=before, to=to.value)


def archive(*, user: User, desire_id: UUID) -> Desire:
    """Put a desire that has ended away. Raises `NotFound`, and `Conflict` for one that has not ended."""
    desire = desire_of(user, desire_id)
    if desire.stage not in Desire.ENDED:
        raise lifecycle.cannot(desire)
    _put_away(desire, "archived", timezone.now())
    return desire


def unarchive(*, user: User, desire_id: UUID) -> Desire:
    """Take a desire back from the archive. Raises `NotFound`."""
    desire = desire_of(user, desire_id)
    _put_away(desire, "unarchived", None)
    return desire


def _put_away(desire: Desire, event: str, at: datetime | None) -> None:
    with transaction.atomic():
        lifecycle.save(desire, archived_at=at)
        lifecycle.note(desire, event)


def stop_work(desire: Desire) -> None:
    """Cancel what is waited for, what runs, and what has not begun of a desire. Call it in a transaction."""
    decisions.close(subject_id=desire.pk, status=Decision.Status.CANCELLED)
    live = Thread.objects.about(lifecycle.KIND, desire.pk).live().order_by("created_at")
    for thread_id in live.values_list("pk", flat=True):
        cancel_thread(thread_id)
    ledger.cancel_acts(subject_id=desire.pk)


def _answer(user: User, desire_id: UUID, given: Answer) -> Desire:
    desire = desire_of(user, desire_id)
    decision = _review_of(desire)
    if decision is None:
        raise lifecycle.cannot(desire)
    decisions.answer(user=user, decision_id=decision.pk, given=given)
    desire.refresh_from_db()
    desire.user = user
    return desire


def _review_of(desire: Desire) -> Decision | None:
    """The open question whether its plan may start."""
    rows = Decision.objects.filter(user_id=desire.user_id, subject_id=desire.pk, kind=Decision.Kind.REVIEW)
    return rows.filter(status=Decision.Status.OPEN).order_by("-created_at").first()


def review_answered(decision: Decision) -> None:
    """Move a desire with the answer to its review, in the answering transaction."""
    about = decision.subject_id if decision.subject_kind == lifecycle.KIND else None
    if about is None or decision.kind != Decision.Kind.REVIEW or proposing.is_proposal(decision):
        return
    desire = Desire.objects.select_related("user").filter(pk=about).first()
    if desire is None:
        return
    now, said = timezone.now(), decision.comment or ""
    kind = Activity.Kind.DECIDED
    looked: dict[str, Any] = {
        "review_completed_at": now,
        "reviews": desire.reviews + 1,
        "bypassed": False,
        "approve_reason": None,
    }
    if decision.verdict == Decision.Verdict.APPROVE:
        lifecycle.move(desire, S.APPROVED, _("You approved the plan"), kind=kind, **looked)
    elif decision.verdict == Decision.Verdict.REJECT:
        lifecycle.move(
            desire, S.REJECTED, _("You did not want it"), kind=kind, problem=said or None, **looked
        )
    else:
        lifecycle.move(
            desire,
            S.PLANNING,
            _("You said what is to be different"),
            kind=kind,
            critique=said[:MOST_CRITIQUE],
            critique_at=now,
            plannings=desire.plannings + 1,
            plan_started_at=now,
            plan_completed_at=None,
            **looked,
        )


def thread_moved(thread: Thread, to: str) -> None:
    """Move a desire with a run of it that failed, in the same transaction."""
    if to != Thread.Status.FAILED:
        return
    desire = Desire.objects.select_related("user").filter(pk=thread.subject_id).first()
    if desire is None:
        return
    reason = thread.error or _("Something went wrong.")
    if thread.graph == executing.EXECUTOR:
        executing.assess(desire, problem=reason)
    elif desire.stage in (S.PLANNING, S.ASSESSING):
        escalating.escalate(desire, reason)
    elif desire.stage == S.APPROVED:  # it was not begun any more; the person can
        lifecycle.save(desire, problem=reason)
        lifecycle.tell(desire, reason, kind=Activity.Kind.AGENT_ERROR)
    elif desire.stage == S.ESCALATED:
        escalating.ask_again(desire)


def first_state(desire_id: UUID) -> dict[str, Any]:
    """The state that a run starts with; everything else is in rows."""
    return {"desire_id": str(desire_id)}


def _one_of(choices: Any, value: str, field: str) -> str:
    if value not in choices.values:
        raise InvalidInput(_("That cannot be chosen here."), field=field)
    return str(value)
