"""The live regions of trust: inbox, notices, how trust stands, and the counts in the frame."""

from __future__ import annotations

from uuid import UUID

from django.template.loader import render_to_string

from trust import notices, receipts, standing
from trust.cards import inbox_context
from trust.live import register_region
from trust.models import Decision, Notification, User


def register_regions() -> None:
    """Tell the feed how these regions are drawn. The feed itself travels as lines."""
    register_region("inbox", draw_inbox)
    register_region("notices", draw_notices)
    register_region("receipts", draw_receipts)
    register_region("trust", draw_trust)
    register_region("nav", draw_nav)


def draw_inbox(user: User, _: UUID | None) -> str:
    """Draw the list of open decisions."""
    return render_to_string("trust/inbox.html#list", inbox_context(user) | {"user": user})


def draw_receipts(user: User, _: UUID | None) -> str:
    """Draw the newest acts."""
    return render_to_string("trust/receipts.html#list", {"acts": receipts.newest(user), "user": user})


def draw_notices(user: User, _: UUID | None) -> str:
    """Draw the list of notices."""
    return render_to_string("trust/notices.html#list", {"notices": notices.shown_to(user), "user": user})


def draw_trust(user: User, _: UUID | None) -> str:
    """Draw how trust stands."""
    return render_to_string("trust/trust.html#agents", {"agents": standing.agents_of(user), "user": user})


def draw_nav(user: User, _: UUID | None) -> str:
    """Draw the counts of the rail and the bottom bar."""
    count = Decision.objects.of(user).open().count()
    unread = Notification.objects.of(user).unread().count()
    return render_to_string("components/nav_counts.html", {"nav_inbox": count, "nav_notices": unread})
