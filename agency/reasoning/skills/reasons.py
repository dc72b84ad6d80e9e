"""Skill: a short reason for each option, from the facts that ranked it."""

from __future__ import annotations

import re

from pydantic import BaseModel, Field

from agency.reasoning.skill import Skill

MOST_WORDS = 22


class OptionFacts(BaseModel):
    """What is known of one option: its place in the ranking and the facts that put it there."""

    title: str
    strongest: list[str]


class OptionsToExplain(BaseModel):
    """The options, best first."""

    goal: str
    options: list[OptionFacts]


class Reasons(BaseModel):
    """One short reason for each option, in the same order."""

    reasons: list[str] = Field(
        max_length=20, description="one for each option, in the same order; empty where there are no facts"
    )


def by_rules(question: OptionsToExplain) -> Reasons:
    """Name the strongest facts."""
    return Reasons(reasons=[_sentence(option) for option in question.options])


def _sentence(option: OptionFacts) -> str:
    text = ", ".join(option.strongest[:2])
    return text[:1].upper() + text[1:]


def check(question: OptionsToExplain, reply: Reasons) -> list[str]:
    """As many as options, short, and no number, link or rank that the facts do not hold."""
    wrong = []
    if len(reply.reasons) != len(question.options):
        wrong.append(f"give exactly {len(question.options)} reasons.")
    for reason, option in zip(reply.reasons, question.options, strict=False):
        known = " ".join([question.goal, option.title, *option.strongest])
        if len(reason.split()) > MOST_WORDS:
            wrong.append(f"at most {MOST_WORDS} words for each reason.")
        wrong += [f"{number} is not in the facts." for number in figures(reason) - figures(known)]
        wrong += [f"{sign} is not in the facts." for sign in SIGNS.findall(reason) if sign not in known]
        wrong += [f"“{rank}” is not in the facts." for rank in _ranks(reason) - _ranks(known)]
    return wrong[:3]


SIGNS = re.compile(r"https?://|www\.|[<>\[\]{}|`#*_@]")
"""Links, addresses and marks of Markdown or HTML: no sentence of plain words needs them."""
_RANK = re.compile(
    r"\b(?:best|cheapest|dearest|nearest|closest|highest|lowest|largest|fastest"
    r"|(?:beste|günstigste|billigste|preiswerteste|teuerste|höchste|schnellste)[nrs]?)\b(?![- ]rated)",
    re.IGNORECASE,
)


def _ranks(text: str) -> set[str]:
    """Words that set one option above the others, of which its own facts may not tell."""
    return {found.casefold() for found in _RANK.findall(text)}


_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")


def figures(text: str) -> set[str]:
    """The figures of a text, whatever stands around them: "€279.00" and "279" are the same."""
    return {_plain(found) for found in _FIGURE.findall(text)}


def _plain(figure: str) -> str:
    return re.sub(r"[.,]0+$", "", figure)


write_reasons = Skill(
    "write_reasons",
    OptionsToExplain,
    Reasons,
    rules=by_rules,
    check=check,
    version=4,
    most_tokens=600,
    spares=1,
)
