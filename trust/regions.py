"""The live regions of trust: the inbox, the feed's panel, and the count beside "Inbox"."""

from __future__ import annotations

from uuid import UUID

from django.template.loader import render_to_string

from trust.cards import inbox_of
from trust.live import register_region
from trust.models import Decision, User


def register_regions() -> None:
    """Tell the feed how these regions are drawn. The feed itself travels as lines."""
    register_region("inbox", draw_inbox)
    register_region("nav", draw_nav)


def draw_inbox(user: User, _: UUID | None) -> str:
    """Draw the list of open decisions."""
    return render_to_string("trust/inbox.html#list", {"decisions": inbox_of(user), "user": user})


def draw_nav(user: User, _: UUID | None) -> str:
    """Draw the counts of the rail and the bottom bar."""
    count = Decision.objects.of(user).open().count()
    return render_to_string("components/nav_counts.html", {"nav_inbox": count})
