"""A fixed moment, and an empty table for a test's own rows (the sample is loaded for all tests)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine


@pytest.fixture
def empty_catalogue(db: None) -> None:
    """No rows, until the test's transaction is rolled back."""
    from agency.models.catalogue import CatalogueItem, CatalogueLoad

    CatalogueItem.objects.all().delete()
    CatalogueLoad.objects.all().delete()


@pytest.fixture
def tuesday_morning() -> Iterator[None]:
    """2026-12-01 09:00 UTC, standing still."""
    with time_machine.travel(datetime(2026, 12, 1, 9, tzinfo=UTC), tick=False):
        yield
