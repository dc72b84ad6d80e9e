"""The moves of an act: which there are, and the one function that makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from trust import activity, scores
from trust.activity import Beside, Change, Subject
from trust.answered import Part
from trust.ledger import statements
from trust.models import Action, Activity, Decision

S = Action.Status

MOVES: Mapping[str, frozenset[str]] = {
    S.PROPOSED: frozenset({S.DENIED, S.WAITING, S.APPROVED}),
    S.WAITING: frozenset({S.APPROVED, S.REJECTED, S.EXPIRED, S.SUPERSEDED, S.CANCELLED}),
    S.APPROVED: frozenset({S.CLAIMED, S.SUPERSEDED, S.CANCELLED, S.DENIED, S.FAILED}),
    S.CLAIMED: frozenset({S.SUCCEEDED, S.FAILED, S.UNKNOWN, S.APPROVED}),
    S.FAILED: frozenset({S.APPROVED}),
    S.UNKNOWN: frozenset({S.SUCCEEDED, S.FAILED}),
    S.SUCCEEDED: frozenset({S.UNDOING}),
    S.UNDOING: frozenset({S.UNDONE, S.UNDO_FAILED}),
    S.UNDO_FAILED: frozenset({S.UNDOING}),
}
"""Every legal move. `approved -> superseded`: the world moved; `approved -> denied`: a rule changed
meanwhile; `claimed -> approved`: an idempotent act whose executor died."""

Handler = Callable[[Action], None]
Concern = Callable[[Action, str], bool]


@dataclass(frozen=True, slots=True)
class _Listener:
    hear: Handler
    concerns: Concern


_before_end: list[_Listener] = []
_at_end: list[_Listener] = []


class _Elsewhere(Exception):
    """The row stood elsewhere: what was done before is taken back."""


_QUIET = frozenset({S.CLAIMED, S.UNDOING})


class IllegalMove(Exception):
    """An act cannot move so: a mistake in the program, not of the person."""


def on_ended(handler: Handler, *, first: bool = False, concerns: Concern = lambda action, to: True) -> None:
    """Register what runs in the transaction in which an act ended (or was undone).

    It runs before the feed's line; with `first` before the act's row is locked, as for what locks threads.
    `concerns` says of an act and the status to which it moves whether the handler has anything to do: an end
    that concerns none takes one statement.
    """
    listeners = _before_end if first else _at_end
    if all(listener.hear != handler for listener in listeners):
        listeners.append(_Listener(handler, concerns))


def move(
    action: Action,
    to: Action.Status,
    *,
    where: Mapping[str, object] | None = None,
    beside: Beside | None = None,
    **changes: Any,
) -> bool:
    """Move an act from the status that `action` shows, with its feed line, in one transaction.

    What is to be kept `beside` is kept only where nobody else hears of the move: look at its `made`.
    Returns False, and changes nothing, when its row stands elsewhere meanwhile (or differs from `where`).
    Words among `changes` are encrypted here. Raises `IllegalMove`.
    """
    if to not in MOVES.get(action.status, ()):
        raise IllegalMove(f"{action.status} -> {to}")
    changes["status"] = to
    if to in Action.ENDED:
        changes.setdefault("ended_at", timezone.now())
    before, at = _concerned(_before_end, action, to), _concerned(_at_end, action, to)
    try:
        if to in _QUIET:  # nobody hears of it
            _update(action, where or {}, changes)
        elif before or at or activity.tells_last() or not scores.counts_in_passing(action, to):
            with _whole(before, at), activity.told_last():
                _hear(before, action)
                _update(action, where or {}, changes)
                if to in Action.ENDED:
                    scores.note_outcome(action)
                _hear(at, action)
                tell(action)
        else:
            _update_and_tell(action, where or {}, changes, beside)
    except _Elsewhere:
        return False
    return True


def approving(decision: Decision) -> Part:
    """The move of all waiting acts of a card to approved, along with its answer; nobody hears of it. What
    belongs to no run is due at once, as `proposing.when_due` says."""
    now, shown = timezone.now(), [UUID(act["id"]) for act in decision.payload.get("acts", [])]
    values = {"acts_decision": decision.pk, "acts_shown": shown, "acts_now": now}
    return Part("approved", _APPROVING, values)


_APPROVING: Final = f"""
approved AS (
    UPDATE trust_action SET status = '{S.APPROVED.value}', approved_at = %(acts_now)s,
        not_before = CASE WHEN thread_id IS NULL THEN %(acts_now)s END
    WHERE decision_id = %(acts_decision)s AND id = ANY(%(acts_shown)s) AND status = '{S.WAITING.value}'
        AND EXISTS (SELECT FROM {{once}}) RETURNING id
)
"""


def _whole(*handlers: list[Handler]) -> AbstractContextManager[object]:
    """A transaction; within one, a part of it that can be taken back, where anything comes before the row."""
    within = transaction.get_connection().in_atomic_block
    return nullcontext() if within and not any(handlers) else transaction.atomic()


def _concerned(listeners: list[_Listener], action: Action, to: Action.Status) -> list[Handler]:
    if to not in Action.ENDED:
        return []
    return [listener.hear for listener in listeners if listener.concerns(action, to)]


def _hear(handlers: list[Handler], action: Action) -> None:
    for handler in handlers:
        handler(action)


def _update(action: Action, where: Mapping[str, object], changes: Mapping[str, Any]) -> None:
    if not statements.update(action, where, changes):
        raise _Elsewhere
    _set(action, changes)


def _update_and_tell(
    action: Action, where: Mapping[str, object], changes: Mapping[str, Any], beside: Beside | None
) -> None:
    """The commonest end, of what ran without asking and went well: row, evidence and line at once."""
    change = scores.counted_with(statements.as_change(action, where, changes), action)
    change = replace(change, beside=beside) if beside else change
    before = {name: getattr(action, name) for name in changes}
    _set(action, changes)
    if not tell(action, change):
        _set(action, before)
        raise _Elsewhere


def _set(action: Action, changes: Mapping[str, Any]) -> None:
    for name, value in changes.items():
        setattr(action, name, value)


def tells(action: Action) -> bool:
    """Whether the feed has a line about where an act stands; none where the decision or the next tells it."""
    return bool(_line(action)[1])


def tell(action: Action, change: Change | None = None) -> bool:
    """Write the feed's line about where an act stands, if there is one; `change` is made in its statement.

    Returns whether a line was written, or will be.
    """
    kind, text = _line(action)
    if not text:
        return False
    number = activity.record(
        user_id=action.user_id,
        kind=kind,
        agent=action.agent,
        text=text,
        subject=Subject(action.subject_kind, action.subject_id),
        thread_id=action.thread_id,
        detail={"act": str(action.pk), "status": action.status, "tool": action.tool},
        change=change,
    )
    return change is None or number is not None


def _line(action: Action) -> tuple[Activity.Kind, str]:
    facts = {"title": action.title, "error": action.error or "", "reason": action.reason or ""}
    match action.status:
        case S.SUCCEEDED:
            return Activity.Kind.AGENT_COMPLETED, action.receipt or action.title or action.tool
        case S.FAILED:
            return Activity.Kind.AGENT_ERROR, _("Did not work: %(title)s. %(error)s") % facts
        case S.UNKNOWN:
            return Activity.Kind.AGENT_ERROR, _("Not known whether it happened: %(title)s") % facts
        case S.DENIED:
            return Activity.Kind.AGENT_ERROR, _("Not done: %(title)s. %(reason)s") % facts
        case S.EXPIRED:
            return Activity.Kind.STATUS_CHANGED, _("Nobody answered, so it was not done: %(title)s") % facts
        case S.CANCELLED if action.error:
            return Activity.Kind.STATUS_CHANGED, _("Stopped: %(title)s. %(error)s") % facts
        case S.CANCELLED:
            return Activity.Kind.STATUS_CHANGED, _("Stopped: %(title)s") % facts
        case S.SUPERSEDED if action.successor_id:
            return Activity.Kind.STATUS_CHANGED, _("Things have changed, so it asks again: %(title)s") % facts
        case S.UNDONE:
            return Activity.Kind.STATUS_CHANGED, action.receipt or _("Undone: %(title)s") % facts
        case S.UNDO_FAILED:
            return Activity.Kind.AGENT_ERROR, _("Could not be undone: %(title)s. %(error)s") % facts
        case S.APPROVED if action.not_before and action.not_before > timezone.now():
            return Activity.Kind.STATUS_CHANGED, _("About to happen, can still be stopped: %(title)s") % facts
    return Activity.Kind.STATUS_CHANGED, ""
