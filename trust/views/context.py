"""What the frame of every page needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Subquery
from django.http import HttpRequest

from trust.models import Decision, Feed, User


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person's feed is at, and how many decisions wait."""

    last_seq: int
    nav_inbox: int


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
        "last_seq": lambda: place_of(request, user).last_seq,
    }


def _place(user: User) -> Place:
    """Ask for both in one query."""
    waiting = Decision.objects.of(user).open().order_by().values("user").annotate(n=Count("pk")).values("n")
    row = Feed.objects.filter(user=user).values_list("seq", Subquery(waiting)).first()
    return (
        Place(row[0], row[1] or 0) if row else Place(0, 0)
    )  # asking writes to the feed: none is open without it
