"""Notices: what a person should hear of when they do not look."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models.user import User


class NotificationQuerySet(models.QuerySet["Notification"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def unread(self) -> Self:
        return self.filter(read_at=None)

    def to_mail(self) -> Self:
        """Those that are to be mailed and were not yet."""
        return self.filter(mail_wanted=True, mailed_at=None)


class Notification(models.Model):
    """One notice. Shown in the browser; mailed when the person wants that, at most once."""

    class Kind(models.TextChoices):
        ASKED = "asked", gettext_lazy("needs you")
        REMINDER = "reminder", gettext_lazy("reminder")
        EXPIRED = "expired", gettext_lazy("expired")
        UNKNOWN = "unknown", gettext_lazy("outcome unknown")
        TRUST = "trust", gettext_lazy("trust changed")
        FAILED = "failed", gettext_lazy("failed")
        DIGEST = "digest", gettext_lazy("summary")
        NEWS = "news", gettext_lazy("news")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notifications")
    key = models.CharField(max_length=120, help_text="what it tells of: told once")
    kind = models.CharField(max_length=12, choices=Kind)
    text = EncryptedTextField()
    url = models.CharField(max_length=200, blank=True, help_text="the page that it is about")
    decision_id = models.UUIDField(null=True)
    mail_wanted = models.BooleanField(default=False)
    mail_attempts = models.PositiveSmallIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Notification]] = NotificationQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="notification_once_per_key"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["user", "-created_at"], condition=models.Q(read_at=None), name="notification_unread"
            ),
            models.Index(
                fields=["created_at"],
                condition=models.Q(mail_wanted=True, mailed_at=None),
                name="notification_to_mail",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
