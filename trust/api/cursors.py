"""Cursors: where the next page begins, in a form that promises nothing about what is inside."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from django.utils.translation import gettext as _

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
        raise made_up() from None


def made_up() -> BadParameter:
    """Say of a cursor that no page gave it out."""
    return BadParameter(_("That cursor is none that was given out here."), parameter="cursor")
