"""What a person sees of their memory: one typed presenter for the page, its fragments and the API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import combinations
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import BaseModel

from memory.areas import area_of, title_of
from memory.content import Content
from memory.merging import contradicts
from memory.models import MemoryItem, MemoryRevision
from memory.names import PREFERENCES, unescape
from memory.provenance import describe
from trust.models import User


class ChangeCard(BaseModel):
    """One change in the history of a memory. `sentence`: what it said afterwards (before, when forgotten)."""

    revision: int
    sentence: str
    words: str
    source_words: str
    source_url: str
    at: datetime


class MemoryCard(BaseModel):
    """One memory as a sentence, with where it came from and when."""

    id: UUID
    sentence: str
    area: str
    source_words: str
    source_url: str
    at: datetime
    confidence: float
    stated: bool
    namespace: tuple[str, ...]
    can_undo: int | None = None
    """The revision that undoing takes back, where the history was read."""
    changes: list[ChangeCard] = []


class MemoryGroup(BaseModel):
    """The memories of one area of life. `total`: how many there are, of which `facts` are shown."""

    key: str
    title: str
    facts: list[MemoryCard]
    total: int

    def shortened(self, most: int) -> MemoryGroup:
        """Return the group with at most so many of its facts, the first ones."""
        return self.model_copy(update={"facts": self.facts[:most]})


type Wording = Callable[[str, object, str], str]
_wording: list[Wording] = []


def register_wording(wording: Wording) -> None:
    """Let `wording` say what was learned, by key and value, in the language of who reads; a sentence that it
    does not know comes back as it was."""
    _wording.append(wording)


def sentence_of(key: str, value: object, text: str) -> str:
    """A memory's sentence in the language of who reads."""
    for wording in _wording:
        text = wording(key, value, text)
    return text


def cards_of(user: User, items: Sequence[MemoryItem]) -> list[MemoryCard]:
    """Return a card for each of `items`, in their order."""
    sources = describe(user, (item.source for item in items))
    return [_card(item, sources[item.source].words, sources[item.source].url) for item in items]


def card_of(user: User, item: MemoryItem) -> MemoryCard:
    """Return the card of one memory with its history."""
    card = cards_of(user, [item])[0]
    card.changes = changes_of(user, item.pk, unescape(item.key))
    card.can_undo = card.changes[0].revision if card.changes else None
    return card


def changes_of(user: User, item_id: UUID, key: str = "") -> list[ChangeCard]:
    """Return the history of a memory (also of a forgotten one), newest first; with its `key` in the
    language of who reads."""
    revisions = list(MemoryRevision.objects.of(user).of_item(item_id))
    sources = describe(user, (revision.cause for revision in revisions))
    return [
        ChangeCard(
            revision=revision.pk,
            sentence=_said(key, Content.from_json(revision.after or revision.before)),
            words=str(revision.get_action_display()).capitalize(),
            source_words=sources[revision.cause].words,
            source_url=sources[revision.cause].url,
            at=revision.at,
        )
        for revision in revisions
    ]


def _said(key: str, content: Content) -> str:
    return sentence_of(key, content.value, content.text)


def groups_of(cards: Iterable[MemoryCard]) -> list[MemoryGroup]:
    """Return cards by area of life, areas by name, each in the order given."""
    by_area: dict[str, list[MemoryCard]] = {}
    for card in cards:
        by_area.setdefault(card.area, []).append(card)
    groups = [
        MemoryGroup(key=area, title=title_of(area), facts=facts, total=len(facts))
        for area, facts in by_area.items()
    ]
    return sorted(groups, key=lambda group: group.title)


def conflicts_in(items: Iterable[MemoryItem]) -> list[tuple[UUID, UUID]]:
    """Return pairs of preferences that say opposite things about one thing under different keys.

    One thing: the same last part of the key within one area ("dining.cuisine.thai", "dining.avoid.thai").
    Opposites under the same key cannot both be there; remembering settles those.
    """
    by_thing: dict[tuple[str, str], list[MemoryItem]] = {}
    for item in items:
        if item.namespace[0] == PREFERENCES and "." in item.key:
            parts = item.key.split(".")
            by_thing.setdefault((parts[0], parts[-1]), []).append(item)
    pairs = (pair for alike in by_thing.values() for pair in combinations(alike, 2))
    return [(one.pk, other.pk) for one, other in pairs if contradicts(one.value, other.value)]


def _card(item: MemoryItem, source_words: str, source_url: str) -> MemoryCard:
    return MemoryCard(
        id=item.pk,
        sentence=sentence_of(unescape(item.key), item.value, item.text),
        area=area_of(item.namespace, item.key),
        source_words=source_words if item.stated else _("%(source)s; my guess") % {"source": source_words},
        source_url=source_url,
        at=item.updated_at,
        confidence=item.confidence,
        stated=item.stated,
        namespace=tuple(item.namespace),
    )
