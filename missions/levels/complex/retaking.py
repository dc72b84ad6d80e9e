"""Options of a part that are named later: taken after all on a draft, or wished for cheaper than they are."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.choice_words import named, named_but_cheaper
from missions import subgoals
from missions.levels.complex.part_desk import PartDesk
from missions.models import Mission, Subgoal

BEFORE = "shown_before"
"""In a part's facts: the options of earlier attempts, which words may still name."""

type Shown = dict[str, Any]
"""An option as it was shown, with its offer."""


def every_shown(row: Subgoal) -> list[Shown]:
    """All options that a part has shown, the earlier ones first."""
    return [*row.facts.get(BEFORE, []), *row.options]


def named_on_draft(mission: Mission, words: str) -> tuple[Subgoal, Shown] | None:
    """The one option that words about a draft take by its name, with its part; None where it is taken.

    Only parts of which one thing is taken are meant: a hotel, a way, a day out.
    """
    rows = subgoals.settled_of(mission)
    known = [(row, one) for row in rows if len(row.chosen) == 1 for one in every_shown(row)]
    place = named(words, [one["option"]["title"] for _row, one in known])
    if place is None:
        return None
    row, one = known[place]
    return None if one["offer"] == row.chosen[0] else (row, one)


def not_cheaper(desk: PartDesk, words: str) -> str:
    """That what words wish for cheaper by its name costs what it costs; it is among the options then.

    Empty where they name nothing that was shown.
    """
    every = every_shown(desk.row)
    place = named_but_cheaper(words, [one["option"]["title"] for one in every])
    if place is None:
        return ""
    one = every[place]
    if one not in desk.row.options:
        desk.keep(options=[one, *desk.row.options])
    price = one["option"].get("price_words")
    said = (
        _("%(title)s is not cheaper: it costs %(price)s. Take it so, or say “cheaper” for other ones.")
        if price
        else _("%(title)s is not offered for less. Take it so, or say “cheaper” for other ones.")
    )
    return said % {"title": one["option"]["title"], "price": price}
