"""The alignment reviewer: does a plan fit what the person said matters, and must never be done? Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from agency.desires.findings import Finding, Review
from agency.plans.fitting import stems_in
from ownyou.lib.text import key_of

NEUTRAL, FITS = 70, 100
"""The score of a plan that nothing is said about, and of one that serves what matters."""


@dataclass(frozen=True, slots=True)
class Values:
    """What a person said: `matters` in lines; `never` the words that nothing is to be done about."""

    matters: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def review_alignment(values: Values, said: Sequence[str], does: Sequence[str] = ()) -> Review:
    """Compare what a plan is about (`said`: its goal and all it takes as given) and what it `does`, in words,
    with a person's values."""
    about = [*said, *does]
    findings = [
        Finding(
            name="never", words=_("You said never: “%(words)s”.") % {"words": words}, stops=True, weight=100
        )
        for words in values.never
        if any(_mentions(text, words) for text in about)
    ]
    served = serves(values, said)
    if served:
        findings.append(
            Finding(
                name="matters",
                words=_("It serves what matters to you: “%(words)s”.") % {"words": served},
                weight=0,
            )
        )
    return Review(findings=findings, base=FITS if served else NEUTRAL)


def _mentions(text: str, words: str) -> bool:
    """Whether a text has these words as they stand, or all of them in another form ("gambles", "a zoo")."""
    sought = key_of(words)
    if not sought or f" {sought} " in f" {key_of(text)} ":
        return bool(sought)
    parts = [stems for word in sought.split() if (stems := stems_in(word))]
    about = stems_in(text)
    return bool(parts) and all(stems & about for stems in parts)


def serves(values: Values, said: Sequence[str]) -> str:
    """The first thing that matters whose words are also the plan's; empty where none is."""
    stems = frozenset().union(*(stems_in(text) for text in said))
    return next((line for line in values.matters if stems_in(line) & stems), "")
