from __future__ import annotations

from django.apps import AppConfig


class PipelineConfig(AppConfig):
    name = "bench.pipeline"
    label = "bench_pipeline"

    def ready(self) -> None:
        from bench.pipeline.sources import register

        register()
