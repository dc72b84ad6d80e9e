"""What became of a run since a card was answered: done, a new preview, or still running."""

from __future__ import annotations

from typing import Any, Literal

from django.urls import reverse
from pydantic import BaseModel

from agency.models import Thread
from trust.approvals import MOST_PREVIEWS
from trust.cards import card_of
from trust.models import Action, Decision

DONE = (Thread.Status.DONE, Thread.Status.CANCELLED)
S = Action.Status


class UiState(BaseModel):
    """What a chat client does with its input; pages take typing as a change in words instead."""

    disable_input: bool = False
    show_approval_buttons: bool = False
    show_refinement_option: bool = False
    refinement_placeholder: str = ""
    refinement_count: int = 0
    max_refinements: int = MOST_PREVIEWS


class Preview(BaseModel):
    """A card in short, in the protocol's own names: one line, details, what was said before."""

    type: str
    summary: str
    details: list[str]
    canRefine: bool
    attemptNumber: int
    isRefinement: bool = False
    previousFeedback: str = ""


class Outcome(BaseModel):
    """The answer to `approve`."""

    status: Literal["COMPLETED", "REJECTED", "PENDING_APPROVAL", "RUNNING", "FAILED"]
    thread_id: str | None
    approval_id: str
    domain: str
    message: str = ""
    preview: Preview | None = None
    result: list[dict[str, Any]] = []
    url: str
    ui_state: UiState

    @property
    def code(self) -> int:
        """200 when it is over, 202 while something is to come."""
        return 202 if self.status in ("PENDING_APPROVAL", "RUNNING") else 200


def outcome_of(decision: Decision) -> Outcome | None:
    """What came of an answered card by now; None while its run is still busy with it."""
    if decision.thread_id is None:
        return _of_acts(decision)
    thread = Thread.objects.filter(pk=decision.thread_id).first()
    newer = Decision.objects.open().filter(thread_id=decision.thread_id).first()
    if newer is not None:
        return _pending(newer)
    if thread is None or thread.status in (*DONE, Thread.Status.FAILED, Thread.Status.PAUSED):
        return _ended(decision, thread)
    acts = Action.objects.filter(thread_id=decision.thread_id, decision=decision)
    if acts.exists() and not acts.exclude(status__in=Action.ENDED).exists() and _waits(thread):
        return _ended(decision, None)
    return None


def running(decision: Decision) -> Outcome:
    """The answer when it takes longer than a client waits."""
    return Outcome(
        status="RUNNING",
        message="It is being done. Ask at `url`, or listen to the activity stream.",
        ui_state=UiState(),
        **_names(decision),
    )


def _waits(thread: Thread) -> bool:
    return thread.status == Thread.Status.WAITING


def _of_acts(decision: Decision) -> Outcome | None:
    acts = list(decision.actions.all())
    busy = [act for act in acts if act.status not in Action.ENDED]
    return None if busy else _ended(decision, None)


def _pending(decision: Decision) -> Outcome:
    card = card_of(decision)
    acts: list[dict[str, Any]] = decision.payload.get("acts", [])
    said = decision.history[-1].get("said", "") if decision.history else ""
    preview = Preview(
        type=decision.domain,
        summary=card.title,
        details=[str(act["title"]) for act in acts] or [option.title for option in card.options],
        canRefine=decision.refine_allowed,
        attemptNumber=decision.attempt,
        isRefinement=decision.attempt > 1,
        previousFeedback=said,
    )
    state = UiState(
        disable_input=True,
        show_approval_buttons=True,
        show_refinement_option=decision.refine_allowed,
        refinement_placeholder="Describe what to change" if decision.refine_allowed else "",
        refinement_count=decision.attempt - 1,
    )
    return Outcome(status="PENDING_APPROVAL", preview=preview, ui_state=state, **_names(decision))


def _ended(decision: Decision, thread: Thread | None) -> Outcome:
    acts = list(decision.actions.order_by("position", "created_at"))
    rejected = bool(acts) and all(act.status == S.REJECTED for act in acts)
    failed = thread is not None and thread.status == Thread.Status.FAILED
    bad = [act for act in acts if act.status in (S.FAILED, S.UNKNOWN, S.DENIED)]
    status: Literal["COMPLETED", "REJECTED", "FAILED"] = "COMPLETED"
    if rejected or decision.verdict == Decision.Verdict.REJECT:
        status = "REJECTED"
    elif failed or bad:
        status = "FAILED"
    return Outcome(
        status=status,
        message=(thread.error or "") if failed and thread else card_of(decision).receipt_words,
        result=[
            {"id": str(act.pk), "status": act.status, "receipt": act.receipt or act.error or act.title}
            for act in acts
        ],
        ui_state=UiState(),
        **_names(decision),
    )


def _names(decision: Decision) -> dict[str, Any]:
    return {
        "thread_id": str(decision.thread_id) if decision.thread_id else None,
        "approval_id": str(decision.pk),
        "domain": decision.domain,
        "url": reverse("api:get_decision", args=[decision.pk]),
    }
