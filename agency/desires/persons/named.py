"""Somebody who is named: "Karl Moser", "Frau Schulz", "what Lena posted", an address of mail.

A name alone tells of a person where it is a given name with a family name. It does not where it names a
thing (a street, a café, a brand), or stands with a work ("concerts by …"), or where only what is published is
looked through; with what is nobody's business ("where … lives", "…'s debts") it does always.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agency.desires.persons.relations import DOES, DOES_NEXT, HAS
from agency.desires.persons.vocabulary import any_of, word_set
from agency.reasoning.person_names import family_names, given_names
from agency.reasoning.slots.gazetteer import is_city, places_named

_TOKEN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ENDS = re.compile(r"['’]s?$", re.IGNORECASE)
_GAP = re.compile(r"(?:(?<=\b\w)\.|(?<=\b\w\w)\.)?\s+")
_PARTICLES, _THINGS, _KNOWN = word_set("particles"), word_set("things"), word_set("known")
_NO_NAMES = word_set("no_names")
_WORKS = re.compile(any_of("works"), re.IGNORECASE)
_SHOPS = re.compile(any_of("of_shops"), re.IGNORECASE)
_AFTER = re.compile(
    rf"(?:['’]s?)?\s+(?:(?P<has>(?:[\w'’]+\s+){{0,2}}?{HAS})|(?:[\w'’]+\s+){{0,4}}?{DOES}|{DOES_NEXT})",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"(?P<has>{HAS})\s+{any_of('of')}\s+(?:\w+\s+)?$", re.IGNORECASE)
_ASKS = re.compile(rf"{any_of('asks')}\s+(?:does\s+|did\s+|is\s+|has\s+)?$", re.IGNORECASE)
_BESIDE = re.compile(rf"{any_of('beside')}\s+$", re.IGNORECASE)
_TITLED = re.compile(rf"{any_of('titles')}\.?\s+(?:(?:von|van|de|du|del|di)\s+)*[^\W\d_a-zß-ÿ][\w-]+")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_OFFICE = re.compile(r"(?:info|support|contact|kontakt|office|hello|hallo|service|press|presse|shop)@")
MOST_MIDDLE, NEAR, LONG = 3, 2, 4
"""The most names and particles between a given name and a family name; how many words off a thing or work may
stand; how long a word is that may be a family name without being listed."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A name in a text: the numbers of its words, and whether it is a given name with a family name."""

    first: int
    last: int
    full: bool


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with its words."""

    text: str
    words: Sequence[re.Match[str]]

    def name(self, at: _Name) -> str:
        return _ENDS.sub("", self.text[self.words[at.first].start() : self.words[at.last].end()])

    def before(self, at: _Name) -> str:
        return self.text[: self.words[at.first].start()]

    def after(self, at: _Name) -> str:
        return self.text[self.words[at.first].start() + len(self.name(at)) :]

    def near(self, at: _Name, words: int) -> tuple[list[str], list[str]]:
        """The words right before and right behind a name."""
        before = self.words[max(0, at.first - words) : at.first]
        return _plain(before), _plain(self.words[at.last + 1 : at.last + 1 + words])


def _plain(words: Sequence[re.Match[str]]) -> list[str]:
    return [_ENDS.sub("", word.group()).casefold() for word in words]


def named(text: str, *, published: bool = False, own: Collection[str] = (), asked: bool = False) -> str:
    """The name of somebody whom `text` tells of; empty where there is none but the person's `own` names.
    Where it is what is `asked`, a name for or with whom something is done tells nothing."""
    read = _Text(text, list(_TOKEN.finditer(text)))
    for at in _names(read):
        mine = {part for word in _plain(read.words[at.first : at.last + 1]) for part in word.split("-")}
        known = published or (asked and bool(_BESIDE.search(read.before(at))))
        if not mine <= set(own) and _tells(read, at, known):
            return read.name(at)
    return "" if asked else _titled(text, own) or _mailed(text)


def _names(read: _Text) -> Iterator[_Name]:
    """Each full name, then each single word with a capital, then each two of them."""
    taken: set[int] = set()
    for number in range(len(read.words)):
        if number not in taken and (last := _family(read, number)):
            taken.update(range(number, last + 1))
            yield _Name(number, last, full=True)
    for number, word in enumerate(read.words):
        if number not in taken and word.group()[0].isupper():
            yield _Name(number, number, full=False)
    for number, (one, other) in enumerate(pairwise(read.words)):
        both = one.group()[0].isupper() and other.group()[0].isupper()
        if both and taken.isdisjoint((number, number + 1)):
            yield _Name(number, number + 1, full=False)


def _family(read: _Text, number: int) -> int:
    """The number of the family name that goes with a given name; 0 where it is none."""
    given = read.words[number].group()
    if not _is_given(given):
        return 0
    for last in range(number + 1, min(number + 2 + MOST_MIDDLE, len(read.words))):
        if not _touch(read, last - 1):
            return 0
        word = _ENDS.sub("", read.words[last].group())
        follows = last + 1 < len(read.words) and _follows(read, last)
        if not follows and _is_name(given, word):
            return last
        if not (word.casefold() in _PARTICLES or len(word) == 1 or _is_given(word)):
            return 0
    return 0


def _follows(read: _Text, last: int) -> bool:
    """Whether a word is a middle name: another capital one that is a family name stands right behind it."""
    one, other = read.words[last], read.words[last + 1]
    both = one.group()[0].isupper() and other.group()[0].isupper()
    names = _is_given(one.group()) and _is_family(_ENDS.sub("", other.group()))
    return both and names and _touch(read, last)


def _touch(read: _Text, number: int) -> bool:
    """Whether the next word follows with no more between than the dot of an initial."""
    found = _GAP.match(read.text, read.words[number].end())
    return found is not None and found.end() == read.words[number + 1].start()


def _is_given(word: str) -> bool:
    return _ENDS.sub("", word).casefold() not in _NO_NAMES and _all_in(given_names(), word)


def _all_in(names: Collection[str], word: str) -> bool:
    return all(part in names for part in word.casefold().split("-"))


def _is_family(word: str) -> bool:
    if len(word) < 2 or (word[0].islower() and word in _NO_NAMES):
        return False
    return _all_in(family_names(), word)


def _is_name(given: str, family: str) -> bool:
    if family.casefold() in _PARTICLES | _THINGS or not (_is_family(family) or _may_be_family(given, family)):
        return False
    if f"{given} {family}".casefold() in _KNOWN or places_named(f"{given} {family}"):
        return False
    return not (is_city(given) and is_city(family))


def _may_be_family(given: str, family: str) -> bool:
    """Whether a word behind a given name is a family name, though no list has it."""
    capital = given[0].isupper() and family[0].isupper() and len(family) >= LONG
    return capital and not (is_city(given) or places_named(family) or family.casefold() in _NO_NAMES)


def _tells(read: _Text, at: _Name, known: bool) -> bool:
    """Whether a name tells of a person; one that is `known` does so only with what is nobody's business."""
    thing = _of_a_thing(read, at)
    if _private(read, at, thing):
        return at.full or _is_somebody(read, at)
    return at.full and not (known or thing or _of_a_work(read, at))


def _private(read: _Text, at: _Name, thing: bool) -> bool:
    """Whether what is asked of a name is no business of others."""
    found = _AFTER.match(read.after(at)) or _BEFORE.search(read.before(at))
    if found is None:
        return False
    has = found["has"]
    return not (has and thing and _SHOPS.search(has))


def _is_somebody(read: _Text, at: _Name) -> bool:
    """Whether what is no given name with a family name is somebody: a given name of which something is told,
    or what is asked for as people are ("where … works")."""
    if _THINGS & set(_plain(read.words[at.first : at.last + 1])):
        return False
    found = _AFTER.match(read.after(at)) or _BEFORE.search(read.before(at))
    alone = at.first == at.last and _is_given(read.name(at))
    if found is not None and found["has"]:
        return alone and not is_city(read.name(at))
    return bool(_ASKS.search(read.before(at))) and (alone or at.first < at.last)


def _of_a_thing(read: _Text, at: _Name) -> bool:
    before, after = read.near(at, NEAR)
    return bool(_THINGS & {*before[-1:], *after})


def _of_a_work(read: _Text, at: _Name) -> bool:
    before, after = read.near(at, NEAR + 1)
    return bool(_WORKS.search(" ".join(before)) or _WORKS.search(" ".join(after[:NEAR])))


def _titled(text: str, own: Collection[str]) -> str:
    """Somebody who is called by a title and a family name."""
    for found in _TITLED.finditer(text):
        around = f"{text[max(0, found.start() - 20) : found.start()]} {text[found.end() : found.end() + 20]}"
        if found.group().split()[-1].casefold() not in own and not _WORKS.search(around):
            return found.group()
    return ""


def _mailed(text: str) -> str:
    """Somebody's address of mail, none of an office."""
    found = (one.group() for one in _MAIL.finditer(text))
    return next((address for address in found if not _OFFICE.match(address.casefold())), "")
