"""What a proactive generator's checkpoint keeps: the person's id and names of ways."""

from __future__ import annotations

from typing import TypedDict


class Looking(TypedDict, total=False):
    """`user_id` names the person."""

    user_id: str
    next: str
