"""`manage.py load_catalogue`: load the shipped sample catalogue and build the index of places."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from agency.catalogue.loading import load_sample
from agency.reasoning.slots.gazetteer import index_path


class Command(BaseCommand):
    help = "Load the sample catalogue and build the index of place names, where they are not up to date."

    def handle(self, *args: Any, **options: Any) -> None:
        index_path()
        self.stdout.write(f"Catalogue: {load_sample()} rows of sample data.")
