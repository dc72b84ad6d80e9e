"""A desire in folder form: scratchpad.json, desire.json, plan-vN.json, execution-log.json, outcome.json."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from agency.desires import lifecycle
from agency.desires.cards import page_for
from agency.models import Desire, Plan
from agency.plans.storing import essence


def folder_of(desire: Desire) -> dict[str, Any]:
    """The files of a desire's folder, by name."""
    page = page_for(desire)
    facts = page.model_dump(mode="json")
    plans = Plan.objects.of(desire.user).about(lifecycle.KIND, desire.pk)
    files: dict[str, Any] = {
        "scratchpad.json": scratchpad_of(desire, page.plan.version if page.plan else 0),
        "desire.json": {name: facts[name] for name in DESIRE},
        "execution-log.json": facts["log"],
        "outcome.json": facts["outcomes"],
    }
    for plan in plans:
        files[f"plan-v{plan.version}.json"] = {
            "version": plan.version,
            "estimatedRisk": plan.risk,
            "madeBy": plan.made_by,
            "status": plan.status,
            "because": plan.because or [],
            **essence(plan).model_dump(mode="json"),
        }
    return files


DESIRE = (
    "id",
    "title",
    "description",
    "source",
    "tainted",
    "stage",
    "every",
    "strength",
    "priority",
    "risk",
    "reviews",
    "problem",
    "helped",
    "helped_said",
)


def scratchpad_of(desire: Desire, version: int) -> dict[str, Any]:
    """The lifecycle's state, with the names of the folder form."""
    return {
        "desireId": str(desire.pk),
        "stage": desire.stage,
        "version": 1,
        "iterations": {
            "planning": desire.plannings,
            "execution": desire.executions,
            "review": desire.reviews,
        },
        "timestamps": {
            "created": _at(desire.created_at),
            "lastUpdated": _at(desire.updated_at),
            "planStarted": _at(desire.plan_started_at),
            "planCompleted": _at(desire.plan_completed_at),
            "executionStarted": _at(desire.execution_started_at),
            "executionCompleted": _at(desire.execution_completed_at),
            "reviewCompleted": _at(desire.review_completed_at),
        },
        "currentPlanVersion": version,
        "userCritique": desire.critique,
        "critiqueAt": _at(desire.critique_at),
        "reviewBypassed": desire.bypassed,
        "autoApproveReason": desire.approve_reason,
        "error": desire.problem,
    }


def _at(moment: Any) -> str | None:
    return moment.isoformat() if moment else None


def archive_of(desire: Desire) -> bytes:
    """The folder as a ZIP file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in folder_of(desire).items():
            archive.writestr(f"{desire.pk}/{name}", json.dumps(content, ensure_ascii=False, indent=2))
    return made.getvalue()
