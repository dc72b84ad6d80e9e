"""A goal in words, taken apart: what is said literally, its clauses, and what each is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import Literal

from agency.plans.fitting import stems_in
from agency.plans.keeping import kept_words
from memory.stopwords import STOP_WORDS
from ownyou.lib.text import key_of

IT = {"en": "it", "de": "es", "fr": "cela"}
"""What stands for a topic or a literal in a frame, by language."""

_ADDRESS = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_URL = r"(?:https?://|www\.)[^\s<>\"“”«»]+[^\s<>\"“”«».,;:!?)\]]"
_QUOTED = r"“[^”]+”|„[^“”]+[“”]|«[^»]+»|\"[^\"]+\"|(?<!\w)'[^']{2,}'(?!\w)"
_FILE = r"(?<![\w./-])[\w-]+\.(?:md|markdown|txt)(?!\w)"
_LITERAL = re.compile(
    rf"(?P<url>{_URL})|(?P<address>{_ADDRESS})|(?P<filename>{_FILE})|(?P<text>{_QUOTED})", re.IGNORECASE
)
_SAID = re.compile(r"(?<=[^\W\d]):\s+(?P<said>\S.*)$", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*|\d+", re.UNICODE)
_STOP = re.compile(r"[.;!?\n]+(?:\s|$)")
_QUOTES = "“”„«»\"'"

AND = frozenset(("and", "und", "et", "then", "dann", "danach", "anschliessend", "puis", "ensuite"))
ABOUT = frozenset(("about", "regarding", "concerning", "uber", "concernant"))
"""What is looked for stands behind one of these."""
FOR = ABOUT | {"for", "nach"}
"""What is looked for stands behind one of these where what to do stands before (“search the web for …”)."""
DEFINITE = frozenset(
    "the der die das den dem des le la les l ce what which how when where who why was welche welcher"  # noqa: SIM905
    " welches wie wann wo wer warum quel quelle quels quelles comment quand qui pourquoi".split()
)
"""Before a thing that is to be found out, not words to be kept as they are."""
ME = frozenset(("me", "mir", "mich", "moi", "myself"))

type Sense = Literal["url", "address", "filename", "text"]


@dataclass(frozen=True, slots=True)
class Word:
    """One word or literal of a goal."""

    text: str
    start: int
    end: int
    literal: Sense | None = None

    @property
    def key(self) -> str:
        return key_of(self.text)

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()

    @property
    def empty(self) -> bool:
        """Whether it says nothing by itself."""
        return self.literal == "address" or (
            self.literal is None and all(part in STOP_WORDS for part in self.key.split())
        )

    @property
    def value(self) -> str:
        """What is meant; a web address without its beginning has a usual one."""
        if self.literal == "url" and self.text[:4].casefold() == "www.":
            return f"https://{self.text}"
        return self.text.strip(_QUOTES + " ") if self.literal == "text" else self.text


@dataclass(slots=True)
class Clause:
    """One thing that is asked for. `topic` are the words that say what about."""

    words: list[Word]
    first: bool
    topic: list[Word] = field(default_factory=list)

    def text(self, whole: str) -> str:
        return whole[self.words[0].start : self.words[-1].end]

    def frame(self, whole: str, language: str) -> str:
        """The clause with “it” for its topic and literals: how it asks, not what about."""
        parts, at = [], self.words[0].start
        for start, end in self._named():
            parts += [whole[at:start], IT.get(language, IT["en"])]
            at = end
        return " ".join("".join([*parts, whole[at : self.words[-1].end]]).split())

    def _named(self) -> Iterator[tuple[int, int]]:
        spans = [(word.start, word.end) for word in self.words if word.literal]
        if self.topic:
            spans.append((self.topic[0].start, self.topic[-1].end))
        yield from sorted(spans)


def words_of(text: str) -> list[Word]:
    """The words and literals of a goal: web and mail addresses, quoted texts, what follows a colon, and what
    is to be kept as it is said."""
    kept = kept_words(text)
    found = [] if kept is None else [Word(text[kept.start : kept.end], kept.start, kept.end, "text")]
    found += [
        Word(match.group(), match.start(), match.end(), _sense(match))
        for match in _LITERAL.finditer(text)
        if kept is None or not kept.start <= match.start() < kept.end
    ]
    said = next(
        (m for m in _SAID.finditer(text) if not any(w.start <= m.start() < w.end for w in found)), None
    )
    if said is not None and not any(word.start >= said.start("said") for word in found):
        found.append(Word(said["said"].strip(), said.start("said"), len(text.rstrip()), "text"))
    spans = [(word.start, word.end) for word in found]
    plain = (Word(m.group(), m.start(), m.end()) for m in _WORD.finditer(text))
    found += [word for word in plain if not any(start <= word.start < end for start, end in spans)]
    return sorted(found, key=lambda word: word.start)


def _sense(match: re.Match[str]) -> Sense:
    for sense in ("url", "address", "filename"):
        if match[sense]:
            return sense
    return "text"


def sentences(text: str, words: list[Word]) -> Iterator[list[Word]]:
    """The words of each sentence."""
    ends = [m.start() for m in _STOP.finditer(text) if not any(w.start <= m.start() < w.end for w in words)]
    start = 0
    for end in [*ends, len(text)]:
        if group := [word for word in words if start <= word.start < end]:
            yield group
        start = end


def could_begin(words: list[Word], at: int) -> bool:
    """Whether a new request could begin with word `at`: behind “and” or a comma, with what may be a verb."""
    word = words[at]
    return not (word.literal or word.capital or word.empty) and at + 1 < len(words)


def head_of(clause: Clause) -> list[Word]:
    """The words before what is looked for: two at least, since a verb alone names no tool."""
    words = clause.words
    at = next((n for n, word in enumerate(words[:-1]) if word.key in FOR and not word.literal), 0)
    return words[:at] if at > 1 else []


def topic_of(clause: Clause, asking: Set[str], *, german: bool, own: Set[str] | None = None) -> list[Word]:
    """The words that say what a clause is about: what is left when the words of asking are taken away.

    `asking` are the stems of the words with which tools are asked for. A clause with an address or a text in
    it is about that; a word right before one of asking belongs to it (“the best links”). `own`: those of
    the tool that its head names; what follows is all of what it is about then, up to one of these or a small
    word with nothing but words of asking behind it (“… into one page”).
    """
    words = clause.words
    if any(word.literal in ("url", "text") for word in words):
        return []
    behind = 0 if own is None else len(head_of(clause)) + 1
    start, end = _left(words, asking, behind), len(words)
    while end > start and (words[end - 1].empty or _asks(words[end - 1], asking)):
        end -= 1
    while own is not None and end < len(words) and not (words[end].empty or _asks(words[end], own)):
        end += 1
    topic = words[start:end]
    if german and any(word.capital for word in topic):
        while not topic[-1].capital:
            topic.pop()
    elif topic and not any(word.capital for word in topic) and end < len(words) and not words[end].empty:
        return []
    return topic


def _left(words: list[Word], asking: Set[str], behind: int) -> int:
    """Where the topic begins: behind the verb and the words of asking, or a first “about”."""
    if behind:
        return next((n for n in range(behind, len(words)) if not words[n].empty), len(words))
    about = next((n for n, word in enumerate(words[:-1]) if n and word.key in ABOUT), None)
    if about is not None and all(
        word.empty or _asks(word, asking) or not word.capital for word in words[1:about]
    ):
        return about + 1
    start = 1 if len(words) > 1 and not words[0].empty else 0
    while start < len(words) and (words[start].empty or _only_asks(words, start, asking)):
        start += 1
    return start


def _only_asks(words: list[Word], at: int, asking: Set[str]) -> bool:
    """Whether a word is one of asking here, and not the first of a name that goes on (“opening hours”)."""
    if not _asks(words[at], asking):
        return False
    following = words[at + 1] if at + 1 < len(words) else None
    return words[at].capital or following is None or following.empty or _asks(following, asking)


def _asks(word: Word, asking: Set[str]) -> bool:
    return bool(stems_in(word.text) & asking)


def listed(topic: list[Word], text: str) -> list[str]:
    """A topic of several names, taken apart: “Giverny and Fontainebleau”, “trains and about the weather”."""
    parts: list[list[Word]] = [[]]
    again = 0
    for before, word in zip([None, *topic], topic, strict=False):
        between = text[before.end : word.start] if before else ""
        if word.key in AND or "," in between:
            parts.append([] if word.key in AND else [word])
        elif word.key in ABOUT and not parts[-1] and len(parts) > 1:
            again += 1
        else:
            parts[-1].append(word)
    parts = [part for part in parts if part]
    names = all(part[0].capital for part in parts)
    if len(parts) < 2 or not (names or again == len(parts) - 1):
        parts = [topic]
    return [text[part[0].start : part[-1].end] for part in parts]
