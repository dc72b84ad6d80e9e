from __future__ import annotations

from collections.abc import Iterator

import pytest

from missions.models import Mission
from missions.plugins import discovery
from tests.missions.evenings import TYPES, evening_of
from trust.models import User


@pytest.fixture
def outing() -> Iterator[None]:
    """The tests' own type of level 3 beside the shipped ones."""
    discovery.discover(discovery.HERE, TYPES)
    yield
    discovery.discover()


@pytest.fixture
def evening(world: None, outing: None, owner: User) -> Mission:
    return evening_of(owner)
