"""Memory over the API: `/memory`. `request.auth` is the person."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema, Status

from memory import pages, writing
from memory.cards import MemoryCard, cards_of
from ownyou.lib.ids import parse_id
from trust.api.cursors import made_up
from trust.models import User

router = Router(tags=["memory"])
PAGE = 50


class MemoryOut(Schema):
    """One memory."""

    id: UUID
    text: str
    area: str
    source: str
    stated: bool
    confidence: float
    at: datetime


class MemoryPage(Schema):
    """Memories, newest first, or by relevance when asked; `next` is the cursor of the following page."""

    items: list[MemoryOut]
    next: str | None


@router.get("/memory", response=MemoryPage, summary="List or search what is remembered")
def list_memory(request: HttpRequest, query: str = "", cursor: str = "") -> dict[str, Any]:
    """Without `query`, all of it in pages of 50; with it, the memories that are about it."""
    user = _user(request)
    if query.strip():
        items = pages.found(user, query.strip())
        return {"items": [_out(card) for card in cards_of(user, items)], "next": None}
    items = pages.listed(user, before=_last_of(cursor), most=PAGE + 1)
    shown, more = items[:PAGE], len(items) > PAGE
    return {
        "items": [_out(card) for card in cards_of(user, shown)],
        "next": str(shown[-1].pk) if more else None,
    }


@router.delete("/memory/{item_id}", response={204: None}, summary="Forget a memory")
def forget_memory(request: HttpRequest, item_id: UUID) -> Status[None]:
    """Forget it for good: it is not learned again from where it came from. 404 when it is not yours."""
    writing.forget(user=_user(request), item_id=item_id)
    return Status(204, None)


def _last_of(cursor: str) -> UUID | None:
    last = parse_id(cursor)
    if cursor and last is None:
        raise made_up()
    return last


def _user(request: HttpRequest) -> User:
    user = request.auth  # type: ignore[attr-defined]
    assert isinstance(user, User)
    return user


def _out(card: MemoryCard) -> MemoryOut:
    return MemoryOut(
        id=card.id,
        text=card.sentence,
        area=card.area,
        source=card.source_words,
        stated=card.stated,
        confidence=card.confidence,
        at=card.at,
    )
