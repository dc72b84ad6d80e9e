"""What a person sees of one learned thing: one presenter for the panel and the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import reverse

from agency.reasoning.feedback_left import kept_as_words
from agency.reasoning.sentiment import knows_language, language_of
from agency.reasoning.skills.feedback import FeedbackReading
from feedback.learning import WITHDRAWN, Learned
from feedback.models import Feedback
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


def kept_as_words_of(feedback: Feedback) -> list[str]:
    """What was said and nothing was learned from, as it was said; nothing before the words were read."""
    reading = FeedbackReading.model_validate(feedback.reading) if feedback.reading else None
    if not feedback.text or reading is None or not knows_language(feedback.text):
        return []
    quotes = [preference.quote for preference in reading.preferences]
    return kept_as_words(feedback.text, quotes, language_of(feedback.text) or feedback.user.language)


def cards_of(learned: list[Learned], mission_id: UUID) -> list[LearnedCard]:
    """Present what was learned."""
    return [card_of(each, mission_id) for each in learned]
