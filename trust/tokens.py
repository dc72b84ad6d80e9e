"""API tokens: made once, shown once, stored as a digest."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from trust import audit
from trust.models import ApiToken, User

PREFIX = "oy_"
LIFETIME = timedelta(days=365)
USED_EVERY = timedelta(minutes=5)


def make_token(*, user: User, name: str, lifetime: timedelta | None = LIFETIME) -> str:
    """Make an API token and return its text, the only time it can be read."""
    text = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user, name=name, digest=digest(text), expires_at=timezone.now() + lifetime if lifetime else None
    )
    audit.note("token_made", user_id=user.pk, actor=user, subject_kind="token", subject_id=token.pk)
    return text


def user_of(text: str) -> User | None:
    """Return whose token this is, or None when it is unknown, expired or of a closed account."""
    now = timezone.now()
    token = (
        ApiToken.objects.select_related("user")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest(text), user__is_active=True)
        .first()
    )
    if token is None:
        return None
    if token.last_used_at is None or token.last_used_at < now - USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token.user


def digest(text: str) -> bytes:
    """Return what is stored of a token."""
    return hashlib.sha256(text.encode()).digest()
