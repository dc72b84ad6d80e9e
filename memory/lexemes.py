"""Words as keyed hashes: a person's sentences can be searched by word, and the index tells nobody the words.

A word is folded (case, accents), stemmed (Snowball, in the person's language and in English) and hashed with
the person's own key (HMAC-SHA-256, 64 bits kept). Two people's hashes of one word differ, so one inverted
index over all rows finds only the owner's. Scripts without blanks are cut into pairs of characters.
"""

from __future__ import annotations

import re
import threading
from uuid import UUID

import snowballstemmer

from memory.stopwords import STOP_WORDS
from ownyou.lib.crypto import keyed_hash
from ownyou.lib.text import key_of

MOST = 64
"""Distinct lexemes kept of one sentence; the rest of a long text is found by meaning only."""

ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "nb": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil",
    "tr": "turkish",
}  # fmt: skip
"""Snowball's algorithms by ISO 639-1 language."""

_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def lexemes_of(owner: UUID | None, text: str, *, language: str = "en") -> list[int]:
    """Return the signed 64-bit hashes of the words of `text`, at most `MOST`, in order of appearance."""
    stems = dict.fromkeys(stem for word in words_of(text) for stem in stems_of(word, language))
    return [_hash(owner, stem) for stem in list(stems)[:MOST]]


def words_of(text: str) -> list[str]:
    """Return the folded words of `text` that carry meaning; pairs of characters where no blanks divide."""
    words: list[str] = []
    for token in key_of(text).split():
        unspaced = _UNSPACED.fullmatch(token)
        words += _pairs(token) if unspaced else [token]
    return [word for word in words if word not in STOP_WORDS and (len(word) > 1 or word.isdigit())]


def stems_of(word: str, language: str) -> list[str]:
    """Return the stems of `word` in `language` and in English, without repeats."""
    codes = dict.fromkeys((language.split("-")[0].lower(), "en"))
    return list(dict.fromkeys(_stem(ALGORITHMS[code], word) for code in codes if code in ALGORITHMS))


def _pairs(token: str) -> list[str]:
    return [token] if len(token) < 3 else [token[i : i + 2] for i in range(len(token) - 1)]


class _Stemmers(threading.local):
    """The stemmers of one thread: those in C (PyStemmer, which snowballstemmer takes where it is installed)
    are not to be used by two at once."""

    def __init__(self) -> None:
        self.by_algorithm: dict[str, snowballstemmer.stemmer] = {}


_stemmers = _Stemmers()


def _stem(algorithm: str, word: str) -> str:
    stemmer = _stemmers.by_algorithm.get(algorithm)
    if stemmer is None:
        stemmer = _stemmers.by_algorithm[algorithm] = snowballstemmer.stemmer(algorithm)
    return str(stemmer.stemWord(word))


def _hash(owner: UUID | None, stem: str) -> int:
    return int.from_bytes(keyed_hash(owner, stem, purpose="memory.word")[:8], signed=True)
