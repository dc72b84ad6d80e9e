"""What a gathering teaches: whom to ask again, and whom not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from missions.plugins.base import Learning
from missions.plugins.complex import Done
from missions.trips.gathering import VENUE
from missions.trips.learning import HIGH, LOW
from ownyou.lib.text import key_of


def learned_from_choice(done: Done) -> list[Learning]:
    """The venue becomes a favourite."""
    found = done.get(VENUE)
    if found is None or not found.chosen:
        return []
    title = found.chosen[0].title
    return [_of(title, "like", _("You chose %(title)s for a gathering.") % {"title": title})]


def learned_from_parts(done: Done, stars: Mapping[str, int]) -> list[Learning]:
    """From the stars that were given to the parts."""
    learnings = []
    for key, given in stars.items():
        found = done.get(key)
        if found is None or not found.chosen or LOW < given < HIGH:
            continue
        title, good = found.chosen[0].title, given >= HIGH
        words = _("You would take %(title)s again.") if good else _("You would not take %(title)s again.")
        learnings.append(_of(title, "like" if good else "dislike", words % {"title": title}))
    return learnings


def _of(title: str, polarity: str, sentence: str) -> Learning:
    value: dict[str, Any] = {"polarity": polarity, "value": title}
    return Learning(f"gathering.favourites.{key_of(title).replace(' ', '_')[:60]}", value, sentence)
