"""`manage.py translations`: bring the catalogues to the texts there are now, and compile them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ownyou.lib import translations


class Command(BaseCommand):
    help = "Collect all texts into the catalogues, compile those, and name what has no words yet."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(translations.texts())
        for language, _name in settings.LANGUAGES:
            if language != settings.LANGUAGE_CODE:
                self._bring(language, found)

    def _bring(self, language: str, found: list[translations.Text]) -> None:
        catalogue = translations.updated(translations.load(language), found)
        path = translations.catalogue_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(translations.as_po(catalogue))
        path.with_suffix(".mo").write_bytes(translations.as_mo(catalogue))
        missing = translations.untranslated(catalogue)
        self.stdout.write(f"{language}: {len(catalogue)} texts, {len(missing)} without words")
        for text in missing:
            self.stdout.write(f"  {text}")
