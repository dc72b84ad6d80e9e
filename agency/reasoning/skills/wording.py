"""Skill: word a draft that was planned by rules: a short summary, and a title for each day."""

from __future__ import annotations

from pydantic import BaseModel, Field

from agency.reasoning.skill import Skill
from agency.reasoning.skills.facts import other_language, unknown_in

MOST_SUMMARY, MOST_TITLE = 500, 90
MOST_DAYS = 40


class DayFacts(BaseModel):
    """One day as it is planned: its title by rule, and what it has, in order."""

    title: str
    facts: list[str]


class DraftToWord(BaseModel):
    """A draft as it is planned. `facts`: what holds for the whole of it."""

    goal: str
    title: str
    facts: list[str]
    days: list[DayFacts] = []


class Wording(BaseModel):
    """The words only: nothing in them changes what is planned."""

    summary: str = Field(description="two or three sentences; empty for none")
    days: list[str] = Field(default=[], max_length=MOST_DAYS, description="a title for each day, in order")


def by_rules(question: DraftToWord) -> Wording:
    """The titles as they are, and no summary: the head of the draft holds the same figures."""
    return Wording(summary="", days=[day.title for day in question.days])


def check(question: DraftToWord, reply: Wording) -> list[str]:
    """A title for each day, short, and nothing that the facts do not hold."""
    wrong = []
    if len(reply.days) != len(question.days):
        wrong.append(f"give exactly {len(question.days)} titles of days.")
    if len(reply.summary) > MOST_SUMMARY:
        wrong.append(f"the summary has at most {MOST_SUMMARY} characters.")
    whole = " ".join([question.title, *question.facts])
    everything = " ".join([whole, *(fact for day in question.days for fact in (day.title, *day.facts))])
    said = " ".join([reply.summary, *reply.days])
    if other_language(said, everything, question.goal):
        wrong.append("write in the language of the facts.")
    wrong += [f"{word} is not in the facts." for word in unknown_in(reply.summary, everything, said)]
    for number, (title, day) in enumerate(zip(reply.days, question.days, strict=False), 1):
        if not title.strip() or len(title) > MOST_TITLE:
            wrong.append(f"the title of day {number} has 1 to {MOST_TITLE} characters.")
        known = " ".join([question.title, day.title, *day.facts])
        wrong += [f"{word} is not in the facts of day {number}." for word in unknown_in(title, known, said)]
    return wrong[:3]


word_draft = Skill("word_draft", DraftToWord, Wording, rules=by_rules, check=check, most_tokens=1500)
