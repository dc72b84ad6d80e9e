"""`manage.py rewrap_keys`: protect all data keys with the first of the configured instance keys."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from trust.keys import rewrap_keys


class Command(BaseCommand):
    help = (
        "After a new instance key was put first in OWNYOU_SECRET_KEYS: wrap everybody's data key with it. "
        "Then the old one can be taken out."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rewrap_keys()} data keys are now protected by the first instance key.")
