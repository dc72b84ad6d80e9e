"""Tool steps grouped into hops, each with a name, a description and a reason in a person's terms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.plans.drafting import Draft, DraftStep
from agency.plans.essence import LEAST_WORDS, MOST_STEPS, MOST_WORDS, HopLite
from ownyou.lib.text import clean_line, lower_first

type Group = list[DraftStep]


def hops_of(draft: Draft) -> list[HopLite]:
    """Group a draft's steps: those for one output together, at most four; an act is a hop of its own. Its
    reason says which tools were not taken because they failed lately. Names and descriptions are made of the
    declared titles, whatever language is read: `agency.plans.titles` draws them."""
    groups = [part for group in _by_purpose(draft.steps) for part in _portions(group)]
    names: set[str] = set()
    return [_hop(draft, groups, number, names) for number in range(len(groups))]


def _by_purpose(steps: list[DraftStep]) -> list[Group]:
    return [
        list(group)
        for _key, group in groupby(steps, key=lambda s: (s.output.name, s.lite.id if s.tool.acts else ""))
    ]


def _portions(group: Group) -> list[Group]:
    return [group[start : start + MOST_STEPS] for start in range(0, len(group), MOST_STEPS)]


def _hop(draft: Draft, groups: list[Group], number: int, names: set[str]) -> HopLite:
    group = groups[number]
    made = [name for step in group for name in step.lite.makes()]
    used = [name for step in group for name in step.lite.uses()]
    later = {name for other in groups[number + 1 :] for step in other for name in step.lite.uses()}
    wanted = {asset.name for asset in draft.mission.outputs}
    with override(None):
        name, description = _name(group, names), described([step.tool.title for step in group])
    return HopLite(
        name=name,
        description=description,
        inputs=[name for name in dict.fromkeys(used) if name not in made],
        outputs=[name for name in made if name in later | wanted],
        rationale=" ".join([_rationale(group, set(made) & wanted), *_failed_lately(group)]),
        intermediates=[draft.made[name] for name in made if name not in wanted],
        steps=[step.lite for step in group],
    )


def _name(group: Group, names: set[str]) -> str:
    """Its name, told apart from those of other hops."""
    name, number = named([step.tool.title for step in group]), 2
    words = name.split()
    while name in names:
        name = " ".join([*words[: MOST_WORDS - 1], f"({number})"])
        number += 1
    names.add(name)
    return name


def named(titles: Sequence[str]) -> str:
    """A name for steps with these titles: the last of them, in 2 to 8 words."""
    words = clean_line(titles[-1]).split()[:MOST_WORDS]
    return " ".join(words if len(words) >= LEAST_WORDS else [_("Step:"), *words])


def described(titles: Sequence[str]) -> str:
    """A sentence for steps with these titles."""
    first, *rest = [clean_line(title).rstrip(".!?").replace(". ", ", ") for title in titles]
    said = [first, *(lower_first(title) for title in rest)]
    return _(", then ").join(said) + "."


def _rationale(group: Group, wanted: set[str]) -> str:
    output = group[-1].output
    what = output.description or output.name
    if output.name in wanted:
        return _("This is what you asked for: %(what)s.") % {"what": what}
    return _("What comes of it is needed for: %(what)s.") % {"what": what}


def _failed_lately(group: Group) -> list[str]:
    """What failures changed: tools that came after another, and those that are used all the same."""
    said = []
    for step in group:
        if step.tool.failures:
            words = _("“%(tool)s” did not work lately; nothing here is better for it.")
            said.append(words % {"tool": clean_line(step.tool.title_words)})
        for other in step.instead_of:
            words = _("“%(tool)s” did not work lately, so this is tried instead.")
            said.append(words % {"tool": clean_line(other.title_words)})
    return list(dict.fromkeys(said))
