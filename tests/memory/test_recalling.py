from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from memory.ahead import hand_on
from memory.embedding import DIMENSIONS, EmbeddingUnavailable
from memory.lexemes import lexemes_of
from memory.models import MemoryItem
from memory.names import ForeignNamespace, preferences_of
from memory.recall import recall, search
from memory.reembedding import reembed
from memory.topics import TOPICS, hashed_topics
from memory.writing import forget

pytestmark = pytest.mark.django_db

Learn = Callable[..., Any]
VALUE = {"polarity": "like", "value": True}


def texts(found: list[Any]) -> list[str]:
    return [each.text for each in found]


def test_an_empty_memory_answers_with_nothing(owner: Any) -> None:
    assert recall(user=owner, query="anything at all") == []
    assert recall(user=owner, query="   ") == []


def test_what_fits_the_question_comes_first(owner: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You like Italian pasta")
    learn("a.two", VALUE, "You prefer quiet hotels")
    found = recall(user=owner, query="pasta tonight")
    assert texts(found)[0] == "You like Italian pasta"
    assert found[0].relevance > found[1].relevance
    assert texts(recall(user=owner, query="pasta", threshold=0.5)) == ["You like Italian pasta"]


def test_nobody_recalls_another_persons_memory(owner: Any, stranger: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You like Italian pasta", user=stranger)
    assert recall(user=owner, query="Italian pasta") == []
    with pytest.raises(ForeignNamespace):
        recall(user=owner, query="pasta", namespaces=[preferences_of(stranger)])


def test_only_the_asked_part_of_memory_is_searched(owner: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You like pasta")
    learn("m1", {}, "Pasta in Rome", namespace=("completed_missions", str(owner.pk)))
    found = recall(user=owner, query="pasta", namespaces=[("completed_missions",)])
    assert texts(found) == ["Pasta in Rome"]


def test_a_write_is_seen_by_the_next_recall(owner: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You like pasta")
    assert len(recall(user=owner, query="pasta")) == 1
    second = learn("a.two", VALUE, "You like pasta with clams")
    assert len(recall(user=owner, query="pasta")) == 2
    forget(user=owner, item_id=second.item.pk)
    assert len(recall(user=owner, query="pasta")) == 1


def test_the_second_recall_comes_from_the_cache(
    owner: Any, learn: Learn, model: Any, django_assert_num_queries: Any
) -> None:
    learn("a.one", VALUE | {"days": ["mon"]}, "You like pasta")
    first = recall(user=owner, query="pasta")
    calls = model.calls
    with django_assert_num_queries(0):
        assert recall(user=owner, query="pasta") == first
    assert model.calls == calls


def test_what_another_process_has_read_is_not_read_again(
    owner: Any, stranger: Any, learn: Learn, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (owner, stranger):
        learn("a.one", VALUE, "You like pasta", user=person)
    model.query("pasta tonight")
    hand_on(owner.pk, "pasta tonight ")
    hand_on(owner.pk, "never read")
    elsewhere = type(model)()
    monkeypatch.setattr("memory.recall.embedder", lambda: elsewhere)
    assert texts(recall(user=owner, query=" pasta tonight")) == ["You like pasta"]
    assert elsewhere.calls == 0
    recall(user=owner, query="never read")
    assert elsewhere.calls == 1
    another = type(model)()
    monkeypatch.setattr("memory.recall.embedder", lambda: another)
    recall(user=stranger, query="pasta tonight")
    assert another.calls == 1


def test_the_cache_holds_no_readable_word(owner: Any, learn: Learn) -> None:
    from ownyou.lib import live

    learn("a.one", VALUE, "You like Zanzibar")
    recall(user=owner, query="Zanzibar trip")
    kept = [live.connection().get(name) or b"" for name in live.connection().keys(b"ownyou:recall:*")]
    names = live.connection().keys(b"ownyou:recall:*")
    assert len(kept) >= 2
    assert not any(b"zanzibar" in entry.lower() for entry in [*kept, *names])


def test_without_redis_recall_still_answers(
    owner: Any, learn: Learn, monkeypatch: pytest.MonkeyPatch
) -> None:
    import redis

    learn("a.one", VALUE, "You like pasta")
    gone = redis.Redis(port=1, socket_connect_timeout=0.2)
    monkeypatch.setattr("memory.cache.live.connection", lambda: gone)
    assert texts(recall(user=owner, query="pasta")) == ["You like pasta"]


def test_without_the_model_words_are_found_and_vectors_added_later(
    owner: Any, learn: Learn, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(*_: Any) -> Any:
        raise EmbeddingUnavailable()

    with monkeypatch.context() as broken:
        broken.setattr(model, "query", unavailable)
        broken.setattr(model, "passages", unavailable)
        learn("a.one", VALUE, "You like pasta")
        learn("a.two", VALUE, "You like hotels")
        assert texts(recall(user=owner, query="pasta, please")) == ["You like pasta"]
        assert recall(user=owner, query="pasta, please")[0].relevance == 1.0
    assert MemoryItem.objects.filter(embedding=None).count() == 2
    assert reembed() == 2
    assert reembed() == 0
    assert not MemoryItem.objects.filter(embedding=None).exists()


def test_what_no_longer_holds_is_not_recalled(owner: Any, learn: Learn) -> None:
    now = timezone.now()
    learn("a.one", VALUE, "You fast until Sunday", valid_until=now - timedelta(days=1))
    learn("a.two", VALUE, "You fast from March on", valid_from=now + timedelta(days=30))
    learn("a.three", VALUE, "You fast on Fridays", valid_until=now + timedelta(days=1))
    assert texts(recall(user=owner, query="fast")) == ["You fast on Fridays"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("You are a vegetarian", "what could I order at the steak house"),
        ("Du kaufst gern auf dem Flohmarkt", "eine gebrauchte Lampe"),
        ("Tu préfères voyager en train", "ein Zug nach Lyon"),
        ("You cannot eat anything with gluten", "Brot vom Bäcker"),
    ],
)
def test_what_touches_one_topic_meets_across_languages(owner: Any, written: str, asked: str) -> None:
    assert set(hashed_topics(owner.pk, written)) & set(hashed_topics(owner.pk, asked))


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("You eat kosher", "lunch in town"),
        ("You live on the fourth floor without a lift", "a new wardrobe"),
        ("Tu as le mal de mer", "aller sur une île"),
        ("Du hast Höhenangst", "Karten für den Fernsehturm"),
    ],
)
def test_what_is_known_bears_on_other_matters_and_not_the_other_way(
    owner: Any, written: str, asked: str
) -> None:
    bearing = set(hashed_topics(owner.pk, written)) & set(hashed_topics(owner.pk, asked, asked=True))
    assert bearing - set(hashed_topics(owner.pk, asked))


def test_a_shared_topic_settles_what_vectors_leave_open(owner: Any, stranger: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You sleep badly on soft mattresses")
    learn("a.two", VALUE, "You pay by direct debit")
    learn("a.three", VALUE, "You support the local football club")
    even = np.full(DIMENSIONS, DIMENSIONS**-0.5, dtype=np.float32)
    for row in MemoryItem.objects.all():
        row.embedding = even
        row.save(update_fields=["embedding"])
    for question, first in (
        ("a bed for two", "You sleep"),
        ("the stadium", "You support"),
        ("a bill", "You pay"),
    ):
        topics = hashed_topics(owner.pk, question)
        assert texts(search(user_id=owner.pk, vector=even, topics=topics))[0].startswith(first), question
        assert search(user_id=stranger.pk, vector=even, topics=topics) == []


def test_topics_alone_find_nothing(owner: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You sleep badly on soft mattresses")
    assert search(user_id=owner.pk, vector=None, topics=hashed_topics(owner.pk, "a bed")) == []


def test_reading_everything_again_adds_topics_to_what_was_learned_before(owner: Any, learn: Learn) -> None:
    learn("a.one", VALUE, "You sleep badly on soft mattresses")
    whole = MemoryItem.objects.get().lexemes
    MemoryItem.objects.update(lexemes=lexemes_of(owner.pk, "You sleep badly on soft mattresses"))
    assert reembed(everything=True) == 1
    assert MemoryItem.objects.get().lexemes == whole


def test_each_topic_is_named_once_and_has_words_of_three_languages() -> None:
    lines = [line for line in TOPICS.read_text().splitlines() if ":" in line and not line.startswith("#")]
    names = [line.split(":")[0] for line in lines]
    assert len(names) == len(set(names)) > 100
    assert all(line.count("|") == 2 for line in lines)


def test_hashes_of_a_word_differ_between_people(owner: Any, stranger: Any) -> None:
    assert lexemes_of(owner.pk, "restaurants") == lexemes_of(owner.pk, "Restaurant")
    assert lexemes_of(owner.pk, "restaurants") != lexemes_of(stranger.pk, "restaurants")


@pytest.mark.parametrize(
    ("language", "written", "asked"),
    [
        ("de", "Häuser am See", "haus"),
        ("fr", "des chaussures noires", "chaussure noire"),
        ("ru", "любимые рестораны", "ресторан"),
        ("ja", "静かなレストランが好き", "レストラン"),
    ],
)
def test_words_meet_in_their_language(owner: Any, language: str, written: str, asked: str) -> None:
    assert set(lexemes_of(owner.pk, written, language=language)) & set(
        lexemes_of(owner.pk, asked, language=language)
    )


def test_small_and_large_users_get_exactly_the_nearest(owner: Any, stranger: Any) -> None:
    """Many searches on one connection (a generic plan once lost rows), among another's many rows."""
    rng = np.random.default_rng(7)
    sizes = {owner: 5, stranger: 1_500}
    vectors = {person: rng.standard_normal((size, DIMENSIONS)) for person, size in sizes.items()}
    for person, rows in vectors.items():
        _fill(person, rows)
    for person, rows in vectors.items():
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        right = 0
        for _ in range(40):
            query = rng.standard_normal(DIMENSIONS).astype(np.float32)
            query /= np.linalg.norm(query)
            best = set(np.argsort(-(unit @ query))[:10].tolist())
            found = search(user_id=person.pk, vector=query, limit=10)
            assert len(found) == min(10, len(rows))
            right += len(best & {int(each.key) for each in found})
        assert right >= 0.99 * 40 * min(10, len(rows))


def test_searches_of_every_shape_answer_alike_time_after_time(owner: Any, learn: Learn) -> None:
    """Prepared statements change their plan after five runs; the answer stays."""
    learn("a.one", VALUE, "You like pasta in Rome")
    learn("a.two", VALUE, "You like hotels")
    learn("m1", {}, "Pasta in Rome", namespace=("completed_missions", str(owner.pk)))
    vector = np.full(DIMENSIONS, DIMENSIONS**-0.5, dtype=np.float32)
    words = lexemes_of(owner.pk, "Rome pasta")
    mine = [preferences_of(owner)]
    shapes = [
        (by_vector, by_word, scope)
        for by_vector in (vector, None)
        for by_word in (words, [])
        for scope in ([], mine, [*mine, ("completed_missions",)])
    ]
    for by_vector, by_word, scope in shapes:
        answers = {
            tuple(texts(search(user_id=owner.pk, vector=by_vector, words=by_word, namespaces=scope)))
            for _ in range(8)
        }
        assert len(answers) == 1
        expected = {"You like pasta in Rome"} if by_vector is not None or by_word else set()
        assert expected <= set(answers.pop())


def _fill(person: Any, rows: Any) -> None:
    MemoryItem.objects.bulk_create(
        MemoryItem(
            user=person,
            namespace=list(preferences_of(person)),
            key_hash=number.to_bytes(16),
            key=str(number),
            value={},
            text="x",
            fingerprint=b"",
            embedding=vector,
            provenance_kind="import",
        )
        for number, vector in enumerate(rows)
    )
