"""How well a tool is what some words ask for: by meaning (embeddings) and by the words they share."""

from __future__ import annotations

import hashlib
import logging
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache

import numpy as np
from django.core.cache import cache
from redis import RedisError

from agency.plans.toolview import ToolView
from memory.embedding import DIMENSIONS, EmbeddingUnavailable, RecentQueries, Vector, embedder
from memory.lexemes import stems_of, words_of
from ownyou.lib.text import key_of

log = logging.getLogger(__name__)

ASKED_FOR = 0.68
"""From this fit on, words ask for a tool; below they may only be near it."""

BY_WORDS = 0.35
"""What sharing all the words of one way to ask for a tool adds to the cosine."""
BY_NAME = 0.3
"""What its own name adds to a source that is read ("on Wikivoyage", though another one sounds as near)."""
LANGUAGES = ("en", "de", "fr")


class Fitting:
    """Compares words with the ways in which people ask for each of some tools."""

    def __init__(self, tools: Iterable[ToolView]) -> None:
        self._asked = [(tool.name, words) for tool in tools for words in ways_to_ask(tool)]
        self._known: dict[str, dict[str, float]] = {}
        self._read: dict[str, frozenset[str]] = {}

    def of(self, tool: str, words: str) -> float:
        """How well a tool fits some words: about 1 means that they ask for it, 0.4 that they do not."""
        return self.all(words).get(tool, 0.0)

    def all(self, words: str) -> dict[str, float]:
        """The fit of every tool, by name."""
        if words not in self._known:
            self._known[words] = self._compared(words)
        return self._known[words]

    def learn(self, texts: Iterable[str]) -> None:
        """Read the meaning of several texts at once, before each is compared."""
        with suppress(EmbeddingUnavailable):
            meanings_of(list(dict.fromkeys(texts)))

    def stems(self, tool: str) -> frozenset[str]:
        """The stems of the words with which people ask for a tool."""
        return self._by_tool.get(tool, frozenset())

    def without(self, words: str, tool: str) -> str:
        """`words` without those with which one asks for a tool that is chosen already."""
        stems = self.stems(tool)
        return " ".join(word for word in words.split() if not self._stems_in(word) & stems)

    def _stems_in(self, word: str) -> frozenset[str]:
        """The stems in a word, of which a search asks again and again."""
        if word not in self._read:
            self._read[word] = stems_in(word)
        return self._read[word]

    def _compared(self, words: str) -> dict[str, float]:
        meant, said = self._by_meaning(words), stems_in(words)
        named = set(key_of(words).split())
        fits: dict[str, float] = {}
        for (name, stems), whole, cosine in zip(self._stems, self._wholes, meant, strict=True):
            shared = sum(self._weights[stem] for stem in stems & said)
            fit = float(cosine) + (BY_WORDS * shared / whole if whole else 0.0)
            fits[name] = max(fits.get(name, 0.0), fit)
        for name in fits:
            if name.endswith(".read") and key_of(name.removesuffix(".read")) in named:
                fits[name] += BY_NAME
        return fits

    def _by_meaning(self, words: str) -> Vector:
        """The cosine of the words with each way to ask; zeros where no embedding is to be had."""
        try:
            found: Vector = self._vectors @ meanings_of([words])[0]
        except EmbeddingUnavailable:
            log.warning("tools are compared by their words alone: no embedding is to be had")
            return np.zeros(len(self._asked), dtype=np.float32)
        return found

    @cached_property
    def _vectors(self) -> Vector:
        return vectors_of([text for _, text in self._asked])

    @cached_property
    def _stems(self) -> list[tuple[str, frozenset[str]]]:
        return [(name, _stems_asked(words)) for name, words in self._asked]

    @cached_property
    def _by_tool(self) -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for name, stems in self._stems:
            found[name] = found.get(name, frozenset()) | stems
        return found

    @cached_property
    def _wholes(self) -> list[float]:
        """What all the words of each way to ask weigh together."""
        return [sum(self._weights[stem] for stem in stems) for _name, stems in self._stems]

    @cached_property
    def _weights(self) -> dict[str, float]:
        """A word says the more the fewer tools are asked for with it (inverse document frequency)."""
        tools = len({name for name, _ in self._asked})
        spread = Counter(stem for _, stem in {(name, stem) for name, stems in self._stems for stem in stems})
        return {stem: math.log(1 + tools / count) for stem, count in spread.items()}


def ways_to_ask(tool: ToolView) -> list[str]:
    """How people ask for a tool: its verbs, else its title and description."""
    return [*tool.verbs, tool.title] if tool.verbs else [tool.title, tool.description[:200]]


def stems_in(words: str) -> frozenset[str]:
    """The stems of words that say something, in the languages that goals are read in."""
    return frozenset(stem for word in words_of(words) for code in LANGUAGES for stem in stems_of(word, code))


@lru_cache(maxsize=2_048)
def _stems_asked(words: str) -> frozenset[str]:
    """The stems of a way to ask for a tool, which comes with the tool: nobody's own words are kept."""
    return stems_in(words)


_recent = RecentQueries()
"""What people's words mean, for as long as they are worked with: read, planned and criticised."""


def meanings_of(texts: Sequence[str]) -> list[Vector]:
    """The vectors, shape (384,) each, of people's words. Raises `EmbeddingUnavailable`."""
    names = [_recent.name(f"{embedder().name}|{text}") for text in texts]
    found = [_recent.get(name) for name in names]
    missing = [number for number, vector in enumerate(found) if vector is None]
    if missing:
        fresh = embedder().passages([texts[number] for number in missing])
        for number, vector in zip(missing, fresh, strict=True):
            found[number] = vector
            _recent.put(names[number], vector)
    return [vector for vector in found if vector is not None]


_known: dict[str, Vector] = {}
"""Tools' own words met before in this process; they belong to nobody."""

MOST_KNOWN = 4_000


def vectors_of(texts: Sequence[str]) -> Vector:
    """The vectors, shape (len(texts), 384), of tools' own words; kept in this process and in the cache, which
    all processes share. Raises `EmbeddingUnavailable`."""
    names = [_cache_name(text) for text in texts]
    known = {name: vector for name in names if (vector := _known.get(name)) is not None}
    missing = {text: name for text, name in zip(texts, names, strict=True) if name not in known}
    if missing:
        known |= (found := _found_or_made(missing))
        if len(_known) > MOST_KNOWN:
            _known.clear()
        _known.update(found)
    return np.array([known[name] for name in names], dtype=np.float32).reshape(len(names), DIMENSIONS)


def _found_or_made(names: dict[str, str]) -> dict[str, Vector]:
    """The vectors of texts, given with the names under which the cache has them, by name."""
    try:
        kept = cache.get_many(names.values())
    except RedisError:
        kept = {}
    missing = [text for text, name in names.items() if name not in kept]
    if missing:
        fresh = {
            names[text]: vector.tobytes()
            for text, vector in zip(missing, embedder().passages(missing), strict=True)
        }
        kept |= fresh
        _keep(fresh)
    return {name: np.frombuffer(vector, dtype=np.float32) for name, vector in kept.items()}


def _keep(vectors: dict[str, bytes]) -> None:
    try:
        cache.set_many(vectors, timeout=None)
    except RedisError:
        log.warning("the vectors of tools' words could not be kept")


def _cache_name(text: str) -> str:
    return "tool-words:" + hashlib.sha256(f"{embedder().name}|{text}".encode()).hexdigest()
