"""What the eval scores is what people get: its ranking and that of `recall` are the same."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.recall import recall
from memory.writing import remember
from tests.evals.memory import score_recall
from tests.evals.memory.score_recall import Person, fused_ranks

QUESTIONS = 10
EVERYBODY = {person.name: person for person in score_recall.people()}


def learn(owner: Any, person: Person) -> list[str]:
    """Remember what a person of the eval knows, in its order; the sentences."""
    sentences = []
    for number, memory in enumerate(person.memories):
        area, sentence = memory.split(": ", 1)
        remember(
            user=owner,
            namespace=preferences_of(owner),
            key=f"{area}.of{number}",
            value={"polarity": "like", "value": number},
            text=sentence,
            provenance=Provenance(ProvenanceKind.FEEDBACK, uuid4()),
        )
        sentences.append(sentence)
    return sentences


@pytest.mark.parametrize("name", ["mara", "jonas"])
def test_recall_gives_the_three_that_the_eval_ranks_first(db: None, owner: Any, name: str) -> None:
    person = EVERYBODY[name]
    sentences = learn(owner, person)
    questions = person.questions[:QUESTIONS]
    ranked = fused_ranks(questions, person.memories)
    scored = {q: [sentences[i] for i in order[:3]] for q, order in zip(questions, ranked, strict=True)}
    given = {q: [one.text for one in recall(user=owner, query=q, limit=3)] for q in questions}
    assert given == scored
