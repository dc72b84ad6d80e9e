"""Plans of missions, and the files that they make, over the API. `request.auth` is the person."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Router, Schema
from pydantic import Field

from agency import artifacts
from agency.plans.cards import HopCard
from missions import services
from missions.levels.complex import drafts
from missions.models import Mission
from missions.part_cards import PartLine, PartsCard, parts_card
from missions.plan_cards import plan_card
from missions.plan_inputs import PlanInput
from ownyou.lib.errors import NotFound
from trust.api.auth import PersonApiRequest

router = Router(tags=["missions"])


class PlanOut(Schema):
    """A plan as data. Open goals have hops and inputs; missions of level 3 have parts, and what their newest
    draft holds: amounts are for the whole party in the goal's currency."""

    version: int = Field(description="0 before the first draft")
    made_words: str = Field("", description="planned by what")
    hops: list[HopCard] = []
    inputs: list[PlanInput] = Field(
        [], description="what it starts from; `again`: the hops that a change redoes"
    )
    fixed: str = Field("", description="why the inputs cannot be changed now; empty where they can")
    text: str = Field("", description="the Markdown that came of it")
    title: str = ""
    summary: str = Field("", description="what it is like; empty where nobody worded it")
    people: int | None = None
    budget: dict[str, Any] | None = Field(None, description="limit, total, currency")
    transport: list[dict[str, Any]] = Field([], description="kind, from, to, date, cost, estimate")
    items: list[dict[str, Any]] = Field(
        [], description="what to buy: part, what, name, retailer, count, price, shipping, cost, fits, link"
    )
    stays: list[dict[str, Any]] = Field([], description="name, city, checkin, checkout, cost")
    days: list[dict[str, Any]] = Field(
        [], description="date, city, items: kind, name, start, end, cost, source"
    )
    tasks: list[dict[str, Any]] = Field([], description="of gatherings: what, start, end, who")
    rides: list[dict[str, Any]] = Field([], description="of gatherings: driver, passengers, fetched, home")
    meals: list[dict[str, Any]] = Field([], description="of gatherings: what, count")
    checks: list[dict[str, Any]] = Field([], description="name, ok, detail, hard")
    misfits: list[str] = Field([], description="what of the wish does not fit, in words")
    parts: list[PartLine] = []
    versions: list[int] = []


class ArtifactOut(Schema):
    """One file of a mission."""

    path: str
    version: int
    versions: list[int] = Field([], description="those that can be read with `?version=`, oldest first")
    media_type: str
    size: int = Field(description="bytes")
    url: str


class ArtifactPage(Schema):
    """The newest version of each file, by path."""

    items: list[ArtifactOut]
    next: str | None = None


@router.get("/missions/{mission_id}/plan", response=PlanOut, summary="The plan of a mission")
def get_plan(request: PersonApiRequest, mission_id: UUID) -> PlanOut:
    """404 for missions that run on no plan."""
    mission = services.mission_of(request.auth, mission_id)
    if (hops := plan_card(mission)) is not None:
        return PlanOut(**hops.model_dump(include=set(PlanOut.model_fields)))
    if (parts := parts_card(mission)) is not None:
        return _of_parts(mission, parts)
    raise NotFound(_("This mission has no plan."))


def _of_parts(mission: Mission, card: PartsCard) -> PlanOut:
    versions = drafts.versions_of(mission)
    draft = drafts.draft_of(mission, versions[-1]) if versions else None
    known = {
        name: value for name, value in (draft.data if draft else {}).items() if name in PlanOut.model_fields
    }
    made = [*card.made, *([card.draft.made_words] if card.draft else [])]
    own = {
        "version": versions[-1] if versions else 0,
        "parts": card.parts,
        "versions": versions,
        "made_words": " ".join(made),
    }
    return PlanOut(**(known | own | {"text": draft.markdown if draft else ""}))


@router.get("/missions/{mission_id}/artifacts", response=ArtifactPage, summary="The files of a mission")
def list_artifacts(request: PersonApiRequest, mission_id: UUID) -> ArtifactPage:
    mission = services.mission_of(request.auth, mission_id)
    versions = drafts.versions_by_file(mission)
    files = drafts.files_of(mission)
    return ArtifactPage(items=[_artifact(mission, row, versions[row.path_hash]) for row in files])


def _artifact(mission: Mission, row: Any, versions: list[int]) -> ArtifactOut:
    return ArtifactOut(
        path=row.path,
        version=row.version,
        versions=versions,
        media_type=row.media_type,
        size=row.size,
        url=f"/api/missions/{mission.pk}/artifacts/{row.path}",
    )


@router.get("/missions/{mission_id}/artifacts/{path:path}", summary="One file of a mission", response=bytes)
def get_artifact(
    request: PersonApiRequest, mission_id: UUID, path: str, version: int | None = None
) -> HttpResponse:
    """The content with its own media type: of the newest version, or of the one that is named."""
    mission = services.mission_of(request.auth, mission_id)
    row = drafts.file_of(mission, path, version)
    headers = {"Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(artifacts.read(row), content_type=row.media_type, headers=headers)
