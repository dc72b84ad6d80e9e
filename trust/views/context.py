"""What the frame of every page needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet, Subquery
from django.http import HttpRequest

from trust.models import Decision, Notification, User


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


def _place(user: User) -> Place:
    """Ask for all in one query."""
    found = User.objects.filter(pk=user.pk).annotate(
        waiting=_count_of(Decision.objects.of(user).open()),
        unread=_count_of(Notification.objects.of(user).unread()),
    )
    seq, waiting, unread = found.values_list("feed__seq", "waiting", "unread").get()
    return Place(seq or 0, waiting or 0, unread or 0)


def _count_of(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by().values("user").annotate(n=Count("pk")).values("n"))
