""" "Forget that I'm vegan", "forget what I said about mushrooms": which memories such a sentence names.

A fact ("that …") names what is read in it, of the same mind; where nobody reads it, what says just that, or
the one memory that holds each of its words. All else names the preferences and notes that hold each of its
words. Nothing is forgotten by a sentence that fits many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from django.utils.translation import gettext as _

from memory.lexemes import lexemes_of, words_of
from memory.merging import WANTED, is_preference
from memory.models import MemoryItem
from memory.names import PREFERENCES, checked_namespace, hash_of_key, preferences_of
from memory.turning import denies
from memory.writing import forget
from trust.models import User

MOST = 3
"""Memories that one sentence may forget."""

_ASKED = re.compile(
    r"""\W*(?:
            (?:please|bitte|you\ (?:can|may|should)|(?:can|could|would|will)\ you
                |i(?:['’]d|\ would)?\ (?:want|like)\ you\ to
                |du\ (?:kannst|darfst|sollst)|s'il\ (?:te|vous)\ pla[iî]t|(?:peux|pourrais)[-\ ]tu)
            [\s,]+)*
        (?:forget|delete|erase|unlearn|vergiss|vergesst|vergessen\ sie|lösche?|oublie[zr]?|efface[zr]?
            |(?:kannst|könntest|würdest)\ du\ (?:bitte\ )?(?:vergessen|löschen))\b
        (?!\s+(?:not|nicht|never|nie|niemals|pas|jamais)\b)
        (?:[\s,]+(?:please|bitte))?[\s,:]*
        (?P<fact>(?:that|dass|daß|que|qu['’])\s*)?(?P<rest>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_FILLERS = frozenset(
    words_of(
        "said say told tell know remember learned everything anything whatever thing things stuff memory "
        "memories love loved hate enjoy eat eats eating gesagt erzählt sagte weißt merken gemerkt gelernt "
        "alles sache liebe hasse esse isst essen dit raconté sais tout chose aime adore déteste mange"
    )
)
"""What speaks of saying and of liking, not of what was said and is liked."""

_HATED = re.compile(
    r"\b(?:hate[sd]?|dislike[sd]?|detest\w*|loathe[sd]?|hass(?:e|t|en)|verabscheu\w*|détest\w*|hais)\b", re.I
)
"""What says no without a "not"."""


class Understood(Protocol):
    """A preference that was read in a sentence: its dotted key and its value."""

    @property
    def key(self) -> str: ...
    @property
    def value(self) -> dict[str, object]: ...


type Reader = Callable[[User, str], Sequence[Understood]]


def asked_to_forget(sentence: str) -> tuple[str, bool] | None:
    """Return what a sentence asks to forget, and whether it is a fact ("that I'm vegan"); None: it does not
    ask for that."""
    asked = _ASKED.match(sentence)
    return (asked["rest"].strip(" \t\n?!."), bool(asked["fact"])) if asked else None


def unsay(user: User, about: str, *, fact: bool, read: Reader) -> list[str]:
    """Forget what a person asks to forget; returns what to say of it."""
    items, most = named(user, about, fact=fact, read=read)
    if not items:
        return [_("I know nothing like that, so nothing was forgotten.")]
    if len(items) > most:
        return [
            _("Too many memories speak of that (%(count)s): forget them one by one.") % {"count": len(items)}
        ]
    forget(user=user, item_id=items[0].pk, also=[item.pk for item in items[1:]])
    return [_("Forgotten: %(sentence)s") % {"sentence": item.text} for item in items]


def named(user: User, about: str, *, fact: bool, read: Reader) -> tuple[list[MemoryItem], int]:
    """Return the preferences and notes that `about` names, the newest first, and how many of them may go at
    once."""
    understood = read(user, about) if fact else []
    if understood:
        return [item for said in understood for item in _of_the_same_mind(user, said)], MOST
    hashes = _hashes(user, about)
    if not hashes:
        return [], MOST
    rows = MemoryItem.objects.of(user).valid().filter(namespace__0=PREFERENCES, lexemes__contains=hashes)
    items = list(rows.order_by("-updated_at"))
    if not fact:
        return items, MOST
    same = [item for item in items if set(_hashes(user, item.text)) == set(hashes)]
    if not same:
        return items, 1
    return [item for item in same if not _opposite(item, about)], MOST


def _hashes(user: User, sentence: str) -> list[int]:
    """The lexemes of what a sentence is about."""
    words = [word for word in words_of(sentence) if word not in _FILLERS]
    return lexemes_of(user.pk, " ".join(words), language=user.language)


def _opposite(item: MemoryItem, about: str) -> bool:
    """Whether a memory says that something is so where `about` says it is not, or the other way round."""
    if not is_preference(item.value):
        return _against(item.text) != _against(about)
    return item.value["polarity"] in WANTED and _against(about)


def _against(sentence: str) -> bool:
    return denies(sentence) or _HATED.search(sentence) is not None


def _of_the_same_mind(user: User, said: Understood) -> list[MemoryItem]:
    """The memory at the key of what was said, unless it says the opposite."""
    namespace = checked_namespace(preferences_of(user))
    rows = MemoryItem.objects.at(user.pk, namespace, hash_of_key(user.pk, said.key)).valid()
    return [
        item
        for item in rows
        if not is_preference(item.value) or item.value["polarity"] == said.value.get("polarity")
    ]
