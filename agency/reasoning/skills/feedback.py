"""Skill: what does this feedback say? Sentiment, preferences by dotted path, suggestions, complaints."""

from __future__ import annotations

import re
from typing import Literal, Self

from pydantic import BaseModel, Field, model_validator

from agency.reasoning.feedback_lasting import holds_once
from agency.reasoning.feedback_rules import read_feedback
from agency.reasoning.learned_words import words_of_rules
from agency.reasoning.skill import Skill
from agency.reasoning.skills.reasons import figures
from agency.reasoning.slots.numbers import LANGUAGES, find_numbers


class FeedbackText(BaseModel):
    """Words about a mission, with what is needed to read them."""

    text: str
    mission_type: str
    language: str = "en"
    quality: int | None = None
    facts: dict[str, str | float | bool | list[str] | None] = {}
    heard: dict[str, str] = Field(default={}, description="what rules learned from the words, by path")


type Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS_OF: dict[str, list[Day]] = {
    "weeknight_": ["mon", "tue", "wed", "thu"],
    "weekend_": ["fri", "sat", "sun"],
}
"""The days that a path names."""


class LearnedPreference(BaseModel):
    """One preference: where it belongs, whether it is liked, disliked, needed or a limit, and its words."""

    path: str = Field(
        pattern=r"^[a-z_]+(\.[a-z0-9_]+)+$",
        max_length=120,
        description="dotted, begins with the mission type",
    )
    polarity: Literal["like", "dislike", "need", "limit"]
    value: str | float | bool | None = Field(default=None, description="an amount that was named, else null")
    days: list[Day] = Field(default=[], description="only if it holds on certain days")
    sentence: str = Field(max_length=200, description='in English, to the person: "You want …"')
    quote: str = Field(default="", max_length=300, description="copied from the feedback, word for word")

    @model_validator(mode="after")
    def _days_of_its_path(self) -> Self:
        """A weeknight's limit that names no days would hold every day."""
        last = self.path.rsplit(".", 1)[-1]
        named = next((days for when, days in DAYS_OF.items() if last.startswith(when)), None)
        if named and not self.days:
            self.days = list(named)
        return self


class Misread(BaseModel):
    """What rules learned from words that do not mean it."""

    path: str = Field(description="as it stands in heard")
    quote: str = Field(max_length=300, description="the words that were misread, copied from the feedback")


class FeedbackReading(BaseModel):
    """What the words say."""

    sentiment: float = Field(ge=-1, le=1)
    preferences: list[LearnedPreference] = Field(default=[], max_length=10)
    retired: list[str] = Field(
        default=[], max_length=10, description="paths of what the person says is no longer so"
    )
    suggestions: list[str] = Field(default=[], max_length=10)
    complaints: list[str] = Field(default=[], max_length=10)
    misread: list[Misread] = Field(default=[], max_length=10)


def shape(question: FeedbackText) -> type[FeedbackReading]:
    """Return the reply type for this feedback: it keeps only what is to last, and amounts that were said."""

    class Lasting(FeedbackReading):
        @model_validator(mode="after")
        def _lasting_only(self) -> Self:
            kept = [
                one
                for one in self.preferences
                if not holds_once(question.text, one.quote) and not _limits_to_nothing(one)
            ]
            for one in kept:
                if one.polarity == "limit" and not _names_amount(one.quote, one.value):
                    one.value = None
                one.sentence = words_of_rules(one.path, one.polarity) or one.sentence
            self.preferences = kept
            return self

    Lasting.__name__ = "FeedbackReading"
    return Lasting


def _limits_to_nothing(found: LearnedPreference) -> bool:
    """Whether it is a limit of zero, which nobody means."""
    amount = str(found.value).split(" ")[0]
    return found.polarity == "limit" and re.fullmatch(r"0+(?:[.,]0*)?", amount) is not None


def _names_amount(quote: str, value: object) -> bool:
    """Whether the amount of a limit stands in the words that are quoted for it, in figures or spelled."""
    amount = str(value).split(" ")[0]
    try:
        wanted = float(amount)
    except ValueError:
        return False
    said = {number.value for number in find_numbers(quote, LANGUAGES)}
    return wanted in said or amount.removesuffix(".0") in figures(quote)


def by_rules(question: FeedbackText) -> FeedbackReading:
    """Answer by lexicon and patterns."""
    return FeedbackReading.model_validate(
        read_feedback(question.text, mission_type=question.mission_type, language=question.language)
    )


def check(question: FeedbackText, reply: FeedbackReading) -> list[str]:
    """Every preference must quote words that stand in the feedback and belong to this mission type."""
    text = _bare(question.text)
    wrong = []
    for preference in reply.preferences:
        quote = _bare(preference.quote)
        if not quote or quote not in text:
            wrong.append(f"quote of {preference.path} must be copied from the feedback, word for word.")
        if preference.path.split(".")[0] != question.mission_type:
            wrong.append(f"path {preference.path} must start with {question.mission_type}.")
    for misread in reply.misread:
        if misread.path in question.heard and (not _bare(misread.quote) or _bare(misread.quote) not in text):
            wrong.append(f"quote of misread {misread.path} must be copied from the feedback, word for word.")
    outside = [path for path in reply.retired if path.split(".")[0] != question.mission_type]
    return [*wrong, *(f"retired path {path} must start with {question.mission_type}." for path in outside)]


_TYPESET = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})


def _bare(words: str) -> str:
    """Words without what models change when they copy: case, blanks, typographic marks, marks at the ends."""
    plain = " ".join(words.translate(_TYPESET).split()).casefold()
    return re.sub(r"^[\W_]+|[\W_]+$", "", plain)


analyse_feedback = Skill(
    "analyse_feedback",
    FeedbackText,
    FeedbackReading,
    rules=by_rules,
    check=check,
    shape=shape,
    version=5,
    most_tokens=800,
)
