from __future__ import annotations

from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"
    verbose_name = "Memory"

    def ready(self) -> None:
        from memory.pages import draw_facts
        from trust.live import register_region

        register_region("memory", draw_facts, subjects={"memory"})
