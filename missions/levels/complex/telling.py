"""Words on the draft, or on the card of another part, that are about one part: "another hotel".

They are heard as if they had been said on that part's own card, and hold for it alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions import refining, subgoals
from missions.brief import Brief
from missions.levels import changing
from missions.levels.complex.part_desk import brief_of_part, planner_of
from missions.levels.complex.retaking import taken_by_name
from missions.levels.desk import Desk
from missions.models import Subgoal
from missions.plugins.complex import Spoken

OF_PRICES = {"stay_price", "saving", "cheaper", "nicer"}
"""Slots that say how dear parts may be."""


@dataclass
class Told:
    """What words say to single parts: their wishes by key (`Subgoal.adjustments`), that in words, and the
    rest, which is about the whole or the part that was asked about."""

    rest: str
    wishes: dict[str, dict[str, Any]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)


def told(desk: Desk, words: str, whole: Brief, *, in_plan: set[str] | None = None, own: str = "") -> Told:
    """Hear what words say to parts by name, but to the one on whose card they are (`own`).

    `in_plan`: the ids of the offers that the draft is made of; what else was chosen is not what is seen.
    """
    heard, rows = Told(words), {row.key: row for row in subgoals.rows_of(desk.mission)}
    parts = [subgoals.part_of(row) for row in rows.values()]
    spoken_to = planner_of(desk).spoken_to(words, parts, whole)
    for row, by, _place in taken_by_name(desk.mission, planner_of(desk).exchanged(words)):
        if by[0].isupper():  # by its name; what is shown of the part holds no such one
            heard.said.append(_("“%(what)s” is not known for it") % {"what": by})
        spoken_to = [Spoken(words, (row.key,), others=True)]
    for spoken in spoken_to:
        if own in spoken.keys:
            continue
        found = {key: _heard(desk, spoken, rows[key], whole, in_plan) for key in spoken.keys if key in rows}
        if not (kept := {key: one for key, one in found.items() if one is not None}):
            continue
        heard.rest = heard.rest.replace(spoken.words if spoken.cut is None else spoken.cut, " ", 1)
        for key, (wishes, said) in kept.items():
            heard.wishes[key] = wishes
            heard.said.append(_("%(part)s: %(title)s") % {"part": rows[key].title, "title": ", ".join(said)})
    return heard


def _heard(
    desk: Desk, spoken: Spoken, row: Subgoal, whole: Brief, in_plan: set[str] | None
) -> tuple[dict[str, Any], list[str]] | None:
    """What a part wishes after words to it, and what changed; None: nothing is made of them."""
    planner, part, brief = planner_of(desk), subgoals.part_of(row), brief_of_part(row, whole)
    shown = _seen(desk, row, in_plan)
    read = changing.read_words(desk, spoken.words, shown)
    read = read.model_copy(update={"others": read.others or spoken.others, "left_out": [], "chosen": ""})
    taken = refining.taken_in(
        brief,
        spoken.words,
        planner.meant_of_part(part, spoken.words, read, brief),
        lambda after: planner.refine_part(part, spoken.words, read, after),
        shown=shown,
    )
    if taken is None:
        return None
    after, said = taken
    return subgoals.wishes_of(row, after, whole), said or [spoken.words]


def _seen(desk: Desk, row: Subgoal, in_plan: set[str] | None) -> list[dict[str, Any]]:
    """What the person has of a part before them: the options that it asks about, else what is planned."""
    if not row.chosen:
        return [one["option"] for one in row.options]
    known = {one["offer"]["source_id"]: one["option"] for one in row.options}
    chosen = [Offer.model_validate(one) for one in row.chosen]
    return [
        known.get(one.source_id)
        or {"title": one.title, "mark": desk.kind.mark(one), "amount": one.price, "rating": one.rating}
        for one in chosen
        if len(chosen) == 1 or in_plan is None or one.source_id in in_plan
    ]


def lasting(row: Subgoal, before: Brief, after: Brief) -> dict[str, Any] | None:
    """What was wished of a part alone, as it holds once the whole has changed: what was said of the whole now
    counts, and no price of one part where that is to be cheaper or nicer. None: nothing was said of it."""
    own = row.adjustments
    if not own or not own["adjustments"].get("words"):
        return None
    old, new = (one.adjustments.model_dump(mode="json") for one in (before, after))
    kept = {**own["adjustments"], **{name: new[name] for name in new if new[name] != old[name]}}
    changed = {
        name for name in {*before.slots, *after.slots} if before.slots.get(name) != after.slots.get(name)
    }
    if changed & OF_PRICES:
        kept |= {"max_price": None, "min_price": None, "sort": None}
    return {
        "adjustments": kept,
        "slots": {name: value for name, value in own["slots"].items() if name not in changed},
    }


def at_all(rest: str) -> bool:
    """Whether anything is left of words once what was said to parts is taken away."""
    return any(char.isalnum() for char in rest)
