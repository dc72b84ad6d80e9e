"""`manage.py setup_checkpoints`: create or migrate the checkpoint tables, as the owner."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from psycopg.conninfo import conninfo_to_dict

from agency.runtime.checkpoints import set_up


class Command(BaseCommand):
    help = "Create or migrate the tables of LangGraph's checkpoints. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        role = str(conninfo_to_dict(settings.DATABASE_URL).get("user") or "")
        set_up(settings.DATABASE_OWNER_URL, role)
        self.stdout.write("Checkpoint tables are ready.")
