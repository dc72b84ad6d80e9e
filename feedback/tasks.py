"""Celery tasks of feedback. They carry ids only."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils.translation import override

from feedback import learning, ratings
from feedback.models import Feedback


@shared_task(name="feedback.refine_feedback")
def refine_feedback(feedback_id: str) -> None:
    """Read words and stars that were not read yet, let a model look for the rest, and count the rating."""
    feedback = Feedback.objects.select_related("user", "mission__user").filter(pk=UUID(feedback_id)).first()
    if feedback is None:
        return
    with override(feedback.user.language):
        if feedback.text and feedback.analysed_at is None:
            learning.learn_by_rules(feedback)
        if feedback.parts:  # where the request that gave them ended before they were learned from
            learning.learn_from_stars(feedback)
        if feedback.text:
            learning.refine(feedback)
    ratings.tally(feedback.user, feedback.mission.mission_type)
