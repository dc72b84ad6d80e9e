"""How far a plan is, by one look at the state of its steps; nothing of them is decrypted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
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

    @property
    def is_sure(self) -> bool:
        """Whether it is known what ends with the step."""
        return not (self.hop_ends and self.goes_on and self.doubtful)

    def as_parameters(self) -> dict[str, Any]:
        """What `AS_IT_WAS` compares with."""
        return {f"was_{number}": value for number, value in enumerate(astuple(self))}


def standing_after(step: ToolStep, made: Sequence[str]) -> Standing:
    """Look at the others of the plan; `made`: the names of the assets that the step makes."""
    with prepared_cursor() as cursor:
        cursor.execute(_LOOK, facts_of(step, made))
        return Standing(*cursor.fetchone())


def facts_of(step: ToolStep, made: Collection[str]) -> dict[str, Any]:
    """The parameters of a look at the others of a step's plan."""
    places = {"step": step.pk, "hop": step.hop_id, "plan": step.hop.plan_id, "made": list(made)}
    return places | STATES


def ready_assets(plan: Plan) -> set[str]:
    """The names of the assets that are there."""
    with prepared_cursor() as cursor:
        cursor.execute(_READY, {"plan": plan.pk, "ready": Asset.Status.READY.value})
        return {name for (name,) in cursor.fetchall()}


STATES: Final[dict[str, Any]] = {
    "open": [status.value for status in OPEN],
    "done": ToolStep.Status.DONE.value,
    "failed": Hop.Status.FAILED.value,
    "ready": Asset.Status.READY.value,
    "output": Asset.Role.OUTPUT.value,
}
_STEPS, _HOPS, _ASSETS = (model._meta.db_table for model in (ToolStep, Hop, Asset))
_READY = f"SELECT name FROM {_ASSETS} WHERE plan_id = %(plan)s AND status = %(ready)s"
OTHERS: Final = f"""
    SELECT
    NOT EXISTS (
        SELECT FROM {_STEPS} WHERE hop_id = {{hop}} AND id <> {{step}} AND status <> %(done)s) AS hop_ends,
    (SELECT sum(run)::int FROM {_STEPS} WHERE hop_id = {{hop}}) AS runs,
    EXISTS (
        SELECT FROM {_STEPS} AS other JOIN {_HOPS} AS hop ON hop.id = other.hop_id
        WHERE hop.plan_id = %(plan)s AND hop.status <> %(failed)s
            AND other.id <> {{step}} AND other.status = ANY(%(open)s::text[])) AS goes_on,
    EXISTS (SELECT FROM {_HOPS} WHERE plan_id = %(plan)s AND status = %(failed)s)
    OR EXISTS (
        SELECT FROM {_ASSETS} AS asset LEFT JOIN {_STEPS} AS maker ON maker.id = asset.made_by_id
        WHERE asset.plan_id = %(plan)s AND asset.status <> %(ready)s
            AND (maker.id IS NULL OR maker.status = %(done)s)) AS doubtful
"""
"""The others of a plan, once {step} of {hop} is done: all of `Standing` but what the step itself decides."""
MISSING: Final = f"""
    SELECT name FROM {_ASSETS} WHERE plan_id = %(plan)s AND role = %(output)s AND status <> %(ready)s
"""
_AFTER = f"""
    {OTHERS.format(step="%(step)s", hop="%(hop)s")},
    EXISTS ({MISSING} AND name <> ALL(%(made)s::text[])) AS lacks
"""
_LOOK = f"WITH looked AS ({_AFTER}) SELECT * FROM looked"
AS_IT_WAS: Final = f"""
    SELECT FROM ({_AFTER}) AS looked
    WHERE hop_ends = %(was_0)s AND runs = %(was_1)s AND goes_on = %(was_2)s AND doubtful = %(was_3)s
        AND lacks = %(was_4)s
"""
"""Has a row where a plan stands as was looked up before: with `facts_of` and `Standing.as_parameters`."""
