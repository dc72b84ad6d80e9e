"""What time does to acts: held ones come due, lost ones are found."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ownyou.lib.errors import InvalidInput, NotFound
from ownyou.lib.locales import in_owners_language
from ownyou.lib.rounds import each
from trust import approvals, queueing
from trust.activity import Subject
from trust.ledger.moves import move
from trust.ledger.performing import perform
from trust.ledger.runs import is_cancelled
from trust.models import Action, Decision
from trust.tools import Kind, tool_named

S = Action.Status
MOST_ATTEMPTS = 3
AT_ONCE = 200
SOON = timedelta(seconds=5)


def sweep() -> None:
    """Hand out what is due, and settle what a dead worker left behind."""
    now = timezone.now()
    due = Action.objects.due(now).only("pk").order_by("not_before")
    each(due[:AT_ONCE], queueing.perform_after_commit)
    marked = Action.objects.filter(status=S.UNDOING, deadline_at=None).only("pk")
    each(marked[:AT_ONCE], queueing.undo_after_commit)
    each(Action.objects.overdue(now).select_related("user")[:AT_ONCE], give_up)
    unasked = Action.objects.waiting().filter(decision=None, thread_id=None, created_at__lt=now - SOON)
    each(unasked.select_related("user")[:AT_ONCE], ask_alone)


def perform_alone(action_id: UUID) -> Action:
    """Perform an act that no run waits for; what must be asked anew is asked here."""
    done = perform(action_id)
    successor = done.successor
    if successor is not None and successor.thread_id is None and successor.status == S.WAITING:
        ask_alone(successor)
    return done


@in_owners_language
def ask_alone(action: Action) -> None:
    """Ask for one waiting act that no run asks for. What was said to earlier previews of it stays.

    One whose tool is gone, or takes such details no more, cannot be done: it is stopped and says why.
    """
    before = approvals.card_before([action])
    try:
        approvals.ask_for(
            [action],
            user=action.user,
            subject=Subject(action.subject_kind, action.subject_id),
            key=f"ask:{action.pk}",
            attempt=before.attempt if before else 1,
            history=_said_before(before) if before else (),
        )
    except (InvalidInput, NotFound) as error:
        move(action, S.CANCELLED, error=error.message)


def _said_before(card: Decision) -> list[object]:
    """What was said to the previews up to this card; to it, too, where that was in words."""
    refined = card.verdict == Decision.Verdict.REFINE
    return approvals.history_of(card) if refined else list(card.history)


@in_owners_language
def give_up(action: Action) -> bool:
    """Settle an act whose executor should have come back by now: it is dead."""
    same = {"attempt": action.attempt, "deadline_at": action.deadline_at}
    if action.status == S.UNDOING:
        error = _("It is not known whether this was undone.")
        return move(action, S.UNDO_FAILED, where=same, error=error, deadline_at=None)
    if _harmless(action):
        if action.attempt >= MOST_ATTEMPTS:
            error = _("It was tried %(count)d times and never came to an end.") % {"count": action.attempt}
            return move(action, S.FAILED, where=same, error=error, deadline_at=None)
        with transaction.atomic():
            if not is_cancelled(action.thread_id):
                return move(action, S.APPROVED, where=same, not_before=timezone.now(), deadline_at=None)
    error = _("It stopped in the middle, before it could say how it went.")
    return move(action, S.UNKNOWN, where=same, error=error, deadline_at=None)


def _harmless(action: Action) -> bool:
    """Whether doing it twice does no harm."""
    try:
        spec = tool_named(action.tool, action.user)
    except NotFound:
        return False
    return spec.idempotent or spec.kind is Kind.READ
