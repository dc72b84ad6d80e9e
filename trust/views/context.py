"""What the frame of every page needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.http import HttpRequest

from trust.models import User


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person's feed is at, how many decisions wait, and how many notices are unread."""

    last_seq: int
    nav_inbox: int
    nav_notices: int


def place_of(request: HttpRequest, user: User) -> Place:
    """Return where the feed is at, looked up once a request.

    A page asks before it reads what it shows: what happens in between is then sent to it once more, not lost.
    """
    known: Place | None = getattr(request, "place_in_feed", None)
    if known is None:
        known = _place(user)
        request.place_in_feed = known  # type: ignore[attr-defined]
    return known


def frame(request: HttpRequest) -> dict[str, Any]:
    """Count open decisions and name the last feed number, lazily: only pages that show them ask."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {
        "nav_inbox": lambda: place_of(request, user).nav_inbox,
        "nav_notices": lambda: place_of(request, user).nav_notices,
        "last_seq": lambda: place_of(request, user).last_seq,
    }


_PLACE = """
SELECT coalesce((SELECT seq FROM trust_feed WHERE user_id = %(user)s), 0),
       (SELECT count(*) FROM trust_decision WHERE user_id = %(user)s AND status = 'open'),
       (SELECT count(*) FROM trust_notification WHERE user_id = %(user)s AND read_at IS NULL)
"""


def _place(user: User) -> Place:
    """Ask for all in one statement, as SQL: every page asks, and building it took longer than running it."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, {"user": user.pk})
        return Place(*cursor.fetchone())
