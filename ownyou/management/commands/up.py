"""`manage.py up`: everything on this machine with one command."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ownyou.embedded import up


class Command(BaseCommand):
    help = "Start OwnYou on this machine: database, queue, pages, workers and clock, until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        up.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(up.run(port=options["port"], data=options["data"]))
