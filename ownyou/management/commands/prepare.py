"""`manage.py prepare`: bring the database to this version; run as its owner (OWNYOU_DATABASE_ROLE=owner)."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand

STEPS = ("migrate", "setup_checkpoints", "load_catalogue")


class Command(BaseCommand):
    help = "Migrate, set up the checkpoint tables and load the shipped catalogue."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        known = get_commands()
        for step in STEPS:
            if step in known:
                call_command(step, **({"interactive": False} if step == "migrate" else {}))
            else:
                self.stdout.write(f"{step}: not part of this version")
