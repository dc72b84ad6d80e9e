"""What a person sees of one learned thing: one presenter for the panel and the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import reverse

from feedback.learning import WITHDRAWN, Learned
from memory.cards import sentence_of


@dataclass(frozen=True, slots=True)
class LearnedCard:
    """One learned thing with what can be done about it. `id` is that of the memory."""

    id: UUID
    path: str
    polarity: str
    sentence: str
    value: Any
    applies_words: str
    undone: bool
    undo_url: str
    edit_url: str
    edit_text: str = ""


def card_of(learned: Learned, mission_id: UUID, *, edit_text: str = "") -> LearnedCard:
    """Present one learned thing; `edit_text` is what a person tried to write."""
    where = [mission_id, learned.item_id]
    return LearnedCard(
        id=learned.item_id,
        path=learned.path,
        polarity=learned.polarity,
        sentence=sentence_of(learned.path, learned.value, learned.sentence),
        value=learned.value,
        applies_words=learned.applies_words,
        undone=learned.undone,
        undo_url=reverse("feedback_undo", args=where),
        edit_url="" if learned.polarity == WITHDRAWN else reverse("feedback_edit", args=where),
        edit_text=edit_text,
    )


def cards_of(learned: list[Learned], mission_id: UUID) -> list[LearnedCard]:
    """Present what was learned."""
    return [card_of(each, mission_id) for each in learned]
