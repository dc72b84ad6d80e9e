"""Skill: an answer to a goal, written from what was looked up."""

from __future__ import annotations

import re

from pydantic import BaseModel, Field

from agency.reasoning.skill import Skill
from agency.reasoning.skills.reasons import figures
from agency.reasoning.skills.summary import TextToSum, summarise
from ownyou.lib.text import shorten

LONGEST = 12_000
_LINK = re.compile(r"https?://[^\s)\]>\"'*]+")


class Source(BaseModel):
    """One text that others wrote."""

    name: str
    link: str = ""
    text: str


class GoalToAnswer(BaseModel):
    """What was wanted, and what was found about it."""

    goal: str
    language: str = "en"
    sources: list[Source]


class Answered(BaseModel):
    title: str = Field(description="2-10 words")
    text: str = Field(description="the answer, as Markdown")


def by_rules(question: GoalToAnswer) -> Answered:
    """The gist of each source under its name. What the answer is, the rules cannot tell."""
    parts = [
        f"## {source.name}\n\n{summarise.rules(TextToSum(title=source.name, text=source.text)).text}"
        + (f"\n\n{source.link}" if source.link else "")
        for source in question.sources
    ]
    return Answered(title=shorten(question.goal, 80), text="\n\n".join(parts))


def check(question: GoalToAnswer, reply: Answered) -> list[str]:
    """Not empty, not too long, and no link or number that the sources do not hold."""
    wrong = []
    if not reply.text.strip() or not reply.title.strip():
        wrong.append("there must be a title and a text.")
    if len(reply.text) > LONGEST:
        wrong.append(f"at most {LONGEST} characters.")
    held = " ".join([question.goal, *(f"{one.name} {one.link} {one.text}" for one in question.sources)])
    links = {link.rstrip(".,;:") for link in _LINK.findall(reply.text)}
    wrong += [f"{link} is in no source." for link in sorted(links) if link not in held]
    said = _LINK.sub("", f"{reply.title} {reply.text}")
    wrong += [f"{number} is in no source." for number in sorted(figures(said) - figures(held))]
    return wrong[:4]


write_answer = Skill("write_answer", GoalToAnswer, Answered, rules=by_rules, check=check, most_tokens=2_000)
