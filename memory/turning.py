"""Notes that a new sentence turns into their opposite: "We have a car", later "we have no car"."""

from __future__ import annotations

import re

from memory.lexemes import lexemes_of, words_of
from memory.models import MemoryItem
from memory.names import PREFERENCES, unescape
from ownyou.lib.text import key_of
from trust.models import User

_NEGATION = re.compile(
    r"\b(?:no|not|never|cannot|(?:do|does|did|is|are|was|were|have|has|can|could|will|would|wo|ca)n t"
    r"|nicht|kein\w*|nie|niemals|pas|jamais)\b"
)
_WITHOUT = re.compile(r"\b(?:without|ohne|sans)\b")
_PART_OF_IT = {"longer", "anymore", "wieder", "never", "cannot", "without", "nie", "niemals", "jamais"}
"""Words that only say whether something holds, beside those that are never searched for."""
_TELLING = frozenset(
    key_of(
        "he him his she her they them their you your before after until since from under over up down once "
        "only er ihm ihn ihr ihre sie du dein vor nach bis seit unter über nur il elle ils avant après sous "
        "sur"
    ).split()
)
"""Never searched for, and still they make a sentence another one: of whom, when and where it is so."""


def turned_by(user: User, sentence: str, *, kept_as: str) -> list[MemoryItem]:
    """Return the person's notes that say of the same words that it is so where `sentence` says that it is
    not, or the other way round. `kept_as` is how the keys of notes begin."""
    said = _matter(sentence)
    hashes = lexemes_of(user.pk, " ".join(said), language=user.language)
    if not hashes:
        return []
    rows = MemoryItem.objects.of(user).valid().filter(namespace__0=PREFERENCES, lexemes__contains=hashes)
    return [
        item
        for item in rows
        if unescape(item.key).startswith(kept_as)
        and _matter(item.text) == said
        and denies(item.text) != denies(sentence)
    ]


def _matter(sentence: str) -> frozenset[str]:
    """The words that a sentence is about, and those that say of whom, when and where it holds."""
    words = {word for word in words_of(sentence) if not re.fullmatch(r"kein\w*", word)}
    return frozenset(words | (_TELLING & set(key_of(sentence).split()))) - _PART_OF_IT


def denies(sentence: str) -> bool:
    """Whether a sentence says that something is not so; "not without" says that it is."""
    said = key_of(sentence)
    return (_NEGATION.search(said) is not None) != (_WITHOUT.search(said) is not None)
