"""The ledger: what was done to the world, or is about to be, each thing once."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models.decision import Decision
from trust.models.user import User


class ActionQuerySet(models.QuerySet["Action"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def of_thread(self, thread_id: object) -> Self:
        """The acts of one run, in the order in which they were proposed; replaced ones left out."""
        return self.filter(thread_id=thread_id, successor=None).order_by("position", "created_at", "pk")

    def waiting(self) -> Self:
        return self.filter(status=Action.Status.WAITING)

    def ended(self) -> Self:
        return self.filter(status__in=Action.ENDED)

    def due(self, now: object) -> Self:
        """Approved acts whose hold-back window is over."""
        return self.filter(status=Action.Status.APPROVED, not_before__lte=now)

    def overdue(self, now: object) -> Self:
        """Claimed acts whose executor should have come back by now: it is dead."""
        return self.filter(status__in=(Action.Status.CLAIMED, Action.Status.UNDOING), deadline_at__lt=now)


class Action(models.Model):
    """One act of one tool with exactly these arguments. Found again by its key, claimed once."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", gettext_lazy("proposed")
        DENIED = "denied", gettext_lazy("not allowed")
        WAITING = "waiting", gettext_lazy("waits for your OK")
        APPROVED = "approved", gettext_lazy("about to happen")
        REJECTED = "rejected", gettext_lazy("you said no")
        EXPIRED = "expired", gettext_lazy("nobody answered")
        SUPERSEDED = "superseded", gettext_lazy("replaced")
        CANCELLED = "cancelled", gettext_lazy("cancelled")
        CLAIMED = "claimed", gettext_lazy("happening")
        SUCCEEDED = "succeeded", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("failed")
        UNKNOWN = "unknown", gettext_lazy("unknown")
        UNDOING = "undoing", gettext_lazy("being undone")
        UNDONE = "undone", gettext_lazy("undone")
        UNDO_FAILED = "undo_failed", gettext_lazy("could not be undone")

    ENDED: ClassVar = (
        Status.DENIED,
        Status.REJECTED,
        Status.EXPIRED,
        Status.SUPERSEDED,
        Status.CANCELLED,
        Status.SUCCEEDED,
        Status.FAILED,
        Status.UNKNOWN,
        Status.UNDONE,
        Status.UNDO_FAILED,
    )

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="actions")
    thread_id = models.UUIDField(null=True, db_index=True, help_text="the run that proposed it")
    subject_kind = models.CharField(max_length=24, blank=True)
    subject_id = models.UUIDField(null=True, db_index=True)
    key = models.CharField(max_length=160, help_text="of the step: a step that runs again finds this row")
    position = models.PositiveSmallIntegerField(default=0, help_text="its place in a batch")
    tool = models.CharField(max_length=120)
    agent = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, help_text="read, write, send or delete")
    title = EncryptedTextField(help_text="what will happen, in a sentence")
    arguments = EncryptedJSONField()
    args_hash = models.CharField(max_length=64)
    risk = models.CharField(max_length=8, choices=Decision.Risk, default=Decision.Risk.NONE)
    tainted = models.BooleanField(default=False)
    shaped_by = EncryptedJSONField(default=list, help_text="quotes of untrusted text that shaped it")
    wishes = EncryptedJSONField(null=True, help_text="what the person wished before and is worked in")
    ruling = models.CharField(max_length=8, blank=True, help_text="allow, ask or deny")
    rule = models.CharField(max_length=40, blank=True, help_text="the name of the rule that decided")
    reason = EncryptedTextField(null=True, help_text="why it asks, or not, in a sentence")
    level = models.PositiveSmallIntegerField(default=1, help_text="trust level at that time")
    grant = models.ForeignKey("trust.Grant", null=True, on_delete=models.SET_NULL, related_name="used_by")
    decision = models.ForeignKey(Decision, null=True, on_delete=models.SET_NULL, related_name="actions")
    successor = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="predecessor")
    preconditions = EncryptedJSONField(null=True, help_text="what the world looked like when it was proposed")
    difference = EncryptedJSONField(null=True, help_text="what moved since the version it replaces")
    not_before = models.DateTimeField(null=True, help_text="held back until then; can be stopped before")
    deadline_at = models.DateTimeField(null=True, help_text="when a claimed act counts as lost")
    attempt = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=12, choices=Status, default=Status.PROPOSED)
    result = EncryptedJSONField(null=True)
    receipt = EncryptedTextField(null=True, help_text="what happened, in a sentence")
    inverse = EncryptedJSONField(null=True, help_text="what its tool needs to take it back")
    error = EncryptedTextField(null=True)
    away = models.BooleanField(
        default=False, db_default=False, help_text="it failed since what it asks could not be reached"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    approved_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Action]] = ActionQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="action_once_per_key"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at"], name="action_by_user"),
            models.Index(fields=["not_before"], condition=models.Q(status="approved"), name="action_held"),
            models.Index(
                fields=["deadline_at"],
                condition=models.Q(status__in=["claimed", "undoing"]),
                name="action_in_flight",
            ),
            models.Index(fields=["user", "agent", "kind"], name="action_by_agent"),
        ]

    def __str__(self) -> str:
        return f"{self.tool} {self.status} {self.pk}"
