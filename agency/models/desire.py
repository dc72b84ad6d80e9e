"""Desires: what OwnYou pursues for a person, from a wish that was noticed to its judged outcome."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import Decision, User


class DesireQuerySet(models.QuerySet["Desire"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def at(self, *stages: str) -> Self:
        return self.filter(stage__in=stages)

    def most_urgent_first(self) -> Self:
        """By priority, and the newest of each first."""
        ranks = [models.When(priority=one, then=rank) for rank, one in enumerate(Desire.Priority.values)]
        return self.order_by(models.Case(*ranks, default=0).desc(), "-id")

    def shown(self) -> Self:
        """Those that were not archived."""
        return self.filter(archived_at=None)


class Desire(models.Model):
    """One desire with its whole life: stage, versions, iterations and the moments of each step."""

    class Stage(models.TextChoices):
        NASCENT = "nascent", gettext_lazy("noticed")
        PENDING = "pending", gettext_lazy("waiting to be planned")
        PLANNING = "planning", gettext_lazy("being planned")
        REVIEWING = "reviewing", gettext_lazy("waits for your look")
        APPROVED = "approved", gettext_lazy("ready to start")
        EXECUTING = "executing", gettext_lazy("being done")
        ASSESSING = "assessing", gettext_lazy("being judged")
        COMPLETED = "completed", gettext_lazy("done")
        DORMANT = "dormant", gettext_lazy("until next time")
        ESCALATED = "escalated", gettext_lazy("needs you")
        REJECTED = "rejected", gettext_lazy("not wanted")
        FAILED = "failed", gettext_lazy("did not work")
        ABANDONED = "abandoned", gettext_lazy("given up")

    ENDED: ClassVar = (Stage.COMPLETED, Stage.REJECTED, Stage.FAILED, Stage.ABANDONED)

    class Source(models.TextChoices):
        EXPLICIT = "explicit", gettext_lazy("you asked for it")
        IMPLICIT = "implicit", gettext_lazy("from what you do repeatedly")
        SCHEDULE = "schedule", gettext_lazy("from your daily review")
        AGENT = "agent", gettext_lazy("proposed by an agent")

    class Priority(models.TextChoices):
        LOW = "low", gettext_lazy("low")
        MEDIUM = "medium", gettext_lazy("medium")
        HIGH = "high", gettext_lazy("high")
        URGENT = "urgent", gettext_lazy("urgent")

    class Every(models.TextChoices):
        ONCE = "", gettext_lazy("once")
        DAY = "day", gettext_lazy("every day")
        WEEK = "week", gettext_lazy("every week")
        MONTH = "month", gettext_lazy("every month")

    class Helped(models.TextChoices):
        """What the person says some days later."""

        YES = "yes", gettext_lazy("it helped")
        PARTLY = "partly", gettext_lazy("it helped in part")
        NO = "no", gettext_lazy("it did not help")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="desires")
    title = EncryptedTextField()
    description = EncryptedTextField(help_text="what is wanted, in the person's words")
    source = models.CharField(max_length=8, choices=Source, default=Source.EXPLICIT)
    tainted = models.BooleanField(default=False, help_text="its words came from text from outside")
    every = models.CharField(max_length=8, choices=Every, default=Every.ONCE, blank=True)
    strength = models.FloatField(default=1.0)
    strengthened_at = models.DateTimeField(auto_now_add=True, help_text="it decays from then on")
    priority = models.CharField(max_length=8, choices=Priority, default=Priority.MEDIUM)
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.PENDING)
    risk = models.CharField(max_length=8, choices=Decision.Risk, default=Decision.Risk.NONE)
    plannings = models.PositiveSmallIntegerField(default=0)
    executions = models.PositiveSmallIntegerField(default=0)
    reviews = models.PositiveSmallIntegerField(default=0)
    critique = EncryptedTextField(null=True)
    critique_at = models.DateTimeField(null=True)
    guidance = EncryptedJSONField(default=dict, help_text="what the next plan is made with")
    reviewed = EncryptedJSONField(null=True, help_text="what the reviewers found, and the verdict")
    bypassed = models.BooleanField(default=False, help_text="it started without the person's look")
    approve_reason = EncryptedTextField(null=True, help_text="why it started without asking")
    problem = EncryptedTextField(null=True)
    stuck_since = models.DateTimeField(null=True, help_text="nothing of it moves since then")
    helped = models.CharField(max_length=8, choices=Helped, blank=True, help_text="whether it helped")
    helped_words = EncryptedTextField(null=True, help_text="what the person said to that")
    helped_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    plan_started_at = models.DateTimeField(null=True)
    plan_completed_at = models.DateTimeField(null=True)
    execution_started_at = models.DateTimeField(null=True)
    execution_completed_at = models.DateTimeField(null=True)
    review_completed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Desire]] = DesireQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [models.Index(fields=["user", "stage", "-created_at"], name="desire_by_stage")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(strength__gte=0, strength__lte=1), name="desire_strength_0_to_1"
            )
        ]

    def __str__(self) -> str:
        return f"desire {self.pk}"


class Heard(models.Model):
    """Words in which a wish is looked for, once: what was typed into the ask box, a goal, feedback."""

    class Origin(models.TextChoices):
        ASK = "ask", gettext_lazy("what you asked for")
        API = "api", gettext_lazy("what you said over the API")
        GOAL = "goal", gettext_lazy("the goal of a mission")
        FEEDBACK = "feedback", gettext_lazy("your feedback")
        MEMORY = "memory", gettext_lazy("a memory")
        MATTERS = "matters", gettext_lazy("what you said matters")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    origin = models.CharField(max_length=8, choices=Origin)
    about = models.UUIDField(help_text="the request, mission, feedback or memory that the words belong to")
    text = EncryptedTextField()
    tainted = models.BooleanField(
        default=False, db_default=False, help_text="they came out of text of others"
    )
    found = EncryptedJSONField(null=True, help_text="the wishes that were read, as they were said")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)
        verbose_name_plural = "heard words"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "origin", "about"], name="heard_once")
        ]

    def __str__(self) -> str:
        return f"{self.origin} {self.pk}"


class DesireEvidenceQuerySet(models.QuerySet["DesireEvidence"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def loose(self) -> Self:
        """Those that no desire was made of yet."""
        return self.filter(desire=None)


class DesireEvidence(models.Model):
    """One thing that speaks for a desire. It refers to what was seen and copies no words of it.

    Without a desire it waits for more of its pattern. Independent evidence is about different things.
    """

    class Kind(models.TextChoices):
        WORDS = "words", gettext_lazy("you said it")
        MEMORY = "memory", gettext_lazy("from your memory")
        ACTIVITY = "activity", gettext_lazy("from what you did")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    desire = models.ForeignKey(Desire, null=True, on_delete=models.CASCADE, related_name="evidence")
    kind = models.CharField(max_length=8, choices=Kind)
    pattern = models.BinaryField(max_length=16, help_text="keyed hash of what is repeated, or of the words")
    about = models.UUIDField(help_text="what it is evidence of: the same mission counts once")
    seen_id = models.UUIDField(help_text="the memory, the line of the feed or the words")
    at = models.DateTimeField(help_text="when it happened")

    objects: ClassVar[models.Manager[DesireEvidence]] = DesireEvidenceQuerySet.as_manager()

    class Meta:
        ordering = ("at",)
        verbose_name_plural = "desire evidence"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "pattern", "about"], name="evidence_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["desire", "at"], name="evidence_of_desire"),
            models.Index(fields=["seen_id"], name="evidence_by_what_was_seen"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seen_id}"


class DesireCursor(models.Model):
    """How far a person's memory and activity were analysed: everything up to here, once."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="desire_cursor"
    )
    revision = models.BigIntegerField(default=0, help_text="the last memory revision that was analysed")
    seq = models.BigIntegerField(default=0, help_text="the last line of the feed that was analysed")
    looked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"cursor of {self.user_id}"


class DesireOutcome(models.Model):
    """How one execution was judged."""

    class Verdict(models.TextChoices):
        COMPLETED = "completed", gettext_lazy("done")
        CONTINUE = "continue", gettext_lazy("done until next time")
        RETRY = "retry", gettext_lazy("tried once more")
        LOOP_BACK = "loop_back", gettext_lazy("planned anew")
        ESCALATE = "escalate", gettext_lazy("needs you")
        ABANDON = "abandon", gettext_lazy("given up")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    desire = models.ForeignKey(Desire, on_delete=models.CASCADE, related_name="outcomes")
    execution = models.PositiveSmallIntegerField()
    plan_version = models.PositiveSmallIntegerField()
    verdict = models.CharField(max_length=12, choices=Verdict)
    text = EncryptedTextField(help_text="why, in a sentence")
    judged = EncryptedJSONField(default=list, help_text="each success criterion, and whether it is met")
    insights = EncryptedJSONField(default=dict, help_text="what the next plan is to know")
    made_by = models.CharField(max_length=8, default="rules", db_default="rules", help_text="rules or model")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("desire", "execution")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["desire", "execution"], name="outcome_once_per_execution")
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of {self.desire_id}"


class DesireEntry(models.Model):
    """One line of an execution's log: what was thought, done and seen."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    desire = models.ForeignKey(Desire, on_delete=models.CASCADE, related_name="entries")
    execution = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=80, help_text="of the step and its run: written once")
    thought = EncryptedTextField()
    tool = models.CharField(max_length=120, blank=True)
    observation = EncryptedTextField(null=True)
    state = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("desire", "execution", "at")
        verbose_name_plural = "desire entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["desire", "execution", "key"], name="entry_once_per_step")
        ]

    def __str__(self) -> str:
        return f"entry {self.pk}"


class DesireSettings(models.Model):
    """What a person set about desires, beside autonomy and review, which are on `User`."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="desire_settings"
    )
    matters = EncryptedJSONField(default=list, help_text="what matters to the person, in lines")
    auto_archive = models.BooleanField(default=False)
    notice_words = models.BooleanField(default=True, help_text="wishes that the person says")
    notice_patterns = models.BooleanField(default=True, help_text="wishes in what the person does repeatedly")
    threshold = models.FloatField(default=0.6, help_text="strength from which a desire is proposed")
    half_life_days = models.PositiveSmallIntegerField(default=30)
    review_at = models.TimeField(null=True, help_text="local time of the daily review; none: no review")
    told_by = models.JSONField(
        default=dict, db_default={}, help_text="the way by which the person is told, by what happens"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "desire settings"

    def __str__(self) -> str:
        return f"desire settings of {self.user_id}"
