"""The safety reviewer: what a plan's steps would do to the world and to others. Pure; the title is not read.

A finding that `stops` has the person look at the plan, whatever their settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from agency.desires.facts import PlanFacts, StepFacts
from agency.desires.findings import Finding, Review
from trust.tools import Kind

MOST_ACTS = 10


def review_safety(facts: PlanFacts) -> Review:
    """Look at a plan's tools, recipients, amounts and risks."""
    return Review(findings=[*_of_steps(facts), *_of_plan(facts)])


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look for in each step."""

    name: str
    found: Callable[[StepFacts], bool]
    words: Callable[[StepFacts], str]
    weight: int
    stops: bool = True


CHECKS = (
    Check("rule", lambda s: bool(s.forbidden), lambda s: _("Your own rule says no: %(rule)s") % {"rule": s.forbidden}, 100),
    Check("address", lambda s: bool(s.refused), lambda s: s.refused, 100),
    Check("tool_off", lambda s: not s.enabled, lambda s: _("“%(title)s” is switched off here.") % {"title": s.title}, 60),
    Check(
        "others",
        lambda s: s.kind is not Kind.READ and bool(s.recipients),
        lambda s: _("It reaches others: %(who)s.") % {"who": ", ".join(s.recipients[:3])},
        50,
    ),
    Check(
        "unknown_recipient",
        lambda s: s.nobody_yet,
        lambda s: _("“%(title)s” goes to somebody who is not known yet.") % {"title": s.title},
        50,
    ),
    Check("deletes", lambda s: s.kind is Kind.DELETE, lambda s: _("“%(title)s” deletes something.") % {"title": s.title}, 60),
    Check(
        "spends",
        lambda s: s.costs or (s.kind is not Kind.READ and s.amount > 0),
        lambda s: _("“%(title)s” spends money.") % {"title": s.title},
        60,
    ),
    Check(
        "final",
        lambda s: s.kind is not Kind.READ and not s.reversible,
        lambda s: _("“%(title)s” cannot be taken back.") % {"title": s.title},
        40,
    ),
    Check(
        "leaks",
        lambda s: s.own and s.egress and not (s.kind is Kind.SEND and not s.recipients and not s.nobody_yet),
        lambda s: _("“%(title)s” would give away what is private to you.") % {"title": s.title},
        60,
    ),
    Check(
        "outside_act",
        lambda s: s.outside and s.kind is not Kind.READ,
        lambda s: _("Text from outside goes into “%(title)s”; it asks before that.") % {"title": s.title},
        10,
        stops=False,
    ),
)  # fmt: skip


def _of_steps(facts: PlanFacts) -> Iterator[Finding]:
    for step in facts.steps:
        for check in CHECKS:
            if check.found(step):
                yield Finding(
                    name=check.name, words=check.words(step), stops=check.stops, weight=check.weight
                )


def _of_plan(facts: PlanFacts) -> Iterator[Finding]:
    if facts.outside:
        words = _("The wish comes from text that others wrote.")
        yield Finding(name="outside_wish", words=words, stops=True, weight=50)
    acts = sum(step.kind is not Kind.READ for step in facts.steps)
    if acts > MOST_ACTS:
        words = _("It would do %(count)d things at once.") % {"count": acts}
        yield Finding(name="many", words=words, stops=True, weight=30)
