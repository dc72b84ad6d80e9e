"""What changed from one version of a plan to the next, as a person reads it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.plans.cards import HopCard

type Change = Literal["added", "removed", "changed"]


class HopChange(BaseModel):
    """One hop that is new, gone or other than before; `words` say what is other, a sentence each."""

    change: Change
    name: str
    words: list[str] = []


class PlanChange(BaseModel):
    """What the version `after` makes otherwise than the one `before`."""

    before: int
    after: int
    hops: list[HopChange]
    agreed: list[str]
    """Success criteria that are new."""
    because: list[str] = []
    """Why it was made, a sentence each."""
    dropped: list[str]
    """Success criteria that are gone."""

    @property
    def anything(self) -> bool:
        return bool(self.hops or self.agreed or self.dropped)


def hop_changes(before: Sequence[HopCard], after: Sequence[HopCard]) -> list[HopChange]:
    """The hops that are new or other, in the order of the newer plan; then those that are gone."""
    pairs = _pairs(before, after)
    kept = {id(old) for old, _new in pairs if old is not None}
    changes = []
    for old, new in pairs:
        if old is None:
            changes.append(HopChange(change="added", name=new.name, words=[new.description]))
        elif words := _differences(old, new):
            changes.append(HopChange(change="changed", name=new.name, words=words))
    gone = [hop for hop in before if id(hop) not in kept]
    return [*changes, *(HopChange(change="removed", name=hop.name, words=[hop.description]) for hop in gone)]


def _pairs(before: Sequence[HopCard], after: Sequence[HopCard]) -> list[tuple[HopCard | None, HopCard]]:
    """Each newer hop with the older one that it goes on from: of the same name, else of the same tools."""
    left = list(before)
    found: dict[int, HopCard] = {}
    for same in (_same_name, _same_tools):
        for number, new in enumerate(after):
            old = next((one for one in left if same(one, new)), None) if number not in found else None
            if old is not None:
                found[number] = old
                left.remove(old)
    return [(found.get(number), new) for number, new in enumerate(after)]


def _same_name(one: HopCard, other: HopCard) -> bool:
    return one.name == other.name


def _same_tools(one: HopCard, other: HopCard) -> bool:
    return [step.tool for step in one.steps] == [step.tool for step in other.steps]


def _differences(old: HopCard, new: HopCard) -> list[str]:
    """What is other in a hop, in sentences."""
    words = []
    if old.name != new.name:
        words.append(_("It was called “%(name)s”.") % {"name": old.name})
    steps = ([step.title for step in old.steps], [step.title for step in new.steps])
    for label, was, now in (
        (_("Starts from: %(what)s."), old.inputs, new.inputs),
        (_("Makes: %(what)s."), old.outputs, new.outputs),
        (_("Does: %(what)s."), *steps),
    ):
        if was != now:
            words.append(label % {"what": _from_to(was, now)})
    return words


def _from_to(was: Sequence[str], now: Sequence[str]) -> str:
    nothing = _("nothing")
    facts = {"before": "; ".join(was) or nothing, "after": "; ".join(now) or nothing}
    return _("%(after)s (before: %(before)s)") % facts
