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
from memory.merging import is_preference, with_amount_of
from memory.models import MemoryItem
from memory.names import PREFERENCES, preferences_of, unescape
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


NOTES = "notes."
"""How the key of a sentence begins that no reader understood."""

type Reader = Callable[[User, str], Sequence[Said]]

_readers: list[Reader] = []


def register_reader(reader: Reader) -> None:
    """Let a higher app find preferences in a person's own sentence (called in its `AppConfig.ready`)."""
    _readers.append(reader)


type Reteller = Callable[[MemoryItem, str], Any]
"""Gives the value of a memory whose person says it anew in this sentence; None: the value stays."""

_retellers: dict[str, Reteller] = {}


def register_reteller(root: str, reteller: Reteller) -> None:
    """Let a higher app say what a new sentence means under its namespaces (in its `AppConfig.ready`)."""
    _retellers[root] = reteller


type DaysReader = Callable[[str], list[str]]
"""Gives the days ("mon" to "sun") on which a sentence holds; none: every day."""

_days_readers: list[DaysReader] = []


def register_days_reader(reader: DaysReader) -> None:
    """Let a higher app say on which days an edited sentence holds (called in its `AppConfig.ready`)."""
    _days_readers.append(reader)


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
    """Correct a memory by a new sentence; its value follows as far as the sentence is understood.

    A sentence that speaks of another of its kind ("Thai" for "Italian"), or gives a note a meaning, takes the
    memory to that key. Raises `InvalidInput` and `NotFound`.
    """
    item = MemoryItem.objects.of(user).filter(pk=item_id).first()
    if item is None:
        raise NotFound()
    sentence = bounded(sentence, name=_("The sentence"), most=MOST_TEXT)
    if reteller := _retellers.get(item.namespace[0]):
        return correct(user=user, item_id=item_id, text=sentence, value=reteller(item, sentence))
    if item.namespace[0] != PREFERENCES:
        return correct(user=user, item_id=item_id, text=sentence)
    key, found = unescape(item.key), read(user, sentence)
    same = next((said for said in found if said.key == key), None)
    other = next((said for said in found if _takes_the_place(said.key, key)), None)
    said = same or other
    value = said.value if said else with_amount_of(item.value, item.text, sentence)
    value = _on_its_days(value, item.text, sentence)
    return correct(user=user, item_id=item_id, text=sentence, value=value, key=said.key if said else None)


def _on_its_days(value: Any, before: str, sentence: str) -> Any:
    """The value with the days that its sentence names now; without any where the old one named some."""
    if not is_preference(value):
        return value
    named = [day for reader in _days_readers for day in reader(sentence)]
    if named or any(reader(before) for reader in _days_readers):
        return {**value, "days": named}
    return value


def _takes_the_place(new: str, old: str) -> bool:
    """Whether a preference may take the place of another: of a note, or of one of its own kind."""
    return old.startswith(NOTES) or new.rpartition(".")[0] == old.rpartition(".")[0]


def _note(user: User, sentence: str) -> Said:
    return Said(f"{NOTES}{fingerprint_of(user.pk, sentence).hex()}", {}, sentence)
