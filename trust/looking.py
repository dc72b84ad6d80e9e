"""What an open page says of itself: which regions it shows, and which expiring cards are in view."""

from __future__ import annotations

from collections.abc import Iterable

from ownyou.lib.errors import NotFound
from ownyou.lib.ids import parse_id
from trust import approvals, presence
from trust.models import User

MOST_SEEN = 20


def note(user: User, regions: Iterable[str], seen: Iterable[object]) -> None:
    """Note that a page is looked at; cards in view wait longer. Ids of no card of theirs are passed over."""
    presence.note_looking(user.pk, regions)
    for text in list(seen)[:MOST_SEEN]:
        decision_id = parse_id(str(text))
        if decision_id is None:
            continue
        try:
            approvals.seen(user=user, decision_id=decision_id)
        except NotFound:
            continue
