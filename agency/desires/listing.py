"""Lists of desires: the sections of the page, and one stage or all, page by page."""

from __future__ import annotations

from uuid import UUID

from agency.models import Desire
from ownyou.lib.errors import InvalidInput
from trust.models import User

S = Desire.Stage
PAGE = 25


def desires_of(
    user: User, *, stage: str = "", before: UUID | None = None, page: int = PAGE
) -> tuple[list[Desire], UUID | None]:
    """One page of desires, newest first, and the cursor of the next (None: no more). Raises `InvalidInput`
    for a stage that is none."""
    if stage and stage not in S.values:
        raise InvalidInput(f"There is no stage “{stage[:20]}”.", field="stage")
    rows = Desire.objects.of(user).shown().select_related("user").order_by("-id")
    if stage:
        rows = rows.filter(stage=stage)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: page + 1])
    return found[:page], found[page - 1].pk if len(found) > page else None
