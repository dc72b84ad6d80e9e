"""The live regions of desires: their page of sections, and one desire."""

from __future__ import annotations

from uuid import UUID

from django.template.loader import render_to_string

from agency.desires import lifecycle
from agency.desires.board import sections_of
from agency.desires.cards import page_for, titles_of, url_of
from agency.models import Desire
from trust.live import register_region
from trust.models import User
from trust.subjects import register_subject


def register_regions() -> None:
    """Tell the feed how these regions are drawn, and where desires are shown."""
    register_subject(lifecycle.KIND, url_of, titles_of)
    register_region("desire", draw_desire, subjects={lifecycle.KIND})
    register_region("desires", draw_sections, subjects={lifecycle.KIND})


def draw_desire(user: User, desire_id: UUID | None) -> str | None:
    """Draw one desire; nothing for a stranger's."""
    desire = Desire.objects.of(user).filter(pk=desire_id).first() if desire_id else None
    if desire is None:
        return None
    desire.user = user
    return render_to_string("agency/desire.html#live", {"desire": page_for(desire), "user": user})


def draw_sections(user: User, _: UUID | None) -> str | None:
    """Draw the sections that are at work or wait."""
    return render_to_string(
        "agency/desires.html#sections", {"board": {"sections": sections_of(user)}, "user": user}
    )
