"""Whether words of a feedback are to last: what a model quotes from a sentence about this one time is not."""

from __future__ import annotations

from agency.reasoning.feedback_lexicon import clue
from agency.reasoning.feedback_rules import parse, sentences_of
from agency.reasoning.sentiment import fold


def holds_once(text: str, quote: str) -> bool:
    """Whether words of a feedback stand in it beside "this time", "for once", and so are no lasting wish."""
    wanted = " ".join(fold(quote).split())
    for sentence in sentences_of(text):
        said = " ".join(fold(sentence).split())
        if wanted not in said and said.strip(" .;!?") not in wanted:
            continue
        parsed = parse(sentence)
        if any(clue("otherwise").search(clause.folded) for clause in parsed.clauses):
            return False
        near = [clause for clause in parsed.clauses if clause.folded in wanted or wanted in clause.folded]
        return not parsed.lasting or any(clue("once").search(clause.folded) for clause in near)
    return False
