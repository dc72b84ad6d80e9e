"""Missions: one goal being pursued each, and what each source said in each round of searching."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class MissionQuerySet(models.QuerySet["Mission"]):
    def working(self) -> Self:
        """Those that use workers now. Waiting for the person does not count."""
        return self.filter(status__in=Mission.WORKING)

    def untaught(self) -> Self:
        """Completed ones from whose choice nothing was learned yet."""
        return self.filter(status=Mission.Status.COMPLETED, learned_at=None)


class Mission(models.Model):
    """A goal in the person's words, and how far it is."""

    class Status(models.TextChoices):
        CREATED = "created", gettext_lazy("created")
        QUEUED = "queued", gettext_lazy("queued")
        PLANNING = "planning", gettext_lazy("planning")
        EXECUTING = "executing", gettext_lazy("executing")
        INTERRUPTED = "interrupted", gettext_lazy("asks you")
        REFLECTING = "reflecting", gettext_lazy("checking")
        REPLANNING = "replanning", gettext_lazy("trying another way")
        PAUSED = "paused", gettext_lazy("paused")
        COMPLETED = "completed", gettext_lazy("completed")
        FAILED = "failed", gettext_lazy("failed")
        ABANDONED = "abandoned", gettext_lazy("abandoned")

    class Outcome(models.TextChoices):
        UNRATED = "unrated", "unrated"
        SUCCESS = "success", "success"
        POOR = "poor", "worked out, rated below three stars"
        FAILED = "failed", "failed"

    WELL: ClassVar = (Outcome.UNRATED, Outcome.SUCCESS)
    """What a completed mission counts as done with: nobody was let down."""
    WORKING: ClassVar = (
        Status.CREATED,
        Status.PLANNING,
        Status.EXECUTING,
        Status.REFLECTING,
        Status.REPLANNING,
    )
    ENDED: ClassVar = (Status.COMPLETED, Status.FAILED, Status.ABANDONED)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="missions")
    request_key = models.UUIDField(
        null=True, help_text="of the form that asked: a double Ask makes one mission"
    )
    goal = EncryptedTextField()
    tainted = models.BooleanField(
        default=False, db_default=False, help_text="its goal is in words of others, by a desire made of them"
    )
    restated = EncryptedTextField(null=True, help_text="the goal as the person put it when asked")
    mission_type = models.CharField(max_length=32)
    level = models.PositiveSmallIntegerField(default=1)
    provisional = models.BooleanField(
        default=False, help_text="type and level by rules; a model may correct them"
    )
    understood = EncryptedJSONField(default=dict, help_text="domain, confidence, source, why this level")
    slots = EncryptedJSONField(default=dict)
    adjustments = EncryptedJSONField(default=dict, help_text="what refinements in words have changed")
    applied = EncryptedJSONField(default=list, help_text="learned preferences used, in words")
    shortlist = EncryptedJSONField(default=list, help_text="ranked options of the current round")
    result = EncryptedJSONField(null=True)
    problem = EncryptedTextField(null=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.CREATED)
    paused_from = models.CharField(max_length=12, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, default=Outcome.UNRATED)
    priority = models.CharField(max_length=8, default="urgent")
    round = models.PositiveSmallIntegerField(default=0)
    replans = models.PositiveSmallIntegerField(default=0)
    confidence = models.FloatField(null=True)
    like = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="repeats")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    estimated_completion = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    learned_at = models.DateTimeField(null=True, help_text="when its choice was learned from")
    archived_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Mission]] = MissionQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "request_key"],
                condition=models.Q(request_key__isnull=False),
                name="mission_once_per_request",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at"], name="mission_by_user"),
            models.Index(
                fields=["completed_at"],
                condition=models.Q(status="completed", learned_at=None),
                name="mission_untaught",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mission_type} {self.pk}"

    @property
    def was_chosen(self) -> bool:
        """Whether it ended with a choice among options."""
        return self.status == self.Status.COMPLETED and bool((self.result or {}).get("option"))

    @property
    def wording(self) -> str:
        """The goal as it is to be understood now."""
        return str(self.restated or self.goal)


class SubgoalQuerySet(models.QuerySet["Subgoal"]):
    def of(self, mission: Mission) -> Self:
        """The parts of a mission in the order of its plan."""
        return self.filter(mission=mission).order_by("position")


class Subgoal(models.Model):
    """One part of a mission of level 3: what it waits for, how far it is, and what came of it.

    `key` and `depends_on` are names that the mission's type gives; `round` grows when a refinement has the
    part run again, `attempt` with each search.
    """

    class Status(models.TextChoices):
        PENDING = "pending", gettext_lazy("waits for other parts")
        WORKING = "working", gettext_lazy("working")
        ASKING = "asking", gettext_lazy("asks you")
        DONE = "done", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("did not work")
        SKIPPED = "skipped", gettext_lazy("left out")

    SETTLED: ClassVar = (Status.DONE, Status.SKIPPED)
    UNDER_WAY: ClassVar = (Status.WORKING, Status.ASKING)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="subgoals")
    key = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField()
    title = EncryptedTextField()
    coordinator = models.CharField(max_length=80)
    depends_on = models.JSONField(default=list, help_text="keys of other parts")
    contingency = EncryptedTextField(null=True, help_text="what is done when nothing can be found, in words")
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    round = models.PositiveSmallIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    replans = models.PositiveSmallIntegerField(default=0)
    thread_id = models.UUIDField(null=True, help_text="the run of the current round")
    confidence = models.FloatField(null=True)
    needs_review = models.BooleanField(default=False)
    adjustments = EncryptedJSONField(null=True, help_text="wishes about this part alone")
    options = EncryptedJSONField(default=list, help_text="best first: {option, offer} as JSON")
    chosen = EncryptedJSONField(default=list, help_text="offers as JSON")
    facts = EncryptedJSONField(default=dict)
    risks = EncryptedJSONField(default=list, help_text="what could go wrong, in words")
    note = EncryptedTextField(null=True)
    problem = EncryptedTextField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[models.Manager[Subgoal]] = SubgoalQuerySet.as_manager()

    class Meta:
        ordering = ("position",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["mission", "key"], name="subgoal_once_per_mission")
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.status}"


class SourceReport(models.Model):
    """What one source said in one round of a mission's searching. A node that runs again updates its row.

    In missions of level 3 the round is the attempt of the part that asked.
    """

    class Status(models.TextChoices):
        PENDING = "pending", gettext_lazy("asked")
        ANSWERED = "answered", gettext_lazy("answered")
        FAILED = "failed", gettext_lazy("could not be reached")
        OFF = "off", gettext_lazy("not asked")

    SILENT: ClassVar = (Status.FAILED, Status.OFF)
    """Of these nothing was heard; their words say why."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="reports")
    part = models.CharField(
        max_length=80, blank=True, db_default="", default="", help_text="key of the subgoal"
    )
    round = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=40)
    title = models.CharField(max_length=80)
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    words = EncryptedTextField(null=True, help_text="why it failed or was not asked, in plain words")
    offers = EncryptedJSONField(default=list)
    count = models.PositiveIntegerField(default=0)
    sample = models.BooleanField(
        default=False, db_default=False, help_text="some of its offers are the shipped sample data"
    )
    milliseconds = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["mission", "part", "round", "source"], name="report_once_per_part"
            )
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.status}"
