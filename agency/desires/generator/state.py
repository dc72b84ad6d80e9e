"""What a generator's checkpoint keeps: ids and names of ways."""

from __future__ import annotations

from typing import TypedDict


class Generating(TypedDict, total=False):
    """`heard_id` names the words."""

    heard_id: str
    next: str
