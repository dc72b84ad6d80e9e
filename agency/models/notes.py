"""Quick notes and simple calendar entries: the person's own small world that acts can change."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib.fields import EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class NoteQuerySet(models.QuerySet["Note"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user, deleted_at=None)


class Note(models.Model):
    """One quick note."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notes")
    text = EncryptedTextField()
    subject_kind = models.CharField(max_length=24, blank=True)
    subject_id = models.UUIDField(null=True)
    made_by = models.UUIDField(null=True, unique=True, help_text="the act that made it")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Note]] = NoteQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"note {self.pk}"


class CalendarEntryQuerySet(models.QuerySet["CalendarEntry"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user, deleted_at=None)

    def between(self, begins: object, ends: object) -> Self:
        """Entries that overlap the half-open span from `begins` to `ends`."""
        return self.filter(starts_at__lt=ends, ends_at__gt=begins)


class CalendarEntry(models.Model):
    """One entry of the person's local calendar."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="calendar_entries")
    title = EncryptedTextField()
    place = EncryptedTextField(null=True)
    notes = EncryptedTextField(null=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    zone = models.CharField(max_length=64, help_text="IANA zone in which it was said")
    subject_kind = models.CharField(max_length=24, blank=True)
    subject_id = models.UUIDField(null=True)
    made_by = models.UUIDField(null=True, unique=True, help_text="the act that made it")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[CalendarEntry]] = CalendarEntryQuerySet.as_manager()

    class Meta:
        ordering = ("starts_at",)
        verbose_name_plural = "calendar entries"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")), name="calendar_entry_ends_after_start"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["user", "starts_at"], name="calendar_by_time")]

    def __str__(self) -> str:
        return f"entry {self.pk}"
