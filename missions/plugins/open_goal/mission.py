"""Goals that fit no other type: a plan of hops is made for each, from the tools that there are."""

from __future__ import annotations

from typing import Any, ClassVar

from missions import levels
from missions.brief import Brief
from missions.plugins.base import Learning, MissionType


class OpenGoal(MissionType):
    """An open goal has no offers to search: it runs on a plan."""

    graph: ClassVar[dict[int, str]] = dict.fromkeys((1, 2, 3), levels.OPEN)

    def learnings(self, option: dict[str, Any], brief: Brief) -> list[Learning]:
        """Nothing is chosen, so a choice teaches nothing."""
        return []
