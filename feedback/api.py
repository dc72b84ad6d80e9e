"""Feedback over the API: `/missions/{id}/feedback`. `request.auth` is the person."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field, StrictInt

from feedback import services
from feedback.cards import cards_of, kept_as_words_of
from missions import afterwards
from missions.services import mission_of
from trust.models import User

router = Router(tags=["feedback"])


class FeedbackIn(Schema):
    """What a person says after a mission. `completion`: complete, failed, or paused (while it works); it may
    be left out where anything else is said, and sent later: what was given is kept."""

    completion: str = ""
    quality: StrictInt | None = None
    usefulness: str | None = None
    text: str | None = None
    parts: dict[str, StrictInt] = Field(
        {}, description="stars (1-5) by key of part, once the days of a plan are over"
    )


class PartOut(Schema):
    """A part of a plan that is over, and the stars that it got."""

    key: str
    title: str
    stars: int | None


class AfterwardsOut(Schema):
    """Whether the days of a plan are over, whether it is asked how it was, and what can be rated."""

    over: bool
    asked: bool
    parts: list[PartOut]


class LearnedOut(Schema):
    """One thing learned; `id` is that of the memory."""

    id: UUID
    path: str
    polarity: str
    sentence: str
    value: Any


class FeedbackOut(Schema):
    """Feedback as stored. `completion`: empty until it was said. `sentiment`: -1 to 1, null without words."""

    id: UUID
    mission_id: UUID
    completion: str
    quality: int | None
    usefulness: str | None
    sentiment: float | None
    parts: dict[str, int] = Field(description="stars by key of part")
    learned: list[LearnedOut]
    kept_as_words: list[str] = Field(description="what was said and nothing was learned from")


@router.post("/missions/{mission_id}/feedback", response={201: FeedbackOut}, summary="Give feedback")
def give_feedback(request: HttpRequest, mission_id: UUID, body: FeedbackIn) -> Status[FeedbackOut]:
    """Rate a mission and say in words what to do otherwise; answers with what was learned."""
    user = request.auth  # type: ignore[attr-defined]
    assert isinstance(user, User)
    given = services.give_feedback(user=user, mission_id=mission_id, **body.dict())
    return Status(201, _out(given))


@router.get("/missions/{mission_id}/feedback", response=AfterwardsOut, summary="What can be rated")
def what_to_rate(request: HttpRequest, mission_id: UUID) -> AfterwardsOut:
    """The parts of a plan can be rated once its days are over; it is asked until something was said."""
    user = request.auth  # type: ignore[attr-defined]
    assert isinstance(user, User)
    mission = mission_of(user, mission_id)
    given = services.feedback_of(user, mission_id)
    stars = (given.feedback.parts if given else None) or {}
    return AfterwardsOut(
        over=afterwards.is_over(mission),
        asked=services.asks_afterwards(mission, given),
        parts=[
            PartOut(key=part.key, title=part.title, stars=stars.get(part.key))
            for part in afterwards.parts_to_rate(mission)
        ],
    )


def _out(given: services.GivenFeedback) -> FeedbackOut:
    feedback = given.feedback
    cards = [card for card in cards_of(given.learned, feedback.mission_id) if not card.undone]
    return FeedbackOut(
        id=feedback.pk,
        mission_id=feedback.mission_id,
        completion=feedback.completion,
        quality=feedback.quality,
        usefulness=feedback.usefulness,
        parts=feedback.parts or {},
        sentiment=(feedback.reading or {}).get("sentiment"),
        learned=[
            LearnedOut(
                id=card.id, path=card.path, polarity=card.polarity, sentence=card.sentence, value=card.value
            )
            for card in cards
        ],
        kept_as_words=kept_as_words_of(feedback),
    )
