"""Desires in tests: driven in this process, with tools that count what they did."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plans.conftest import tooled  # noqa: F401
from trust.models import User


@pytest.fixture
def person(world: object, owner: User, tooled: None, settings: Any) -> User:  # noqa: F811
    """The owner, with the tools of the tests and no hold-back."""
    settings.ACT_HOLD_SECONDS = 0
    return owner
