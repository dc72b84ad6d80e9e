"""What time does to what waits: decisions expire, people are reminded, acts come due, mail goes out."""

from __future__ import annotations

from django.utils import timezone

from ownyou.lib.rounds import each
from trust import decisions, notices, queueing
from trust.ledger import sweeping
from trust.models import Decision, Notification

AT_ONCE = 200


def sweep() -> None:
    """One round. What it does not get to, the next round finds."""
    now = timezone.now()
    expire_due()
    sweeping.sweep()
    notices.remind(now)
    notices.tell_at_once(now)
    if Notification.objects.to_mail().exists():
        queueing.mail_soon()


def expire_due() -> int:
    """End the decisions whose time is over. Returns how many."""
    due = Decision.objects.open().filter(expires_at__lte=timezone.now()).select_related("user")
    return each(due.order_by("expires_at")[:AT_ONCE], decisions.expire)
