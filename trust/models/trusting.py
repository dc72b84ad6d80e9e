"""How far a person trusts which agent with what: levels, grants, and rules of their own."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models.user import User


class TrustScore(models.Model):
    """The trust of one person in one agent for one kind of act, with its evidence."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="trust_scores")
    agent = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, help_text="read, write, send or delete")
    level = models.PositiveSmallIntegerField(default=1, help_text="1 new, 2 known, 3 autonomous")
    ceiling = models.PositiveSmallIntegerField(default=3, help_text="the person's own limit")
    successes = models.PositiveIntegerField(default=0, help_text="approved acts that succeeded")
    automatic = models.PositiveIntegerField(default=0, help_text="acts that ran without asking and succeeded")
    rejections = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    undos = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0, help_text="approved successes in a row at this level")
    failure_streak = models.PositiveSmallIntegerField(default=0)
    offered_at = models.DateTimeField(null=True, help_text="when level 3 was offered last")
    last_escalation_at = models.DateTimeField(null=True)
    last_violation_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("agent", "kind")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "agent", "kind"], name="trust_once_per_act"),
            models.CheckConstraint(
                condition=models.Q(level__range=(1, 3), ceiling__range=(1, 3)), name="trust_level_1_to_3"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.agent} {self.kind}: {self.level}"


class GrantQuerySet(models.QuerySet["Grant"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def standing(self, now: object) -> Self:
        """Those that count now: neither revoked nor over."""
        return self.filter(revoked_at=None).filter(models.Q(until=None) | models.Q(until__gt=now))


class Grant(models.Model):
    """A scoped standing OK: this kind of act, within this scope, until then."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="grants")
    agent = models.CharField(max_length=32)
    kind = models.CharField(max_length=8)
    tool = models.CharField(max_length=120, blank=True, help_text="empty: every tool of the agent")
    scope = EncryptedJSONField(
        default=dict, help_text="recipient, host, most (amount), calendar, mailbox, ..."
    )
    until = models.DateTimeField(null=True)
    used = models.PositiveIntegerField(default=0)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    decision_id = models.UUIDField(null=True, help_text="the card on which it was given")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Grant]] = GrantQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [models.Index(fields=["user", "agent", "kind"], name="grant_by_act")]

    def __str__(self) -> str:
        return f"{self.agent} {self.kind} grant {self.pk}"


class HardRule(models.Model):
    """What a person never wants done. Denies; nothing lifts it but taking it away."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="hard_rules")
    agent = models.CharField(max_length=32, blank=True, help_text="empty: every agent")
    kind = models.CharField(max_length=8, blank=True, help_text="empty: every kind of act")
    mentions = EncryptedTextField(null=True, help_text="only acts whose arguments hold these words")
    words = EncryptedTextField(help_text="the rule as the person reads it")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return f"rule {self.pk}"


class ToolUse(models.Model):
    """How often a tool read on one day without leaving an act. Counted over all people; names nobody."""

    tool = models.CharField(max_length=120)
    day = models.DateField()
    uses = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tool", "day"], name="tool_use_once_per_day"),
        ]

    def __str__(self) -> str:
        return f"{self.tool} {self.day}: {self.uses}"


class ToolSwitch(models.Model):
    """What an admin has set for one tool of the registry. No row: on."""

    tool = models.CharField(max_length=120, primary_key=True)
    enabled = models.BooleanField(default=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "tool switches"

    def __str__(self) -> str:
        return f"{self.tool} {'on' if self.enabled else 'off'}"
