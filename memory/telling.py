"""What a person tells the memory page in a sentence of their own.

Understanding sentences is the work of a higher app, which registers a reader; without one, or when it finds
nothing, the sentence itself is kept as a note and found again by its words and meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from memory.content import fingerprint_of
from memory.models import MemoryItem
from memory.names import preferences_of, unescape
from memory.provenance import BY_USER
from memory.rows import Remembered
from memory.writing import MOST_TEXT, correct, remember
from ownyou.lib.errors import NotFound
from ownyou.lib.text import bounded
from trust.models import User


@dataclass(frozen=True, slots=True)
class Said:
    """One preference found in a sentence: its dotted key, its value, and the sentence to show."""

    key: str
    value: dict[str, Any]
    text: str


type Reader = Callable[[User, str], Sequence[Said]]

_readers: list[Reader] = []


def register_reader(reader: Reader) -> None:
    """Let a higher app find preferences in a person's own sentence (called in its `AppConfig.ready`)."""
    _readers.append(reader)


def read(user: User, sentence: str) -> list[Said]:
    """Return the preferences that the registered readers find in `sentence`."""
    return [said for reader in _readers for said in reader(user, sentence)]


def tell(*, user: User, sentence: str) -> list[Remembered]:
    """Remember what the person says about themselves. Raises `InvalidInput`."""
    sentence = bounded(sentence, name=_("The sentence"), most=MOST_TEXT)
    found = read(user, sentence) or [_note(user, sentence)]
    return [
        remember(
            user=user,
            namespace=preferences_of(user),
            key=said.key,
            value=said.value,
            text=said.text,
            provenance=BY_USER,
        )
        for said in found
    ]


def retell(*, user: User, item_id: UUID, sentence: str) -> Remembered:
    """Correct a memory by a new sentence; its value follows when a reader understands it under the same key.

    Raises `InvalidInput` and `NotFound`.
    """
    item = MemoryItem.objects.of(user).filter(pk=item_id).first()
    if item is None:
        raise NotFound()
    sentence = bounded(sentence, name=_("The sentence"), most=MOST_TEXT)
    same_key = (said.value for said in read(user, sentence) if said.key == unescape(item.key))
    return correct(user=user, item_id=item_id, text=sentence, value=next(same_key, None))


def _note(user: User, sentence: str) -> Said:
    return Said(f"notes.{fingerprint_of(user.pk, sentence).hex()}", {}, sentence)
