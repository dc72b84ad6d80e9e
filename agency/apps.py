from __future__ import annotations

from django.apps import AppConfig


class AgencyConfig(AppConfig):
    name = "agency"
    verbose_name = "Agency"

    def ready(self) -> None:
        from agency.runtime.waking import wake_for_answer
        from trust.decisions import on_answered

        on_answered(wake_for_answer)
