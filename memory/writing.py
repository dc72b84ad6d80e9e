"""Remember, correct, forget, undo: the only writers of memory.

Every change is one transaction: the row, its revision, and the line in the person's feed. Vectors are
computed before it begins. A person's writes come one after the other (an advisory lock), so two tasks that
learn the same thing at once leave one fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from memory import forgetting, meeting, rows
from memory.content import Content, Prepared, prepare
from memory.embedding import Vector
from memory.merging import is_preference, merge, with_amount_of
from memory.models import MemoryItem, MemoryRevision
from memory.names import EPISODE_ROOTS, checked_key, checked_namespace, hash_of_key, owner_for
from memory.provenance import BY_USER, Provenance, ProvenanceKind
from memory.rows import Change, Remembered
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.text import bounded
from trust import activity
from trust.models import Activity, User

MOST_TEXT = 4_000
Action = MemoryRevision.Action


def remember(
    *,
    user: User,
    namespace: Sequence[str],
    key: str,
    value: Any,
    text: str,
    provenance: Provenance,
    stated: bool = True,
    confidence: float = 1.0,
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
    tell: bool = True,
    vector: Vector | None = None,
) -> Remembered:
    """Learn one fact, once: `text` for people, `value` (JSON) for programs, under a dotted `key`.

    Adding it twice leaves one; nested values are merged; the opposite of what was known replaces it and the
    person is told. A guess (`stated=False`) never overwrites what the person said. A fact that the person
    forgot is not learned again from the same source, nor by guessing. The sentence is embedded here, before
    the transaction, unless `vector`, shape (384,), is given: call it outside of one. `tell` adds a line to
    the feed for facts. Raises `InvalidInput` and `ForeignNamespace`.
    """
    if namespace and owner_for(user, namespace) is None:
        raise InvalidInput(_("Shared memory holds numbers only; it is written through the store."))
    content = Content(
        namespace=checked_namespace(namespace),
        key=checked_key(key),
        value=value,
        text=bounded(text, name=_("The memory"), most=MOST_TEXT),
        source=provenance,
        stated=stated,
        confidence=min(1.0, max(0.0, confidence)),
        valid_from=valid_from,
        valid_until=valid_until,
    )
    prepared = prepare(user.pk, content, language=user.language, vector=vector)
    with transaction.atomic():
        rows.take_turns(user.pk)
        outcome = _settle(user, prepared)
        if tell and content.namespace[0] not in EPISODE_ROOTS:
            _tell(user, outcome)
    return outcome


def correct(
    *,
    user: User,
    item_id: UUID,
    text: str,
    value: Any = None,
    key: str | None = None,
    provenance: Provenance = BY_USER,
) -> Remembered:
    """Change what a memory says, because the person says so. It counts as stated from now on.

    Without `value`, an amount in the old value follows the number in the sentence. With `key` it is from now
    on what is known there. Raises `NotFound`, and `InvalidInput` where something is known there already.
    """
    old = Content.of(rows.owned(user, item_id))
    text = bounded(text, name=_("The memory"), most=MOST_TEXT)
    if value is None:
        value = with_amount_of(old.value, old.text, text)
    key = old.key if key is None else checked_key(key)
    content = replace(old, key=key, text=text, value=value, source=provenance, stated=True, confidence=1.0)
    prepared = prepare(user.pk, content, language=user.language)
    with transaction.atomic():
        rows.take_turns(user.pk)
        item = rows.owned(user, item_id, lock=True)
        there = MemoryItem.objects.at(user.pk, content.namespace, prepared.key_hash).first()
        if there is not None and there.pk != item.pk:
            words = _("I know about this already: “%(sentence)s” Change that, or forget this one.")
            raise InvalidInput(words % {"sentence": there.text}, field="text")
        if (item.text, item.value, item.stated) == (text, value, True):
            return Remembered(item, "same")
        return rows.rewrite(item, prepared, Action.CORRECTED, "corrected", cause=provenance)


def forget(*, user: User, item_id: UUID, also: Sequence[UUID] = (), cause: Provenance = BY_USER) -> list[int]:
    """Forget a memory (and those in `also`), vector and all, and mark its sources so that it stays forgotten.

    Returns the revisions, with which it can be undone. Raises `NotFound` when one is not the person's.
    """
    with transaction.atomic():
        rows.take_turns(user.pk)
        items = [rows.owned(user, each, lock=True) for each in dict.fromkeys((item_id, *also))]
        return [_remove(user, item, cause).pk for item in items]


def withdraw(
    *, user: User, namespace: Sequence[str], key: str, cause: Provenance, stated: bool = False
) -> Remembered | None:
    """Take a guess back because of what is known now; None where there is none, or the person said it.

    With `stated` also what they said: they say now that it is no longer so.

    No mark is left: it may be learned again. The feed says what no longer counts.
    """
    path = checked_namespace(namespace), hash_of_key(user.pk, checked_key(key))
    with transaction.atomic():
        rows.take_turns(user.pk)
        item = MemoryItem.objects.at(user.pk, *path).select_for_update().first()
        if item is None or (item.stated and not stated):
            return None
        before, revision = Content.of(item), rows.delete(item, cause)
        _tell_gone(user, before, revision)
    return Remembered(None, "forgotten", revision.pk, before, revision.item_id)


def withdraw_from(*, user: User, source: Provenance, cause: Provenance) -> int:
    """Take back what was guessed from a source, which was a slip; returns how many items.

    What the person said themselves stays, and what another source told last. No mark is left.
    """
    with transaction.atomic():
        rows.take_turns(user.pk)
        items = list(MemoryItem.objects.of(user).from_source(source).filter(stated=False).select_for_update())
        for item in items:
            before = Content.of(item)
            _tell_gone(user, before, rows.delete(item, cause))
    return len(items)


def derived_with(user: User, item: MemoryItem) -> list[MemoryItem]:
    """Return what else was learned from the same source as `item`."""
    if item.provenance_id is None:
        return []
    return list(MemoryItem.objects.of(user).from_source(item.source).exclude(pk=item.pk))


def undo(*, user: User, revision_id: int, cause: Provenance = BY_USER) -> Remembered:
    """Take back the latest change of a memory; its undoing is a revision of its own.

    Something learned is forgotten (by the person: its sources are marked; by what taught it: it may be
    learned again), something forgotten is back, something changed says again what it said. Raises
    `NotFound`, and `Conflict` when the memory has changed since.
    """
    revision = MemoryRevision.objects.filter(user=user, pk=revision_id).first()
    if revision is None:
        raise NotFound()
    before = Content.from_json(revision.before) if revision.before else None
    prepared = prepare(user.pk, before, language=user.language) if before else None
    with transaction.atomic():
        rows.take_turns(user.pk)
        if _latest(revision.item_id) != revision.pk:
            raise Conflict(_("This memory has changed since. Undo the later change first."))
        if prepared is None:
            return _unlearn(user, revision, cause)
        if revision.after is None:
            return _restore(user, revision, prepared)
        item = rows.owned(user, revision.item_id, lock=True)
        outcome = rows.rewrite(item, prepared, Action.CORRECTED, "corrected", cause=cause)
        if cause != BY_USER:
            _tell(user, outcome)
        return outcome


# One fact meets what is there -------------------------------------------------------------------------------


def _settle(user: User, new: Prepared) -> Remembered:
    met = meeting.look(new)
    if new.content.source.kind == ProvenanceKind.USER:
        if met.fact_forgotten:
            forgetting.lift(user, new.content)
    elif forgetting.is_forgotten(new, met):
        return Remembered(None, "forgotten")
    like_it = met.same_path or met.same_sentence
    old = MemoryItem.objects.select_for_update().filter(pk=like_it).first() if like_it else None
    if old is None:
        item, revision_id = rows.add(new)
        return Remembered(item, "added", revision_id)
    return _reconcile(old, new)


def _reconcile(old: MemoryItem, new: Prepared) -> Remembered:
    content = new.content
    if old.key_hash != new.key_hash or old.namespace != content.namespace:
        if not _gains_a_meaning(old, new):
            return Remembered(old, "same")
        return rows.rewrite(old, new, Action.MERGED, "merged", cause=content.source)
    merged = merge(old.value, content.value)
    if merged.how == "same" and (is_preference(old.value) or bytes(old.fingerprint) == new.fingerprint):
        return _confirm(old, new)
    if old.stated and not content.stated:
        return Remembered(old, "kept")
    if merged.how == "contradiction":
        return rows.rewrite(old, new, Action.CONTRADICTED, "contradiction", cause=content.source)
    change: Change = "merged" if merged.how == "merged" else "replaced"
    return rows.rewrite(old, new.with_value(merged.value), Action.MERGED, change, cause=content.source)


def _gains_a_meaning(old: MemoryItem, new: Prepared) -> bool:
    """Whether a note, which nobody understood when it was kept, is a preference now."""
    content = new.content
    meant = is_preference(content.value) and not is_preference(old.value)
    return meant and old.namespace == content.namespace and (content.stated or not old.stated)


def _confirm(old: MemoryItem, new: Prepared) -> Remembered:
    """The same again: nothing changes, unless the person now says what was a guess."""
    if old.stated or not new.content.stated:
        return Remembered(old, "same")
    return rows.rewrite(old, new, Action.MERGED, "merged", cause=new.content.source)


def _remove(user: User, item: MemoryItem, cause: Provenance) -> MemoryRevision:
    forgetting.mark(user, item)
    return rows.delete(item, cause)


def _unlearn(user: User, revision: MemoryRevision, cause: Provenance) -> Remembered:
    item = rows.owned(user, revision.item_id, lock=True)
    before = Content.of(item)
    if cause == BY_USER:
        gone = _remove(user, item, cause)
    else:
        gone = rows.delete(item, cause)
        _tell_gone(user, before, gone)
    return Remembered(None, "forgotten", gone.pk, before, revision.item_id)


def _restore(user: User, revision: MemoryRevision, prepared: Prepared) -> Remembered:
    if MemoryItem.objects.at(prepared.owner, prepared.content.namespace, prepared.key_hash).exists():
        raise Conflict(_("Something newer has been learned in its place."))
    forgetting.unmark(user, revision.item_id)
    item, added = rows.add(prepared, revision.item_id)
    return Remembered(item, "restored", added)


def _latest(item_id: UUID) -> int | None:
    return MemoryRevision.objects.filter(item_id=item_id).order_by("-id").values_list("pk", flat=True).first()


def _tell(user: User, outcome: Remembered) -> None:
    if outcome.revision_id is None or outcome.item is None:
        return
    text = outcome.item.text
    if outcome.change == "contradiction" and outcome.before is not None:
        text = f"{text} (Before: {outcome.before.text})"
    activity.record(
        user_id=user.pk,
        kind=Activity.Kind.LEARNED,
        text=text,
        agent="memory",
        subject=activity.Subject("memory", outcome.item.pk),
        detail={"change": outcome.change, "revision": outcome.revision_id},
        key=f"memory:{outcome.revision_id}",
    )


def _tell_gone(user: User, before: Content, revision: MemoryRevision) -> None:
    activity.record(
        user_id=user.pk,
        kind=Activity.Kind.LEARNED,
        text=_("No longer counts: %(sentence)s") % {"sentence": before.text},
        agent="memory",
        subject=activity.Subject("memory", revision.item_id),
        detail={"change": "withdrawn", "revision": revision.pk},
        key=f"memory:{revision.pk}",
    )
