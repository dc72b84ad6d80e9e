"""MCP servers that people or admins connected; their tools are untrusted."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class McpServerQuerySet(models.QuerySet["McpServer"]):
    def usable_by(self, user: User) -> Self:
        """The person's own servers, and those an admin connected for all."""
        return self.filter(models.Q(user=user) | models.Q(user=None), enabled=True)


class McpServer(models.Model):
    """One connected server. `stdio` ones start a program here and are for admins only (no user)."""

    class Transport(models.TextChoices):
        STDIO = "stdio", "program on this machine"
        HTTP = "http", "streamable HTTP"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="mcp_servers")
    name = models.CharField(max_length=40, help_text="an identifier: letters, digits, - and _")
    transport = models.CharField(max_length=8, choices=Transport)
    url = EncryptedTextField(null=True)
    headers = EncryptedJSONField(null=True, help_text="such as Authorization")
    command = EncryptedJSONField(null=True, help_text="program and arguments, as a list")
    environment = EncryptedJSONField(null=True)
    enabled = models.BooleanField(default=True)
    tools = EncryptedJSONField(
        default=list, help_text="as listed last: name, description, schema, annotations"
    )
    tools_hash = models.CharField(max_length=64, blank=True)
    listed_at = models.DateTimeField(null=True)
    error = EncryptedTextField(null=True)
    failed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[McpServer]] = McpServerQuerySet.as_manager()

    class Meta:
        ordering = ("name",)
        verbose_name = "MCP server"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "name"], name="mcp_server_once_per_name"),
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(user=None), name="mcp_server_shared_once_per_name"
            ),
            models.CheckConstraint(
                condition=models.Q(transport="http") | models.Q(user=None),
                name="mcp_programs_for_admins_only",
            ),
        ]

    def __str__(self) -> str:
        return self.name
