"""Data keys: one per person, wrapped by the instance key (AES-256-GCM), cached unwrapped in the process."""

from __future__ import annotations

import base64
import hashlib
import os
import threading
import time
from functools import lru_cache
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from ownyou.lib.crypto import INSTANCE, forget_ciphers
from ownyou.lib.errors import KeyLost
from trust.models import User, UserKey

CACHE_SECONDS = 300
CACHE_MOST = 10_000


@lru_cache(maxsize=4)
def _instance_keys(encoded: tuple[str, ...]) -> dict[str, bytes]:
    keys = {}
    for text in encoded:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        if len(key) != 32:
            raise KeyLost("An instance key must be 32 bytes, base64-encoded.")
        keys[hashlib.sha256(key).hexdigest()[:16]] = key
    return keys


def instance_keys() -> dict[str, bytes]:
    """Return the configured instance keys by fingerprint; the first is the one that wraps new keys."""
    return _instance_keys(tuple(settings.INSTANCE_KEYS))


def wrap(owner: UUID, key: bytes) -> tuple[bytes, str]:
    """Wrap a data key for storage. Returns the wrapped key and the fingerprint of the instance key."""
    fingerprint, instance_key = next(iter(instance_keys().items()))
    nonce = os.urandom(12)
    return nonce + AESGCM(instance_key).encrypt(nonce, key, owner.bytes), fingerprint


def unwrap(row: UserKey) -> bytes:
    """Unwrap a stored data key. Raises `KeyLost` when its instance key is not configured or does not fit."""
    instance_key = instance_keys().get(row.instance_key)
    if instance_key is None:
        raise KeyLost("The instance key that protects this account is not configured (OWNYOU_SECRET_KEYS).")
    wrapped = bytes(row.wrapped)
    try:
        return AESGCM(instance_key).decrypt(wrapped[:12], wrapped[12:], row.owner.bytes)
    except InvalidTag as error:
        raise KeyLost("The key of this account is damaged.") from error


def make_key(owner: UUID) -> UserKey:
    """Store a new data key for `owner` unless there is one; return the row."""
    wrapped, fingerprint = wrap(owner, os.urandom(32))
    row, _ = UserKey.objects.get_or_create(
        owner=owner, defaults={"wrapped": wrapped, "instance_key": fingerprint}
    )
    return row


def ensure_key(user: User) -> None:
    """Give a new person their key."""
    make_key(user.pk)


def rewrap_keys() -> int:
    """Wrap all data keys with the first configured instance key. Returns how many changed."""
    current = next(iter(instance_keys()))
    changed = 0
    for row in UserKey.objects.exclude(instance_key=current).iterator():
        row.wrapped, row.instance_key = wrap(row.owner, unwrap(row))
        row.save(update_fields=["wrapped", "instance_key"])
        changed += 1
    return changed


class UserKeys:
    """The key provider: looks keys up in the database, keeps them unwrapped for a few minutes."""

    def __init__(self) -> None:
        self._cache: dict[UUID, tuple[float, bytes]] = {}
        self._lock = threading.Lock()

    def key_of(self, owner: UUID) -> bytes:
        """Return the 32-byte key of `owner`. Raises `KeyLost` when the account was deleted."""
        cached = self._cache.get(owner)
        if cached is not None and cached[0] > time.monotonic():
            return cached[1]
        key = unwrap(self._row(owner))
        with self._lock:
            if len(self._cache) >= CACHE_MOST:
                self._cache.clear()
            self._cache[owner] = (time.monotonic() + CACHE_SECONDS, key)
        return key

    def forget(self, owner: UUID) -> None:
        """Drop a cached key (the account is gone)."""
        with self._lock:
            self._cache.pop(owner, None)
        forget_ciphers()

    def _row(self, owner: UUID) -> UserKey:
        row = UserKey.objects.filter(owner=owner).first()
        if row is not None:
            return row
        if owner == INSTANCE:
            return make_key(INSTANCE)
        raise KeyLost("The key of this account is gone; its texts cannot be read any more.")
