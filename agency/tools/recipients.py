"""Whom a person may mean by words where an address belongs: "Anna", "to my sister", "an Anna".

What is known comes from what the person said themselves and from mails that they let go out; nothing that
others wrote can give a name an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.lexemes import lexemes_of
from memory.provenance import ProvenanceKind
from memory.recall import search
from ownyou.lib.text import clean_line, key_of, says
from trust.models import Action, User

ADDRESS = re.compile(r"[^\s<>\"',;:()]+@[^\s<>\"',;:()]+\.[^\W\d_]{2,}")
SAID = frozenset(
    {
        ProvenanceKind.USER,
        ProvenanceKind.FEEDBACK,
        ProvenanceKind.CONVERSATION,
        ProvenanceKind.ONBOARDING,
        ProvenanceKind.IMPORT,
    }
)
"""Where a memory must come from."""
MOST_MEMORIES = 50
MOST_MAILS = 200
MOST_NAME = 80
SENT = "mail.send"
_LEADING = re.compile(r"^(?:to|an|à|für|for|pour)[\s:]+", re.I)
_WHOSE = re.compile(r"^(?:my|our|meinen?|meiner|meine|unseren?|unsere|mon|ma|notre)\s+", re.I)
_SEVERAL = re.compile(r"[,;&\n]|\s(?:and|und|et|also|auch|aussi)\s|^(?:also|auch|aussi|and|und|et)\s", re.I)


def are_several(words: str) -> bool:
    """Whether words or addresses in the place of one recipient speak of more than one."""
    return bool(_SEVERAL.search(words.strip())) or len(ADDRESS.findall(words)) > 1


def name_in(words: str) -> str:
    """The name that words for a recipient hold; empty where they hold none, or an address."""
    name = _LEADING.sub("", clean_line(words)).strip(" .!?“”\"'")
    return "" if "@" in name or len(name) > MOST_NAME else name


def known_for(user: User, words: str) -> list[str] | None:
    """The addresses that are known for a name in these words; None where they hold no name."""
    name = "" if are_several(words) else name_in(words)
    key = key_of(_WHOSE.sub("", name))
    if not key:
        return None
    found = [*_remembered(user, key), *_written_to(user, key)]
    return list(dict.fromkeys(address.casefold() for address in found))


def _remembered(user: User, key: str) -> Iterator[str]:
    words = lexemes_of(user.pk, key, language=user.language)
    for item in search(user_id=user.pk, vector=None, words=words, limit=MOST_MEMORIES):
        if item.provenance.kind in SAID:
            yield from _beside(key, item.text)


def _beside(key: str, text: str) -> Iterator[str]:
    """The addresses in a text that a name stands before; a text's only one wherever the name stands."""
    found = list(ADDRESS.finditer(text))
    if len(found) == 1 and says(key_of(ADDRESS.sub("", text)), key):
        yield found[0].group().rstrip(".")
        return
    start = 0
    for one in found:
        if says(key_of(text[start : one.start()]), key):
            yield one.group().rstrip(".")
        start = one.end()


def _written_to(user: User, key: str) -> Iterator[str]:
    """The addresses of mails that went out whose part before the @ holds the name."""
    rows = Action.objects.of(user).filter(tool=SENT, status=Action.Status.SUCCEEDED, tainted=False)
    for action in rows.order_by("-created_at")[:MOST_MAILS]:
        address = str(action.arguments.get("to", ""))
        if says(key_of(address.partition("@")[0]), key) and "@" in address:
            yield address
