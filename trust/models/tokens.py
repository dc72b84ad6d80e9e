"""API tokens, and the answers kept for repeated requests."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ownyou.lib.fields import EncryptedJSONField
from ownyou.lib.ids import new_id
from trust.models.user import User


class ApiToken(models.Model):
    """A bearer token of the API. Only its SHA-256 is stored."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.BinaryField(max_length=32, unique=True)
    scopes = models.JSONField(default=list)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.name} ({self.user_id})"


class StoredResponse(models.Model):
    """The answer to a request with an Idempotency-Key, given again when the request comes again."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    key = models.CharField(max_length=120)
    fingerprint = models.CharField(max_length=64, help_text="of method, path and body")
    status = models.PositiveSmallIntegerField(null=True)
    body = EncryptedJSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="stored_response_once_per_key")
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.status}"
