"""When the database, Redis or the disk does not take what is to be kept: errors and words."""

from __future__ import annotations

import errno
from typing import Final

import django.db
import psycopg
import redis
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerError

from ownyou.lib.errors import OwnYouError

FULL = gettext_lazy(
    "The disk is full, so this was not saved. Nothing else was lost. Free some space and try again."
)
OUT_OF_MEMORY = gettext_lazy(
    "Redis has no memory left, so this was not passed on. What you saved before is safe. "
    "Give it more and try again."
)
SILENT = gettext_lazy(
    "The database is not answering right now. What you saved before is safe. Try again in a moment."
)
NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""No space left on the device, or no more for this account."""


class NoSpaceLeft(OwnYouError):
    """A file could not be kept."""

    status = 503
    code = "unavailable"

    def __init__(self) -> None:
        super().__init__(str(FULL))


AWAY: Final = (
    django.db.OperationalError,
    django.db.InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
    redis.RedisError,
    BrokerError,
    NoSpaceLeft,
)
"""Storage cannot be reached, or is full. Checkpoints use psycopg without Django, so both families count."""


def is_away(error: BaseException) -> bool:
    """Tell whether an error means that storage cannot be reached, or takes no more."""
    return isinstance(error, AWAY) or _no_room(error)


def is_full(error: BaseException) -> bool:
    """Tell whether an error of storage means that there is no space left on the disk."""
    text = str(error).lower()
    said = "no space left" in text or "disk full" in text or "misconf" in text
    return said or isinstance(error, NoSpaceLeft) or _no_room(error)


def is_out_of_memory(error: BaseException) -> bool:
    """Tell whether an error of storage means that Redis may use no more memory."""
    causes = (error, error.__cause__, error.__context__)
    text = str(error).lower()
    said = "oom command not allowed" in text or "used memory > 'maxmemory'" in text
    return said or any(isinstance(one, redis.exceptions.OutOfMemoryError) for one in causes)


def words_for(error: BaseException) -> str:
    """Say in plain words what failing storage means for the person."""
    if is_full(error):
        return str(FULL)
    return str(OUT_OF_MEMORY if is_out_of_memory(error) else SILENT)


def _no_room(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in NO_ROOM
