"""Give every memory a vector of the present embedding model, and its words and topics."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.reembedding import reembed


class Command(BaseCommand):
    help = "Rebuild what memories are found by, where the vector is missing or comes from another model."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="also those that are of the present model")

    def handle(self, *args: Any, **options: Any) -> None:
        done = reembed(everything=options["all"], report=self.stdout.write)
        self.stdout.write(f"{done} memories embedded.")
