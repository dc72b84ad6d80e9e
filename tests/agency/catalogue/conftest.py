"""The sample, loaded once for a whole file of searches, and a fixed moment."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine


@pytest.fixture(scope="module")
def sample(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The shipped catalogue in the table, for all tests of the module; searches only read it."""
    from agency.catalogue.loading import load_sample
    from agency.models.catalogue import CatalogueItem, CatalogueLoad

    with django_db_blocker.unblock():
        load_sample()
    yield
    with django_db_blocker.unblock():
        CatalogueItem.objects.all().delete()
        CatalogueLoad.objects.all().delete()


@pytest.fixture
def tuesday_morning() -> Iterator[None]:
    """2026-12-01 09:00 UTC, standing still."""
    with time_machine.travel(datetime(2026, 12, 1, 9, tzinfo=UTC), tick=False):
        yield
