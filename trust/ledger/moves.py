"""The moves of an act: which there are, and the one function that makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ownyou.lib.fields import EncryptedField, seal
from trust import activity
from trust.activity import Subject
from trust.models import Action, Activity

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
_before_end: list[Handler] = []
_ended_handlers: list[Handler] = []


class _Elsewhere(Exception):
    """The row stood elsewhere: what was done before is taken back."""


_QUIET = frozenset({S.CLAIMED, S.UNDOING})


class IllegalMove(Exception):
    """An act cannot move so: a mistake in the program, not of the person."""


def on_ended(handler: Handler, *, first: bool = False) -> None:
    """Register what runs in the transaction in which an act ended (or was undone).

    It runs before the feed's line; with `first` before the act's row is locked, as for what locks threads.
    """
    handlers = _before_end if first else _ended_handlers
    if handler not in handlers:
        handlers.append(handler)


def move(
    action: Action, to: Action.Status, *, where: Mapping[str, object] | None = None, **changes: Any
) -> bool:
    """Move an act from the status that `action` shows, with its feed line, in one transaction.

    Returns False, and changes nothing, when its row stands elsewhere meanwhile (or differs from `where`).
    Words among `changes` are encrypted here. Raises `IllegalMove`.
    """
    if to not in MOVES.get(action.status, ()):
        raise IllegalMove(f"{action.status} -> {to}")
    ends = to in Action.ENDED
    if ends:
        changes.setdefault("ended_at", timezone.now())
    try:
        if to in _QUIET:  # one statement: nobody hears of it
            _update(action, to, where or {}, changes)
            return True
        with transaction.atomic(), activity.told_last():
            _hear(_before_end if ends else [], action)
            _update(action, to, where or {}, changes)
            _hear(_ended_handlers if ends else [], action)
            tell(action)
    except _Elsewhere:
        return False
    return True


def _hear(handlers: list[Handler], action: Action) -> None:
    for handler in handlers:
        handler(action)


def _update(action: Action, to: Action.Status, where: Mapping[str, object], changes: dict[str, Any]) -> None:
    rows = Action.objects.filter(pk=action.pk, status=action.status, **where)
    if rows.update(status=to, **_sealed(action, changes)) != 1:
        raise _Elsewhere
    action.status = to
    for name, value in changes.items():
        setattr(action, name, value)


def _sealed(action: Action, changes: Mapping[str, Any]) -> dict[str, Any]:
    fields = Action._meta.get_field
    return {
        name: seal(action.user_id, value) if isinstance(fields(name), EncryptedField) else value
        for name, value in changes.items()
    }


def tell(action: Action) -> None:
    """Write the feed's line about where an act stands; none where the decision or the next line tells it."""
    kind, text = _line(action)
    if not text:
        return
    activity.record(
        user_id=action.user_id,
        kind=kind,
        agent=action.agent,
        text=text,
        subject=Subject(action.subject_kind, action.subject_id),
        thread_id=action.thread_id,
        detail={"act": str(action.pk), "status": action.status, "tool": action.tool},
    )


def _line(action: Action) -> tuple[Activity.Kind, str]:
    facts = {"title": action.title, "error": action.error or "", "reason": action.reason or ""}
    match action.status:
        case S.SUCCEEDED:
            return Activity.Kind.AGENT_COMPLETED, action.receipt or action.title
        case S.FAILED:
            return Activity.Kind.AGENT_ERROR, _("Did not work: %(title)s. %(error)s") % facts
        case S.UNKNOWN:
            return Activity.Kind.AGENT_ERROR, _("Not known whether it happened: %(title)s") % facts
        case S.DENIED:
            return Activity.Kind.AGENT_ERROR, _("Not done: %(title)s. %(reason)s") % facts
        case S.EXPIRED:
            return Activity.Kind.STATUS_CHANGED, _("Nobody answered, so it was not done: %(title)s") % facts
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
