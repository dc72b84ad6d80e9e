"""The proactive generator's port to the rows."""

from __future__ import annotations

from typing import Any, Self
from uuid import UUID

from langchain_core.runnables import RunnableConfig

from agency.desires.noticing import daily, fading, repeating, seen
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped
from trust.models import User

BATCHES = 8
"""Batches that one run of the node takes: after them comes a checkpoint."""


class ProactiveDesk:
    """One person, as a look at what they did sees them. Raises `Stopped` where the account is gone."""

    def __init__(self, user_id: UUID) -> None:
        found = User.objects.filter(pk=user_id, is_active=True).first()
        if found is None:
            raise Stopped
        self.user = found

    @classmethod
    def of(cls, state: Any, config: RunnableConfig) -> Self:
        """The desk of the run that LangGraph's config names."""
        return cls(UUID(state["user_id"]))

    def analyse(self) -> bool:
        """Analyse what is new, each once; returns whether there is more."""
        return all(seen.analyse_next(self.user) for _batch in range(BATCHES))

    def notice(self) -> None:
        """Strengthen desires, and make new ones of what is repeated."""
        repeating.notice(self.user)

    def propose(self) -> None:
        """Propose what has become strong enough."""
        repeating.propose_strong(self.user)

    def fade(self) -> None:
        """Let go of what has faded."""
        fading.fade(self.user)

    def hear_what_matters(self) -> None:
        """Take what matters to the person as a wish."""
        daily.hear_what_matters(self.user)

    def report(self) -> None:
        """Tell what the review found."""
        daily.report(self.user)


proactive_node = with_desk(ProactiveDesk.of, language_of=lambda desk: desk.user.language)
