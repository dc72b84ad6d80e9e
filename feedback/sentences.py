"""What a person tells the memory page in a sentence of their own, read as feedback is read."""

from __future__ import annotations

from collections.abc import Sequence

from agency.reasoning.routing import route
from agency.reasoning.skills.feedback import FeedbackText, analyse_feedback
from feedback.lessons import Chosen, lesson_of
from memory.embedding import EmbeddingUnavailable, embedder
from memory.telling import Said
from missions.models import Mission
from trust.models import User

FOOD = ("dining.cuisine.", "dining.diet.")
"""What is about food whatever the sentence is about ("I am vegetarian" is nobody's goal)."""


def read_sentence(user: User, sentence: str) -> Sequence[Said]:
    """Return the preferences in `sentence`, by rules: those of its kind of mission, else those about food.

    One preference keeps the person's own words; several are said apart.
    """
    mission_type = _mission_type(sentence)
    question = FeedbackText(text=sentence, mission_type=mission_type or "dining", language=user.language)
    found = analyse_feedback.rules(question).preferences
    if mission_type is None:
        found = [preference for preference in found if preference.path.startswith(FOOD)]
    about = Mission(user=user, mission_type=question.mission_type)
    lessons = [lesson_of(preference, about, Chosen()) for preference in found]
    whole = len(lessons) == 1
    return [Said(each.key, each.value, sentence if whole else each.sentence) for each in lessons]


def _mission_type(sentence: str) -> str | None:
    try:
        return route(sentence, embedding=embedder().query(sentence)).mission_type
    except EmbeddingUnavailable:
        return None
