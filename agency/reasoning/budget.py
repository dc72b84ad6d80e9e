"""What reasoning may cost: calls by level and mission, money by mission, money and calls by person and day.

A mission may have several runs: one that another graph took on, one that was tried again, one for each of its
parts. What they spend counts together.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from agency.models import ReasoningCall, Thread
from agency.reasoning.standing_in import Why

CALLS_BY_LEVEL = {1: 2, 2: 5, 3: 20}
CALLS_WITHOUT_LEVEL = 5
"""For a run of which no level is known (an errand, a look at a message), for itself."""
MISSION = "mission"


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom and for which run a question is asked. `level` sets the number of calls allowed."""

    user_id: UUID
    thread_id: UUID | None = None
    level: int | None = None


def spent(**rows: object) -> tuple[int, Decimal]:
    """Return how many model calls were made, and what they cost in US dollars."""
    totals = ReasoningCall.objects.filter(**rows).aggregate(calls=Sum("model_calls"), cost=Sum("cost_usd"))
    return totals["calls"] or 0, totals["cost"] or Decimal(0)


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many model calls may be made for one question, and why none may."""

    calls: int
    refusal: Why | None = None


CALLS_FOR_A_QUESTION = 2
"""One, and one to repair an answer that does not fit."""


def allowance(asker: Asker, spares: int = 0) -> Allowance:
    """Say how many model calls one question may take now that leaves `spares` of its run's to others."""
    left = CALLS_FOR_A_QUESTION
    if asker.thread_id is not None:
        runs = runs_with(asker.thread_id)
        calls, cost = spent(thread_id__in=runs)
        left = min(left, _calls_left(asker, calls) - spares)
        if left <= 0:
            return Allowance(0, Why.SPARED if spares else Why.MISSION_CALLS)
        if cost >= Decimal(str(settings.LLM_MISSION_USD)):
            return Allowance(0, Why.MISSION_MONEY)
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    calls, cost = spent(user_id=asker.user_id, created_at__gte=today)
    if cost >= Decimal(str(settings.LLM_DAILY_USD)):
        return Allowance(0, Why.DAY_MONEY)
    left = min(left, settings.LLM_DAILY_CALLS - calls)
    return Allowance(left) if left > 0 else Allowance(0, Why.DAY_CALLS)


def _calls_left(asker: Asker, calls: int) -> int:
    if asker.level in CALLS_BY_LEVEL:
        return CALLS_BY_LEVEL[asker.level] - calls
    return CALLS_WITHOUT_LEVEL - spent(thread_id=asker.thread_id)[0]


def runs_with(thread_id: UUID) -> set[UUID]:
    """The runs whose costs count together with this one's: all of its mission, or it alone."""
    top = Thread.objects.filter(pk=thread_id).select_related("parent").first()
    while top is not None and top.parent is not None:
        top = top.parent
    if top is None or top.subject_kind != MISSION:
        return {thread_id}
    found: set[UUID] = set()
    newest = set(Thread.objects.about(MISSION, top.subject_id).values_list("pk", flat=True))
    while newest:
        found |= newest
        newest = set(Thread.objects.filter(parent_id__in=newest).values_list("pk", flat=True)) - found
    return found
