"""What a person tells the memory page in a sentence of their own.

Understanding sentences is the work of a higher app, which registers a reader; without one, or when it finds
nothing, the sentence itself is kept as a note and found again by its words and meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from memory.areas import title_of
from memory.content import fingerprint_of
from memory.merging import is_preference, with_amount_of
from memory.models import MemoryItem
from memory.names import PREFERENCES, preferences_of, unescape
from memory.provenance import BY_USER
from memory.rows import Remembered, take_turns
from memory.turning import turned_by
from memory.unsaying import asked_to_forget, unsay
from memory.writing import MOST_TEXT, correct, remember, withdraw
from ownyou.lib.errors import NotFound
from ownyou.lib.text import bounded
from trust.models import User


@dataclass(frozen=True, slots=True)
class Said:
    """One preference found in a sentence: its dotted key, its value, its sentence, and how it counts."""

    key: str
    value: dict[str, Any]
    text: str
    applies: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a sentence says: preferences, and the dotted keys of what it says is no longer so."""

    said: Sequence[Said] = ()
    retired: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a sentence: what is remembered, and what to say of it to the person."""

    remembered: list[Remembered]
    words: list[str]


NOTES = "notes."
"""How the key of a sentence begins that no reader understood."""

type Reader = Callable[[User, str], Heard]

_readers: list[Reader] = []


def register_reader(reader: Reader) -> None:
    """Let a higher app find preferences in a person's own sentence (called in its `AppConfig.ready`)."""
    _readers.append(reader)


type Mover = Callable[[User, str], str]
"""Changes what is kept elsewhere than in memory (where home is), and says so; empty: it was not meant."""

_movers: list[Mover] = []


def register_mover(mover: Mover) -> None:
    """Let a higher app act on a person's own sentence (called in its `AppConfig.ready`)."""
    _movers.append(mover)


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
    return list(_heard(user, sentence).said)


def _heard(user: User, sentence: str) -> Heard:
    heard = [reader(user, sentence) for reader in _readers]
    return Heard(
        [one for each in heard for one in each.said], [key for each in heard for key in each.retired]
    )


def tell(*, user: User, sentence: str) -> Told:
    """Remember what the person says about themselves, and take back what they say is no longer so. What they
    ask to forget is forgotten, where it is known.

    What nobody understands is kept as a note, and said to be no more than that. Raises `InvalidInput`.
    """
    sentence = bounded(sentence, name=_("The sentence"), most=MOST_TEXT)
    if asked := asked_to_forget(sentence):
        about, fact = asked
        return Told([], unsay(user, about, fact=fact, read=read))
    words = [moved for mover in _movers if (moved := mover(user, sentence))]
    heard = _heard(user, sentence)
    withdrawn = [gone for key in heard.retired if (gone := _withdrawn(user, key))]
    words += [_no_longer(text) for text in withdrawn]
    found = list(heard.said)
    if not found and not words:
        return _noted_down(user, sentence)
    remembered = [_remembered(user, said) for said in found]
    return Told(remembered, [*words, *_how_they_count(found)])


def _noted_down(user: User, sentence: str) -> Told:
    """Keep a sentence as a note in place of notes that say its opposite, also one that is told at once."""
    note = _note(user, sentence)
    with transaction.atomic():
        take_turns(user.pk)
        turned = _turned(user, sentence)
        return Told([_remembered(user, note)], [*turned, *_how_they_count([note])])


def _remembered(user: User, said: Said) -> Remembered:
    return remember(
        user=user,
        namespace=preferences_of(user),
        key=said.key,
        value=said.value,
        text=said.text,
        provenance=BY_USER,
    )


def _withdrawn(user: User, key: str) -> str:
    """Take back what is known at a key, whoever said it; returns its sentence, empty where nothing was."""
    outcome = withdraw(user=user, namespace=preferences_of(user), key=key, cause=BY_USER, stated=True)
    return outcome.before.text if outcome and outcome.before else ""


def _turned(user: User, sentence: str) -> list[str]:
    """Take back the notes that a sentence turns into their opposite; returns what to say of it."""
    keys = [unescape(item.key) for item in turned_by(user, sentence, kept_as=NOTES)]
    return [_no_longer(gone) for key in keys if (gone := _withdrawn(user, key))]


def _no_longer(sentence: str) -> str:
    return _("No longer counts: %(sentence)s") % {"sentence": sentence}


def _how_they_count(found: Sequence[Said]) -> list[str]:
    """ "I will remember that. It counts for an option.", once for all that count alike; where not all do, of
    each it is said what it is about."""
    if not found:
        return []
    areas: dict[str, list[str]] = {}
    for said in found:
        areas.setdefault(said.applies, []).append(title_of(said.key.partition(".")[0]))
    counts = [
        f"{', '.join(dict.fromkeys(titles))}: {applies}"
        if applies and len(areas) > 1
        else applies or _noted()
        for applies, titles in areas.items()
    ]
    return [_("I will remember that."), *counts]


def _noted() -> str:
    return _("It is a note: it is brought up where it fits, but chooses and leaves out nothing by itself.")


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
