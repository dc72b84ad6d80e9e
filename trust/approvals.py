"""Asking for an OK: one card for all acts of a step, a verdict for each, and what becomes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ownyou.lib.errors import Conflict, NotFound
from trust import activity, decisions, fitting, grants, notices
from trust.activity import Subject
from trust.decisions import Question
from trust.ledger.performing import copy_of, difference
from trust.ledger.proposing import relied_on
from trust.models import Action, Decision, Notification, User
from trust.subjects import url_of_subject
from trust.tools import Risk, tool_named

MOST_PREVIEWS = 3
RISKS = list(Risk)


def ask_for(
    actions: Sequence[Action],
    *,
    user: User,
    thread_id: UUID | None = None,
    subject: Subject | None = None,
    key: str,
    attempt: int = 1,
    history: Sequence[object] = (),
    expires: timedelta | None = None,
    why: str = "",
) -> Decision:
    """Open one decision for waiting acts, or return the one that the same step opened before (same `key`).

    Acts that an open decision asks for already are left to it; if that is all, it is returned. `attempt`
    counts the previews; the third takes no more words. With `expires` the acts are given up after that time,
    prolonged while the card is in view (`seen`). `why` is said first on the card.
    """
    subject = subject or Subject()
    asked = _asked_already(actions)
    acts = [action for action in actions if action.decision_id not in asked]
    if not acts:
        return asked[next(iter(asked))]
    now = timezone.now()
    question = Question(
        kind=Decision.Kind.APPROVAL,
        domain=acts[0].agent,
        title=_title(acts),
        payload={
            "acts": [_shown(action, user) for action in acts],
            "unanswered": _unanswered(expires),
            "previews_left": MOST_PREVIEWS - attempt,
            "why": why,
        },
        refine_allowed=thread_id is not None and attempt < MOST_PREVIEWS,
        attempt=attempt,
        history=list(history),
        risk=max((Risk(action.risk) for action in acts), key=RISKS.index),
        expires_at=now + expires if expires else None,
    )
    with transaction.atomic(), activity.told_last():
        decision = decisions.ask(question, user_id=user.pk, key=key, thread_id=thread_id, subject=subject)
        _bind(decision, acts, expires)
        notices.notify(
            user_id=user.pk,
            key=f"ask:{decision.pk}",
            kind=Notification.Kind.ASKED,
            text=decision.title,
            url=url_of_subject(subject.kind, subject.id),
            decision_id=decision.pk,
            mail=user.notice_mail == User.NoticeMail.AT_ONCE,
        )
    return decision


def _asked_already(actions: Sequence[Action]) -> dict[Any, Decision]:
    return Decision.objects.open().in_bulk([a.decision_id for a in actions if a.decision_id])


def _bind(decision: Decision, acts: Sequence[Action], expires: timedelta | None) -> None:
    """Tie the acts to their decision, and the decision to exactly these acts."""
    waiting = Action.objects.waiting().filter(pk__in=[action.pk for action in acts])
    waiting.update(decision=decision)
    for action in acts:
        action.decision = decision
    digest = hashlib.sha256("".join(action.args_hash for action in acts).encode()).hexdigest()
    minutes = max(1, round(expires.total_seconds() / 60)) if expires else None
    if decision.args_hash != digest:
        Decision.objects.filter(pk=decision.pk).update(args_hash=digest, expiry_minutes=minutes)
        decision.args_hash, decision.expiry_minutes = digest, minutes


def _title(acts: Sequence[Action]) -> str:
    if len(acts) == 1:
        return str(acts[0].title)
    words: str = ngettext("%(count)d act needs your OK", "%(count)d acts need your OK", len(acts))
    return words % {"count": len(acts)}


def _unanswered(expires: timedelta | None) -> str:
    if expires is None:
        return _("It waits for you; nothing is done before you answer.")
    minutes = max(1, round(expires.total_seconds() / 60))
    words: str = ngettext(
        "Without an answer in %(minutes)d minute it is not done; you can let it ask again.",
        "Without an answer in %(minutes)d minutes it is not done; you can let it ask again.",
        minutes,
    )
    return words % {"minutes": minutes}


def _shown(action: Action, user: User) -> dict[str, object]:
    """What the card shows of an act: all that will run, and why it asks."""
    spec = tool_named(action.tool, user)
    arguments = spec.parse(action.arguments)
    scope = grants.offered(spec, arguments, tainted=action.tainted)
    return {
        "id": str(action.pk),
        "title": action.title,
        "tool": spec.name,
        "tool_title": spec.title,
        "agent": spec.agent,
        "kind": spec.kind.value,
        "verb": spec.verb_now,
        "arguments": action.arguments,
        "schema": spec.arguments.model_json_schema(),
        "risk": action.risk,
        "reason": action.reason or "",
        "notice": spec.notice_about(arguments),
        "meant": spec.meant_by(user, arguments),
        "read": spec.read_as(arguments),
        "rule": action.rule,
        "tainted": action.tainted,
        "shaped_by": action.shaped_by,
        "wishes": action.wishes or [],
        "difference": action.difference or [],
        "reversible": spec.undo is not None,
        "hold_seconds": int(spec.hold.total_seconds()) if spec.hold else 0,
        "grant": None if scope is None else {"scope": scope},
    }


def leave_alone(thread_id: UUID) -> None:
    """Let the open cards of a run that is over take no changes in words: nobody is there to draft again."""
    cards = Decision.objects.open().filter(thread_id=thread_id, kind=Decision.Kind.APPROVAL)
    cards.update(thread_id=None, refine_allowed=False)


def history_of(decision: Decision) -> list[object]:
    """The history for the next preview: what was shown each time, and what was said to it."""
    shown = [
        {
            "title": act["title"],
            "tool": act["tool"],
            "arguments": act["arguments"],
            "read": act.get("read", {}),
        }
        for act in decision.payload.get("acts", [])
    ]
    said = (decision.answer or {}).get("text", "")
    return [*decision.history, {"attempt": decision.attempt, "acts": shown, "said": said}]


def card_before(actions: Sequence[Action]) -> Decision | None:
    """The newest card of the acts that these replaced: what was said to its previews stays said."""
    before = Decision.objects.filter(actions__successor__in=[action.pk for action in actions])
    return before.order_by("-created_at").first()


def seen(*, user: User, decision_id: UUID) -> datetime | None:
    """Note that a card is in view; one that expires waits longer. Returns when it expires. Once a few
    seconds is often enough. Raises `NotFound`."""
    now = timezone.now()
    decision = Decision.objects.of(user).filter(pk=decision_id).only("expiry_minutes", "expires_at").first()
    if decision is None:
        raise NotFound(_("There is no such question here."))
    changes: dict[str, Any] = {"seen_at": now}
    rows = Decision.objects.of(user).open().filter(pk=decision_id)
    if decision.expiry_minutes:
        rows = rows.filter(expires_at__gt=now)
        changes["expires_at"] = now + timedelta(minutes=decision.expiry_minutes)
    return changes.get("expires_at", decision.expires_at) if rows.update(**changes) else decision.expires_at


def ask_again(*, user: User, decision_id: UUID) -> Decision:
    """Ask for expired acts once more: new acts, a new card. A second call returns the same.

    No run waits for them any more: a worker performs what is approved. Raises `NotFound` and `Conflict`.
    """
    decision = Decision.objects.of(user).filter(pk=decision_id, kind=Decision.Kind.APPROVAL).first()
    if decision is None:
        raise NotFound(_("There is no such question here."))
    decisions.expire(decision)
    if decision.successor is not None:
        return decision.successor
    if decision.status != Decision.Status.EXPIRED:
        raise Conflict(_("Only what has expired can be asked again."), status=decision.status)
    expired = decision.actions.filter(status=Action.Status.EXPIRED).select_related("user")
    copies = [(action, _again(action, user)) for action in expired.order_by("position", "pk")]
    if not copies:
        raise Conflict(_("Nothing of it is left to ask for."))
    return _open_again(decision, copies, user)


def _again(action: Action, user: User) -> Action:
    copy = copy_of(action, key=f"again:{action.pk}")
    copy.thread_id = None
    spec = tool_named(action.tool, user)
    copy.preconditions = relied_on(copy, spec, spec.parse(action.arguments))
    copy.difference = difference(action.preconditions or {}, copy.preconditions or {}) or None
    return copy


def _open_again(decision: Decision, copies: Sequence[tuple[Action, Action]], user: User) -> Decision:
    minutes = decision.expiry_minutes
    with transaction.atomic(), activity.told_last():
        locked = Decision.objects.select_for_update().get(pk=decision.pk)
        if locked.successor is not None:
            return locked.successor
        for action, copy in copies:
            copy.save(force_insert=True)
            Action.objects.filter(pk=action.pk).update(successor=copy)
        successor = ask_for(
            [copy for _action, copy in copies],
            user=user,
            subject=Subject(decision.subject_kind, decision.subject_id),
            key=f"again:{decision.pk}",
            attempt=decision.attempt,
            history=decision.history,
            why=_(fitting.ALONE),
            expires=timedelta(minutes=minutes) if minutes else None,
        )
        Decision.objects.filter(pk=decision.pk).update(successor=successor)
    return successor
