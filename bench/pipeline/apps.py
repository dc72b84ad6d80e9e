from __future__ import annotations

from django.apps import AppConfig


class PipelineConfig(AppConfig):
    name = "bench.pipeline"
    label = "bench_pipeline"

    def ready(self) -> None:
        from bench import acts
        from bench.pipeline import sources, waiting

        for module in (acts, sources, waiting):
            module.register()
