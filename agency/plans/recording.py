"""Keeping what a step made: values, where they come from, and whether untrusted text is in them.

What a step made, that it is done, and what ends with it are one statement, whose line in the feed comes last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils import timezone
from pydantic import JsonValue

from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.acts import Outcome
from agency.plans.resolving import Resolved, fingerprint
from agency.plans.standing import AS_IT_WAS, Standing, facts_of
from agency.plans.toolview import ToolView
from ownyou.lib.fields import seal
from ownyou.lib.prepared import prepared_cursor, stored, update_of, update_values
from trust.activity import Beside, Change, record_change
from trust.ledger.statements import MOVED

STEP = ("status", "used", "action_id", "ended_at")
HOP = ("status", "ended_at", "error")
PLAN = ("status", "ended_at")
MADE = ("value", "fingerprint", "tainted", "lineage", "made_by", "status")


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends with a step: its hop, of which `line` tells in the feed, and the plan, where that has a
    status then."""

    line: Mapping[str, Any]
    plan: Plan.Status | None = None


def keep_results(
    step: ToolStep,
    tool: ToolView,
    resolved: Resolved,
    outcomes: Sequence[Outcome],
    standing: Standing | None = None,
    ending: Ending | None = None,
) -> bool:
    """Map the results of a step's runs to its assets; with it the step is done, and what ends with it ends.

    What is made from tainted values, or by a tool whose results are other people's text, is tainted. With a
    `standing`, nothing is done and it returns False where the plan stands otherwise by now.
    """
    values = _values(step, tool, resolved, outcomes, standing, ending)
    made, checked = len(made_by(step)), standing is not None
    if ending is None:
        with prepared_cursor() as cursor:
            cursor.execute(_keeping_alone(made, checked=checked), values)
            return cursor.fetchone() is not None
    sql = _keeping(made, checked=checked, hop=True, plan=ending.plan is not None)
    return record_change(Change(sql, "kept", values), **ending.line)


def results_beside(
    step: ToolStep,
    tool: ToolView,
    resolved: Resolved,
    outcome: Outcome,
    standing: Standing,
    ending: Ending | None,
) -> Beside:
    """The same for a step of one act, to be done by the statement that ends this."""
    values = _values(step, tool, resolved, [outcome], standing, ending)
    ends, plan = ending is not None, ending is not None and ending.plan is not None
    sql = _keeping(len(made_by(step)), checked=True, after=MOVED, hop=ends, plan=plan)
    return Beside(sql, "kept", values, line=ending.line if ending else None)


def _values(
    step: ToolStep,
    tool: ToolView,
    resolved: Resolved,
    outcomes: Sequence[Outcome],
    standing: Standing | None,
    ending: Ending | None,
) -> dict[str, Any]:
    step.status, step.ended_at = ToolStep.Status.DONE, timezone.now()
    values = update_values("step", step, STEP) | {"of_plan": step.hop.plan_id}
    for number, result in enumerate(made_by(step)):
        values |= _made(f"asset{number}", step, tool, resolved, outcomes, result)
    if standing is not None:
        values |= facts_of(step, assets_made_by(step)) | standing.as_parameters()
    return values if ending is None else values | _ended(step, ending.plan)


def made_by(step: ToolStep) -> list[str]:
    """The results of a step that are kept."""
    return [name for name, mapping in step.results.items() if mapping["type"] == "asset_field"]


def assets_made_by(step: ToolStep) -> list[str]:
    """The names of the assets that a step makes."""
    return [step.results[name]["state_asset"] for name in made_by(step)]


def _made(
    prefix: str,
    step: ToolStep,
    tool: ToolView,
    resolved: Resolved,
    outcomes: Sequence[Outcome],
    result: str,
) -> dict[str, Any]:
    value = _value([(one.result or {}).get(result) for one in outcomes], in_turns=resolved.in_turns)
    written = {
        "value": seal(step.user_id, value),
        "fingerprint": fingerprint(step.user_id, value),
        "tainted": tool.untrusted or resolved.tainted or any(outcome.tainted for outcome in outcomes),
        "lineage": resolved.assets,
        "made_by": step.pk,
        "status": Asset.Status.READY,
    }
    fields = {name: Asset._meta.get_field(name) for name in MADE}
    columns = {f"{prefix}_{name}": stored(fields[name], written[name]) for name in MADE}  # type: ignore
    return columns | {f"{prefix}_name": step.results[result]["state_asset"]}


def _ended(step: ToolStep, status: Plan.Status | None) -> dict[str, Any]:
    """What is written of a hop that is complete, and of a plan that has ended."""
    hop, plan = step.hop, step.hop.plan
    hop.status, hop.ended_at, hop.error = Hop.Status.COMPLETED, step.ended_at, None
    values = update_values("hop", hop, HOP)
    if status is not None:
        plan.status, plan.ended_at = status, step.ended_at
        values |= update_values("plan", plan, PLAN)
    return values


@cache
def _keeping_alone(assets: int, *, checked: bool) -> str:
    return f"WITH {_keeping(assets, checked=checked)} SELECT 1 FROM kept"


@cache
def _keeping(assets: int, *, checked: bool, after: str = "", hop: bool = False, plan: bool = False) -> str:
    """Common table expressions, of which “kept” has a row when all are written: where `checked`, only if
    the plan stands as it was, and what comes before, called `after`, was done."""
    only = "as_it_was" if checked else ""
    parts = {f"asset{number}": _asset(f"asset{number}", only) for number in range(assets)}
    if hop:
        parts["hop"] = update_of("hop", Hop, HOP, only=only)
    if plan:
        parts["plan"] = update_of("plan", Plan, PLAN, only=only)
    all_first = " AND ".join(["TRUE", *(f"(SELECT count(*) FROM {name}) >= 0" for name in parts)])
    parts["step"] = update_of("step", ToolStep, STEP, only=only)
    parts["kept"] = f"SELECT id FROM step WHERE {all_first}"
    look = {only: AS_IT_WAS + (f" AND EXISTS (SELECT FROM {after})" if after else "")} if checked else {}
    return ", ".join(f"{name} AS ({sql})" for name, sql in (look | parts).items())


def _asset(prefix: str, only: str) -> str:
    columns = [(Asset._meta.get_field(name).column, name) for name in MADE]  # type: ignore[union-attr]
    changes = ", ".join(f"{column} = %({prefix}_{name})s" for column, name in columns)
    where = f"plan_id = %(of_plan)s AND name = %({prefix}_name)s"
    where += f" AND EXISTS (SELECT FROM {only})" if only else ""
    return f"UPDATE {Asset._meta.db_table} SET {changes} WHERE {where} RETURNING id"


def _value(values: list[JsonValue], *, in_turns: bool) -> JsonValue:
    """One value; of a step over a list the values in order, lists among them joined."""
    if not in_turns:
        return values[0] if values else None
    return [one for value in values for one in (value if isinstance(value, list) else [value])]
