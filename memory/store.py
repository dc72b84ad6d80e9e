"""LangGraph's `BaseStore` over our rows, bound to one person.

Rows belong to the person by column, so no namespace, prefix or pattern reaches another's. Values are
encrypted: filters on them are applied here, to the opened rows under the prefix, at most `MOST_SCANNED` of
them, newest first. Searching by words goes through recall's statement. Writing goes through
`memory.notes`. A time to live is in minutes and begins anew with each read that does not forbid it; what
is over is not found any more and swept away later.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import close_old_connections
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    tokenize_path,
)

from memory import notes, recall
from memory.filters import matches
from memory.lexemes import lexemes_of
from memory.models import MemoryItem
from memory.names import Namespace, checked_key, escape, hash_of_key, owner_for, readable, unescape
from memory.topics import hashed_topics
from ownyou.lib.errors import InvalidInput
from trust.models import User

MOST_SCANNED = 10_000
MOST_INDEXED = 2_000
"""Characters of a value that are embedded and indexed by word."""


class OrmStore(BaseStore):
    """The memory of one person, as LangGraph sees it. Raises `ForeignNamespace` for another person's."""

    supports_ttl = True

    def __init__(self, user: User) -> None:
        self.user = user

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run `ops`: all reads see what was there before; of several writes to a key the last stands."""
        listed = list(ops)
        results = [None if isinstance(op, PutOp) else self._read(op) for op in listed]
        writes = {(op.namespace, op.key): op for op in listed if isinstance(op, PutOp)}
        for write in writes.values():
            self._put(write)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run `ops` in a thread, since the ORM is synchronous."""
        return await asyncio.to_thread(self._batch_in_thread, list(ops))

    def _batch_in_thread(self, ops: list[Op]) -> list[Result]:
        try:
            return self.batch(ops)
        finally:
            close_old_connections()

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._list_namespaces(op)
        raise InvalidInput(_("Unknown operation %(name)s.") % {"name": type(op).__name__})

    def _get(self, op: GetOp) -> Item | None:
        owner = owner_for(self.user, op.namespace)
        item = (
            MemoryItem.objects.at(
                owner, [escape(part) for part in op.namespace], hash_of_key(owner, checked_key(op.key))
            )
            .valid()
            .defer("embedding", "lexemes")
            .first()
        )
        if item is None:
            return None
        if op.refresh_ttl and item.valid_until is not None:
            notes.touch([item.pk])
        return _item(item)

    def _put(self, op: PutOp) -> None:
        if op.value is None:
            notes.discard(user=self.user, namespace=op.namespace, key=op.key)
            return
        text = indexed_text(op)
        notes.put(
            user=self.user,
            namespace=op.namespace,
            key=op.key,
            value=dict(op.value),
            text=text if text is not None else op.key,
            indexed=text is not None,
            ttl=timedelta(minutes=op.ttl) if op.ttl is not None else None,
        )

    def _search(self, op: SearchOp) -> list[SearchItem]:
        found = self._found(op)
        if op.refresh_ttl and (ids := [pk for pk, _ in found if pk is not None]):
            notes.touch(ids)
        return [item for _, item in found]

    def _found(self, op: SearchOp) -> list[tuple[UUID | None, SearchItem]]:
        """What is found, each with the id of a row that may have to be touched."""
        owner = owner_for(self.user, op.namespace_prefix)
        wanted = op.offset + op.limit
        if op.query and owner is not None:
            return self._ranked(op)[op.offset : wanted]
        rows = self._under(op.namespace_prefix).defer("embedding", "lexemes").order_by("-updated_at", "-id")
        if not op.filter:
            return [(_ending(row), _search_item(row)) for row in rows[op.offset : wanted]]
        found = (row for row in rows[:MOST_SCANNED].iterator(500) if matches(row.value, op.filter))
        return [(_ending(row), _search_item(row)) for row in found][op.offset : wanted]

    def _ranked(self, op: SearchOp) -> list[tuple[UUID | None, SearchItem]]:
        """Search by words: what recall finds by meaning, by word and by topic."""
        assert op.query is not None
        most = MOST_SCANNED if op.filter else op.offset + op.limit
        found = recall.search(
            user_id=self.user.pk,
            vector=recall.vector_of(op.query),
            words=lexemes_of(self.user.pk, op.query, language=self.user.language),
            topics=hashed_topics(self.user.pk, op.query, asked=True),
            namespaces=[op.namespace_prefix],
            limit=most,
        )
        return [(each.id, _recalled(each)) for each in found if matches(each.value, op.filter)]

    def _under(self, prefix: Sequence[str]) -> QuerySet[MemoryItem]:
        """Return the person's rows below `prefix`, compared component by component."""
        shared = owner_for(self.user, prefix) is None
        owner = Q(user=None) if shared else Q(user=self.user)
        parts = [escape(part) for part in prefix]
        below = Q(**{f"namespace__0_{len(parts)}": parts}) if parts else Q()
        return MemoryItem.objects.filter(owner, below).valid()

    def _list_namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        conditions = op.match_conditions or ()
        stored = self._under(()).order_by().values_list("namespace", flat=True).distinct()
        names = {readable(namespace) for namespace in stored}
        names = {name for name in names if all(_fits(condition, name) for condition in conditions)}
        if op.max_depth is not None:
            names = {name[: op.max_depth] for name in names}
        return sorted(names)[op.offset : op.offset + op.limit]


def indexed_text(op: PutOp) -> str | None:
    """Return what of a value is embedded: its `text`, the fields that the caller names, else all of it.

    None when the caller asks for no index, or when the named fields hold nothing.
    """
    assert op.value is not None
    if op.index is False:
        return None
    if op.index is not None:
        found = [text for path in op.index for text in get_text_at_path(op.value, tokenize_path(path))]
        return "\n".join(found)[:MOST_INDEXED] or None
    text = op.value.get("text")
    written = text if isinstance(text, str) and text.strip() else _spelled(op.value)
    return written[:MOST_INDEXED]


def _spelled(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, sort_keys=True)


def _fits(condition: MatchCondition, name: Namespace) -> bool:
    path = condition.path
    if len(name) < len(path):
        return False
    part = name[: len(path)] if condition.match_type == "prefix" else name[len(name) - len(path) :]
    return all(wanted in ("*", given) for wanted, given in zip(path, part, strict=True))


def _ending(row: MemoryItem) -> UUID | None:
    """The id of a row that does not hold for ever."""
    return row.pk if row.valid_until is not None else None


def _item(row: MemoryItem) -> Item:
    return Item(
        value=row.value,
        key=unescape(row.key),
        namespace=readable(row.namespace),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _search_item(row: MemoryItem) -> SearchItem:
    return SearchItem(readable(row.namespace), unescape(row.key), row.value, row.created_at, row.updated_at)


def _recalled(found: recall.Recalled) -> SearchItem:
    return SearchItem(
        found.namespace, found.key, found.value, found.created_at, found.updated_at, score=found.relevance
    )
