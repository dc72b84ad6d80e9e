"""Feedback over the API: `/missions/{id}/feedback`. `request.auth` is the person."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import StrictInt

from feedback import services
from feedback.cards import cards_of
from trust.models import User

router = Router(tags=["feedback"])


class FeedbackIn(Schema):
    """What a person says after a mission. `completion`: complete, failed, or paused (while it works)."""

    completion: str
    quality: StrictInt | None = None
    usefulness: str | None = None
    text: str | None = None


class LearnedOut(Schema):
    """One thing learned; `id` is that of the memory."""

    id: UUID
    path: str
    polarity: str
    sentence: str
    value: Any


class FeedbackOut(Schema):
    """Feedback as stored. `sentiment` is -1 to 1, null without words."""

    id: UUID
    mission_id: UUID
    completion: str
    quality: int | None
    usefulness: str | None
    sentiment: float | None
    learned: list[LearnedOut]


@router.post("/missions/{mission_id}/feedback", response={201: FeedbackOut}, summary="Give feedback")
def give_feedback(request: HttpRequest, mission_id: UUID, body: FeedbackIn) -> Status[FeedbackOut]:
    """Rate a mission and say in words what to do otherwise; answers with what was learned."""
    user = request.auth  # type: ignore[attr-defined]
    assert isinstance(user, User)
    given = services.give_feedback(user=user, mission_id=mission_id, **body.dict())
    return Status(201, _out(given))


def _out(given: services.GivenFeedback) -> FeedbackOut:
    feedback = given.feedback
    cards = [card for card in cards_of(given.learned, feedback.mission_id) if not card.undone]
    return FeedbackOut(
        id=feedback.pk,
        mission_id=feedback.mission_id,
        completion=feedback.completion,
        quality=feedback.quality,
        usefulness=feedback.usefulness,
        sentiment=(feedback.reading or {}).get("sentiment"),
        learned=[
            LearnedOut(
                id=card.id, path=card.path, polarity=card.polarity, sentence=card.sentence, value=card.value
            )
            for card in cards
        ],
    )
