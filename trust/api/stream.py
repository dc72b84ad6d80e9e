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

from ownyou.lib.errors import BadParameter
from ownyou.lib.live import listening
from trust.api.auth import person_of
from trust.api.edge import guarded_alone
from trust.api.problems import of_ours, problem
from trust.feed import Wanted, lines_after, newest_seq, number_from, wanted_from
from trust.lines import line_of
from trust.models import User

log = logging.getLogger(__name__)
QUIET = 15.0
"""Seconds without an event after which a comment keeps the connection open."""
MOST = 200


@require_GET
@guarded_alone
async def stream(request: HttpRequest) -> HttpResponseBase:
    """`GET /api/v1/agents/activity/stream`: lines after `Last-Event-ID` (or `?after=`), then what follows.

    The event's id is the line's number in the person's feed, its type the line's kind, its data the line as
    JSON. `?agent=`, `?kind=` and `?mission=` narrow it; a value that cannot be is a 400. Without a number it
    begins with what comes next.
    """
    user = await database_sync_to_async(_person)(request)
    if user is None:
        return problem(401, "Say who you are: a token or a session.")
    try:
        after = _after(request)
        wanted = wanted_from(**{name: request.GET.get(name, "") for name in ("agent", "kind", "mission")})
    except BadParameter as error:
        return of_ours(request, error)
    if after is None:
        after = await database_sync_to_async(newest_seq)(user)
    response = StreamingHttpResponse(_events(user, after, wanted), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


def _after(request: HttpRequest) -> int | None:
    """The number to go on after: the header that a client repeats by itself, else the parameter."""
    header = request.headers.get("Last-Event-ID")
    if header is not None:
        return number_from(header.strip(), name="Last-Event-ID")
    return number_from(request.GET.get("after", "").strip())


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
