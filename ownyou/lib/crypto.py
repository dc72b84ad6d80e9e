"""Encryption of a person's words: AES-256-GCM with a key of their own.

A sealed value is `version (1 byte) | owner (16 bytes, UUID) | nonce (12 bytes) | ciphertext and tag`.
The owner stands in the value, so that reading needs nothing but the value itself. Keys come from a
provider that a higher app registers (trust: one data key per user, wrapped by the instance key).
Source: NIST SP 800-38D (GCM); 96-bit random nonces are good for 2^32 values per key.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ownyou.lib.errors import KeyLost

INSTANCE = UUID(int=0)
"""Owner of what belongs to nobody in particular (shared numbers, cached public data)."""

_VERSION = b"\x01"
_HEADER = 1 + 16 + 12
CIPHERS_KEPT = 256


class KeyProvider(Protocol):
    """Finds the 32-byte data key of an owner; raises `KeyLost` when it is gone."""

    def key_of(self, owner: UUID) -> bytes: ...


class _NoProvider:
    def key_of(self, owner: UUID) -> bytes:
        raise KeyLost("No key provider is registered.")


_provider: KeyProvider = _NoProvider()


def register_key_provider(provider: KeyProvider) -> None:
    """Make `provider` the source of all data keys in this process."""
    global _provider
    _provider = provider


def encrypt(owner: UUID | None, plaintext: bytes, *, context: str) -> bytes:
    """Seal `plaintext` for `owner` (None: the instance). `context` must be the same when opening."""
    owner = owner or INSTANCE
    nonce = os.urandom(12)
    sealed = _cipher(_provider.key_of(owner)).encrypt(nonce, plaintext, context.encode())
    return _VERSION + owner.bytes + nonce + sealed


def decrypt(sealed: bytes, *, context: str) -> bytes:
    """Open what `encrypt` sealed. Raises `KeyLost` when the key is gone or the value was tampered with."""
    if len(sealed) < _HEADER or sealed[:1] != _VERSION:
        raise KeyLost("This stored text is not in a form that can be read.")
    return opener(_owner(bytes(sealed[1:17])), context=context)(sealed)


def opener(owner: UUID, *, context: str) -> Callable[[bytes], bytes]:
    """Return what opens the values of one owner and place: for many of them, the key is looked up once.

    Raises `KeyLost` as `decrypt` does, also for what another owner's key sealed.
    """
    cipher, bound, begin = _cipher(_provider.key_of(owner)), context.encode(), _VERSION + owner.bytes

    def opened(sealed: bytes) -> bytes:
        if sealed[:17] != begin:
            raise KeyLost("This stored text is not in a form that can be read.")
        try:
            return cipher.decrypt(sealed[17:_HEADER], sealed[_HEADER:], bound)
        except InvalidTag as error:
            raise KeyLost("This stored text does not fit its key or its place.") from error

    return opened


def keyed_hash(owner: UUID | None, text: str, *, purpose: str) -> bytes:
    """Return 16 bytes of HMAC-SHA-256 of `text` under `owner`'s key: equal words, equal hashes."""
    key = hmac.digest(_provider.key_of(owner or INSTANCE), b"hash:" + purpose.encode(), hashlib.sha256)
    return hmac.digest(key, text.encode(), hashlib.sha256)[:16]


def forget_ciphers() -> None:
    """Drop all ciphers kept in this process (a key must not outlive its account here)."""
    _cipher.cache_clear()


@lru_cache(maxsize=CIPHERS_KEPT)
def _cipher(key: bytes) -> AESGCM:
    """Making a cipher takes twice as long as opening a sentence with it."""
    return AESGCM(key)


@lru_cache(maxsize=CIPHERS_KEPT)
def _owner(header: bytes) -> UUID:
    return UUID(bytes=header)
