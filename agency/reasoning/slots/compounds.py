"""German compounds in two: "Stromtarif" is a tariff for "Strom"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.spans import Word, fold, singular

_HEADS = tuple(sorted((fold(word) for word in word_set("compound_heads")), key=len, reverse=True))
_FRONTS = tuple(fold(word) for word in word_set("compound_fronts"))
SHORTEST = 3
"""Letters of the part that is looked up."""


def compounds_split(words: Sequence[Word]) -> list[Word]:
    """Return `words` with each compound of a known head or front as two words in their places."""
    return [part for word in words for part in _parts(word)]


def _parts(word: Word) -> Iterator[Word]:
    at = _seam(word)
    if not at:
        yield word
        return
    for start, end in ((0, at), (at, len(word.text))):
        text = word.text[start:end]
        yield Word(word.start + start, word.start + end, text, singular(fold(text)))


def _seam(word: Word) -> int:
    """Where a word comes apart; 0 where it does not."""
    folded = fold(word.text)
    if len(folded) != len(word.text):
        return 0
    front = next((f for f in _FRONTS if folded.startswith(f)), "")
    if front and len(folded) - len(front) >= SHORTEST:
        return len(front)
    head = next((h for h in _HEADS if folded.endswith(h)), "")
    return len(folded) - len(head) if head and len(folded) - len(head) >= SHORTEST else 0
