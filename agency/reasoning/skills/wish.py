"""Skill: does a person wish for something that is to be pursued for them over time?"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from agency.reasoning.skill import Skill
from agency.reasoning.wish_rules import read_wishes
from ownyou.lib.text import key_of

MOST_WISHES, MOST_QUOTE = 3, 2_000


class WordsHeard(BaseModel):
    """What a person said: to the ask box, in a goal, in feedback."""

    text: str
    language: str = "en"


class Wish(BaseModel):
    """One wish: the words that say it, a name for it, what to look for, and how often."""

    quote: str = Field(max_length=MOST_QUOTE, description="copied from the text, word for word")
    title: str = Field(min_length=1, max_length=120, description="2-8 words, in the person's language")
    look_for: str = Field(
        default="", max_length=200, description="what helps with it if it is searched for on the web"
    )
    every: Literal["", "day", "week", "month"] = Field(default="", description="empty: once")


class WishesFound(BaseModel):
    """The wishes of a text; `rest`: something is asked for as well that can be done once and be over."""

    wishes: list[Wish] = Field(default=[], max_length=MOST_WISHES)
    rest: bool = False


def by_rules(question: WordsHeard) -> WishesFound:
    """Answer by the words that wishes begin with, and what follows them."""
    found, rest = read_wishes(question.text)
    wishes = [
        Wish(quote=one.quote[:MOST_QUOTE], title=one.title, look_for=one.look_for[:200], every=one.every)
        for one in found[:MOST_WISHES]
    ]
    return WishesFound(wishes=wishes, rest=rest)


def check(question: WordsHeard, reply: WishesFound) -> list[str]:
    """Every wish quotes words that stand in the text, each only once."""
    said = key_of(question.text)
    quotes = [key_of(wish.quote) for wish in reply.wishes]
    wrong = [
        f"quote of “{wish.title}” must be copied from the text, word for word."
        for wish, quote in zip(reply.wishes, quotes, strict=True)
        if not quote or quote not in said
    ]
    if len(set(quotes)) < len(quotes):
        wrong.append("every wish must quote other words.")
    return wrong


detect_wishes = Skill("detect_wishes", WordsHeard, WishesFound, rules=by_rules, check=check, most_tokens=400)
