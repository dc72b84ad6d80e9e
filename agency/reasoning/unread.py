"""What of a person's words nothing was made of: said back to them, and kept as words only.

English, German and French. Of a refinement, which is nothing but wishes, each clause with a word left over;
of a goal only what is demanded outright ("with a view of the harbour"), since much of a goal tells a story.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agency.reasoning.misread import as_meant
from agency.reasoning.person_names import given_names
from agency.reasoning.refinement_words import (
    AFRESH,
    ANY,
    ANY_DAY,
    DIRECTIONS,
    IGNORE,
    INSTEAD_OF,
    NOT,
    PREFER,
    RATED,
)
from agency.reasoning.shifting import shifts_in
from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots
from agency.reasoning.slots.extract import words_said
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.negation import denied_at
from agency.reasoning.slots.people import names_people
from agency.reasoning.slots.spans import Interval, blank

MOST = 5
LONGEST = 2_000
_SMALL = word_set("small_words")
_CLAUSE = re.compile(
    r"\s*(?:[,;.!?:()\n]|\s[-–—]\s|\b(?:and|but|und|aber|et|mais|plus(?= (?:a|the)\b))\b)\s*", re.IGNORECASE
)
_MIND_CHANGED = re.compile(
    r"\b(?:(?:i(?:['’]ve| have)? )?changed my mind|on second thoughts?|i thought (?:about it )?again"
    r"|(?:ich )?hab(?:e|['’]s)?(?: es)? mir (?:doch )?(?:noch ?mal )?anders überlegt|anders überlegt"
    r"|(?:j['’]ai )?changé d['’]avis)\b",
    re.IGNORECASE,
)
"""Says that what follows differs from before, which nobody has to look for."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_EDGE = re.compile(
    r"^(?:with|mit|avec|a|an|the|ein\w{0,2}|une?|also|auch|aussi|please|bitte)\s+", re.IGNORECASE
)
_DEMAND = re.compile(
    r"\b(?:with|that (?:has|have|allows?|serves?|offers?|takes?)|which (?:has|have|allows?|serves?|offers?)"
    r"|(?:it |they )?(?:must|should) (?:have|be|allow)|mit|das|avec|qui (?:a|ont|accepte(?:nt)?))\s+"
    r"(?P<what>(?:(?!\b(?:that|which|with|qui|avec|mit)\b)[^,;.!?()\n]){3,80})",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\s+(?:in|on|at|for|near|from|until|till|next|this|tonight|tomorrow|am|für|bei|ab|bis|heute|morgen"
    r"|(?:under|below|unter)(?=\s+[\d$€£])|nächst\w+|diese\w+|à|pour|dès|ce|cette|demain)\s",
    re.IGNORECASE,
)


def preferred(text: str) -> list[str]:
    """Return the qualities that are wanted ("quiet", "outdoor"), by name."""
    hits = ((name, pattern.search(text)) for name, pattern in PREFER.items())
    return [name for name, hit in hits if hit and not denied_at(text, hit.start())]


def unread_changes(
    text: str, specs: Sequence[SlotSpec], context: SlotContext, *, titles: Iterable[str] = ()
) -> list[str]:
    """Return the phrases of a refinement that say something and of which the rules make nothing."""
    text = _MIND_CHANGED.sub(lambda said: " " * len(said.group()), text[:LONGEST])
    rest = blank(text, [*_directions(text, titles), *_values(text, specs, context)])
    return list(dict.fromkeys(phrase for clause in clauses_of(rest) for phrase in _left_over(clause)))[:MOST]


def unread_demands(goal: str, specs: Sequence[SlotSpec], context: SlotContext) -> list[str]:
    """Return what a goal demands outright ("with a view of the harbour") and the rules make nothing of."""
    goal = goal[:LONGEST]
    demands = list(_DEMAND.finditer(goal))
    if not demands:  # as most goals: nothing is read again
        return []
    rest = blank(goal, [*_directions(goal, ()), *_values(goal, specs, context)])
    found: list[str] = []
    for demand in demands:
        said = _ENDS.split(demand["what"] + " ")[0]
        foreign = demand.group().casefold().startswith(("with", "avec"))
        for clause in map(str.strip, clauses_of(said)):
            at = demand.start("what") + said.index(clause)
            if not (names_people(clause) or _is_a_name(clause, foreign=foreign)):
                found += _left_over(rest[at : at + len(clause)])
    return list(dict.fromkeys(found))[:MOST]


def _directions(text: str, titles: Iterable[str]) -> list[Interval]:
    patterns = [
        AFRESH,
        ANY_DAY,
        INSTEAD_OF,
        *ANY.values(),
        *(pattern for _field, _way, pattern in DIRECTIONS),
        IGNORE,
        NOT,
    ]
    patterns += [
        *PREFER.values(),
        RATED,
        *(re.compile(re.escape(t), re.IGNORECASE) for t in titles if t),
    ]
    return [*(hit.span() for pattern in patterns for hit in pattern.finditer(text)), *shifts_in(text)]


def _values(text: str, specs: Sequence[SlotSpec], context: SlotContext) -> list[Interval]:
    found = as_meant(extract_slots(text, specs, context), text, specs, context)
    own = [spec for spec in specs if spec.type == "money" and spec.synonyms and spec.name in found]
    words = [place for spec in own for place in words_said(text, spec)]  # "pay" beside what is paid
    return [*((slot.start, slot.end) for slot in found.values()), *words]


def _is_a_name(words: str, *, foreign: bool) -> bool:
    """Whether it is somebody's name ("with Anna"). German nouns look like names: given names count there."""
    if re.fullmatch(r"[A-ZÀ-Ý][a-zà-ÿ]{1,9}", words) is None:
        return False
    return foreign or words.casefold() in given_names()


def clauses_of(text: str) -> Iterator[str]:
    """The clauses of a text, by commas, stops and "and"; some may be empty."""
    start = 0
    for cut in [*_CLAUSE.finditer(text), None]:
        yield text[start : cut.start() if cut else len(text)]
        start = cut.end() if cut else start


def _left_over(clause: str) -> list[str]:
    """The stretches of a clause that hold a telling word; what was read is blank in it."""
    return [words for part in re.split(r"·+", clause) if (words := _trimmed(part)) and _tells(words)]


def _tells(words: str) -> bool:
    return any(len(word) > 2 and word.casefold() not in _SMALL for word in _WORD.findall(words))


def _trimmed(words: str) -> str:
    words = " ".join(words.split())
    while (shorter := _EDGE.sub("", words)) != words:
        words = shorter
    return re.sub(r"\s+(?:please|bitte|too|though|s'il vous plaît)$", "", words, flags=re.IGNORECASE)
