"""Threads: one run of one LangGraph graph each. The row is the truth about the run; checkpoints follow."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib import queues
from ownyou.lib.fields import EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class ThreadQuerySet(models.QuerySet["Thread"]):
    def about(self, subject_kind: str, subject_id: object) -> Self:
        return self.filter(subject_kind=subject_kind, subject_id=subject_id)

    def live(self) -> Self:
        """Those that have not ended."""
        return self.exclude(status__in=Thread.ENDED)


class Thread(models.Model):
    """A durable run. LangGraph's `thread_id` is this row's primary key."""

    class Status(models.TextChoices):
        READY = "ready", "ready"
        RUNNING = "running", "running"
        WAITING = "waiting", "waiting"
        PAUSED = "paused", "paused"
        DONE = "done", "done"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    ENDED: ClassVar = (Status.DONE, Status.FAILED, Status.CANCELLED)

    class Control(models.TextChoices):
        """What a person wants of a running thread; the driver looks between nodes."""

        NONE = "", "go on"
        PAUSE = "pause", "pause"
        CANCEL = "cancel", "cancel"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="threads")
    graph = models.CharField(max_length=48)
    version = models.PositiveSmallIntegerField(default=1)
    queue = models.CharField(max_length=16, default=queues.MISSIONS)
    subject_kind = models.CharField(max_length=24)
    subject_id = models.UUIDField()
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="children")
    status = models.CharField(max_length=12, choices=Status, default=Status.READY)
    control = models.CharField(max_length=8, choices=Control, default=Control.NONE, blank=True)
    wake_seq = models.PositiveIntegerField(default=0, help_text="raised by everything the driver must notice")
    revision = models.PositiveIntegerField(default=0, help_text="how often it was claimed; a claim's fence")
    attempt = models.PositiveSmallIntegerField(default=0, help_text="crashes in a row")
    heartbeat_at = models.DateTimeField(null=True)
    error = EncryptedTextField(null=True)
    cost_usd = models.DecimalField(max_digits=10, decimal_places=6, default=0)
    model_calls = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Thread]] = ThreadQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [
            models.Index(fields=["subject_id"], name="thread_by_subject"),
            models.Index(
                fields=["status", "updated_at"],
                condition=models.Q(status__in=["ready", "running"]),
                name="thread_watched",
            ),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(archived_at=None, ended_at__isnull=False),
                name="thread_to_retire",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.graph} {self.pk}"
