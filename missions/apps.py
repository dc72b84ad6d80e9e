from __future__ import annotations

from django.apps import AppConfig


class MissionsConfig(AppConfig):
    name = "missions"
    verbose_name = "Missions"

    def ready(self) -> None:
        from agency.runtime.graphs import GraphSpec, register_graph
        from missions import services
        from missions.levels import coordinated, simple
        from missions.levels.nodes import first_state
        from missions.live import register_regions
        from missions.plugins.discovery import discover
        from ownyou.lib import queues

        discover()
        for graph, queue in ((simple, queues.INTERACTIVE), (coordinated, queues.MISSIONS)):
            register_graph(
                GraphSpec(
                    name=graph.NAME,
                    version=graph.VERSION,
                    build=graph.build,
                    initial=first_state,  # type: ignore[arg-type]
                    moved=services.thread_moved,
                    queue=queue,
                )
            )
        register_regions()
