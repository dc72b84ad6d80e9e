"""What a person should hear of when they do not look: told once each, mailed at most once."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from ownyou.lib.text import shorten
from trust.models import Notification

MOST_TEXT = 300


def notify(
    *,
    user_id: UUID,
    key: str,
    kind: Notification.Kind,
    text: str,
    url: str = "",
    decision_id: UUID | None = None,
    mail: bool = False,
) -> Notification:
    """Tell a person something once (same `key`: the same notice). `mail`: by mail as well, soon."""
    notice, _made = Notification.objects.get_or_create(
        user_id=user_id,
        key=key,
        defaults={
            "kind": kind,
            "text": shorten(text, MOST_TEXT),
            "url": url or reverse("inbox"),
            "decision_id": decision_id,
            "mail_wanted": mail,
        },
    )
    return notice
