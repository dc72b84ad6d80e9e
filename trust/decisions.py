"""Asking a person, and taking the answer. One inbox, one answer, one way back into the graph."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from ownyou.lib.errors import NotFound
from ownyou.lib.prepared import insertion, mark_stored, prepared_cursor, row_values, rows_where
from ownyou.lib.text import in_each_language, key_of
from trust import activity, answered
from trust.fitting import check_open, fitted
from trust.models import Activity, Decision, User
from trust.models.decision import DecisionQuerySet

REMIND_AFTER = timedelta(minutes=30)

CLOSED = (Decision.Status.SUPERSEDED, Decision.Status.CANCELLED)

Handler = Callable[[Decision], None]
Concern = Callable[[Decision], bool]


@dataclass(frozen=True, slots=True)
class _Listener:
    hear: Handler
    concerns: Concern


_answered_handlers: list[_Listener] = []
_closed_handlers: list[Handler] = []


def on_answered(handler: Handler, *, concerns: Concern = lambda decision: True) -> None:
    """Register what runs, in the answering transaction, when a decision was answered.

    What locks threads comes before it, along with the answer (`trust.answered`): threads are locked before
    subjects, acts and the feed. `concerns` says of an answered decision whether the handler has anything to
    do: an answer that concerns none takes one statement.
    """
    if all(listener.hear != handler for listener in _answered_handlers):
        _answered_handlers.append(_Listener(handler, concerns))


def on_closed(handler: Handler, *, first: bool = False) -> None:
    """Register what runs, in the closing transaction, when a decision ended without an answer.

    Its status says how: expired, superseded or cancelled. `first` is for what locks threads: those come
    before subjects, acts and the feed.
    """
    if handler not in _closed_handlers:
        _closed_handlers.insert(0 if first else len(_closed_handlers), handler)


QUIET: Final = "quiet"
"""What a decision's payload says of itself when nothing is to tell of it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the parts of a Decision that its asker decides.

    One that does not expire reminds the person after half an hour, unless `remind_at` says otherwise. A
    `quiet` one waits in the inbox: nothing tells or reminds of it.
    """

    kind: Decision.Kind
    domain: str
    title: str
    payload: dict[str, object]
    refine_allowed: bool = False
    attempt: int = 1
    history: list[object] = field(default_factory=list)
    risk: Decision.Risk = Decision.Risk.NONE
    expires_at: datetime | None = None
    remind_at: datetime | None = None
    on_expiry: Decision.OnExpiry = Decision.OnExpiry.CANCEL
    quiet: bool = False


def clarification(
    text: str,
    *,
    domain: str,
    why: str = "",
    suggestions: Sequence[object] = (),
    hint: str = "text",
    **more: Any,
) -> Question:
    """Return a question that is answered in words. `suggestions` are answers to take with one tap, `why` says
    what it is for, `hint` is what the field takes (text, number, date), `more` goes into the payload."""
    payload = {"question": text, "suggestions": [str(one) for one in suggestions], "hint": hint, **more}
    if why:
        payload["why"] = why
    return Question(kind=Decision.Kind.CLARIFICATION, domain=domain, title=text, payload=payload)


def is_answer(text: str, suggestion: object) -> bool:
    """Tell whether words that came back are a suggestion that was offered, in whichever language it was."""
    return key_of(text) in {key_of(words) for words in in_each_language(suggestion)}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person said: a verdict, and what belongs to it."""

    verdict: Decision.Verdict
    options: tuple[str, ...] = ()
    text: str = ""
    acts: tuple[dict[str, object], ...] = ()

    def as_json(self) -> dict[str, object]:
        return {"options": list(self.options), "text": self.text, "acts": list(self.acts)}


@dataclass(frozen=True, slots=True)
class Only:
    """What must have a row when a question is asked: a SELECT, called `name`, and its parameters. It may lock
    what it finds."""

    name: str
    sql: str
    parameters: dict[str, Any]


def ask(
    question: Question,
    *,
    user_id: UUID,
    key: str,
    thread_id: UUID | None = None,
    subject: activity.Subject | None = None,
    only: Only | None = None,
) -> Decision:
    """Open a decision, or return the one that the same step opened before (same `key`).

    A node that asks is run again on resume: it must call this with the same key and gets the same row.
    Raises `Decision.DoesNotExist` where `only` holds no row and nothing was asked before.
    """
    subject = subject or activity.Subject()
    decision = Decision(
        key=key,
        user_id=user_id,
        thread_id=thread_id,
        subject_kind=subject.kind,
        subject_id=subject.id,
        kind=question.kind,
        domain=question.domain,
        title=question.title,
        payload=question.payload | ({QUIET: True} if question.quiet else {}),
        refine_allowed=question.refine_allowed,
        attempt=question.attempt,
        history=question.history,
        risk=question.risk,
        expires_at=question.expires_at,
        remind_at=question.remind_at or _remind_at(question),
        on_expiry=question.on_expiry,
    )
    if not _open(decision, only):  # asking again is rare: inserting is tried first
        return Decision.objects.get(key=key)
    mark_stored(decision)
    return decision


def _remind_at(question: Question) -> datetime | None:
    return None if question.expires_at or question.quiet else timezone.now() + REMIND_AFTER


def _open(decision: Decision, only: Only | None) -> bool:
    """Insert a decision and say so in the feed, by one statement where nothing else is to come before the
    feed. False, and nothing is done, where there is one of its key, or no row of `only`."""
    values = row_values("asked", decision) | (only.parameters if only else {})
    asked = f"asked AS ({_insertion(only.name if only else '')})"
    change = activity.Change(f"{only.name} AS ({only.sql}), {asked}" if only else asked, "asked", values)
    if activity.tells_last():
        with prepared_cursor() as cursor:
            cursor.execute(f"WITH {change.sql} SELECT id FROM asked", values)
            if cursor.fetchone() is None:
                return False
    told = activity.record(
        user_id=decision.user_id,
        kind=Activity.Kind.APPROVAL_REQUIRED,
        agent=decision.domain,
        text=decision.title,
        subject=activity.Subject(decision.subject_kind, decision.subject_id),
        thread_id=decision.thread_id,
        detail={"decision": str(decision.pk)},
        key=f"ask:{decision.pk}",
        change=None if activity.tells_last() else change,
    )
    return activity.tells_last() or told is not None


@cache
def _insertion(source: str) -> str:
    return f"{insertion('asked', Decision, source=source)} ON CONFLICT (key) DO NOTHING RETURNING id"


def answer(*, user: User, decision_id: UUID, given: Answer) -> Decision:
    """Answer an open decision of `user`, once.

    Raises `NotFound` for a decision that is not theirs, `InvalidInput` for an answer that does not fit it,
    and `Conflict` (with the current state in its detail) when it is no longer open.
    """
    found = rows_where(Decision, "WHERE id = %(id)s AND user_id = %(user)s", id=decision_id, user=user.pk)
    if not found:
        raise NotFound(_("There is no such question here."))
    [decision] = found
    decision.user = user
    expire(decision)
    check_open(decision)
    given = fitted(decision, given)
    plain = {
        "status": Decision.Status.ANSWERED,
        "verdict": given.verdict,
        "answered_at": timezone.now(),
        "answered_by": user,
    }
    sealed = {"answer": given.as_json(), "comment": given.text or None}
    for name, value in (plain | sealed).items():
        setattr(decision, name, value)
    if not _keep_answer(
        decision, _line(decision, given)
    ):  # read again without what was asked: it can be long
        decision.refresh_from_db(fields=(*answered.ANSWER, "refine_allowed", "thread_id"))
        check_open(decision)
        fitted(decision, given)
    return decision


def _keep_answer(decision: Decision, line: dict[str, Any]) -> bool:
    """Write an answer and its line; False, and nothing is written, where the decision is not open any more,
    or takes no words now."""
    handlers = [one.hear for one in _answered_handlers if one.concerns(decision)]
    if not handlers and not activity.tells_last():
        return activity.record_change(answered.as_change(decision), **line)
    with transaction.atomic(), activity.told_last():
        if not answered.write(decision):
            return False
        for handler in handlers:
            handler(decision)
        activity.record(**line)
    return True


def close(
    *,
    thread_id: UUID | None = None,
    subject_id: UUID | None = None,
    decision_ids: Collection[UUID] = (),
    status: Decision.Status,
    why: str = "",
) -> int:
    """Close open decisions, of a thread, a subject or by their ids, as superseded or cancelled. Returns how
    many.

    `why` is kept as the decision's comment and shown on its card and its acts, which are stopped then. Their
    threads are woken: a node that waits for one sees how it ended. Raises `ValueError` for any other
    status: a question expires by its own time only (`expire`), and is answered by a person.
    """
    if status not in CLOSED:
        raise ValueError(f"a decision is not closed as {status}")
    rows = Decision.objects.filter(pk__in=decision_ids) if decision_ids else _about(subject_id)
    rows = Decision.objects.filter(thread_id=thread_id) if thread_id else rows
    with transaction.atomic(), activity.told_last():
        return len(_end(rows, status, why))


def expire(decision: Decision) -> bool:
    """End a decision whose time is over; returns whether it ended now, as `decision.status` says then.

    Nothing happens to one that was answered, closed or given more time meanwhile. An expired decision has no
    verdict; what follows is its asker's matter, by `on_expiry`.
    """
    now = timezone.now()
    if decision.expires_at is None or decision.expires_at > now:
        return False
    with override(decision.user.language), transaction.atomic(), activity.told_last():
        ended = _end(Decision.objects.filter(pk=decision.pk, expires_at__lte=now), Decision.Status.EXPIRED)
        for one in ended:
            if one.kind != Decision.Kind.APPROVAL:  # its acts tell of it, each for itself
                _tell_expired(one)
    decision.refresh_from_db()
    return bool(ended)


def _about(subject_id: UUID | None) -> DecisionQuerySet:
    return Decision.objects.filter(subject_id=subject_id) if subject_id else Decision.objects.none()


def _end(rows: DecisionQuerySet, status: Decision.Status, why: str = "") -> list[Decision]:
    """Move the open ones of `rows` to a status without an answer, and tell who registered for it."""
    ended = list(rows.open().select_for_update().order_by("pk"))
    Decision.objects.filter(pk__in=[one.pk for one in ended]).update(status=status)
    for decision in ended:
        decision.status = status
        if why:
            decision.comment = why
            decision.save(update_fields=["comment"])
        for handler in _closed_handlers:
            handler(decision)
    return ended


def consume(decision_ids: list[UUID]) -> None:
    """Mark decisions as taken in by their graph, each once: how it ended, with an answer or without.

    One that is open has nothing to take in yet, and stays as it is.
    """
    ended = Decision.objects.filter(pk__in=decision_ids, consumed_at=None).exclude(
        status=Decision.Status.OPEN
    )
    ended.update(consumed_at=timezone.now())


def note_what_came(decision_id: UUID, **came: str | bool) -> None:
    """Note what the asker made of the words of an answer, for its receipt. Twice is as good as once."""
    decision = Decision.objects.get(pk=decision_id)
    if decision.answer is not None:
        decision.answer = {**decision.answer, "came_to": came}
        decision.save(update_fields=["answer"])


def _line(decision: Decision, given: Answer) -> dict[str, Any]:
    """The line of the feed that tells of an answer."""
    verb = Decision.Verdict(given.verdict).label
    chosen = [o["title"] for o in decision.payload.get("options", []) if str(o["id"]) in given.options]
    words = ", ".join(chosen) or given.text
    if decision.kind == Decision.Kind.APPROVAL:
        words = f"{decision.title} · “{given.text}”" if given.text else decision.title
    text = _("You %(verb)s: %(words)s") if words else _("You %(verb)s")
    return {
        "user_id": decision.user_id,
        "kind": Activity.Kind.DECIDED,
        "agent": "you",
        "text": text % {"verb": verb, "words": words},
        "subject": activity.Subject(decision.subject_kind, decision.subject_id),
        "thread_id": decision.thread_id,
        "detail": {"decision": str(decision.pk), "verdict": given.verdict},
        "key": f"answer:{decision.pk}",
    }


def _tell_expired(decision: Decision) -> None:
    activity.record(
        user_id=decision.user_id,
        kind=Activity.Kind.STATUS_CHANGED,
        agent=decision.domain,
        text=_("No answer came in time: %(title)s") % {"title": decision.title},
        subject=activity.Subject(decision.subject_kind, decision.subject_id),
        thread_id=decision.thread_id,
        detail={"decision": str(decision.pk), "status": decision.status},
        key=f"expire:{decision.pk}",
    )
