"""The safety reviewer: what a plan's steps would do to the world and to others. Pure; the title is not read.

A finding that `stops` has the person look at the plan, whatever their settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agency.desires.facts import PlanFacts, StepFacts
from agency.desires.findings import Finding, Review
from trust.tools import Kind

MOST_ACTS = 10


def review_safety(facts: PlanFacts) -> Review:
    """Look at a plan's tools, recipients, amounts and risks."""
    return Review(findings=[*_of_steps(facts), *_of_plan(facts)])


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look for in each step; `words` may name its title, who gets it, rule and guard."""

    name: str
    words: str
    weight: int
    found: Callable[[StepFacts], bool]
    stops: bool = True


def _to_oneself(step: StepFacts) -> bool:
    return step.kind is Kind.SEND and not step.recipients and not step.nobody_yet


def _acts(step: StepFacts) -> bool:
    return step.kind is not Kind.READ


CHECKS = (
    Check("rule", gettext_noop("Your own rule says no: %(rule)s"), 100, lambda s: bool(s.forbidden)),
    Check("address", gettext_noop("%(refused)s"), 100, lambda s: bool(s.refused)),
    Check("tool_off", gettext_noop("“%(title)s” is switched off here."), 60, lambda s: not s.enabled),
    Check(
        "others", gettext_noop("It reaches others: %(who)s."), 50, lambda s: _acts(s) and bool(s.recipients)
    ),
    Check(
        "unknown_recipient",
        gettext_noop("“%(title)s” goes to somebody I do not know yet."),
        50,
        lambda s: s.nobody_yet,
    ),
    Check(
        "about_person",
        gettext_noop("It looks up a person: %(person)s."),
        50,
        lambda s: bool(s.about_person),
    ),
    Check("deletes", gettext_noop("“%(title)s” deletes something."), 60, lambda s: s.kind is Kind.DELETE),
    Check(
        "spends",
        gettext_noop("“%(title)s” spends money."),
        60,
        lambda s: s.costs or (_acts(s) and s.amount > 0),
    ),
    Check("final", gettext_noop("“%(title)s” cannot be taken back."), 40, lambda s: not s.reversible),
    Check(
        "leaks",
        gettext_noop("“%(title)s” would give away what is private to you."),
        60,
        lambda s: s.own and s.egress and not _to_oneself(s),
    ),
    Check(
        "outside_act",
        gettext_noop("Text that others wrote goes into “%(title)s”; I ask you before that."),
        10,
        lambda s: s.outside and _acts(s),
        stops=False,
    ),
)


def _words(check: Check, step: StepFacts) -> str:
    return _(check.words) % {
        "title": _(step.title),
        "person": step.about_person,
        "who": ", ".join(step.recipients[:3]),
        "rule": step.forbidden,
        "refused": step.refused,
    }


def _of_steps(facts: PlanFacts) -> Iterator[Finding]:
    for step in facts.steps:
        for check in CHECKS:
            if check.found(step):
                yield Finding(
                    name=check.name, words=_words(check, step), stops=check.stops, weight=check.weight
                )


def _of_plan(facts: PlanFacts) -> Iterator[Finding]:
    if facts.outside:
        words = _("The wish comes from text that others wrote.")
        yield Finding(name="outside_wish", words=words, stops=True, weight=50)
    acts = sum(step.kind is not Kind.READ for step in facts.steps)
    if acts > MOST_ACTS:
        words = _("It would do %(count)d things at once.") % {"count": acts}
        yield Finding(name="many", words=words, stops=True, weight=30)
