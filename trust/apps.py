from __future__ import annotations

from django.apps import AppConfig


class TrustConfig(AppConfig):
    name = "trust"
    verbose_name = "Trust"

    def ready(self) -> None:
        from ownyou.lib.crypto import register_key_provider
        from trust.keys import UserKeys

        register_key_provider(UserKeys())
