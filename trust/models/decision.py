"""Decisions: everything that waits for a person."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models.user import User


class DecisionQuerySet(models.QuerySet["Decision"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def open(self) -> Self:
        return self.filter(status=Decision.Status.OPEN)


class Decision(models.Model):
    """One question to a person. Answered once; the answer waits here until the graph takes it."""

    class Kind(models.TextChoices):
        CHOICE = "choice", "choice"
        APPROVAL = "approval", "approval"
        REVIEW = "review", "review"
        CLARIFICATION = "clarification", "question"

    class Status(models.TextChoices):
        OPEN = "open", "open"
        ANSWERED = "answered", "answered"
        EXPIRED = "expired", "expired"
        SUPERSEDED = "superseded", "superseded"
        CANCELLED = "cancelled", "cancelled"

    class Verdict(models.TextChoices):
        CHOOSE = "choose", gettext_lazy("chose")
        APPROVE = "approve", gettext_lazy("approved")
        REFINE = "refine", gettext_lazy("asked for changes")
        ANSWER = "answer", gettext_lazy("answered")
        REJECT = "reject", gettext_lazy("said no")

    class OnExpiry(models.TextChoices):
        CANCEL = "cancel", "is cancelled"
        DEFAULT = "default", "goes on with the default"

    class Risk(models.TextChoices):
        NONE = "none", gettext_lazy("none")
        LOW = "low", gettext_lazy("low")
        MEDIUM = "medium", gettext_lazy("medium")
        HIGH = "high", gettext_lazy("high")
        CRITICAL = "critical", gettext_lazy("critical")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="decisions")
    thread_id = models.UUIDField(null=True, help_text="the graph that waits; none for offers")
    interrupt_id = models.CharField(max_length=64, blank=True)
    subject_kind = models.CharField(max_length=24, blank=True)
    subject_id = models.UUIDField(null=True, db_index=True)
    key = models.CharField(max_length=160, unique=True, help_text="thread, node path and iteration")
    kind = models.CharField(max_length=16, choices=Kind)
    domain = models.CharField(max_length=32)
    title = EncryptedTextField()
    payload = EncryptedJSONField()
    refine_allowed = models.BooleanField(default=False)
    attempt = models.PositiveSmallIntegerField(default=1)
    history = EncryptedJSONField(default=list)
    args_hash = models.CharField(max_length=64, blank=True)
    preconditions = EncryptedJSONField(null=True)
    risk = models.CharField(max_length=8, choices=Risk, default=Risk.NONE)
    expires_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    on_expiry = models.CharField(max_length=8, choices=OnExpiry, default=OnExpiry.CANCEL)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    verdict = models.CharField(max_length=8, choices=Verdict, blank=True)
    answer = EncryptedJSONField(null=True, help_text="chosen options, words, verdicts per act")
    edited_arguments = EncryptedJSONField(null=True)
    comment = EncryptedTextField(null=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    seen_at = models.DateTimeField(null=True, help_text="when the card was last in view")
    reminded_at = models.DateTimeField(null=True)
    expiry_minutes = models.PositiveSmallIntegerField(
        null=True, help_text="how much longer it waits each time it is in view"
    )
    successor = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="predecessor")
    consumed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Decision]] = DecisionQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [
            models.Index(
                fields=["user", "-created_at"], condition=models.Q(status="open"), name="decision_inbox"
            ),
            models.Index(
                fields=["thread_id"],
                condition=~models.Q(status="open") & models.Q(consumed_at=None),
                name="decision_untaken",
            ),
            models.Index(fields=["expires_at"], condition=models.Q(status="open"), name="decision_expiring"),
            models.Index(fields=["remind_at"], condition=models.Q(status="open"), name="decision_reminding"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(status="answered") | ~models.Q(verdict=""),
                name="decision_answer_has_verdict",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def came_to(self) -> dict[str, Any]:
        """What was made of the words of its answer: `chosen` (a title) or `unclear`; else empty."""
        found: dict[str, Any] = (self.answer or {}).get("came_to", {})
        return found
