from __future__ import annotations

from django.apps import AppConfig


class OwnYouConfig(AppConfig):
    name = "ownyou"
    verbose_name = "OwnYou"

    def ready(self) -> None:
        from ownyou.celery import app

        app.set_default()
