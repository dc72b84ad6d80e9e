"""Identifiers: UUID version 7, so that rows sort by when they were made."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from uuid_utils.compat import uuid7

ID_VERSION: Final = 7


def new_id() -> UUID:
    """Return a new time-ordered UUID (RFC 9562, version 7)."""
    return uuid7()


def parse_id(text: object) -> UUID | None:
    """Return the UUID that `text` spells, or None when it spells none."""
    try:
        return UUID(str(text))
    except ValueError:
        return None
