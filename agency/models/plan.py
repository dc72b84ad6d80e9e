"""Plans: how an open goal is reached, hop by hop, and what each hop makes."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import Decision, User


class PlanQuerySet(models.QuerySet["Plan"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def about(self, subject_kind: str, subject_id: object) -> Self:
        """The versions of a subject's plan, newest first."""
        return self.filter(subject_kind=subject_kind, subject_id=subject_id).order_by("-version")


class Plan(models.Model):
    """One version of a plan for one subject (mission or desire)."""

    class Status(models.TextChoices):
        DRAFT = "draft", gettext_lazy("draft")
        VALID = "valid", gettext_lazy("ready")
        EXECUTING = "executing", gettext_lazy("being done")
        COMPLETED = "completed", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("failed")
        REPLACED = "replaced", gettext_lazy("replaced")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="plans")
    subject_kind = models.CharField(max_length=24)
    subject_id = models.UUIDField()
    version = models.PositiveSmallIntegerField(default=1)
    name = EncryptedTextField()
    goal = EncryptedTextField()
    success_criteria = EncryptedJSONField(default=list)
    made_by = models.CharField(max_length=8, default="rules", help_text="rules or model")
    because = EncryptedJSONField(null=True, help_text="why this version was made: what was said or learned")
    risk = models.CharField(max_length=8, choices=Decision.Risk, default=Decision.Risk.NONE)
    tainted = models.BooleanField(default=False, help_text="it was made of words that came from outside")
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Plan]] = PlanQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subject_id", "version"], name="plan_once_per_version")
        ]

    def __str__(self) -> str:
        return f"plan {self.pk} v{self.version}"


class Asset(models.Model):
    """A piece of data of a plan: what it starts from, passes on, or delivers."""

    class Role(models.TextChoices):
        INPUT = "input", "input"
        INTERMEDIATE = "intermediate", "intermediate"
        OUTPUT = "output", "output"

    class Status(models.TextChoices):
        MISSING = "missing", "missing"
        READY = "ready", "ready"
        STALE = "stale", "out of date"
        FAILED = "failed", "failed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="assets")
    name = models.CharField(max_length=80, help_text="an identifier, not a person's words")
    type = models.CharField(max_length=40)
    collection = models.CharField(max_length=8, blank=True, help_text="array, map, set, or empty")
    role = models.CharField(max_length=12, choices=Role)
    description = EncryptedTextField(null=True)
    value = EncryptedJSONField(null=True)
    fingerprint = models.CharField(max_length=64, blank=True, help_text="keyed hash of the value")
    tainted = models.BooleanField(default=False, help_text="untrusted text has entered it")
    status = models.CharField(max_length=8, choices=Status, default=Status.MISSING)
    made_by = models.ForeignKey("agency.ToolStep", null=True, on_delete=models.SET_NULL, related_name="made")
    lineage = models.JSONField(default=list, help_text="names of the assets it was made from")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("role", "name")
        constraints: ClassVar = [models.UniqueConstraint(fields=["plan", "name"], name="asset_once_per_plan")]

    def __str__(self) -> str:
        return f"{self.name} ({self.type})"


class Hop(models.Model):
    """One step of a plan, in a person's terms; made of 1 to 4 tool steps."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", "proposed"
        RESOLVED = "resolved", "ready"
        EXECUTING = "executing", "being done"
        COMPLETED = "completed", "done"
        FAILED = "failed", "failed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="hops")
    position = models.PositiveSmallIntegerField()
    name = EncryptedTextField(help_text="2-8 words")
    description = EncryptedTextField(help_text="one sentence")
    rationale = EncryptedTextField()
    inputs = models.JSONField(default=list, help_text="names of assets")
    outputs = models.JSONField(default=list, help_text="names of assets")
    status = models.CharField(max_length=12, choices=Status, default=Status.PROPOSED)
    error = EncryptedTextField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("plan", "position")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["plan", "position"], name="hop_once_per_position")
        ]

    def __str__(self) -> str:
        return f"hop {self.position} of {self.plan_id}"


class ToolStep(models.Model):
    """One use of one tool in a hop, with its mappings."""

    class Status(models.TextChoices):
        PENDING = "pending", gettext_lazy("to do")
        RUNNING = "running", gettext_lazy("running")
        WAITING = "waiting", gettext_lazy("waits for your OK")
        DONE = "done", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("failed")
        SKIPPED = "skipped", gettext_lazy("left out")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    hop = models.ForeignKey(Hop, on_delete=models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    tool = models.CharField(max_length=120)
    description = EncryptedTextField()
    parameters = EncryptedJSONField(help_text="parameter mapping: asset_field or literal")
    results = EncryptedJSONField(help_text="result mapping: asset_field or discard")
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    run = models.PositiveSmallIntegerField(default=0, help_text="raised when it is to be done again")
    used = models.CharField(
        max_length=64, blank=True, help_text="keyed hash of the arguments it last ran with"
    )
    action_id = models.UUIDField(null=True, help_text="its act in the ledger, if it made one")
    away = models.BooleanField(
        default=False, db_default=False, help_text="it failed since what it asks could not be reached"
    )
    error = EncryptedTextField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    look: Any = None
    """What was found with it as the next step of its plan, until it is worked on (`agency.plans.looking`)."""

    class Meta:
        ordering = ("hop", "position")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hop", "position"], name="step_once_per_position")
        ]

    def __str__(self) -> str:
        return f"{self.tool} {self.position} of {self.hop_id}"
