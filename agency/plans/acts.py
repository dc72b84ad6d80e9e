"""One run of a tool step through the gate, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from pydantic import BaseModel, JsonValue

from agency.acting.reflexion import cautious
from agency.models import ToolStep
from agency.plans.resolving import Resolved
from agency.plans.toolview import ToolView
from ownyou.lib.errors import OwnYouError
from ownyou.lib.text import shorten
from trust import ledger
from trust.activity import Subject
from trust.ledger import Proposal
from trust.models import Action, User
from trust.tools import Done

if TYPE_CHECKING:
    from trust.models.action import ActionQuerySet

S = Action.Status
OPEN = frozenset({S.PROPOSED, S.WAITING, S.APPROVED, S.CLAIMED})
REFUSED = frozenset({S.REJECTED, S.EXPIRED, S.CANCELLED, S.SUPERSEDED})
MAY_HAVE_HAPPENED = frozenset({S.CLAIMED, S.SUCCEEDED, S.UNKNOWN, S.UNDOING, S.UNDO_FAILED})
"""Acts whose effect is, or may be, in the world."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run: `result` when it is done; `waits` for the person or for its time; `refused`; or
    `error`, in words."""

    result: dict[str, JsonValue] | None = None
    tainted: bool = False
    action_id: UUID | None = None
    waits: bool = False
    asks: bool = False
    refused: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class Gate:
    """For whom, within which run of a graph and about what a plan's steps go through the gate."""

    user: User
    subject: Subject
    thread_id: UUID | None
    plan_id: UUID

    def run(self, step: ToolStep, tool: ToolView, resolved: Resolved) -> list[Outcome]:
        """Run a step once for each set of arguments; the same run again finds what became of it."""
        keys = [
            f"{self.thread_id or self.plan_id}:{step.pk}:{step.run}:{n}"
            for n in range(len(resolved.arguments))
        ]
        if tool.acts:
            return self._acted(step, resolved, keys)
        return [
            self._read(step, arguments, resolved, key)
            for arguments, key in zip(resolved.arguments, keys, strict=True)
        ]

    def _read(self, step: ToolStep, arguments: dict[str, JsonValue], resolved: Resolved, key: str) -> Outcome:
        try:
            caution = cautious(Proposal(step.tool, arguments, key), user=self.user).caution
            found = ledger.read(
                step.tool,
                arguments,
                user=self.user,
                thread_id=self.thread_id,
                subject=self.subject,
                tainted=resolved.tainted,
                shaped_by=resolved.shaped_by,
                caution=caution,
                key=key,
            )
        except OwnYouError as error:
            return Outcome(error=error.message)
        return of_action(found) if isinstance(found, Action) else _of_done(found)

    def _acted(self, step: ToolStep, resolved: Resolved, keys: list[str]) -> list[Outcome]:
        caution = repetition_of(step)
        proposals = [
            Proposal(step.tool, arguments, key, n, resolved.tainted, resolved.shaped_by, caution=caution)
            for n, (arguments, key) in enumerate(zip(resolved.arguments, keys, strict=True))
        ]
        try:
            proposals = [cautious(one, user=self.user) for one in proposals]
            acts = ledger.act(proposals, user=self.user, thread_id=self.thread_id, subject=self.subject)
        except OwnYouError as error:
            return [Outcome(error=error.message)]
        return [of_action(action) for action in acts]


def acts_of_step(step: ToolStep) -> ActionQuerySet:
    """The acts of all runs of a step; of a copied step also the one that its model did."""
    plan = step.hop.plan
    own = Q(subject_id=plan.subject_id, key__contains=f":{step.pk}:")
    rows = Action.objects.of(plan.user)
    return rows.filter(own | Q(pk=step.action_id) if step.action_id else own)


def repetition_of(step: ToolStep) -> str:
    """Why a step that acted before is asked for whatever the trust, in words; empty for the first time."""
    earlier = acts_of_step(step).exclude(key__contains=f":{step.pk}:{step.run}:")
    before = earlier.filter(status__in=MAY_HAVE_HAPPENED).order_by("-created_at").first()
    if before is None:
        return ""
    moment = before.ended_at or before.created_at
    return _("This was done before, on %(day)s: “%(title)s”. It is done again only with your OK.") % {
        "day": date_format(timezone.localtime(moment, step.hop.plan.user.zone), "DATE_FORMAT"),
        "title": shorten(before.title, 160),
    }


def of_action(action: Action) -> Outcome:
    """How an act stands."""
    action = ledger.latest(action)
    if action.status == S.SUCCEEDED:
        return Outcome(dict(action.result or {}), action.tainted, action.pk)
    if action.status in OPEN:
        return Outcome(action_id=action.pk, waits=True, asks=action.status == S.WAITING)
    if action.status in REFUSED:
        return Outcome(action_id=action.pk, refused=True, error=_refusal(action))
    if action.status == S.UNKNOWN:
        return Outcome(action_id=action.pk, error=_("It is not known whether it happened. Check it first."))
    return Outcome(action_id=action.pk, error=action.error or action.reason or action.get_status_display())


def _refusal(action: Action) -> str:
    if action.status == S.REJECTED and action.error:
        return _("You said no: %(reason)s") % {"reason": action.error}
    return {
        S.REJECTED: _("You said no."),
        S.EXPIRED: _("Nobody answered in time."),
        S.CANCELLED: _("It was stopped."),
    }.get(S(action.status), _("It was replaced."))


def _of_done(done: Done[BaseModel]) -> Outcome:
    return Outcome(done.result.model_dump(mode="json"), done.tainted)
