"""Feedback: what a person says after a mission, and what was learned from it."""

from __future__ import annotations

from typing import ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy

from missions.models import Mission
from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class FeedbackQuerySet(models.QuerySet["Feedback"]):
    def rated(self) -> Self:
        return self.filter(quality__isnull=False)


class Feedback(models.Model):
    """One person's word on one mission. Given again, it is changed; memory keeps what it taught before."""

    class Completion(models.TextChoices):
        COMPLETE = "complete", gettext_lazy("it worked out")
        FAILED = "failed", gettext_lazy("it did not work out")
        PAUSED = "paused", gettext_lazy("not yet")

    class Usefulness(models.TextChoices):
        EXTREMELY_USEFUL = "extremely_useful", gettext_lazy("extremely useful")
        HELPFUL = "helpful", gettext_lazy("helpful")
        NEUTRAL = "neutral", gettext_lazy("so-so")
        NOT_USEFUL = "not_useful", gettext_lazy("not useful")

    class Source(models.TextChoices):
        RULES = "rules", "rules"
        MODEL = "model", "model"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="feedback")
    completion = models.CharField(
        max_length=8,
        choices=Completion,
        blank=True,
        help_text="empty: rated, but not said yet whether it worked out",
    )
    quality = models.PositiveSmallIntegerField(
        null=True, validators=[MinValueValidator(1), MaxValueValidator(5)], help_text="stars, 1-5"
    )
    usefulness = models.CharField(max_length=16, choices=Usefulness, null=True)  # noqa: DJ001
    parts = EncryptedJSONField(
        null=True, help_text="stars 1-5 by key of part; null: nothing was said since the plan's days are over"
    )
    text = EncryptedTextField(null=True)
    words_id = models.UUIDField(
        default=new_id,
        editable=False,
        help_text="of the words as they are now: what memory names as its source",
    )
    reading = EncryptedJSONField(null=True, help_text="sentiment, preferences, suggestions, complaints")
    learned = EncryptedJSONField(default=list, help_text="what memory took on, see feedback.learning.Learned")
    source = models.CharField(max_length=5, choices=Source, default=Source.RULES)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    analysed_at = models.DateTimeField(null=True, help_text="null: these words were not read yet")

    objects: ClassVar[models.Manager[Feedback]] = FeedbackQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        verbose_name_plural = "feedback"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "mission"], name="feedback_once_per_mission"),
            models.CheckConstraint(
                condition=models.Q(quality__isnull=True) | models.Q(quality__range=(1, 5)),
                name="feedback_quality_1_to_5",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "-created_at"], name="feedback_by_user")]

    def __str__(self) -> str:
        return f"{self.completion} {self.pk}"
