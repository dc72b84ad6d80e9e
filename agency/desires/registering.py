"""What desires tell the lower rooms: their graphs, how answers move them, and where they are shown."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from agency.desires import config, escalating, executing, helping, lifecycle, live, recurring, services
from agency.desires.noticing import daily, hearing, looking, proposing
from agency.models import Thread
from agency.runtime.graphs import GraphSpec, register_graph
from agency.runtime.schedules.jobs import register_job
from ownyou.lib import queues
from trust.decisions import on_answered
from trust.models import Decision

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
                repeatable=name == executing.PLANNER,
            )
        )
    for name, build, first_state in (
        (hearing.GENERATOR, _generator, _words),
        (looking.PROACTIVE, _proactive, _person),
        (config.REVIEW, _review, _person),
    ):
        register_graph(
            GraphSpec(
                name=name,
                version=VERSION,
                build=build,
                initial=first_state,
                moved=_moves_nothing,
                queue=queues.BACKGROUND,
            )
        )
    for handler in (
        services.review_answered,
        proposing.proposal_answered,
        escalating.answered,
        helping.answered,
    ):
        on_answered(handler, concerns=_is_about_a_desire)
    live.register_regions()
    register_job(lifecycle.KIND, recurring.wake)
    register_job(helping.KIND, helping.ask)
    register_job(config.REVIEW, daily.begin)


def _is_about_a_desire(decision: Decision) -> bool:
    return decision.subject_kind == lifecycle.KIND


def _words(heard_id: UUID) -> dict[str, Any]:
    return {"heard_id": str(heard_id)}


def _person(user_id: UUID) -> dict[str, Any]:
    return {"user_id": str(user_id)}


def _moves_nothing(thread: Thread, to: str) -> None:
    """Words and looks have no stage that moves with their run: what was noticed is in rows by then."""


def _planner() -> Any:
    from agency.desires.planner.graph import build

    return build()


def _executor() -> Any:
    from agency.desires.executor.graph import build

    return build()


def _outcome() -> Any:
    from agency.desires.outcome.graph import build

    return build()


def _generator() -> Any:
    from agency.desires.generator.graph import build

    return build()


def _proactive() -> Any:
    from agency.desires.proactive.graph import build

    return build()


def _review() -> Any:
    from agency.desires.proactive.graph import build_review

    return build_review()
