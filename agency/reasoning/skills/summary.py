"""Skill: the gist of a text in a few sentences."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from agency.reasoning.skill import Skill
from agency.reasoning.skills.reasons import figures
from ownyou.lib.text import key_of

MOST_READ = 40_000
LEAST_WORDS, MOST_WORDS = 5, 60
LEAD = 0.25
"""How much the place in the text counts beside its words: what comes first is written to tell the gist."""

_END = re.compile(r"(?<=[.!?…])[\"”’)]*\s+(?=[\"“‘(]?[^\W\d_a-z])")
_MARKS = re.compile(r"^\s{0,3}(#{1,6}\s|[-*+]\s|\d+[.)]\s|>\s|\|)")
LINK = re.compile(r"(?:https?://|www\.)[^\s)\]>\"'*]*[^\s)\]>\"'*.,;:!?]")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


class TextToSum(BaseModel):
    """A text that others wrote, and how many sentences its gist may have."""

    title: str = ""
    text: str
    sentences: int = Field(5, ge=1, le=20)


class Gist(BaseModel):
    text: str = Field(description="the gist, in the language of the text")


def by_rules(question: TextToSum) -> Gist:
    """The sentences that share most with the rest of the text, in their order.

    Each sentence is weighed by how close its words (tf-idf) are to those of the whole text, and by its place.
    """
    sentences = sentences_of(question.text)
    if len(sentences) <= question.sentences:
        return Gist(text=" ".join(sentences) or question.text.strip()[:600])
    closeness = _closeness(sentences)
    place = np.exp(-np.arange(len(sentences)) / 10)
    order = np.argsort(-((1 - LEAD) * closeness + LEAD * place), kind="stable")
    best = sorted(int(index) for index in order[: question.sentences])
    return Gist(text=" ".join(sentences[index] for index in best))


def sentences_of(text: str) -> list[str]:
    """The full sentences of a Markdown text: no headings, lists, tables or quotes."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text[:MOST_READ]):
        lines = [line for line in paragraph.splitlines() if not _MARKS.match(line)]
        plain = _LINK.sub(r"\1", " ".join(lines)).replace("**", "").replace("__", "")
        found += [sentence.strip() for sentence in _END.split(" ".join(plain.split()))]
    return [sentence for sentence in found if LEAST_WORDS <= len(sentence.split()) <= MOST_WORDS]


def _closeness(sentences: list[str]) -> NDArray[np.float64]:
    """Cosine of each sentence's tf-idf vector with that of the whole text; 0 to 1, shape (sentences,)."""
    bags = [Counter(word for word in key_of(sentence).split() if len(word) > 3) for sentence in sentences]
    words = sorted(set().union(*bags))
    if not words:
        return np.zeros(len(sentences))
    column = {word: index for index, word in enumerate(words)}
    counts = np.zeros((len(bags), len(words)))
    for row, bag in enumerate(bags):
        for word, times in bag.items():
            counts[row, column[word]] = times
    weights = counts * np.log(1 + len(bags) / np.count_nonzero(counts, axis=0))
    whole = weights.sum(axis=0)
    lengths = np.linalg.norm(weights, axis=1) * np.linalg.norm(whole)
    closeness: NDArray[np.float64] = np.zeros(len(bags))
    np.divide(weights @ whole, lengths, out=closeness, where=lengths > 0)
    return closeness


def check(question: TextToSum, reply: Gist) -> list[str]:
    """Not empty, not longer than asked, and no number or link that the text does not hold."""
    wrong = []
    if not reply.text.strip():
        wrong.append("the gist is empty.")
    if len(reply.text) > max(400, 300 * question.sentences):
        wrong.append(f"at most {question.sentences} sentences.")
    known = figures(f"{question.title} {question.text}")
    wrong += [f"{link} is not in the text." for link in LINK.findall(reply.text) if link not in question.text]
    wrong += [f"{number} is not in the text." for number in sorted(figures(reply.text) - known)]
    return wrong[:3]


summarise = Skill("summarise", TextToSum, Gist, rules=by_rules, check=check, most_tokens=900)
