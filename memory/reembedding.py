"""Rebuilding what memories are found by, after a change of the embedding model or of the list of topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memory import cache
from memory.areas import with_area
from memory.content import indexed_hashes
from memory.embedding import embedder
from memory.models import MemoryItem
from trust.models import User

BATCH = 64


def reembed(*, everything: bool = False, report: Callable[[str], object] = lambda line: None) -> int:
    """Embed and index what has no vector of the present model (`everything`: all of it). Returns how many.

    Raises `EmbeddingUnavailable`; what was done until then stays done, and a second run goes on from there.
    """
    done = 0
    for batch in _batches(everything):
        _embed(batch)
        done += len(batch)
        report(f"{done} done")
    return done


def _batches(everything: bool) -> Iterator[list[MemoryItem]]:
    rows = (
        MemoryItem.objects.exclude(user=None)
        .exclude(lexemes=[])
        .only("id", "user_id", "namespace", "key", "text")
    )
    if not everything:
        rows = rows.without_embedding_of(embedder().name)
    last = None
    while batch := list((rows.filter(id__gt=last) if last else rows).order_by("id")[:BATCH]):
        yield batch
        last = batch[-1].pk


def _embed(batch: list[MemoryItem]) -> None:
    vectors = embedder().passages([with_area(item.namespace, item.key, item.text) for item in batch])
    people = User.objects.in_bulk({item.user_id for item in batch})
    for item, vector in zip(batch, vectors, strict=True):
        language = people[item.user_id].language
        unchanged = MemoryItem.objects.filter(pk=item.pk, fingerprint=item.fingerprint)
        unchanged.update(  # who corrects a memory meanwhile has it embedded anew
            embedding=vector,
            embedded_by=embedder().name,
            lexemes=indexed_hashes(item.user_id, item.text, language=language),
        )
    for user_id in {item.user_id for item in batch}:
        cache.drop(user_id)
