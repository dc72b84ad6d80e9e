from __future__ import annotations

from django.apps import AppConfig


class MissionsConfig(AppConfig):
    name = "missions"
    verbose_name = "Missions"

    def ready(self) -> None:
        from agency.desires.noticing.seen import register_outside
        from agency.desires.spawning import register_fits, register_stands
        from agency.runtime.schedules.jobs import register_job
        from memory.cards import register_wording
        from memory.provenance import ProvenanceKind, register_describer
        from memory.telling import register_mover
        from missions import afterwards
        from missions.describing import describe_choices, describe_missions
        from missions.live import register_regions
        from missions.moving_home import moved_home
        from missions.open_goals import is_taken_back, may_end_late, take_late_end, tell_taken_back
        from missions.outside import shaped
        from missions.plugins.discovery import discover
        from missions.trips.learned_words import learned_on_trips
        from missions.wishes import BEGIN, stands_of, type_for
        from trust.ledger import on_ended
        from trust.tools import register_tool

        register_wording(learned_on_trips)
        register_describer(ProvenanceKind.MISSION, describe_missions)
        register_describer(ProvenanceKind.CHOICE, describe_choices)
        discover()
        register_mover(moved_home)
        register_tool(BEGIN)
        register_job(afterwards.KIND, afterwards.ask)
        register_fits(type_for)
        register_stands(stands_of)
        register_outside(shaped)
        on_ended(take_late_end, first=True, concerns=may_end_late)
        on_ended(tell_taken_back, concerns=is_taken_back)
        register_graphs()
        register_regions()


def register_graphs() -> None:
    """Tell the runtime which graphs missions run on."""
    from agency.runtime.graphs import GraphSpec, register_graph
    from missions import archiving, levels, services, subgoals
    from ownyou.lib import queues

    for name, build, queue in (
        (levels.SIMPLE, levels.build_simple, queues.INTERACTIVE),
        (levels.COORDINATED, levels.build_coordinated, queues.MISSIONS),
        (levels.OPEN, levels.build_open, queues.MISSIONS),
        (levels.COMPLEX, levels.build_complex, queues.MISSIONS),
    ):
        register_graph(
            GraphSpec(
                name=name,
                version=levels.VERSION,
                build=build,
                initial=levels.first_state,
                moved=services.thread_moved,
                queue=queue,
                repeatable=name != levels.OPEN,  # whose plan may have acted before it asks
                retired=archiving.put_away,
            )
        )
    register_graph(
        GraphSpec(
            name=levels.PART,
            version=levels.VERSION,
            build=levels.build_part,
            initial=levels.first_part_state,
            moved=subgoals.moved,
            repeatable=True,
        )
    )
