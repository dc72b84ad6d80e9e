"""Options of a part that are named later: taken after all on a draft, or wished for cheaper than they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.choice_words import named, named_but_cheaper
from missions import subgoals
from missions.levels.complex.part_desk import PartDesk
from missions.models import Mission, Subgoal
from ownyou.lib.text import key_of, says

BEFORE = "shown_before"
"""In a part's facts: the options of earlier attempts, which words may still name."""

MOST_CHOSEN = 3
"""Things that a person chooses for one part; more are all that fits."""

type Shown = dict[str, Any]
"""An option as it was shown, with its offer."""


def every_shown(row: Subgoal) -> list[Shown]:
    """All options that a part has shown, the earlier ones first."""
    return [*row.facts.get(BEFORE, []), *row.options]


def named_on_draft(mission: Mission, words: str) -> tuple[Subgoal, Shown, int] | None:
    """The one option that words about a draft take by its name, with its part; None where it is taken.

    Only parts of which one thing is taken are meant: a hotel, a way, a day out.
    """
    rows = subgoals.settled_of(mission)
    known = [(row, one) for row in rows if len(row.chosen) == 1 for one in every_shown(row)]
    place = named(words, [one["option"]["title"] for _row, one in known])
    if place is None:
        return None
    row, one = known[place]
    return None if one["offer"] == row.chosen[0] else (row, one, 0)


def exchanged_on_draft(
    mission: Mission, pairs: Sequence[tuple[str, str]]
) -> tuple[Subgoal, Shown, int] | None:
    """The option that words about a draft want instead of what a part has taken, with that part and its
    place among what was taken."""
    for row, by, place in taken_by_name(mission, pairs):
        others = (one for one in every_shown(row) if says(key_of(one["option"]["title"]), key_of(by)))
        if (one := next(others, None)) is not None and one["offer"] not in row.chosen:
            return row, one, place
    return None


def taken_by_name(mission: Mission, pairs: Sequence[tuple[str, str]]) -> list[tuple[Subgoal, str, int]]:
    """Of what is wanted instead of what: the parts that have taken the latter, what is wanted there, and the
    place of what goes among what they have taken. Parts that take all that fits are not meant."""
    return [
        (row, by, place)
        for row in subgoals.settled_of(mission)
        if len(row.chosen) < len(row.options) and len(row.chosen) <= MOST_CHOSEN
        for what, by in pairs
        for place, offer in enumerate(row.chosen)
        if key_of(by) and says(key_of(str(offer["title"])), key_of(what))
    ]


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
