"""Areas of life: the first part of a preference's key, and what the page calls it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from memory.names import PREFERENCES, unescape

NOTES = "notes"
"""What a person told in words that nobody understood further: no area."""


def area_of(namespace: Sequence[str], key: str) -> str:
    """Return the area of life: the first part of a preference's key, else the kind of memory."""
    return unescape(key).split(".")[0] if namespace[0] == PREFERENCES else namespace[0]


def with_area(namespace: Sequence[str], key: str, text: str) -> str:
    """Return `text` as it is embedded: a preference is led by its area ("dining: You love Italian food").

    A short sentence rarely says what it is about; the area lifts recall@3 by 0.1 (docs/adr/memory-store.md).
    """
    if namespace[0] != PREFERENCES or "." not in key:
        return text
    area = area_of(namespace, key)
    return text if area == NOTES else f"{area.replace('_', ' ')}: {text}"


def title_of(area: str) -> str:
    """Return the name of an area of life in the person's language."""
    titles = {
        "dining": _("Eating out"),
        "shopping": _("Shopping"),
        "events": _("Going out"),
        "travel": _("Travel"),
        "itinerary": _("Days"),
        "gathering": _("Gatherings"),
        "places": _("Places"),
        "bills": _("Bills"),
        "bill_switching": _("Bills"),
        NOTES: _("What you told me"),
        "ikigai_profile": _("What matters to you"),
        "completed_missions": _("Missions"),
        "archived_missions": _("Missions"),
        "reflexions": _("How agents should work"),
    }
    return titles.get(area) or area.replace("_", " ").replace("-", " ").capitalize()
