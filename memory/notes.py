"""What agents note down for themselves through LangGraph's store: one key, one value, nothing weighed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from memory import rows
from memory.content import Content, prepare
from memory.models import MemoryItem, MemoryRevision
from memory.names import checked_key, checked_namespace, hash_of_key, owner_for
from memory.provenance import Provenance, ProvenanceKind
from ownyou.lib.errors import Conflict, InvalidInput
from trust.models import User

BY_AGENT = Provenance(ProvenanceKind.AGENT)
SWEPT = 1_000
"""Expired notes that one sweep removes."""


def put(
    *,
    user: User,
    namespace: Sequence[str],
    key: str,
    value: Any,
    text: str,
    indexed: bool = True,
    ttl: timedelta | None = None,
) -> None:
    """Write `value` under `key` as LangGraph's store does: the last write stands.

    For agents' own notes. What the person said is not theirs to overwrite: raises `Conflict`. A note with a
    `ttl` holds from when it was last touched until so long after.
    """
    owner = owner_for(user, namespace)
    if owner is None and not _numbers_only(value):
        raise InvalidInput(_("Shared memory holds numbers only, never a person's words."))
    now = timezone.now()
    content = Content(
        namespace=checked_namespace(namespace),
        key=checked_key(key),
        value=value,
        text=text,
        source=BY_AGENT,
        stated=False,
        valid_from=now if ttl else None,
        valid_until=now + ttl if ttl else None,
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


def touch(ids: Iterable[UUID]) -> None:
    """Let those of these notes that have an end hold for their whole time again, from now on."""
    now = timezone.now()
    _ending().filter(pk__in=list(ids), valid_until__gt=now).update(
        valid_until=now + (F("valid_until") - F("valid_from")), valid_from=now
    )


def drop_expired() -> int:
    """Remove notes whose time is over, with their history. Returns how many."""
    over = _ending().filter(valid_until__lte=timezone.now())
    ids = list(over.order_by("valid_until").values_list("pk", flat=True)[:SWEPT])
    with transaction.atomic():
        MemoryRevision.objects.filter(item_id__in=ids).delete()
        return _ending().filter(pk__in=ids, valid_until__lte=timezone.now()).delete()[0]


def _ending() -> QuerySet[MemoryItem]:
    return MemoryItem.objects.filter(
        provenance_kind=ProvenanceKind.AGENT, valid_from__isnull=False, valid_until__isnull=False
    )


def _refuse_stated(item: MemoryItem) -> None:
    if item.stated:
        raise Conflict(_("The person said this themselves; an agent cannot change it."))


def _numbers_only(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_numbers_only(each) for each in value.values())
    if isinstance(value, list):
        return all(_numbers_only(each) for each in value)
    return value is None or isinstance(value, bool | int | float)
