"""What agents note down for themselves through LangGraph's store: one key, one value, nothing weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from memory import rows
from memory.content import Content, prepare
from memory.models import MemoryItem, MemoryRevision
from memory.names import checked_key, checked_namespace, hash_of_key, owner_for
from memory.provenance import Provenance, ProvenanceKind
from ownyou.lib.errors import Conflict, InvalidInput
from trust.models import User

BY_AGENT = Provenance(ProvenanceKind.AGENT)


def put(
    *, user: User, namespace: Sequence[str], key: str, value: Any, text: str, indexed: bool = True
) -> None:
    """Write `value` under `key` as LangGraph's store does: the last write stands.

    For agents' own notes. What the person said is not theirs to overwrite: raises `Conflict`.
    """
    owner = owner_for(user, namespace)
    if owner is None and not _numbers_only(value):
        raise InvalidInput("Shared memory holds numbers only, never a person's words.")
    content = Content(
        namespace=checked_namespace(namespace),
        key=checked_key(key),
        value=value,
        text=text,
        source=BY_AGENT,
        stated=False,
    )
    prepared = prepare(owner, content, language=user.language, indexed=indexed and owner is not None)
    with transaction.atomic():
        rows.take_turns(owner)
        item = MemoryItem.objects.at(owner, content.namespace, prepared.key_hash).first()
        if item is None:
            rows.add(prepared)
        else:
            _refuse_stated(item)
            rows.rewrite(item, prepared, MemoryRevision.Action.MERGED, "replaced", cause=content.source)


def discard(*, user: User, namespace: Sequence[str], key: str) -> None:
    """Remove what an agent wrote under `key`; nothing happens when there is nothing. Raises `Conflict`."""
    owner = owner_for(user, namespace)
    key_hash = hash_of_key(owner, checked_key(key))
    with transaction.atomic():
        rows.take_turns(owner)
        item = MemoryItem.objects.at(owner, checked_namespace(namespace), key_hash).first()
        if item is not None:
            _refuse_stated(item)
            rows.delete(item, BY_AGENT)


def _refuse_stated(item: MemoryItem) -> None:
    if item.stated:
        raise Conflict("The person said this themselves; an agent cannot change it.")


def _numbers_only(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_numbers_only(each) for each in value.values())
    if isinstance(value, list):
        return all(_numbers_only(each) for each in value)
    return value is None or isinstance(value, bool | int | float)
