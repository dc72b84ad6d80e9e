"""`POST /api/v1/agents/approve`: answer a card and wait a little for what comes of it."""

from __future__ import annotations

import json
import logging
import time
from typing import Any, Literal
from uuid import UUID

import redis
from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone, translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from ninja.errors import AuthorizationError
from pydantic import BaseModel, Field, StrictBool, ValidationError, model_validator

from agency.protocol.outcome import Outcome, outcome_of, running
from ownyou.lib.errors import Conflict, InvalidInput, OwnYouError
from ownyou.lib.live import listening
from trust import decisions
from trust.api.auth import person_of
from trust.api.edge import guarded_alone
from trust.api.problems import problem
from trust.decisions import Answer
from trust.models import Decision, User

log = logging.getLogger(__name__)
PATIENCE = 10.0
MOST_BYTES = 100_000


class Approve(BaseModel):
    """Both forms: `approved` with `reason`, or `decision` with `refinement`."""

    approval_id: UUID
    approved: StrictBool | None = None
    reason: str = ""
    decision: Literal["approve", "reject"] | None = None
    refinement: str = ""
    thread_id: str = Field("", description="not needed; kept for clients that send it")
    domain: str = Field("", description="not needed; kept for clients that send it")

    @model_validator(mode="after")
    def _one_form(self) -> Approve:
        if (self.approved is None) == (self.decision is None):
            raise ValueError("give either `approved` or `decision`")
        if self.refinement.strip() and (self.approved or self.decision == "approve"):
            raise ValueError("a `refinement` goes with a no: it asks for another preview")
        return self

    def answer(self) -> Answer:
        """The same as an answer to a decision."""
        if self.approved or self.decision == "approve":
            return Answer(Decision.Verdict.APPROVE)
        if self.refinement.strip():
            return Answer(Decision.Verdict.REFINE, text=self.refinement)
        return Answer(Decision.Verdict.REJECT, text=self.reason)


@csrf_exempt  # the session way of `person_of` checks the token itself
@require_POST
@guarded_alone
async def approve(request: HttpRequest) -> HttpResponse:
    """Answer an approval. 200 when it is over, 202 with the new preview or while it runs, 400 for a body that
    says nothing clear or a preview too many, 404 for a card that is not yours, 409 when it is answered."""
    try:
        user = await database_sync_to_async(person_of)(request)
    except AuthorizationError as error:
        return problem(403, error.message)
    if user is None:
        return problem(401, "Say who you are: a token or a session.")
    try:
        body = _body(request)
    except ValueError as error:
        return _refused(400, str(error))
    try:
        decision = await database_sync_to_async(_answered)(user, body)
    except OwnYouError as error:
        status = 400 if isinstance(error, InvalidInput) else error.status
        more = {"current": error.detail} if isinstance(error, Conflict) else {}
        return _refused(status, error.message, code=error.code, **more)
    outcome = await _awaited(user, decision)
    return JsonResponse(outcome.model_dump(mode="json"), status=outcome.code)


def _body(request: HttpRequest) -> Approve:
    if len(request.body) > MOST_BYTES:
        raise ValueError("The body is too long.")
    try:
        return Approve.model_validate(json.loads(request.body))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{place + ': ' if place else ''}{first['msg']}.") from None
    except (ValueError, RecursionError):
        raise ValueError("The body is not JSON.") from None


def _answered(user: User, body: Approve) -> Decision:
    with timezone.override(user.zone), translation.override(user.language):
        return decisions.answer(user=user, decision_id=body.approval_id, given=body.answer())


async def _awaited(user: User, decision: Decision) -> Outcome:
    """Wait for the end or a new preview; every push to the person is a reason to look again."""
    until = time.monotonic() + PATIENCE
    try:
        async with listening(user.pk) as ear:
            while (left := until - time.monotonic()) > 0:
                if (outcome := await _looked(user, decision)) is not None:
                    return outcome
                await ear.heard(seconds=min(left, 1.0))
    except redis.RedisError as error:  # the answer is stored; what comes of it is read later
        log.warning("nothing could be heard: %s", type(error).__name__)
    return await _looked(user, decision) or running(decision)


async def _looked(user: User, decision: Decision) -> Outcome | None:
    seen: Outcome | None = await database_sync_to_async(_seen)(user, decision)
    return seen


def _seen(user: User, decision: Decision) -> Outcome | None:
    with timezone.override(user.zone), translation.override(user.language):
        decision.refresh_from_db()
        return outcome_of(decision)


def _refused(status: int, words: str, *, code: str = "", **facts: Any) -> HttpResponse:
    return problem(status, words, code=code, ui_state={"disable_input": False}, **facts)
