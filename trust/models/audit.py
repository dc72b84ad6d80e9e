"""Security-relevant facts that nobody can edit."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ownyou.lib.ids import new_id
from trust.models.user import User


class AuditEntry(models.Model):
    """One fact: who did what to whom, when. No personal words; survives the account."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    user_id = models.UUIDField(null=True, db_index=True, help_text="whose account it concerns")
    event = models.CharField(max_length=48, db_index=True)
    subject_kind = models.CharField(max_length=24, blank=True)
    subject_id = models.UUIDField(null=True)
    facts = models.JSONField(default=dict, help_text="ids, numbers and names of settings only")

    class Meta:
        ordering = ("-at",)
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [models.Index(fields=["-at"], name="audit_by_time")]

    def __str__(self) -> str:
        return f"{self.event} {self.at:%Y-%m-%d %H:%M}"
