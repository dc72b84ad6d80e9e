"""The registry of tools as admins see it: which there are, how they are used, and the switch of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from ownyou.lib.errors import NotFound
from ownyou.lib.prepared import prepared_cursor
from trust import audit
from trust.models import Action, ToolSwitch, ToolUse, User
from trust.tools import AnyTool, tools_of
from trust.wording import NAMED, RISKS, agent_title

LATELY = timedelta(days=30)
FAILED = (Action.Status.FAILED, Action.Status.UNKNOWN, Action.Status.UNDO_FAILED)


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One tool of the registry. `uses` and `failures` count what all people did and read in 30 days."""

    name: str
    title: str
    agent: str
    kind: str
    risk: str
    reversible: bool
    untrusted: bool
    enabled: bool
    uses: int
    failures: int


Others = Callable[[], Iterable[AnyTool]]
_others: list[Others] = []


def register_others(others: Others) -> None:
    """Let an upper layer add rows that no plan uses by name, and that have a switch all the same: the sources
    of missions."""
    if others not in _others:
        _others.append(others)


def registry_for(admin: User) -> list[ToolRow]:
    """Every tool there is for all and for this admin, by name; sources; gone ones that are off."""
    off = set(ToolSwitch.objects.filter(enabled=False).values_list("tool", flat=True))
    used = _uses()
    others = sorted((spec for others in _others for spec in others()), key=lambda spec: spec.name)
    rows = [_row(spec, off, used) for spec in (*tools_of(admin), *others)]
    gone = off - {row.name for row in rows}
    return [*rows, *(_gone(name, used) for name in sorted(gone))]


def switch_tool(*, admin: User, tool: str, on: bool) -> None:
    """Switch a tool on or off for everybody. Raises `NotFound` for one that is not in the registry."""
    with transaction.atomic():
        if not any(row.name == tool for row in registry_for(admin)):
            raise NotFound(_("There is no such tool here."))
        ToolSwitch.objects.update_or_create(tool=tool, defaults={"enabled": on})
        audit.note("tool_switched", user_id=None, actor=admin, subject_kind="tool", tool=tool, on=on)


def _uses() -> dict[str, tuple[int, int]]:
    """By tool: how often it ran, and how often that failed or stayed unknown."""
    rows = (
        Action.objects.filter(created_at__gte=timezone.now() - LATELY, claimed_at__isnull=False)
        .order_by()
        .values_list("tool")
        .annotate(uses=Count("pk"), failures=Count("pk", filter=Q(status__in=FAILED)))
    )
    used = {tool: (uses, failures) for tool, uses, failures in rows}
    reads = ToolUse.objects.filter(day__gt=timezone.now().date() - LATELY).order_by().values_list("tool")
    for tool, uses, failures in reads.annotate(Sum("uses"), Sum("failures")):
        acts, failed = used.get(tool, (0, 0))
        used[tool] = acts + uses, failed + failures
    return used


def count_read(tool: str, *, failed: bool = False) -> None:
    """Count one use of a tool that leaves no act."""
    with prepared_cursor() as cursor:
        cursor.execute(_COUNT, {"tool": tool, "day": timezone.now().date(), "failures": int(failed)})


_COUNT = """
INSERT INTO trust_tooluse AS counted (tool, day, uses, failures)
VALUES (%(tool)s::text, %(day)s, 1, %(failures)s::int)
ON CONFLICT (tool, day) DO UPDATE
    SET uses = counted.uses + 1, failures = counted.failures + excluded.failures
"""


def _row(spec: AnyTool, off: set[str], used: dict[str, tuple[int, int]]) -> ToolRow:
    uses, failures = used.get(spec.name, (0, 0))
    return ToolRow(
        name=spec.name,
        title=spec.title_words,
        agent=agent_title(spec.agent),
        kind=str(NAMED[spec.kind]),
        risk=_("depends on what is done") if callable(spec.risk) else str(RISKS[spec.risk]),
        reversible=spec.reversible,
        untrusted=spec.untrusted,
        enabled=spec.name not in off,
        uses=uses,
        failures=failures,
    )


def _gone(name: str, used: dict[str, Any]) -> ToolRow:
    uses, failures = used.get(name, (0, 0))
    return ToolRow(name, _("not in the registry now"), "", "", "", False, False, False, uses, failures)
