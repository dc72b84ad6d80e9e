"""Whom a look-up outside is about: somebody named or told of in what it asks, or in the wish behind it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from urllib.parse import unquote_plus, urlsplit

from agency.desires.persons.named import named
from agency.desires.persons.relations import told_of

_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_NO_LETTERS = re.compile(r"[\W\d_]+")
ENCYCLOPAEDIAS = ("wikipedia.org", "wikivoyage.org", "wikimedia.org", "wikidata.org")


def own_names(name: str) -> frozenset[str]:
    """The parts of what a person is called themselves, casefolded: to look that up asks about nobody else."""
    return frozenset(_NO_LETTERS.sub(" ", name).casefold().split())


def looked_up(texts: Iterable[str], *, published: bool, own: Collection[str]) -> str:
    """Whom these arguments of a look-up are about; empty where that is nobody. `published`: only what is
    written for everybody is looked through."""
    read = (_readable(text) for text in texts)
    found = (told_of(text) or named(text, published=published, own=own) for text in read)
    return next(filter(None, found), "")


def asked_for(wish: str, *, published: bool, own: Collection[str]) -> str:
    """Whom a wish asks about, whatever its look-ups say; not those for or with whom something is done."""
    return told_of(wish) or named(wish, published=published, own=own, asked=True)


def _readable(text: str) -> str:
    """A text with the words of its web addresses; those of articles in encyclopaedias are left out."""
    return _ADDRESS.sub(lambda found: _words_of(found.group()), text)


def _words_of(address: str) -> str:
    host = (urlsplit(address).hostname or "").casefold()
    if host.endswith(ENCYCLOPAEDIAS):
        return ""
    return _NO_LETTERS.sub(" ", unquote_plus(address.partition("://")[2]))
