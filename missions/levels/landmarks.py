"""Where a landmark of the goal is ("near Gare du Nord"): looked up once, before the search begins."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from agency.reasoning.slots.nearness import is_name
from agency.reasoning.slots.places import Located
from agency.sources.allowed import refusal_of
from agency.sources.base import SourceUnavailable
from agency.sources.registry import landmarks
from missions.homes import CITY_KM
from missions.levels.desk import Desk

SECONDS = 6.0
"""How long the search waits for it: what is not found by then is not found."""


def settle(desk: Desk) -> None:
    """Keep where the landmark of the goal is in its slot `near`; where nobody knows, say what that means.

    A landmark that is kept, or that the table of places knows, is not asked for.
    """
    brief = desk.brief()
    landmark, place = desk.kind.landmark(brief), desk.kind.place(brief)
    if not landmark or place is None or not desk.kind.off_centre(brief):
        _note(desk, "")
        return
    at = _looked_up(desk, landmark, place) if is_name(landmark) else None
    if at is None:
        words = {"landmark": landmark, "city": place.name}
        _note(desk, _("I could not find %(landmark)s; distances are from the middle of %(city)s.") % words)
        return
    near: dict[str, Any] = {**desk.mission.slots["near"], "at": list(at)}
    _note(desk, "", slots={**desk.mission.slots, "near": near})


def _note(desk: Desk, text: str, **changes: Any) -> None:
    if text != desk.mission.understood.get("landmark", ""):
        changes["understood"] = {**desk.mission.understood, "landmark": text}
    if changes:
        desk.save(text, key=f"landmark:{desk.mission.round}", **changes)


def _looked_up(desk: Desk, landmark: str, place: Located) -> tuple[float, float] | None:
    """Ask the map, where it may be asked. No database connection is held while it works."""
    source = landmarks()
    request = desk.kind.request(desk.brief()).model_copy(update={"words": landmark})
    if source is None or refusal_of(desk.user, source, [request]):
        return None
    connection.close()
    try:
        return source.find_landmark(landmark, (place.lat, place.lon), CITY_KM, min(SECONDS, request.timeout))
    except SourceUnavailable:  # the search itself says which sources could not be reached
        return None
