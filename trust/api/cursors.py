"""Cursors: where the next page begins, in a form that promises nothing about what is inside."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from ownyou.lib.errors import BadParameter


def cursor_of(last: UUID | None) -> str | None:
    """Return the cursor of the page after the row `last`; None when there is no such page."""
    return urlsafe_b64encode(last.bytes).decode().rstrip("=") if last else None


def last_of(cursor: str) -> UUID | None:
    """Return the row that a cursor names; None for no cursor. Raises `BadParameter` for a made-up one."""
    if not cursor:
        return None
    try:
        return UUID(bytes=urlsafe_b64decode(cursor.encode("ascii") + b"=="))
    except (ValueError, binascii.Error):
        raise BadParameter("That cursor is none that was given out here.", parameter="cursor") from None
