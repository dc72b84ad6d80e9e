"""Desires over the API. `request.auth` is the person."""

from __future__ import annotations

from datetime import time
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from agency.desires import config, export, services
from agency.desires.cards import cards_for, page_for
from agency.desires.config import Config
from agency.desires.listing import desires_of, wanted_by
from agency.desires.noticing import hearing
from agency.desires.shapes import DesireCard, DesirePage
from agency.models import Desire, Heard
from trust.api.auth import PersonApiRequest
from trust.api.cursors import cursor_of, last_of
from trust.api.routes import Limit

router = Router(tags=["desires"])
NOTICING = {"notice_words", "notice_patterns", "threshold", "half_life_days", "review_at"}


class DesireIn(Schema):
    """What is wanted, in words."""

    description: str = Field(examples=["Collect what Wikivoyage says about Giverny into one page"])
    title: str = ""
    every: str = Field("", description="how often: day, week, month; empty: once")
    priority: str = "medium"


class DesireChange(Schema):
    """What is to be changed; other words have it planned anew."""

    description: str | None = None
    title: str | None = None
    every: str | None = None
    priority: str | None = None


class CritiqueIn(Schema):
    """What is to be different in the plan."""

    critique: str


class ReasonIn(Schema):
    """Why not, in words; optional."""

    reason: str = ""


class ConfigIn(Schema):
    """What is to be changed. `confirmed` is needed for the review setting “always”."""

    autonomy: str | None = None
    review: str | None = None
    confirmed: bool = False
    matters: list[str] | None = None
    never: list[str] | None = None
    auto_archive: bool | None = None
    notice_words: bool | None = Field(None, description="whether wishes that you say are noticed")
    notice_patterns: bool | None = Field(None, description="whether those in what you do repeatedly are")
    threshold: float | None = Field(None, description="strength from which a wish is proposed, 0.2 to 1")
    half_life_days: int | None = Field(None, description="days in which strength halves, 1 to 365")
    review_at: time | None = Field(None, description="local time of the daily review; null: none")
    told_by: dict[str, str] | None = Field(
        None,
        description="the way (usual, feed, notice, mail) by which you are told, by what happens (proposed,"
        " review, needs, started, ended); what is not named stays",
    )


class WordsIn(Schema):
    """What you say, in which a wish may be."""

    text: str = Field(max_length=4_000, examples=["I'd love to learn Italian"])


class NoticedOut(Schema):
    """The desires of the wishes that were said; `rest`: something is asked for as well that is a mission."""

    desires: list[DesireCard]
    rest: bool


class DesireList(Schema):
    """Desires, newest first; `next` is the cursor of the following page."""

    items: list[DesireCard]
    next: str | None


@router.get("/agency/desires", response=DesireList, summary="List desires")
def list_desires(
    request: PersonApiRequest,
    stage: Annotated[str, Query(description="only those at this stage")] = "",
    source: Annotated[str, Query(description="only those from there: explicit, implicit, …")] = "",
    risk: Annotated[str, Query(description="only those of this risk: none, low, medium, …")] = "",
    archived: Annotated[bool, Query(description="those that were put away, instead of the others")] = False,
    cursor: str = "",
    limit: Limit = 25,
) -> DesireList:
    wanted = wanted_by(stage=stage, source=source, risk=risk, archived=archived)
    rows, last = desires_of(request.auth, wanted, before=last_of(cursor), page=limit)
    return DesireList(items=cards_for(rows, request.auth), next=cursor_of(last))


@router.post("/agency/desires", response={201: DesirePage}, summary="Take on a desire")
def create_desire(request: PersonApiRequest, wanted: DesireIn) -> Status[DesirePage]:
    """It is planned at once; whether it starts by itself depends on what the plan does and you allow."""
    desire = services.create_desire(user=request.auth, **wanted.model_dump())
    return Status(201, _shown(desire, request))


@router.post("/agency/words", response=NoticedOut, summary="Notice wishes in words")
def notice_words(request: PersonApiRequest, said: WordsIn) -> NoticedOut:
    """What is to be pursued over time becomes a desire, proposed or planned as you allow; what was wished
    before grows stronger. Words without a wish change nothing and are not kept."""
    noticed = hearing.take_in(user=request.auth, text=said.text, origin=Heard.Origin.API)
    return NoticedOut(desires=cards_for(noticed.desires, request.auth), rest=noticed.rest)


@router.get("/agency/desires/{desire_id}", response=DesirePage, summary="One desire")
def get_desire(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    return page_for(services.desire_of(request.auth, desire_id))


@router.put("/agency/desires/{desire_id}", response=DesirePage, summary="Change a desire")
def update_desire(request: PersonApiRequest, desire_id: UUID, wanted: DesireChange) -> DesirePage:
    desire = services.update_desire(user=request.auth, desire_id=desire_id, **wanted.model_dump())
    return _shown(desire, request)


@router.delete("/agency/desires/{desire_id}", response={204: None}, summary="Delete a desire")
def delete_desire(request: PersonApiRequest, desire_id: UUID) -> Status[None]:
    """What runs is stopped; its receipts stay."""
    services.delete_desire(user=request.auth, desire_id=desire_id)
    return Status(204, None)


@router.post("/agency/desires/{desire_id}/generate-plan", response=DesirePage, summary="Plan, or plan anew")
def generate_plan(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    return _shown(services.generate_plan(user=request.auth, desire_id=desire_id), request)


@router.post("/agency/desires/{desire_id}/approve", response=DesirePage, summary="Approve its plan")
def approve_desire(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    """It is executed then. 409 where no plan waits."""
    return _shown(services.approve(user=request.auth, desire_id=desire_id), request)


@router.post("/agency/desires/{desire_id}/reject", response=DesirePage, summary="Reject its plan")
def reject_desire(request: PersonApiRequest, desire_id: UUID, wanted: ReasonIn | None = None) -> DesirePage:
    why = wanted.reason if wanted else ""
    return _shown(services.reject(user=request.auth, desire_id=desire_id, why=why), request)


@router.post("/agency/desires/{desire_id}/revise", response=DesirePage, summary="Say what is to be different")
def revise_desire(request: PersonApiRequest, desire_id: UUID, wanted: CritiqueIn) -> DesirePage:
    """A new version of the plan is made with it."""
    desire = services.revise(user=request.auth, desire_id=desire_id, critique=wanted.critique)
    return _shown(desire, request)


@router.post("/agency/desires/{desire_id}/execute", response=DesirePage, summary="Execute its approved plan")
def execute_desire(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    """409 for a desire that is not approved, and with autonomy “observe”."""
    return _shown(services.execute(user=request.auth, desire_id=desire_id), request)


@router.post("/agency/desires/{desire_id}/reset", response=DesirePage, summary="Reset a stuck desire")
def reset_desire(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    """Back to its last sound stage. 409 while it is not known whether an act of it happened."""
    return _shown(services.reset(user=request.auth, desire_id=desire_id), request)


@router.post("/agency/desires/{desire_id}/archive", response=DesirePage, summary="Put a desire away")
def archive_desire(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    """409 for one that has not ended."""
    return _shown(services.archive(user=request.auth, desire_id=desire_id), request)


@router.post("/agency/desires/{desire_id}/unarchive", response=DesirePage, summary="Take a desire back")
def unarchive_desire(request: PersonApiRequest, desire_id: UUID) -> DesirePage:
    return _shown(services.unarchive(user=request.auth, desire_id=desire_id), request)


@router.get("/agency/desires/{desire_id}/export", summary="A desire in folder form", response={200: bytes})
def export_desire(request: PersonApiRequest, desire_id: UUID) -> HttpResponse:
    """A ZIP file: scratchpad.json, desire.json, plan-vN.json, execution-log.json, outcome.json."""
    desire = services.desire_of(request.auth, desire_id)
    answer = HttpResponse(export.archive_of(desire), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="desire-{desire.pk}.zip"'
    return answer


@router.get("/agency/config", response=Config, summary="Settings of desires")
def get_config(request: PersonApiRequest) -> Config:
    return config.config_of(request.auth)


@router.put("/agency/config", response=Config, summary="Change the settings of desires")
def put_config(request: PersonApiRequest, wanted: ConfigIn) -> Config:
    noticing = wanted.model_dump(include=NOTICING) | {"reviews": "review_at" in wanted.model_fields_set}
    return config.set_config(
        user=request.auth,
        autonomy_to=wanted.autonomy,
        noticing=config.Noticing(**noticing),
        **wanted.model_dump(exclude={"autonomy"} | NOTICING),
    )


def _shown(desire: Desire, request: PersonApiRequest) -> DesirePage:
    desire.refresh_from_db()
    desire.user = request.auth
    return page_for(desire)
