"""The next step of a plan, by one look: with its hop, what it may take, and how the plan stands then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agency.acting.reflexion import ANY_LESSON
from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.standing import MISSING, OTHERS, STATES, Standing
from ownyou.lib.prepared import columns_of, prepared_cursor, row_from


@dataclass(frozen=True, slots=True)
class Look:
    """What was found with a step: the values that are there for it, by name; the others of its plan, as they
    stand when it is done; the outputs that are `missing`; whether anything was learned of this person's acts
    (`taught`)."""

    assets: dict[str, Asset]
    others: tuple[bool, int, bool, bool]
    missing: frozenset[str]
    taught: bool

    def standing(self, made: Sequence[str]) -> Standing:
        """How the plan stands when the step has made these assets."""
        return Standing(*self.others, lacks=bool(self.missing.difference(made)))


def look_ahead(plan: Plan) -> tuple[ToolStep, Look] | None:
    """The first open step of a plan, whether or not what it takes is there; None where no step is open."""
    with prepared_cursor() as cursor:
        cursor.execute(_NEXT, STATES | {"plan": plan.pk, "learner": str(plan.user_id), "user": plan.user_id})
        rows = cursor.fetchall()
    if not rows:
        return None
    hop_ends, runs, goes_on, doubtful, missing, taught, *words = rows[0]
    step = row_from(ToolStep, words[:_TO_HOP])
    step.hop = row_from(Hop, words[_TO_HOP:_TO_ASSET], but=_PLAIN)
    step.hop.plan = plan
    found = [row_from(Asset, row[-_OF_ASSET:], but=_UNREAD) for row in rows if row[-1] is not None]
    assets = {asset.name: asset for asset in found}
    return step, Look(assets, (hop_ends, runs, goes_on, doubtful), frozenset(missing), taught)


_PLAIN: Final = ("inputs", "outputs")
_UNREAD: Final = ("description", "lineage", "fingerprint", "made_by", "type", "role", "updated_at")
_STEP, _HOP = columns_of(ToolStep, "step"), columns_of(Hop, "hop", but=_PLAIN)
_ASSET = columns_of(Asset, "asset", but=_UNREAD)
_OF_ASSET: Final = len(_ASSET)
_TO_HOP: Final = len(_STEP)
_TO_ASSET: Final = _TO_HOP + len(_HOP)
_STEPS, _HOPS, _ASSETS = (model._meta.db_table for model in (ToolStep, Hop, Asset))
_NEXT = f"""
WITH first AS (
    SELECT step.id AS step, hop.id AS hop
    FROM {_STEPS} AS step JOIN {_HOPS} AS hop ON hop.id = step.hop_id
    WHERE hop.plan_id = %(plan)s AND hop.status <> %(failed)s AND step.status = ANY(%(open)s::text[])
    ORDER BY hop.position, step.position LIMIT 1
), others AS MATERIALIZED (
    SELECT first.step, first.hop, after.*, ARRAY({MISSING}) AS missing, EXISTS ({ANY_LESSON}) AS taught
    FROM first CROSS JOIN LATERAL ({OTHERS.format(step="first.step", hop="first.hop")}) AS after
)
SELECT hop_ends, runs, goes_on, doubtful, missing, taught, {", ".join([*_STEP, *_HOP, *_ASSET])}
FROM others JOIN {_STEPS} AS step ON step.id = others.step JOIN {_HOPS} AS hop ON hop.id = others.hop
LEFT JOIN {_ASSETS} AS asset ON asset.plan_id = %(plan)s AND asset.status = %(ready)s AND (
    jsonb_exists(hop.inputs, asset.name)
    OR asset.made_by_id IN (SELECT id FROM {_STEPS} WHERE hop_id = others.hop))
"""
"""What a step takes is an input of its hop, or made in it."""
