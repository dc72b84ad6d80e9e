from __future__ import annotations

from django.apps import AppConfig


class AgencyConfig(AppConfig):
    name = "agency"
    verbose_name = "Agency"

    def ready(self) -> None:
        from agency.runtime.waking import wake_for
        from agency.tools import register_tools
        from trust.decisions import on_answered, on_closed

        on_answered(wake_for, first=True)
        on_closed(wake_for, first=True)
        register_tools()
