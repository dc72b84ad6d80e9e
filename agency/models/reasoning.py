"""What was asked of a language model or of the rules, what it took and what it cost."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ownyou.lib.fields import EncryptedJSONField
from ownyou.lib.ids import new_id
from trust.models import User


class ReasoningCall(models.Model):
    """One question to a skill and where its answer came from."""

    class Source(models.TextChoices):
        MODEL = "model", "language model"
        RULES = "rules", "rules"
        CACHE = "cache", "cache"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    thread_id = models.UUIDField(null=True, db_index=True)
    skill = models.CharField(max_length=40)
    source = models.CharField(max_length=8, choices=Source)
    model = models.CharField(max_length=80, blank=True)
    fallback = models.CharField(
        max_length=120, blank=True, help_text="why rules answered instead of the model"
    )
    asked = EncryptedJSONField(null=True)
    answered = EncryptedJSONField(null=True)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    model_calls = models.PositiveSmallIntegerField(default=0)
    cost_usd = models.DecimalField(max_digits=10, decimal_places=6, default=0)
    milliseconds = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at"], name="reasoning_by_user"),
            models.Index(
                fields=["user", "created_at"],
                include=["model_calls", "tokens_in", "tokens_out", "cost_usd"],
                condition=models.Q(model_calls__gt=0),
                name="reasoning_that_cost",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.skill} by {self.source}"
