"""How far a plan is, by one look at the state of its steps; nothing of them is decrypted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from agency.models import Asset, Hop, Plan, ToolStep
from ownyou.lib.prepared import prepared_cursor

OPEN: Final = (ToolStep.Status.PENDING, ToolStep.Status.RUNNING, ToolStep.Status.WAITING)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a plan stands once a step is done. `hop_ends`: all steps of its hop are, in `runs` runs;
    `goes_on`: others are open; `doubtful`: a hop failed, or something is missing that should be there, so
    that open steps may have to wait for it; `lacks`: outputs are not there yet."""

    hop_ends: bool
    runs: int
    goes_on: bool
    doubtful: bool
    lacks: bool


def standing_after(step: ToolStep, made: list[str]) -> Standing:
    """Look at the others of the plan; `made`: the names of the assets that the step makes."""
    facts: dict[str, Any] = {
        "step": step.pk,
        "hop": step.hop_id,
        "plan": step.hop.plan_id,
        "made": made,
        "open": [status.value for status in OPEN],
        "done": ToolStep.Status.DONE.value,
        "failed": Hop.Status.FAILED.value,
        "ready": Asset.Status.READY.value,
        "output": Asset.Role.OUTPUT.value,
    }
    with prepared_cursor() as cursor:
        cursor.execute(_LOOK, facts)
        return Standing(*cursor.fetchone())


def ready_assets(plan: Plan) -> set[str]:
    """The names of the assets that are there."""
    with prepared_cursor() as cursor:
        cursor.execute(_READY, {"plan": plan.pk, "ready": Asset.Status.READY.value})
        return {name for (name,) in cursor.fetchall()}


_STEPS, _HOPS, _ASSETS = (model._meta.db_table for model in (ToolStep, Hop, Asset))
_READY = f"SELECT name FROM {_ASSETS} WHERE plan_id = %(plan)s AND status = %(ready)s"
_LOOK = f"""
SELECT
    NOT EXISTS (SELECT FROM {_STEPS} WHERE hop_id = %(hop)s AND id <> %(step)s AND status <> %(done)s),
    (SELECT sum(run)::int FROM {_STEPS} WHERE hop_id = %(hop)s),
    EXISTS (
        SELECT FROM {_STEPS} AS other JOIN {_HOPS} AS hop ON hop.id = other.hop_id
        WHERE hop.plan_id = %(plan)s AND hop.status <> %(failed)s
            AND other.id <> %(step)s AND other.status = ANY(%(open)s::text[])),
    EXISTS (SELECT FROM {_HOPS} WHERE plan_id = %(plan)s AND status = %(failed)s)
    OR EXISTS (
        SELECT FROM {_ASSETS} AS asset LEFT JOIN {_STEPS} AS maker ON maker.id = asset.made_by_id
        WHERE asset.plan_id = %(plan)s AND asset.status <> %(ready)s
            AND (maker.id IS NULL OR maker.status = %(done)s)),
    EXISTS (
        SELECT FROM {_ASSETS} WHERE plan_id = %(plan)s AND role = %(output)s AND status <> %(ready)s
            AND name <> ALL(%(made)s::text[]))
"""
