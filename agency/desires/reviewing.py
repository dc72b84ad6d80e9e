"""The reviewers of a plan: rules, and a language model that may only add to what they find.

Whatever a model says, no finding of the rules goes away and no score rises.
"""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from agency.desires.alignment import NEUTRAL, Values, review_alignment
from agency.desires.facts import PlanFacts
from agency.desires.findings import Finding, Review
from agency.desires.safety import review_safety
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skill import Skill
from ownyou.lib.text import clean_line, key_of

MOST_OBJECTIONS: Final = 5
MOST_WORDS: Final = 240
STOPS, MINDS = 50, 10
"""What an objection of a model takes from the score: one that stops the plan, and any other."""
BY_MODEL: Final = "model"


class AlignmentToReview(BaseModel):
    """What a person said of their values, what a plan is about (`said`) and what it `does`; `known`: what the
    rules found."""

    values: Values
    said: list[str]
    does: list[str] = []
    known: list[str]
    language: str = "en"


class SafetyToReview(BaseModel):
    """What a plan does; `wish`: what for, as it was said; `known`: what the rules found, in words."""

    facts: PlanFacts
    wish: str = ""
    known: list[str]
    language: str = "en"


class Objection(BaseModel):
    """One thing against a plan, in a sentence; one that `stops` has the person look at it."""

    words: str = Field(min_length=1, description="one sentence")
    stops: bool


class Looked(BaseModel):
    """What a look at a plan came to."""

    score: int = Field(ge=0, le=100)
    objections: list[Objection]


def _looked(review: Review) -> Looked:
    objections = [Objection(words=one.words, stops=one.stops) for one in review.findings]
    return Looked(score=review.score, objections=objections)


def _aligned(question: AlignmentToReview) -> Looked:
    return _looked(review_alignment(question.values, question.said, question.does))


def _safe(question: SafetyToReview) -> Looked:
    return _looked(review_safety(question.facts))


def check(question: AlignmentToReview | SafetyToReview, reply: Looked) -> list[str]:
    """Few objections, each short, and none that is known."""
    new = _new(reply, question.known)
    wrong = []
    if len(new) > MOST_OBJECTIONS:
        wrong.append(f"at most {MOST_OBJECTIONS} objections.")
    if any(len(one.words) > MOST_WORDS for one in new):
        wrong.append(f"at most {MOST_WORDS} characters for each objection.")
    return wrong


align = Skill("review_alignment", AlignmentToReview, Looked, rules=_aligned, check=check, most_tokens=600)
keep_safe = Skill("review_safety", SafetyToReview, Looked, rules=_safe, check=check, most_tokens=600)


def alignment_of(values: Values, said: list[str], does: list[str], *, language: str, asker: Asker) -> Review:
    """Review a plan by what a person's values are."""
    found = review_alignment(values, said, does)
    question = AlignmentToReview(values=values, said=said, does=does, known=_words(found), language=language)
    return _reviewed(align, question, found, asker)


def safety_of(facts: PlanFacts, *, wish: str = "", language: str, asker: Asker) -> Review:
    """Review a plan by what its steps do; only a model reads the `wish`, which can but be stricter."""
    found = review_safety(facts)
    question = SafetyToReview(facts=facts, wish=wish, known=_words(found), language=language)
    return _reviewed(keep_safe, question, found, asker)


def _reviewed[Q: BaseModel](skill: Skill[Q, Looked], question: Q, found: Review, asker: Asker) -> Review:
    answer = reason(skill, question, asker=asker)
    if answer.source == "rules":
        return found.model_copy(update={"fallback": answer.fallback})
    return stricter(found, answer.value)


def stricter(found: Review, said: Looked) -> Review:
    """What the rules found, with what a model says against the plan beside it. That a plan serves what
    matters is not said where the model finds that it does not."""
    more = [
        Finding(
            name=BY_MODEL,
            words=clean_line(one.words),
            stops=one.stops,
            weight=STOPS if one.stops else MINDS,
        )
        for one in _new(said, _words(found))
    ]
    kept = [one for one in found.findings if one.weight or said.score >= NEUTRAL]
    return found.model_copy(update={"findings": [*kept, *more], "at_most": said.score, "made_by": BY_MODEL})


def _new(said: Looked, known: list[str]) -> list[Objection]:
    keys = {key_of(words) for words in known}
    return [one for one in said.objections if key_of(one.words) and key_of(one.words) not in keys]


def _words(found: Review) -> list[str]:
    return [one.words for one in found.findings]
