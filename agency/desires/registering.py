"""What desires tell the lower rooms: their graphs, how answers move them, and where they are shown."""

from __future__ import annotations

from typing import Any

from agency.desires import executing, lifecycle, live, recurring, services
from agency.runtime.graphs import GraphSpec, register_graph
from agency.runtime.schedules.jobs import register_job
from ownyou.lib import queues
from trust.decisions import on_answered

VERSION = 1


def register() -> None:
    """Make desires known."""
    for name, build in (
        (executing.PLANNER, _planner),
        (executing.EXECUTOR, _executor),
        (executing.OUTCOME, _outcome),
    ):
        register_graph(
            GraphSpec(
                name=name,
                version=VERSION,
                build=build,
                initial=services.first_state,
                moved=services.thread_moved,
                queue=queues.MISSIONS,
            )
        )
    on_answered(services.review_answered)
    live.register_regions()
    register_job(lifecycle.KIND, recurring.wake)


def _planner() -> Any:
    from agency.desires.planner.graph import build

    return build()


def _executor() -> Any:
    from agency.desires.executor.graph import build

    return build()


def _outcome() -> Any:
    from agency.desires.outcome.graph import build

    return build()
