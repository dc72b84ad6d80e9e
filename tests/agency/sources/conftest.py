from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.core.cache import caches
from django.test import override_settings

from ownyou.lib import crypto
from tests.fakes.http_server import FakeServer


class OneKey:
    """A key provider with the same key for all."""

    def key_of(self, owner: UUID) -> bytes:
        return b"k" * 32


@pytest.fixture(autouse=True)
def _own_cache_and_key(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache in this process and a key, so that these tests need no server."""
    monkeypatch.setattr(crypto, "_provider", OneKey())
    memory = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "sources"}}
    with override_settings(CACHES=memory):
        caches["default"].clear()
        yield


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as running:
        yield running


@pytest.fixture
def other_server() -> Iterator[FakeServer]:
    with FakeServer() as running:
        yield running
