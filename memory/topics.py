"""What a sentence touches in everyday life, as keyed hashes: a coat and wool are both about clothes.

A small embedding model does not conclude that a steak house is where a vegetarian needs a word beforehand; a
list of the words of everyday topics (`topics.txt`, in English, German and French) can bring the two together.
A question and a memory that share a topic meet in an index of their own among the person's lexemes. What is
known of a person bears on questions of other matters, too (`bearings.txt`): a bad knee on an old town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from memory.lexemes import stems_of, words_of
from ownyou.lib.crypto import keyed_hash
from ownyou.lib.text import key_of

TOPICS = Path(__file__).with_name("topics.txt")
BEARINGS = Path(__file__).with_name("bearings.txt")
LANGUAGES = ("en", "de", "fr")
"""Of the parts of a line, in their order."""
SHORTEST_STEM = 4
"""Shorter ones meet other languages' words: French "vêtements" would be an English "vet"."""
_NAMED_TOPIC = re.compile(r"<([^>]+)>")


@dataclass(frozen=True, slots=True)
class Topics:
    """The list, by what is looked up: whole words and their stems, beginnings, ends."""

    whole: dict[str, set[str]] = field(default_factory=dict)
    beginnings: dict[str, set[str]] = field(default_factory=dict)
    ends: dict[str, set[str]] = field(default_factory=dict)

    def add(self, topic: str, written: str, language: str) -> None:
        """Put a word of a line under its topic."""
        word = key_of(written.strip("*"))
        if written.endswith("*"):
            self.beginnings.setdefault(word, set()).add(topic)
        if written.startswith("*"):
            self.ends.setdefault(word, set()).add(topic)
        if "*" not in written:
            for part in word.split():
                for form in (part, stems_of(part, language)[0]):
                    if form == part or len(form) >= SHORTEST_STEM:
                        self.whole.setdefault(form, set()).add(topic)

    def of(self, word: str) -> Iterator[str]:
        """Give the topics of a folded word, by itself and by its stems."""
        for form in (word, *(stems_of(word, language)[0] for language in LANGUAGES)):
            yield from self.whole.get(form, ())
        for end in range(2, len(word) + 1):
            yield from self.beginnings.get(word[:end], ())
        for start in range(len(word) - 1):
            yield from self.ends.get(word[start:], ())


def topics_of(text: str, *, asked: bool = False) -> set[str]:
    """Return the names of the topics that the words of `text` touch, in whichever of the languages.

    Bearings among them work one way: `asked` takes what a question is about, else what a memory says.
    """
    known = _topics(asked)
    return {topic for word in dict.fromkeys(words_of(text)) for topic in known.of(word)}


def hashed_topics(owner: UUID | None, text: str, *, asked: bool = False) -> list[int]:
    """Return the signed 64-bit hashes of the topics of `text`, made with the owner's key."""
    return [_hash(owner, topic) for topic in sorted(topics_of(text, asked=asked))]


def _hash(owner: UUID | None, topic: str) -> int:
    return int.from_bytes(keyed_hash(owner, topic, purpose="memory.topic")[:8], signed=True)


@lru_cache(maxsize=2)
def _topics(asked: bool) -> Topics:
    known = Topics()
    lines = _lines(TOPICS)
    for topic, words in lines.items():
        _add(known, topic, words)
    for bearing, sides in _lines(BEARINGS).items():
        said = sides.split("=>")[asked]
        _add(known, f"{bearing} =>", _NAMED_TOPIC.sub("", said))
        for topic in _NAMED_TOPIC.findall(said):
            _add(known, f"{bearing} =>", lines[topic])
    return known


def _lines(path: Path) -> dict[str, str]:
    """Return the lines of a list by their names."""
    lines = (line for line in path.read_text().splitlines() if line and not line.startswith("#"))
    return {name: words for name, _, words in (line.partition(":") for line in lines)}


def _add(known: Topics, topic: str, words: str) -> None:
    for language, part in zip(LANGUAGES, words.split("|"), strict=True):
        for written in part.split():
            known.add(topic, written, language)
