"""Celery tasks of feedback. They carry ids only."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from feedback import learning, ratings
from feedback.models import Feedback


@shared_task(name="feedback.refine_feedback")
def refine_feedback(feedback_id: str) -> None:
    """Read words that were not read yet, let a model look for what the rules missed, and count the rating."""
    feedback = Feedback.objects.select_related("user", "mission__user").filter(pk=UUID(feedback_id)).first()
    if feedback is None:
        return
    if feedback.text and feedback.analysed_at is None:
        learning.learn_by_rules(feedback)
    if feedback.text:
        learning.refine(feedback)
    ratings.tally(feedback.user, feedback.mission.mission_type)
