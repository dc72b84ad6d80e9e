"""What a person wants at certain times: their own rows, swept by one tick."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib.fields import EncryptedJSONField
from ownyou.lib.ids import new_id
from trust.models import User


class ScheduleQuerySet(models.QuerySet["Schedule"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def due(self, now: object) -> Self:
        return self.filter(enabled=True, next_run_at__lte=now).order_by("next_run_at")


class Schedule(models.Model):
    """A rule in a person's own clock time, and when it is next due."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="schedules")
    kind = models.CharField(max_length=40, help_text="which registered job it starts")
    key = models.CharField(max_length=120, help_text="one row for one purpose")
    rule = models.CharField(max_length=200, help_text="an RRULE of RFC 5545 without times, as FREQ=DAILY")
    at = models.TimeField(help_text="local time")
    zone = models.CharField(max_length=64, blank=True, help_text="IANA zone; empty: the person's own")
    starts_on = models.DateField()
    payload = EncryptedJSONField(null=True)
    enabled = models.BooleanField(default=True)
    next_run_at = models.DateTimeField(null=True, help_text="UTC; none: it is over")
    last_slot = models.DateTimeField(null=True, help_text="the slot that was started last")
    failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Schedule]] = ScheduleQuerySet.as_manager()

    class Meta:
        ordering = ("next_run_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="schedule_once_per_purpose")
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_run_at"], condition=models.Q(enabled=True), name="schedule_due")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class ScheduleRun(models.Model):
    """One slot of a schedule that was started: each at most once."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    schedule = models.ForeignKey(Schedule, on_delete=models.CASCADE, related_name="runs")
    slot = models.DateTimeField()
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    ok = models.BooleanField(null=True)

    class Meta:
        ordering = ("-slot",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schedule", "slot"], name="schedule_run_once_per_slot")
        ]

    def __str__(self) -> str:
        return f"{self.schedule_id} at {self.slot:%Y-%m-%d %H:%M}"
