"""Who is looking at what right now: noted by open pages, forgotten a minute after the last sign.

A card that expires waits longer while it is in view.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from uuid import UUID

import redis

from ownyou.lib.errors import NotFound
from ownyou.lib.ids import parse_id
from ownyou.lib.live import connection
from trust import approvals
from trust.models import User

log = logging.getLogger(__name__)
MOST_SEEN = 20
SECONDS = 75
"""Pages give a sign every half minute; one may get lost."""
OPENING_SECONDS = 20
"""What a page takes, at most, from its request to the first sign of its own."""


def note_page(user: User, regions: Iterable[str], seen: Iterable[object]) -> None:
    """Note that a page is looked at; the expiring cards that it names as in view wait longer.

    Ids of no card of theirs are passed over.
    """
    note_looking(user.pk, regions)
    for decision_id in map(parse_id, map(str, islice(seen, MOST_SEEN))):
        if decision_id is not None:
            with suppress(NotFound):
                approvals.seen(user=user, decision_id=decision_id)


def note_looking(user_id: UUID, regions: Iterable[str], *, seconds: int = SECONDS) -> None:
    """Note that an open page of this person shows these live regions ("mission:<id>"), for some seconds."""
    subjects = [region.partition(":")[2] for region in regions]
    try:
        with connection().pipeline(transaction=False) as pipe:
            for subject in filter(None, subjects):
                pipe.set(_key(user_id, subject), 1, ex=seconds)
            pipe.execute()
    except redis.RedisError as error:
        log.warning("presence was not noted: %s", type(error).__name__)


def is_looking(user_id: UUID, subject_id: UUID | None) -> bool:
    """Whether the person has a page about this subject open. Unknown counts as no."""
    if subject_id is None:
        return False
    try:
        return bool(connection().exists(_key(user_id, str(subject_id))))
    except redis.RedisError:
        return False


def _key(user_id: UUID, subject: str) -> str:
    return f"ownyou:looking:{user_id}:{subject}"
