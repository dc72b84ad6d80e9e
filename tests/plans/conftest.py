"""The tools of these tests, in the registry, alone and unused."""

from __future__ import annotations

import pytest

from tests.plans import kit
from trust import tools


@pytest.fixture
def tooled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tools of the tests are registered, and none was called."""
    monkeypatch.setattr(tools, "_tools", {spec.name: spec for spec in kit.TOOLS})
    monkeypatch.setattr(tools, "_providers", [])
    for kept in (kit.calls, kit.said, kit.broken, kit.broken_for, kit.away):
        kept.clear()
