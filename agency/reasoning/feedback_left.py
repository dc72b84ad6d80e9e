"""What of feedback in words no lesson comes from: said to the person, who sees what was made of the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from agency.reasoning.feedback_lexicon import clue
from agency.reasoning.feedback_rules import PLEASED, clauses_of
from agency.reasoning.sentiment import fold, sentiment
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.spans import words_of

MOST: Final = 5
LONGEST: Final = 160
_SMALL = word_set("small_words")


def kept_as_words(text: str, quotes: Iterable[str], language: str = "en") -> list[str]:
    """Return the clauses of feedback that say more than a word of praise and that no lesson comes from, as
    written; `quotes`: the words that lessons come from."""
    used = [bare for quote in quotes if (bare := _bare(fold(quote)))]
    found = []
    for clause in clauses_of(text):
        said = _bare(clause.folded)
        taken = any(said in quote or quote in said for quote in used) or clue("stance_gone").search(said)
        if not taken and _tells(said, language):
            found.append(_bare(clause.text)[:LONGEST])
    return list(dict.fromkeys(found))[:MOST]


def _bare(words: str) -> str:
    return " ".join(words.split()).strip(" .,;!?")


def _tells(folded: str, language: str) -> bool:
    """Whether a clause names something, and does not only say how good it was."""
    telling = [word for word in words_of(folded) if len(word.key) > 2 and word.key not in _SMALL]
    return len(telling) > 1 and (len(telling) > 2 or sentiment(folded, language) <= PLEASED)
