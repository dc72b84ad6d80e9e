"""A skill: one typed question that the product asks, answered by a model or by rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

PROMPTS = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class Skill[Question: BaseModel, Reply: BaseModel]:
    """One question: its shapes, its prompt file, its rules, and the check of an answer against the question.

    `check` returns what is wrong with a reply, in sentences for the model's one repair attempt; an empty
    list means that it fits. `rules` always answers. `shape` gives the reply's type for this question, where
    it depends on the question (slots).
    """

    name: str
    question: type[Question]
    reply: type[Reply]
    rules: Callable[[Question], Reply]
    check: Callable[[Question, Reply], list[str]] = field(default=lambda question, reply: [])
    shape: Callable[[Question], type[Reply]] | None = None
    version: int = 1
    most_tokens: int = 400
    spares: int = 0
    """Calls of its run that it leaves to questions that matter more, such as what a person changes."""

    def prompt(self) -> str:
        """Return the prompt's text, from `prompts/<name>.md`."""
        return (PROMPTS / f"{self.name}.md").read_text(encoding="utf-8")

    def shape_for(self, question: Question) -> type[Reply]:
        """Return the type that a reply to this question must have."""
        return self.shape(question) if self.shape else self.reply
