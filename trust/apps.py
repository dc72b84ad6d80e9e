from __future__ import annotations

from django.apps import AppConfig


class TrustConfig(AppConfig):
    name = "trust"
    verbose_name = "Trust"

    def ready(self) -> None:
        from ownyou.lib.crypto import register_key_provider
        from trust import decisions, verdicts
        from trust.keys import UserKeys
        from trust.regions import register_regions

        register_key_provider(UserKeys())
        register_regions()
        decisions.on_answered(verdicts.take_answer)
        decisions.on_closed(verdicts.close_acts)
