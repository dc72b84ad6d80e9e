"""Keeping what a step made: values, where they come from, and whether untrusted text is in them."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from agency.models import Asset, ToolStep
from agency.plans.acts import Outcome
from agency.plans.resolving import Resolved, fingerprint
from agency.plans.toolview import ToolView
from ownyou.lib.fields import seal


def keep_results(step: ToolStep, tool: ToolView, resolved: Resolved, outcomes: Sequence[Outcome]) -> None:
    """Map the results of a step's runs to its assets.

    What is made from tainted values, or by a tool whose results are other people's text, is tainted.
    """
    user_id = step.user_id
    tainted = tool.untrusted or resolved.tainted or any(outcome.tainted for outcome in outcomes)
    for result, mapping in step.results.items():
        if mapping["type"] != "asset_field":
            continue
        value = _value([(one.result or {}).get(result) for one in outcomes], in_turns=resolved.in_turns)
        Asset.objects.filter(plan_id=step.hop.plan_id, name=mapping["state_asset"]).update(
            value=seal(user_id, value),
            fingerprint=fingerprint(user_id, value),
            tainted=tainted,
            lineage=resolved.assets,
            made_by=step,
            status=Asset.Status.READY,
        )


def _value(values: list[JsonValue], *, in_turns: bool) -> JsonValue:
    """One value; of a step over a list the values in order, lists among them joined."""
    if not in_turns:
        return values[0] if values else None
    return [one for value in values for one in (value if isinstance(value, list) else [value])]
