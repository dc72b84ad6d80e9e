"""The generator's port to the rows."""

from __future__ import annotations

from typing import Any, Self
from uuid import UUID

from langchain_core.runnables import RunnableConfig

from agency.desires import config, lifecycle
from agency.desires.noticing import hearing
from agency.models import Desire, Heard
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.wish import WishesFound, WordsHeard, detect_wishes
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped


class GeneratorDesk:
    """Words that were heard, as a run of the generator sees them. Raises `Stopped` where they are gone or the
    person wants no wishes noticed any more."""

    def __init__(self, heard_id: UUID, thread_id: UUID) -> None:
        found = Heard.objects.select_related("user").filter(pk=heard_id).first()
        if found is None or not config.settings_of(found.user).notice_words:
            raise Stopped
        self.heard, self.thread_id = found, thread_id

    @classmethod
    def of(cls, state: Any, config: RunnableConfig) -> Self:
        """The desk of the run that LangGraph's config names."""
        return cls(UUID(state["heard_id"]), UUID(config["configurable"]["thread_id"]))

    def detect(self) -> WishesFound:
        """The wishes in the words, read once: by a model, or by rules."""
        if self.heard.found is None:
            question = WordsHeard(text=self.heard.text, language=self.heard.user.language)
            asker = Asker(self.heard.user_id, self.thread_id)
            hearing.keep_found(self.heard, reason(detect_wishes, question, asker=asker).value)
        return WishesFound.model_validate(self.heard.found)

    def take(self) -> list[Desire]:
        """Make desires of the wishes, or strengthen those that they repeat; proposed where strong enough."""
        return hearing.take(self.heard, self.detect().wishes)

    def log(self) -> None:
        """Write down for good what came of the words."""
        for desire in Desire.objects.filter(evidence__seen_id=self.heard.pk).distinct():
            lifecycle.note(desire, "heard", origin=self.heard.origin)


generator_node = with_desk(GeneratorDesk.of, language_of=lambda desk: desk.heard.user.language)
