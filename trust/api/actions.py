"""Acts over the API: what was done or is about to be, and taking it back. `request.auth` is the person."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from ninja import Query, Router, Schema
from pydantic import Field

from trust import ledger, receipts
from trust.act_cards import ActReceipt
from trust.api.auth import PersonApiRequest
from trust.api.cursors import cursor_of, last_of
from trust.ledger.taking_back import act_of
from trust.models import Action

router = Router(tags=["acts"])


class ActionPage(Schema):
    """Acts, newest first; `next` is the cursor of the following page."""

    items: list[ActReceipt]
    next: str | None


class CheckIn(Schema):
    """What the person knows about an act whose outcome is unknown."""

    happened: bool | None = Field(None, description="null: have a look yourself")


@router.get("/actions", response=ActionPage, summary="What was done, or is about to be")
def list_actions(
    request: PersonApiRequest,
    agent: Annotated[str, Query(max_length=32, pattern=r"^[^\x00]*$")] = "",
    status: Literal["", "coming", "done", "unknown", "failed", "not_done"] = "",
    cursor: str = "",
) -> ActionPage:
    rows = receipts.acts_of(request.auth, agent=agent, group=status, before=last_of(cursor))
    page, more = rows[: receipts.PAGE], len(rows) > receipts.PAGE
    return ActionPage(items=receipts.shown(request.auth, page), next=cursor_of(page[-1].pk if more else None))


@router.get("/actions/{action_id}", response=ActReceipt, summary="One act")
def get_action(request: PersonApiRequest, action_id: UUID) -> ActReceipt:
    return _shown(request, act_of(request.auth, action_id))


@router.post("/actions/{action_id}/undo", response=ActReceipt, summary="Take an act back")
def undo_action(request: PersonApiRequest, action_id: UUID) -> ActReceipt:
    """409 for one that cannot be taken back."""
    return _shown(request, ledger.undo(user=request.auth, action_id=action_id))


@router.post("/actions/{action_id}/stop", response=ActReceipt, summary="Stop an act before it happens")
def stop_action(request: PersonApiRequest, action_id: UUID) -> ActReceipt:
    """409 when it has begun."""
    return _shown(request, ledger.stop(user=request.auth, action_id=action_id))


@router.post("/actions/{action_id}/check", response=ActReceipt, summary="Settle an unknown act")
def check_action(request: PersonApiRequest, action_id: UUID, known: CheckIn | None = None) -> ActReceipt:
    """As the person says, else by a look at the real world. 409 for one that is not unknown."""
    happened = known.happened if known else None
    return _shown(request, ledger.check(user=request.auth, action_id=action_id, happened=happened))


@router.post("/actions/{action_id}/retry", response=ActReceipt, summary="Do a failed act again")
def retry_action(request: PersonApiRequest, action_id: UUID) -> ActReceipt:
    """409 for one that did not fail, or was never approved."""
    return _shown(request, ledger.retry(user=request.auth, action_id=action_id))


def _shown(request: PersonApiRequest, action: Action) -> ActReceipt:
    [card] = receipts.shown(request.auth, [action])
    return card
