"""The memory page's data: what is listed, what is found, what forgetting would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.template.loader import render_to_string

from memory.cards import MemoryCard, MemoryGroup, card_of, cards_of, conflicts_in, groups_of
from memory.models import MemoryItem
from memory.recall import recall
from memory.writing import derived_with
from ownyou.lib.errors import NotFound
from trust.models import User

MOST_LISTED = 500
MOST_OF_AREA = 12
"""So many of an area of life are shown at first; the rest is one link away."""
MOST_FOUND = 30
LEAST_RELEVANCE = 0.3
"""What is less relevant to a search is not shown; what has one of its words is."""


def memory_page(user: User, query: str = "", area: str = "", before: UUID | None = None) -> dict[str, Any]:
    """Return the context of `memory/page.html` and its partial `#facts`: groups, conflicts, q, total, whole.

    `area` is the key of one area of life, to see all of it; `before` an id, to see what is older. `older`
    is the id to go on before, where there is more. `whole`: the page shows what it shows at first.
    """
    items = found(user, query) if query else listed(user, before)
    cards = {card.id: card for card in cards_of(user, items)}
    pairs = [] if area else conflicts_in(items)
    return {
        "groups": _shown(groups_of(cards.values()), query, area),
        "conflicts": [[cards[one], cards[other]] for one, other in pairs],
        "q": query,
        "area": area,
        "older": items[-1].pk if not query and len(items) == MOST_LISTED else None,
        "total": len(cards),
        "whole": not query and not area and before is None,
    }


def _shown(groups: list[MemoryGroup], query: str, area: str) -> list[MemoryGroup]:
    if area:
        return [group for group in groups if group.key == area]
    return groups if query else [group.shortened(MOST_OF_AREA) for group in groups]


def listed(user: User, before: UUID | None = None, most: int = MOST_LISTED) -> list[MemoryItem]:
    """Return a person's present memories, newest first; `before` an id, those that are older."""
    rows = MemoryItem.objects.of(user).valid().defer("embedding", "lexemes").order_by("-id")
    return list((rows.filter(id__lt=before) if before else rows)[:most])


def found(user: User, query: str, most: int = MOST_FOUND) -> list[MemoryItem]:
    """Return the memories about `query`, best first."""
    ranked = [each.id for each in recall(user=user, query=query, limit=most, threshold=LEAST_RELEVANCE)]
    rows = MemoryItem.objects.of(user).defer("embedding", "lexemes").in_bulk(ranked)
    return [rows[item_id] for item_id in ranked if item_id in rows]


def fact(user: User, item_id: UUID) -> MemoryCard:
    """Return one memory with its history. Raises `NotFound` when it is not the person's."""
    return card_of(user, _item(user, item_id))


def also_changed(user: User, item_id: UUID) -> Sequence[MemoryCard]:
    """Return what else came from the same source: nothing more is learned from it once this is forgotten."""
    return cards_of(user, derived_with(user, _item(user, item_id)))


def draw_facts(user: User, subject: UUID | None) -> str:
    """Draw the live region "memory"."""
    return render_to_string("memory/page.html#facts", memory_page(user))


def _item(user: User, item_id: UUID) -> MemoryItem:
    item = MemoryItem.objects.of(user).filter(pk=item_id).first()
    if item is None:
        raise NotFound()
    return item
