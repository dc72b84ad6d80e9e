"""A language model that the tests script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.reasoning.endpoint import ModelEndpoint


@pytest.fixture
def endpoint(settings: Any) -> Iterator[ModelEndpoint]:
    """A model that answers right until told otherwise, and is configured."""
    with ModelEndpoint() as made:
        settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = made.url, "double", "a key"
        settings.LLM_TIMEOUT = 10
        settings.LLM_PRICE_IN, settings.LLM_PRICE_OUT = 1000.0, 2000.0
        settings.LLM_MISSION_USD, settings.LLM_DAILY_USD = 100.0, 100.0
        yield made
