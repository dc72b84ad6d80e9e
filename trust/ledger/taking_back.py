"""Taking acts back: stopped before they happen, undone afterwards, given up with their run."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ownyou.lib.errors import Conflict, NotFound, OwnYouError
from ownyou.lib.locales import in_owners_language
from trust import activity, queueing, scores
from trust.ledger.moves import move
from trust.ledger.performing import MARGIN, copy_of
from trust.ledger.proposing import errand_of
from trust.models import Action, Decision, User
from trust.policy import Verdict
from trust.tools import ToolFailed, tool_named

log = logging.getLogger(__name__)

S = Action.Status


def act_of(user: User, action_id: UUID) -> Action:
    """One act of a person. Raises `NotFound`."""
    action = Action.objects.of(user).select_related("user").filter(pk=action_id).first()
    if action is None:
        raise NotFound(_("There is no such act here."))
    return action


def stop(*, user: User, action_id: UUID) -> Action:
    """Stop an approved act before it happens; a second call changes nothing.

    Raises `NotFound`, and `Conflict` when it has begun.
    """
    action = act_of(user, action_id)
    if action.status == S.CANCELLED:
        return action
    with transaction.atomic(), activity.told_last():
        if action.status == S.APPROVED and move(action, S.CANCELLED):
            scores.note(action, scores.Event.REJECTION)
            return action
    action = act_of(user, action_id)
    if action.status != S.CANCELLED:  # by the other of two clicks
        raise Conflict(_("It is too late to stop this."), status=action.status)
    return action


def undo(*, user: User, action_id: UUID) -> Action:
    """Mark an act to be taken back; a worker does it. A second call changes nothing.

    Raises `NotFound`, and `Conflict` for what has not happened or cannot be taken back.
    """
    action = act_of(user, action_id)
    if action.status in (S.UNDOING, S.UNDONE):
        return action
    if not can_undo(action):
        raise Conflict(_("This cannot be undone."), status=action.status)
    first = action.status == S.SUCCEEDED
    with transaction.atomic(), activity.told_last():
        if not move(action, S.UNDOING, claimed_at=None, deadline_at=None, ended_at=None):
            return act_of(user, action_id)
        if first:
            scores.note(action, scores.Event.UNDO)
        queueing.undo_after_commit(action)
    return action


def can_undo(action: Action) -> bool:
    """Whether an act happened and its tool knows how to take it back."""
    if action.status not in (S.SUCCEEDED, S.UNDO_FAILED) or action.inverse is None:
        return False
    try:
        return tool_named(action.tool, action.user).undo is not None
    except NotFound:
        return False


def take_back(action_id: UUID) -> Action:
    """Undo an act that was marked for it, once."""
    return _taken_back(Action.objects.select_related("user").get(pk=action_id))


@in_owners_language
def _taken_back(action: Action) -> Action:
    if action.status != S.UNDOING:
        return action
    try:
        spec = tool_named(action.tool, action.user)
        arguments = spec.parse(action.arguments)
    except OwnYouError as error:
        move(action, S.UNDO_FAILED, error=error.message)
        return action
    if not _claim(action, spec.timeout) or spec.undo is None:
        return action
    try:
        receipt = spec.undo(errand_of(action, spec), arguments, action.inverse or {})
    except ToolFailed as error:
        move(action, S.UNDO_FAILED, error=error.message, deadline_at=None)
    except Exception:  # the executor is an edge: nothing hangs
        log.exception("undoing act %s of %s stumbled", action.pk, action.tool)
        move(action, S.UNDO_FAILED, error=_("Something went wrong while it was undone."), deadline_at=None)
    else:
        move(action, S.UNDONE, receipt=receipt, error=None, deadline_at=None)
    return action


def _claim(action: Action, timeout: float) -> bool:
    now = timezone.now()
    rows = Action.objects.filter(pk=action.pk, status=S.UNDOING, deadline_at=None)
    return rows.update(claimed_at=now, deadline_at=now + timedelta(seconds=timeout) + MARGIN) == 1


def cancel_acts(*, thread_id: UUID | None = None, subject_id: UUID | None = None, why: str = "") -> int:
    """Give up the acts of a run or subject that have not begun. Returns how many. `why` is kept as their
    error. Their open decision is closed by `trust.decisions.close`."""
    if (thread_id or subject_id) is None:
        return 0
    rows = (
        Action.objects.filter(thread_id=thread_id)
        if thread_id
        else Action.objects.filter(subject_id=subject_id)
    )
    unbegun = rows.filter(status__in=(S.WAITING, S.APPROVED)).select_related("user").order_by("pk")
    with transaction.atomic(), activity.told_last():
        return sum(move(action, S.CANCELLED, error=why or None) for action in unbegun)


def ask_anew_for(thread_id: UUID) -> int:
    """Propose once more, waiting for an OK, what was stopped because its run had failed: the run is tried
    again. Returns how many. Call it in the transaction that lets the run go on."""
    stopped = Action.objects.filter(
        thread_id=thread_id, status=S.CANCELLED, error__isnull=False, successor=None
    )
    count = 0
    with transaction.atomic():
        for action in stopped.select_for_update().order_by("position", "created_at", "pk"):
            copy = copy_of(action, key=f"anew:{action.pk}")
            if copy.ruling == Verdict.ALLOW:
                copy.ruling, copy.rule = Verdict.ASK, "run_failed"
                copy.reason = _("It asks, since what wanted it done had failed before it was.")
            copy.save(force_insert=True)
            Action.objects.filter(pk=action.pk).update(successor=copy)
            count += 1
    return count


def forget_stopped(ids: Collection[UUID]) -> None:
    """Let acts that were stopped because their run had failed not be proposed once more by `ask_anew_for`:
    something else takes their place."""
    Action.objects.filter(pk__in=ids, status=S.CANCELLED, successor=None).update(error=None)


def disown(thread_id: UUID) -> int:
    """Leave the acts of a run that is over, and has not got to them, to the workers. Returns how many.

    What was to be drafted again, with the person's words, is asked for as it was drafted anew where that was
    done, else once more as it was."""
    rows = Action.objects.filter(thread_id=thread_id)
    refined = rows.filter(status=S.SUPERSEDED, successor=None, decision__verdict=Decision.Verdict.REFINE)
    for action in refined.order_by("position", "created_at", "pk"):
        Action.objects.filter(pk=action.pk).update(successor=_drafted(action) or _once_more(action))
    waiting = rows.filter(status=S.WAITING).update(thread_id=None)
    approved = rows.filter(status=S.APPROVED, not_before=None)
    return waiting + approved.update(thread_id=None, not_before=timezone.now())


def refined_key(action: Action) -> str:
    """The key of what takes an act's place when the person's words are worked in."""
    return f"refined:{action.pk}"


def _drafted(action: Action) -> Action | None:
    """The act with the person's words worked in, by a worker that died before it took the other's place."""
    return Action.objects.filter(user_id=action.user_id, key=refined_key(action)).first()


def _once_more(action: Action) -> Action:
    copy = copy_of(action, key=refined_key(action))
    copy.ruling, copy.rule = Verdict.ASK, "run_failed"
    copy.reason = _("It asks again as it was: what drafts ended before your words were worked in.")
    copy.save(force_insert=True)
    return copy
