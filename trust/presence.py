"""Who is looking at what right now: noted by open pages, forgotten a minute after the last sign."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from uuid import UUID

import redis

from ownyou.lib.live import connection

log = logging.getLogger(__name__)
SECONDS = 75
"""Pages give a sign every half minute; one may get lost."""


def note_looking(user_id: UUID, regions: Iterable[str]) -> None:
    """Note that an open page of this person shows these live regions ("mission:<id>")."""
    subjects = [region.partition(":")[2] for region in regions]
    try:
        with connection().pipeline(transaction=False) as pipe:
            for subject in filter(None, subjects):
                pipe.set(_key(user_id, subject), 1, ex=SECONDS)
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
