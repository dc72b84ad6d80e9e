"""The activity feed as server-sent events, for API clients. One feed behind it and the pages."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator

import redis
from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET
from ninja.errors import AuthorizationError

from ownyou.lib.ids import parse_id
from ownyou.lib.live import listening
from trust.api.auth import person_of
from trust.api.problems import problem
from trust.cards import line_of
from trust.feed import Wanted, lines_after, newest_seq
from trust.models import User

log = logging.getLogger(__name__)
QUIET = 15.0
"""Seconds without an event after which a comment keeps the connection open."""
LARGEST = 2**63 - 1
MOST = 200


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """`GET /api/v1/agents/activity/stream`: lines after `Last-Event-ID` (or `?after=`), then what follows.

    The event's id is the line's number in the person's feed, its type the line's kind, its data the line as
    JSON. `?agent=`, `?kind=` and `?mission=` narrow it. Without a number it begins with what comes next.
    """
    user = await database_sync_to_async(_person)(request)
    if user is None:
        return problem(401, "Say who you are: a token or a session.")
    given = request.headers.get("Last-Event-ID", request.GET.get("after", "")).strip()
    if given and not (given.isascii() and given.isdigit() and int(given) <= LARGEST):
        return problem(400, "Last-Event-ID is the number of the last line you saw.")
    wanted = Wanted(
        agent=request.GET.get("agent", ""),
        kind=request.GET.get("kind", ""),
        subject_id=parse_id(request.GET.get("mission", "")),
    )
    after = int(given) if given else await database_sync_to_async(newest_seq)(user)
    response = StreamingHttpResponse(_events(user, after, wanted), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


def _person(request: HttpRequest) -> User | None:
    try:
        return person_of(request)
    except AuthorizationError:
        return None


async def _events(user: User, after: int, wanted: Wanted) -> AsyncIterator[str]:
    yield "retry: 2000\n\n"
    try:
        async with listening(user.pk) as ear:
            while True:
                events, after, more = await database_sync_to_async(_written)(user, after, wanted)
                if events:
                    yield events
                if not more and not await ear.heard(seconds=QUIET):
                    yield ": still here\n\n"
    except redis.RedisError as error:  # the client connects again and names the last line it saw
        log.warning("a feed's stream ended: %s", type(error).__name__)


def _written(user: User, after: int, wanted: Wanted) -> tuple[str, int, bool]:
    """The lines after `after` as events, the number reached, and whether there are more."""
    rows, reached = lines_after(user, after, wanted, most=MOST)
    lines = [line_of(row) for row in rows]
    text = "".join(
        f"id: {line.seq}\nevent: {line.kind}\ndata: {json.dumps(line.model_dump(mode='json'))}\n\n"
        for line in lines
    )
    return text, reached, len(rows) == MOST
