"""Recall from text, cold and cached; and remembering one item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from bench.report import Result, Target, compared
from bench.rows.base import ONE_EMBEDDING, Bench
from bench.rows.embedding import embed
from bench.rows.memories import VOCABULARY, Memories, reference_store
from bench.sampling import alternating, milliseconds

OWNERS = 10
ITEMS = 1_000
_number = count()


def measure(samples: int) -> Iterator[Result]:
    """Ask and tell in turn with the references, for people with a thousand memories each."""
    store = reference_store(_embed_passages)
    memories = Memories("text", OWNERS)
    memories.grow([ITEMS] * OWNERS)
    yield _cold(memories, samples)
    yield _cached(memories, samples)
    yield _remember(memories, store, samples)


def _cold(memories: Memories, samples: int) -> Result:
    from memory.recall import recall

    texts = [_sentence("what do I like about") for _ in range(samples + 3)]

    def product(number: int) -> float:
        user = memories.owners[number % OWNERS].user
        return milliseconds(lambda: recall(user=user, query=texts[number]))

    value, reference = alternating(
        product, lambda number: milliseconds(lambda: embed(texts[number])), samples
    )
    return compared("recall_cold", value, "ms", to=ONE_EMBEDDING, reference=reference, target=Target(1.15))


def _cached(memories: Memories, samples: int) -> Result:
    from memory.recall import recall
    from ownyou.lib import live

    user = memories.owners[0].user
    redis = live.connection()
    redis.set("bench", b"x")
    query = _sentence("what do I like about")
    recall(user=user, query=query)

    def twice() -> None:
        redis.get("bench")
        redis.get("bench")

    value, reference = alternating(
        lambda number: milliseconds(lambda: recall(user=user, query=query)),
        lambda number: milliseconds(twice),
        samples * 5,
    )
    return compared(
        "recall_cached", value, "ms", to="two Redis round trips", reference=reference, target=Target(3.0)
    )


def _remember(memories: Memories, store: object, samples: int) -> Result:
    from langgraph.store.postgres import PostgresStore

    from memory.provenance import BY_USER
    from memory.writing import remember

    assert isinstance(store, PostgresStore)
    texts = [_sentence("I like") for _ in range(samples + 3)]

    def product(number: int) -> float:
        user = memories.owners[number % OWNERS].user
        text = texts[number]
        return milliseconds(
            lambda: remember(
                user=user,
                namespace=("user_preferences", str(user.pk)),
                key=f"bench.likes.{number}",
                value={"text": text},
                text=text,
                provenance=BY_USER,
            )
        )

    def reference(number: int) -> float:
        prefix = (memories.owners[number % OWNERS].user.pk.hex,)
        return milliseconds(lambda: store.put(prefix, f"likes.{number}", {"text": texts[number]}))

    value, other = alternating(product, reference, samples)
    return compared("remember", value, "ms", to="PostgresStore.put", reference=other, target=Target(1.5))


def _sentence(begin: str) -> str:
    """Return a sentence that was never said before."""
    number = next(_number)
    words = [VOCABULARY[number * step % len(VOCABULARY)] for step in (1, 7, 11, 13)]
    return f"{begin} {' '.join(words)} number {number}"


def _embed_passages(texts: Sequence[str]) -> list[list[float]]:
    """Embed for the reference as the product does: with the same model, in this process."""
    from memory.embedding import _local_model

    return [vector.tolist() for vector in _local_model().passage(list(texts))]


BENCH = Bench(("recall_cold", "recall_cached", "remember"), measure)
