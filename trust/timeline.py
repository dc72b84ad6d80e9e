"""What happened to one thing: its lines of the feed, a page at a time."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from trust.lines import ActivityLine, lines_of
from trust.models import Activity

NEWEST: Final = 40
EARLIER: Final = 200


def timeline_of(
    user_id: UUID, subject_id: UUID, *, before: int | None = None
) -> tuple[list[ActivityLine], int | None]:
    """The newest lines about something, or the newest below number `before`, oldest first; and the number
    below which there are more, None where these are the first."""
    most = NEWEST if before is None else EARLIER
    rows = Activity.objects.filter(user_id=user_id, subject_id=subject_id).order_by("-seq")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: most + 1])
    shown = found[:most][::-1]
    return lines_of(shown), shown[0].seq if len(found) > most else None
