"""The post office of the acting tests, and a browser of the owner."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.trust.acting.conftest import post, proposal, say

__all__ = ["post", "proposal", "say"]


@pytest.fixture
def browser(owner: Any) -> Client:
    client = Client()
    client.force_login(owner)
    return client
