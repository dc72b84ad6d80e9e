"""Missions over the API. `request.auth` is the person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Query, Router, Schema, Status
from pydantic import Field, JsonValue

from agency.models import Thread
from missions import choosing_again, followups, plan_inputs, services
from missions.cards import MissionCard, ResultCard, SourceLine, card_for, cards_for
from missions.followups import FollowUp
from missions.listing import missions_of
from missions.models import Mission
from missions.slot_words import SlotWords
from trust import receipts
from trust.act_cards import ActReceipt
from trust.api.auth import PersonApiRequest
from trust.api.cursors import cursor_of, last_of
from trust.api.idempotency import request_key_of
from trust.api.routes import DecisionOut, Limit

router = Router(tags=["missions"])

Act = Callable[..., Mission]


class MissionIn(Schema):
    """What is wanted, in words."""

    goal: str = Field(examples=["Find Italian restaurants in Paris for Friday night, 4 people"])
    mission_type: str | None = Field(
        None,
        description="when it is known, else it is understood from the goal; for one that is not built "
        "yet the mission asks about the nearest thing that can be done",
    )


class MissionOut(Schema):
    """A mission in short."""

    id: UUID
    goal: str
    mission_type: str
    level: int
    provisional: bool = Field(description="type and level by rules; they may still be corrected")
    status: str
    status_words: str
    thread_id: UUID | None
    progress: int = Field(ge=0, le=100, description="per cent")
    created_at: datetime
    completed_at: datetime | None
    estimated_completion: datetime | None
    url: str = Field(description="its page")


class MissionDetail(MissionOut):
    """A mission with what waits, what was found and what came of it."""

    decision: DecisionOut | None = Field(description="the first open one")
    decisions: list[DecisionOut] = Field(description="the open ones")
    sources: list[SourceLine]
    progress_words: str
    cost: float = Field(description="of the language model, US dollars")
    cost_words: str
    result: ResultCard | None
    applied: list[str] = Field(description="learned preferences that were used, in words")
    recalled: list[str] = Field(description="what was remembered about the goal, in words")
    slots: dict[str, Any] = Field(description="what was understood")
    slots_words: list[SlotWords]
    understood_by: str
    confidence: float | None
    problem: str | None
    next_words: str
    can: list[str] = Field(description="what can be asked of it now")
    follow_ups: list[FollowUp] = Field(description="what can be done with its result")


class FollowUpIn(Schema):
    """What to do with a result: one of the mission's `follow_ups`, and what it needs."""

    kind: Literal["open", "mail", "calendar", "booked"]
    to: str = Field("", max_length=254, description="mail: the address")
    number: str = Field("", max_length=80, description="booked: the number of the booking")


class PlanInputIn(Schema):
    """The new value: of the input's kind, a list where it is one."""

    value: JsonValue


class MissionPage(Schema):
    """Missions, newest first; `next` is the cursor of the following page."""

    items: list[MissionOut]
    next: str | None


@router.post("/missions", response={201: MissionOut}, summary="Take on a goal")
def create_mission(request: PersonApiRequest, wanted: MissionIn) -> Status[MissionOut]:
    """The type and the level are by rules at once; where a model is configured they are `provisional`."""
    mission = services.create_mission(
        user=request.auth,
        goal=wanted.goal,
        mission_type=wanted.mission_type,
        request_key=request_key_of(request, request.auth),
    )
    return Status(201, _short(mission))


@router.get("/missions", response=MissionPage, summary="List and search missions")
def list_missions(
    request: PersonApiRequest,
    tab: Literal["all", "needs", "working", "done", "archive"] = "all",
    q: Annotated[str, Query(max_length=200, description="words of the goal or the result")] = "",
    cursor: str = "",
    limit: Limit = 25,
) -> MissionPage:
    rows, last = missions_of(request.auth, tab=tab, query=q, before=last_of(cursor), page=limit)
    threads = _threads_of(rows)
    return MissionPage(
        items=[_out(card, threads.get(card.id)) for card in cards_for(rows)], next=cursor_of(last)
    )


@router.get("/missions/{mission_id}", response=MissionDetail, summary="One mission")
def get_mission(request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    return _detail(services.mission_of(request.auth, mission_id))


@router.post("/missions/{mission_id}/pause", response=MissionDetail, summary="Pause a mission")
def pause_mission(request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    """Nothing more happens until it is resumed. 409 with its `current` status when it cannot be."""
    return _act(services.pause_mission, request, mission_id)


@router.post("/missions/{mission_id}/resume", response=MissionDetail, summary="Go on with a paused mission")
def resume_mission(request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    return _act(services.resume_mission, request, mission_id)


@router.post("/missions/{mission_id}/cancel", response=MissionDetail, summary="Give a mission up")
def cancel_mission(request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    """Its open questions are cancelled with it."""
    return _act(services.cancel_mission, request, mission_id)


@router.post("/missions/{mission_id}/retry", response=MissionDetail, summary="Try a failed mission again")
def retry_mission(request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    """From its last finished step; what was found is kept."""
    return _act(services.retry_mission, request, mission_id)


@router.post("/missions/{mission_id}/archive", response=MissionDetail, summary="Archive an ended mission")
def archive_mission(request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    return _act(services.archive_mission, request, mission_id)


@router.post("/missions/{mission_id}/again", response={201: MissionOut}, summary="Again, like last time")
def repeat_mission(request: PersonApiRequest, mission_id: UUID) -> Status[MissionOut]:
    """Starts a new mission with the same goal."""
    mission = services.repeat_mission(
        user=request.auth, mission_id=mission_id, request_key=request_key_of(request, request.auth)
    )
    return Status(201, _short(mission))


@router.post("/missions/{mission_id}/another", response={201: MissionOut}, summary="Take a wrong choice back")
def choose_again(request: PersonApiRequest, mission_id: UUID) -> Status[MissionOut]:
    """Takes back what the choice taught, and starts a new mission with the same goal that asks again.

    409 where there was no choice, or where an act that followed it is done or waits: undo that first.
    """
    return Status(201, _short(choosing_again.choose_again(user=request.auth, mission_id=mission_id)))


@router.post(
    "/missions/{mission_id}/follow-ups",
    response={201: list[ActReceipt]},
    summary="Do something with the result",
)
def follow_up_mission(
    request: PersonApiRequest, mission_id: UUID, wanted: FollowUpIn
) -> Status[list[ActReceipt]]:
    """Its acts; one that waits for an OK is among the open decisions. `open` is only noted."""
    if wanted.kind == followups.OPEN:
        followups.note_opened(user=request.auth, mission_id=mission_id)
        return Status(201, [])
    said = {"to": wanted.to, "number": wanted.number}
    acts = followups.follow_up(user=request.auth, mission_id=mission_id, kind=wanted.kind, said=said)
    return Status(201, receipts.shown(request.auth, acts))


@router.post(
    "/missions/{mission_id}/plan/inputs/{name}",
    response=MissionDetail,
    summary="Change what a plan starts from",
)
def change_plan_input(
    request: PersonApiRequest, mission_id: UUID, name: str, wanted: PlanInputIn
) -> MissionDetail:
    """Only what depends on it is done again; an act that was done already asks first. Where the mission is
    over, the answer is a new one that goes on from its plan. 409 while it is worked on, a month after its
    end, or while it is not known whether an act of it happened."""
    return _detail(
        plan_inputs.change_plan_input(
            user=request.auth,
            mission_id=mission_id,
            name=name,
            value=wanted.value,
            request_key=request_key_of(request, request.auth),
        )
    )


def _act(act: Act, request: PersonApiRequest, mission_id: UUID) -> MissionDetail:
    return _detail(act(user=request.auth, mission_id=mission_id))


def _short(mission: Mission) -> MissionOut:
    return _out(card_for(mission), _threads_of([mission]).get(mission.pk))


def _detail(mission: Mission) -> MissionDetail:
    mission.refresh_from_db()
    card = card_for(mission)
    waiting = [DecisionOut.of(decision) for decision in card.decisions]
    return MissionDetail(
        **_out(card, _threads_of([mission]).get(mission.pk)).model_dump(),
        decision=waiting[0] if waiting else None,
        decisions=waiting,
        cost=float(card.cost_usd or Decimal(0)),
        can=sorted(card.can),
        follow_ups=followups.followups_of(mission),
        **card.model_dump(include=_SAME),
    )


_OWN = {"decision", "decisions", "cost", "can", "follow_ups"}
_SAME = set(MissionDetail.model_fields) - set(MissionOut.model_fields) - _OWN


def _out(card: MissionCard, thread_id: UUID | None) -> MissionOut:
    fields = card.model_dump(include=set(MissionOut.model_fields) - {"thread_id"})
    return MissionOut(**fields, thread_id=thread_id)


def _threads_of(missions: list[Mission]) -> dict[UUID, UUID]:
    """The newest thread of each mission."""
    rows = Thread.objects.filter(subject_kind="mission", subject_id__in=[mission.pk for mission in missions])
    return dict(rows.order_by("created_at").values_list("subject_id", "pk"))
