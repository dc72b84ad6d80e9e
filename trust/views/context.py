"""What the frame of every page needs."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.models import Count, Subquery
from django.http import HttpRequest

from trust.models import Decision, Feed, User


def frame(request: HttpRequest) -> dict[str, Any]:
    """Count open decisions and name the last feed number, lazily: only pages that show them ask."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    numbers = cache(lambda: _numbers(user))
    return {"nav_inbox": lambda: numbers()[1], "last_seq": lambda: numbers()[0]}


def _numbers(user: User) -> tuple[int, int]:
    """Return the last feed number and how many decisions are open, in one query."""
    waiting = Decision.objects.of(user).open().order_by().values("user").annotate(n=Count("pk")).values("n")
    row = Feed.objects.filter(user=user).values_list("seq", Subquery(waiting)).first()
    return (row[0], row[1] or 0) if row else (0, 0)  # asking writes to the feed: none is open without it
