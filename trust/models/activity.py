"""The feed: what happened, in the order in which it was committed, per person."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models.user import User


class Feed(models.Model):
    """The counter behind a person's feed. Its row lock makes numbers and commit order agree."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True)
    seq = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"feed of {self.user_id}"


class ActivityQuerySet(models.QuerySet["Activity"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def after(self, seq: int) -> Self:
        """Those that came after number `seq`, oldest first."""
        return self.filter(seq__gt=seq).order_by("seq")

    def about(self, subject_kind: str, subject_id: object) -> Self:
        return self.filter(subject_kind=subject_kind, subject_id=subject_id)


class Activity(models.Model):
    """One line of the feed: who did what about which subject. Append-only."""

    class Kind(models.TextChoices):
        AGENT_STARTED = "agent_started", "started"
        AGENT_THINKING = "agent_thinking", "thinking"
        APPROVAL_REQUIRED = "approval_required", "asks you"
        AGENT_COMPLETED = "agent_completed", "completed"
        AGENT_ERROR = "agent_error", "problem"
        TRUST_ESCALATION = "trust_escalation", "trust changed"
        STATUS_CHANGED = "status_changed", "status"
        DECIDED = "decided", "you decided"
        LEARNED = "learned", "learned"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    seq = models.BigIntegerField(help_text="number in the person's feed, without gaps, in commit order")
    kind = models.CharField(max_length=24, choices=Kind)
    agent = models.CharField(max_length=32, blank=True, help_text="who: dining, shopping, memory, you, ...")
    thread_id = models.UUIDField(null=True)
    subject_kind = models.CharField(max_length=24, blank=True)
    subject_id = models.UUIDField(null=True)
    key = models.CharField(  # noqa: DJ001 (null, since it is unique where there is one)
        max_length=120, null=True, help_text="of a step: a step that runs again adds no line"
    )
    text = EncryptedTextField()
    detail = EncryptedJSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Activity]] = ActivityQuerySet.as_manager()

    class Meta:
        ordering = ("-seq",)
        verbose_name_plural = "activity"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "seq"], name="activity_once_per_seq"),
            models.UniqueConstraint(
                fields=["user", "key"], condition=models.Q(key__isnull=False), name="activity_once_per_key"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["subject_id", "seq"], name="activity_by_subject")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.seq}"
