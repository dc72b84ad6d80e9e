"""What reasoning may cost: calls by level and mission, money by mission, money by person and day."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from agency.models import ReasoningCall

CALLS_BY_LEVEL = {1: 2, 2: 5, 3: 20}
CALLS_WITHOUT_MISSION = 5


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
    refusal: str = ""


CALLS_FOR_A_QUESTION = 2
"""One, and one to repair an answer that does not fit."""


def allowance(asker: Asker) -> Allowance:
    """Say how many model calls one question may take now."""
    left = CALLS_FOR_A_QUESTION
    if asker.thread_id is not None:
        calls, cost = spent(thread_id=asker.thread_id)
        left = min(left, CALLS_BY_LEVEL.get(asker.level or 1, CALLS_WITHOUT_MISSION) - calls)
        if left <= 0:
            return Allowance(0, "calls of this mission are used up")
        if cost >= Decimal(str(settings.LLM_MISSION_USD)):
            return Allowance(0, "money for this mission is used up")
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    _, cost = spent(user_id=asker.user_id, created_at__gte=today)
    if cost >= Decimal(str(settings.LLM_DAILY_USD)):
        return Allowance(0, "money for today is used up")
    return Allowance(left)
