"""Files that missions and plans make: versioned, encrypted, on Django's storage."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib.fields import EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class ArtifactQuerySet(models.QuerySet["Artifact"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def about(self, subject_kind: str, subject_id: object) -> Self:
        return self.filter(subject_kind=subject_kind, subject_id=subject_id)

    def newest(self) -> Self:
        """The newest version of each path; deleted ones left out."""
        return (
            self.filter(deleted_at=None)
            .order_by("subject_id", "path_hash", "-version")
            .distinct("subject_id", "path_hash")
        )


class Artifact(models.Model):
    """One version of one file. `path` as a person sees it; `stored` is its name on the storage."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="artifacts")
    subject_kind = models.CharField(max_length=24)
    subject_id = models.UUIDField(db_index=True)
    path = EncryptedTextField(help_text="like drafts/itinerary_v2.md")
    path_hash = models.CharField(max_length=64, help_text="keyed hash of the path")
    version = models.PositiveSmallIntegerField(default=1)
    media_type = models.CharField(max_length=80, default="text/markdown")
    size = models.PositiveIntegerField(help_text="bytes before encryption")
    stored = models.CharField(max_length=200, help_text="name on the storage; the content there is encrypted")
    tainted = models.BooleanField(default=False)
    made_by = models.UUIDField(null=True, help_text="the act that made it")
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Artifact]] = ArtifactQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "subject_id", "path_hash", "version"], name="artifact_once_per_version"
            )
        ]

    def __str__(self) -> str:
        return f"artifact {self.pk} v{self.version}"
