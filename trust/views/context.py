"""What the frame of every page needs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from trust.models import Decision, Feed, User


def frame(request: HttpRequest) -> dict[str, Any]:
    """Count open decisions and name the last feed number, lazily: only pages that show them ask."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {
        "nav_inbox": lambda: Decision.objects.of(user).open().count(),
        "last_seq": lambda: Feed.objects.filter(user=user).values_list("seq", flat=True).first() or 0,
    }
