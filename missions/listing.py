"""Lists of missions: by tab, by words of the goal, page by page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from missions.models import Mission
from ownyou.lib.text import key_of
from trust.models import User

S = Mission.Status
PAGE = 25
SCANNED = 2_000

TABS: dict[str, Callable[[], str]] = {
    "all": lambda: _("All"),
    "needs": lambda: _("Needs you"),
    "working": lambda: _("Working"),
    "done": lambda: _("Done"),
    "archive": lambda: _("Archive"),
}
FILTERS: dict[str, Q] = {
    "all": Q(archived_at=None),
    "needs": Q(archived_at=None, status=S.INTERRUPTED),
    "working": Q(archived_at=None, status__in=[*Mission.WORKING, S.QUEUED, S.PAUSED]),
    "done": Q(archived_at=None, status__in=Mission.ENDED),
    "archive": Q(archived_at__isnull=False),
}


def missions_of(
    user: User, *, tab: str = "all", query: str = "", before: UUID | None = None, page: int = PAGE
) -> tuple[list[Mission], UUID | None]:
    """Return one page of missions, newest first, and the cursor of the next page (None: no more).

    Goals are encrypted, so words are looked for in the newest 2,000 after opening them.
    """
    rows = (
        Mission.objects.filter(FILTERS[tab], user=user)
        .defer("shortlist")
        .select_related("user")
        .order_by("-id")
    )
    if before is not None:
        rows = rows.filter(pk__lt=before)
    words = key_of(query).split()
    if words:
        found = [row for row in rows[:SCANNED] if _holds(row, words)][: page + 1]
    else:
        found = list(rows[: page + 1])
    return found[:page], found[page - 1].pk if len(found) > page else None


def _holds(mission: Mission, words: list[str]) -> bool:
    text = key_of(f"{mission.goal} {mission.restated or ''} {(mission.result or {}).get('title', '')}")
    return all(word in text for word in words)


def counts_of(user: User) -> dict[str, int]:
    """Count the missions behind each tab."""
    counts = {tab: Count("pk", filter=condition) for tab, condition in FILTERS.items() if tab != "all"}
    return Mission.objects.filter(user=user).aggregate(**counts)
