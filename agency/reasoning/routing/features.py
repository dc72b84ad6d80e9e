"""A sentence as numbers: its embedding, and beside it which words and word pairs it holds.

The embedding carries meaning across wordings and languages; the words carry what it blurs
("order" or "remind", "my playlist" or "my shopping list").
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Sequence

import numpy as np

from memory.embedding import local_embedder

from .models import Vector

BUCKETS = 8192  # hashed word features
WORD_WEIGHT = 1.4  # length of the word part beside an embedding part of length about one
LONGEST = 600  # characters read of a text: a request says what it wants early

_WORD = re.compile(r"\w+")
_PICTURED = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


def clean(text: str) -> str:
    """The text as it is embedded: one line, no control characters, at most LONGEST characters.

    Pictures beside words (“a concert in Berlin 🎷”) say nothing that the words do not, and mislead.
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in text[: LONGEST * 4])
    plain = "".join(" " if _is_picture(sign) else sign for sign in printable)
    kept = plain if any(sign.isalnum() for sign in plain) else printable
    return " ".join(kept.split())[:LONGEST]


def _is_picture(sign: str) -> bool:
    """Whether a character is an emoji, or belongs to one."""
    return sign in _PICTURED or (sign > "\u2000" and unicodedata.category(sign) in ("So", "Sk"))


def embed(texts: Sequence[str]) -> Vector:
    """(n, 384) normalised query embeddings of cleaned texts. The model loads once per process; what memory
    was asked about just before is not embedded again."""
    return np.stack([local_embedder().query(clean(text)) for text in texts])


def word_buckets(text: str) -> list[int]:
    """The hash buckets (0 to BUCKETS - 1) of a text's words and neighbouring pairs, sorted."""
    words = _WORD.findall(clean(text).lower())
    pairs = [f"{first}_{second}" for first, second in zip(["^", *words], [*words, "$"], strict=True)]
    return sorted({zlib.crc32(token.encode()) % BUCKETS for token in words + pairs})


def rarity(texts: Sequence[str]) -> Vector:
    """(BUCKETS,), inverse document frequencies: what stands in few of n texts counts for more, and
    what stands in none of them for log(n + 1)."""
    holding = np.zeros(BUCKETS, np.float32)
    for text in texts:
        holding[word_buckets(text)] += 1
    return np.log((len(texts) + 1) / (holding + 1))


def word_features(texts: Sequence[str], rare: Vector) -> Vector:
    """(n, BUCKETS), each row of length WORD_WEIGHT; `rare` (BUCKETS,) weighs the words."""
    features = np.zeros((len(texts), BUCKETS), np.float32)
    for row, text in zip(features, texts, strict=True):
        buckets = word_buckets(text)
        row[buckets] = word_weights(buckets, rare)
    return features


def word_weights(buckets: list[int], rare: Vector) -> Vector:
    """What each of a text's buckets counts, of length WORD_WEIGHT together."""
    weights = rare[buckets]
    return np.asarray(weights * (WORD_WEIGHT / np.linalg.norm(weights)), np.float32)
