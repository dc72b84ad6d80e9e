"""What did not work for a person lately, as planning counts it: until the tool works again, or two weeks.
That a source was away is not counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from agency.acting.reflexion import failures_since
from agency.models import ToolStep
from agency.plans.toolview import ToolView
from trust.models import Action

LATELY = timedelta(days=14)
MOST_COUNTED = 3


def with_failures(tools: Iterable[ToolView], user_id: UUID) -> list[ToolView]:
    """The tools, each with how often it failed lately for this person, in plans or as an act."""
    failed = failures_of(user_id)
    return [
        tool.counting(min(failed[tool.name], MOST_COUNTED)) if failed[tool.name] else tool for tool in tools
    ]


def failures_of(user_id: UUID) -> Counter[str]:
    """By tool: how often it failed since it last worked, in the last two weeks."""
    since = timezone.now() - LATELY
    steps = ToolStep.objects.filter(user_id=user_id, ended_at__gte=since)
    reads = steps.filter(status=ToolStep.Status.FAILED, action_id=None, away=False)
    failed = [(step.tool, step.ended_at) for step in reads.only("tool", "ended_at") if step.ended_at]
    failed += failures_since(user_id, since)
    if not failed:
        return Counter()
    worked = _last_worked(user_id, {tool for tool, _moment in failed})
    return Counter(tool for tool, moment in failed if tool not in worked or worked[tool] < moment)


def _last_worked(user_id: UUID, tools: set[str]) -> dict[str, datetime]:
    """By tool: when it last did what it should, in a plan or as an act."""
    steps = ToolStep.objects.filter(user_id=user_id, tool__in=tools, status=ToolStep.Status.DONE)
    acts = Action.objects.filter(user_id=user_id, tool__in=tools, status=Action.Status.SUCCEEDED)
    found: dict[str, datetime] = {}
    for rows in (steps, acts):
        for tool, moment in rows.order_by().values_list("tool").annotate(Max("ended_at")):
            if moment is not None:
                found[tool] = max(moment, found.get(tool, moment))
    return found
