"""Skill: what does this feedback say? Sentiment, preferences by dotted path, suggestions, complaints."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from agency.reasoning.feedback_rules import read_feedback
from agency.reasoning.skill import Skill


class FeedbackText(BaseModel):
    """Words about a mission, with what is needed to read them."""

    text: str
    mission_type: str
    language: str = "en"
    quality: int | None = None
    facts: dict[str, str | float | bool | list[str] | None] = {}


class LearnedPreference(BaseModel):
    """One preference: where it belongs, whether it is liked, disliked, needed or a limit, and its words."""

    path: str = Field(pattern=r"^[a-z_]+(\.[a-z0-9_]+)+$", max_length=120)
    polarity: Literal["like", "dislike", "need", "limit"]
    value: str | float | bool | None = None
    days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = []
    sentence: str = Field(max_length=200)
    quote: str = Field(default="", max_length=300)


class FeedbackReading(BaseModel):
    """What the words say."""

    sentiment: float = Field(ge=-1, le=1)
    preferences: list[LearnedPreference] = Field(default=[], max_length=10)
    suggestions: list[str] = Field(default=[], max_length=10)
    complaints: list[str] = Field(default=[], max_length=10)


def by_rules(question: FeedbackText) -> FeedbackReading:
    """Answer by lexicon and patterns."""
    return FeedbackReading.model_validate(
        read_feedback(question.text, mission_type=question.mission_type, language=question.language)
    )


def check(question: FeedbackText, reply: FeedbackReading) -> list[str]:
    """Every preference must quote words that stand in the feedback and belong to this mission type."""
    text = " ".join(question.text.split()).casefold()
    wrong = []
    for preference in reply.preferences:
        if " ".join(preference.quote.split()).casefold() not in text or not preference.quote:
            wrong.append(f"quote of {preference.path} must be words of the feedback.")
        if preference.path.split(".")[0] != question.mission_type:
            wrong.append(f"path {preference.path} must start with {question.mission_type}.")
    return wrong


analyse_feedback = Skill(
    "analyse_feedback", FeedbackText, FeedbackReading, rules=by_rules, check=check, version=2, most_tokens=700
)
