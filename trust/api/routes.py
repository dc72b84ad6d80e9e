"""Decisions, the activity feed, and who I am."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from pydantic import Field

from ownyou.lib.errors import NotFound
from trust import approvals, decisions
from trust.act_cards import ActCard, ActReceipt, Version
from trust.api.auth import PersonApiRequest
from trust.api.cursors import cursor_of, last_of
from trust.cards import DecisionCard, OptionCard, card_of
from trust.feed import LARGEST, wanted_from
from trust.lines import line_of
from trust.models import Activity, Decision

router = Router()

Limit = Annotated[int, Query(ge=1, le=100, description="how many at most")]


class DecisionOut(Schema):
    """One question to the person. `options` are ranked, best first."""

    id: UUID
    kind: Literal["choice", "approval", "review", "clarification"]
    title: str
    why: str
    domain: str
    status: Literal["open", "answered", "expired", "superseded", "cancelled"]
    verdict: str = Field(description="empty while it is open")
    attempt: int
    question: str
    suggestions: list[str]
    hint: str
    options: list[OptionCard]
    refine_allowed: bool
    refine_suggestions: list[str]
    subject_kind: str
    subject_id: UUID | None
    subject_url: str
    receipt: str = Field(description="what became of it, in a sentence; empty while it is open")
    acts: list[ActCard] = Field(description="of an approval: what would be done, as it was asked")
    history: list[Version] = Field(description="earlier previews, and what was said to them")
    risk: Literal["none", "low", "medium", "high", "critical"]
    expires_at: datetime | None = Field(description="then it is not done; null: it waits")
    refine_left: int = Field(description="how often an approval still takes changes in words")
    receipts: list[ActReceipt] = Field(description="of an answered approval: what became of each act")
    created_at: datetime

    @classmethod
    def of(cls, card: DecisionCard) -> DecisionOut:
        """Take from a card what clients need; options that a page folds away are listed with the rest."""
        fields = card.model_dump(include=set(cls.model_fields) - {"options", "receipt"})
        return cls(**fields, options=card.options + card.more, receipt=card.receipt_words)


class DecisionPage(Schema):
    """Open decisions, oldest first; `next` is the cursor of the following page."""

    items: list[DecisionOut]
    next: str | None


class GrantIn(Schema):
    """A standing OK: its limits (as the act's `grant_scope`, or fewer) and its end."""

    scope: dict[str, Any] | None = None
    until: datetime | None = None


class ActIn(Schema):
    """What to do with one act of a batch."""

    id: str = Field(max_length=120)
    verdict: Literal["approve", "reject"]
    arguments: dict[str, Any] | None = Field(None, description="changed details; the others stay")
    reason: str = Field("", max_length=2_000)
    grant: GrantIn | None = Field(None, description="a standing OK for acts like this")


class AnswerIn(Schema):
    """An answer: a verdict and what belongs to it."""

    verdict: Literal["choose", "approve", "refine", "answer", "reject"]
    options: list[Annotated[str, Field(max_length=200)]] = Field(
        [], max_length=20, description="ids of options"
    )
    text: str = Field("", description="the change or the answer in words")
    acts: list[ActIn] = Field([], max_length=100)


class ActivityOut(Schema):
    """One line of the feed. `id` is its number: ask for what came `after` it."""

    id: int
    at: datetime
    agent: str
    kind: str
    text: str
    subject_kind: str
    subject_id: UUID | None
    url: str
    detail: dict[str, Any]


class ActivityPage(Schema):
    """Lines of the feed, oldest first. `next` is what to give as `after` for more; null: that is all now."""

    items: list[ActivityOut]
    next: str | None


class MeOut(Schema):
    """The person whose token or session this is."""

    id: UUID
    email: str
    name: str | None
    home: str | None
    time_zone: str
    language: str
    currency: str


@router.get("/decisions", response=DecisionPage, tags=["decisions"], summary="What waits for you")
def list_decisions(request: PersonApiRequest, cursor: str = "", limit: Limit = 25) -> DecisionPage:
    rows = Decision.objects.filter(user=request.auth, status=Decision.Status.OPEN).order_by("id")
    if last := last_of(cursor):
        rows = rows.filter(id__gt=last)
    found = list(rows[: limit + 1])
    shown = found[:limit]
    return DecisionPage(
        items=[DecisionOut.of(card_of(row)) for row in shown],
        next=cursor_of(shown[-1].pk if len(found) > limit else None),
    )


@router.get("/decisions/{decision_id}", response=DecisionOut, tags=["decisions"], summary="One decision")
def get_decision(request: PersonApiRequest, decision_id: UUID) -> DecisionOut:
    decision = Decision.objects.filter(user=request.auth, pk=decision_id).first()
    if decision is None:
        raise NotFound(_("There is no such question here."))
    return DecisionOut.of(card_of(decision))


@router.post(
    "/decisions/{decision_id}", response=DecisionOut, tags=["decisions"], summary="Answer a decision"
)
def answer_decision(request: PersonApiRequest, decision_id: UUID, given: AnswerIn) -> DecisionOut:
    """Answer once. 409 when it is no longer open: `current` tells its status and verdict."""
    answer = decisions.Answer(
        verdict=Decision.Verdict(given.verdict),
        options=tuple(given.options),
        text=given.text,
        acts=tuple(act.model_dump(mode="json", exclude_none=True) for act in given.acts),
    )
    decision = decisions.answer(user=request.auth, decision_id=decision_id, given=answer)
    return DecisionOut.of(card_of(decision))


@router.post("/decisions/{decision_id}/again", response=DecisionOut, tags=["decisions"], summary="Ask again")
def ask_again(request: PersonApiRequest, decision_id: UUID) -> DecisionOut:
    """Ask for acts that have expired once more; answers with the new decision. 409 for any other."""
    return DecisionOut.of(card_of(approvals.ask_again(user=request.auth, decision_id=decision_id)))


@router.get("/activity", response=ActivityPage, tags=["activity"], summary="What happened")
def list_activity(
    request: PersonApiRequest,
    after: Annotated[int, Query(ge=0, le=LARGEST, description="the id of the last line known")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    agent: Annotated[str, Query(description="only what this agent did: dining, research, you, …")] = "",
    kind: Annotated[str, Query(description=f"only lines of a kind: {', '.join(Activity.Kind.values)}")] = "",
    mission: Annotated[str, Query(description="only what is about the mission or desire of this id")] = "",
) -> ActivityPage:
    """Lines of all agents, kinds and subjects, or of those that are asked for."""
    wanted = wanted_from(agent=agent, kind=kind, mission=mission)
    rows = Activity.objects.of(request.auth).after(after).filter(**wanted.filters())
    lines = [line_of(row) for row in rows[: limit + 1]]
    shown = lines[:limit]
    return ActivityPage(
        items=[ActivityOut(id=line.seq, **line.model_dump(exclude={"seq"})) for line in shown],
        next=str(shown[-1].seq) if len(lines) > limit else None,
    )


@router.get("/me", response=MeOut, tags=["me"], summary="Who I am")
def get_me(request: PersonApiRequest) -> MeOut:
    person = request.auth
    return MeOut(
        id=person.pk,
        email=person.email,
        name=person.name,
        home=person.home_name,
        time_zone=person.time_zone,
        language=person.language,
        currency=person.currency,
    )
