"""`manage.py tell_acts EMAIL`: how a person's acts stand, and what is in their calendar and notes."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agency.models import CalendarEntry, Note
from trust.models import Action, User


class Command(BaseCommand):
    help = (
        "Prints {acts: [{id, key, tool, status, ruling, error, arguments}], calendar: [...], notes: [...]}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.get(email=options["email"])
        columns = ("key", "tool", "status", "ruling", "error", "arguments")
        acts = [
            {"id": str(act.pk)} | {name: getattr(act, name) for name in columns}
            for act in Action.objects.filter(user=user)
        ]
        entries = [entry.title for entry in CalendarEntry.objects.filter(user=user)]
        notes = [note.text for note in Note.objects.filter(user=user)]
        self.stdout.write(json.dumps({"acts": acts, "calendar": entries, "notes": notes}))
