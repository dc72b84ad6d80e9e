"""What LangGraph expects of a store: our store and LangGraph's own in-memory one answer alike."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from memory.models import MemoryItem, MemoryRevision
from memory.names import ForeignNamespace
from memory.notes import drop_expired
from memory.store import OrmStore
from ownyou.lib.errors import Conflict, InvalidInput

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["ours", "langgraph's"])
def store(request: pytest.FixtureRequest, owner: Any) -> BaseStore:
    return OrmStore(owner) if request.param == "ours" else InMemoryStore()


def keys(found: Any) -> set[str]:
    return {item.key for item in found}


def test_what_was_put_is_got(store: BaseStore) -> None:
    store.put(("docs", "a"), "k", {"x": 1, "nested": {"y": [1, 2.5, None, True]}})
    item = store.get(("docs", "a"), "k")
    assert item is not None
    assert item.value == {"x": 1, "nested": {"y": [1, 2.5, None, True]}}
    assert (item.namespace, item.key) == (("docs", "a"), "k")
    assert item.created_at <= item.updated_at


def test_the_last_put_stands(store: BaseStore) -> None:
    store.put(("docs",), "k", {"x": 1})
    store.put(("docs",), "k", {"y": 2})
    item = store.get(("docs",), "k")
    assert item is not None
    assert item.value == {"y": 2}


def test_what_was_deleted_is_gone_and_may_be_put_again(store: BaseStore) -> None:
    store.put(("docs",), "k", {"x": 1})
    store.delete(("docs",), "k")
    store.delete(("docs",), "never there")
    assert store.get(("docs",), "k") is None
    assert store.search(("docs",)) == []
    store.put(("docs",), "k", {"x": 2})
    assert store.get(("docs",), "k") is not None


@pytest.mark.parametrize(
    "odd",
    [
        "\x00",
        "a\x00b",
        "%",
        "_",
        "a.b",
        "\\",
        "\\0000",
        "'\";--",
        "\u202eabc",
        "𝔘🙂",
        "{{ x }}",
        "\ud800",
        " ",
    ],
)
def test_odd_characters_survive_in_keys_values_and_namespaces(store: BaseStore, odd: str) -> None:
    namespace = ("odd", odd.replace(".", "-").replace("\x00", "-"))
    store.put(namespace, odd, {"text": odd.replace("\ud800", "?"), "n": 1})
    item = store.get(namespace, odd)
    assert item is not None
    assert (item.key, item.namespace) == (odd, namespace)
    assert item.value["text"] == odd.replace("\ud800", "?")
    assert keys(store.search(namespace)) == {odd}
    assert store.list_namespaces(prefix=("odd",)) == [namespace]


@pytest.mark.parametrize(
    ("mine", "others"),
    [
        (("john_doe",), ("john-doe",)),
        (("a",), ("ab",)),
        (("%",), ("anything",)),
        (("a_",), ("ab",)),
        (("users", "1"), ("users", "11")),
        (("a", "b"), ("a.b",)),
    ],
)
def test_a_prefix_means_whole_components(store: BaseStore, mine: Any, others: Any) -> None:
    if any("." in part for part in others):
        others = ("a:b",)
    store.put(mine, "mine", {"x": 1})
    store.put((*mine, "below"), "below", {"x": 1})
    store.put(others, "others", {"x": 1})
    assert keys(store.search(mine)) == {"mine", "below"}
    assert set(store.list_namespaces(prefix=mine)) == {mine, (*mine, "below")}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"n": 9}, {"nine"}),
        ({"n": {"$eq": 9}}, {"nine"}),
        ({"n": {"$gt": 9}}, {"ten", "hundred"}),
        ({"n": {"$gte": 9, "$lt": 100}}, {"nine", "ten"}),
        ({"n": {"$lte": 9.5}}, {"nine"}),
        ({"n": {"$ne": 9}}, {"ten", "hundred"}),
        ({"kind": "a", "n": {"$gt": 9}}, {"ten"}),
        ({"deep": {"x": 1}}, {"ten"}),
        ({"tags": ["p", "q"]}, {"hundred"}),
    ],
)
def test_filters_compare_numbers_as_numbers(store: BaseStore, wanted: Any, expected: set[str]) -> None:
    store.put(("f",), "nine", {"n": 9, "kind": "a"})
    store.put(("f",), "ten", {"n": 10, "kind": "a", "deep": {"x": 1, "y": 2}})
    store.put(("f",), "hundred", {"n": 100, "kind": "b", "tags": ["p", "q"]})
    assert keys(store.search(("f",), filter=wanted)) == expected


def test_pages_do_not_overlap_and_miss_nothing(store: BaseStore) -> None:
    for number in range(7):
        store.put(("p",), str(number), {"n": number})
    pages = [keys(store.search(("p",), limit=3, offset=offset)) for offset in (0, 3, 6, 9)]
    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert set.union(*pages) == {str(number) for number in range(7)}


def test_namespaces_are_listed_by_prefix_suffix_and_depth(store: BaseStore) -> None:
    for namespace in (("a", "b", "c"), ("a", "b", "d"), ("a", "x", "c"), ("z",)):
        store.put(namespace, "k", {"x": 1})
    assert store.list_namespaces(prefix=("a", "b")) == [("a", "b", "c"), ("a", "b", "d")]
    assert store.list_namespaces(suffix=("c",)) == [("a", "b", "c"), ("a", "x", "c")]
    assert store.list_namespaces(prefix=("a", "*", "c")) == [("a", "b", "c"), ("a", "x", "c")]
    assert store.list_namespaces(prefix=("a",), max_depth=2) == [("a", "b"), ("a", "x")]
    assert store.list_namespaces(limit=1, offset=1) == [("a", "b", "d")]


def test_a_batch_reads_what_was_there_before_it_and_its_last_write_stands(store: BaseStore) -> None:
    store.put(("b",), "k", {"x": 0})
    results = store.batch(
        [
            PutOp(("b",), "k", {"x": 1}),
            GetOp(("b",), "k"),
            PutOp(("b",), "k", {"x": 2}),
            SearchOp(("b",), limit=5),
        ]
    )
    assert results[0] is None
    assert results[2] is None
    item = store.get(("b",), "k")
    assert item is not None
    assert item.value == {"x": 2}


def test_nothing_is_found_in_an_empty_store(store: BaseStore) -> None:
    assert store.get(("none",), "k") is None
    assert store.search(("none",), query="anything") == []


# What LangGraph's own store does not promise ---------------------------------------------------------------


def test_words_find_what_they_are_about(owner: Any) -> None:
    store = OrmStore(owner)
    store.put(("q",), "pasta", {"text": "Pasta with clams", "n": 1})
    store.put(("q",), "hotel", {"text": "A quiet hotel", "n": 2})
    store.put(("q",), "hidden", {"text": "Pasta in secret", "n": 3}, index=False)
    found = store.search(("q",), query="pasta", limit=1)
    assert keys(found) == {"pasta"}
    assert found[0].score is not None
    assert keys(store.search(("q",), query="pasta", filter={"n": {"$gt": 1}}, limit=1)) == {"hotel"}
    assert store.get(("q",), "hidden") is not None


def test_another_persons_store_is_out_of_reach(owner: Any, stranger: Any) -> None:
    mine, theirs = OrmStore(owner), OrmStore(stranger)
    theirs.put(("user_preferences", str(stranger.pk)), "k", {"x": 1})
    theirs.put(("common",), "k", {"x": 1})
    assert mine.get(("common",), "k") is None
    assert mine.search(()) == []
    assert mine.list_namespaces() == []
    for act in (
        lambda: mine.get(("user_preferences", str(stranger.pk)), "k"),
        lambda: mine.search(("user_preferences", str(stranger.pk))),
        lambda: mine.search(("user_preferences", str(stranger.pk)), query="x"),
        lambda: mine.put(("user_preferences", str(stranger.pk)), "k", {"x": 2}),
        lambda: mine.delete(("user_preferences", str(stranger.pk)), "k"),
    ):
        with pytest.raises(ForeignNamespace):
            act()
    assert theirs.get(("user_preferences", str(stranger.pk)), "k").value == {"x": 1}  # type: ignore[union-attr]


def test_shared_memory_holds_numbers_only_and_is_seen_by_all(owner: Any, stranger: Any) -> None:
    OrmStore(owner).put(("api_failures", "openstreetmap"), "today", {"failed": 3, "rate": 0.2})
    found = OrmStore(stranger).get(("api_failures", "openstreetmap"), "today")
    assert found is not None
    assert found.value == {"failed": 3, "rate": 0.2}
    with pytest.raises(InvalidInput):
        OrmStore(owner).put(("mission_learnings", "dining"), "k", {"note": "Mira likes pasta"})


def test_an_agent_cannot_overwrite_what_the_person_said(owner: Any, learn: Any) -> None:
    learn("dining.cuisine.thai", {"polarity": "like", "value": "thai"}, "You like Thai food")
    store = OrmStore(owner)
    namespace = ("user_preferences", str(owner.pk))
    assert store.get(namespace, "dining.cuisine.thai") is not None
    with pytest.raises(Conflict):
        store.put(namespace, "dining.cuisine.thai", {"polarity": "dislike"})
    with pytest.raises(Conflict):
        store.delete(namespace, "dining.cuisine.thai")
    assert MemoryItem.objects.get().text == "You like Thai food"


@pytest.mark.django_db(transaction=True)
def test_the_async_half_answers_the_same(owner: Any) -> None:
    store = OrmStore(owner)

    async def talk() -> None:
        await store.aput(("a",), "k", {"x": 1})
        item = await store.aget(("a",), "k")
        assert item is not None
        assert item.value == {"x": 1}
        assert keys(await store.asearch(("a",))) == {"k"}
        await store.adelete(("a",), "k")
        assert await store.aget(("a",), "k") is None

    asyncio.run(talk())


def test_a_note_with_a_time_to_live_goes_when_it_is_over_and_is_swept(
    owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, clock = OrmStore(owner), Clock(monkeypatch)
    store.put(("notes",), "short", {"text": "the oven is on"}, ttl=30)
    store.put(("notes",), "long", {"text": "the oven is old"})
    clock.forward(minutes=29)
    assert store.get(("notes",), "short", refresh_ttl=False) is not None
    clock.forward(minutes=2)
    assert store.get(("notes",), "short") is None
    assert keys(store.search(("notes",))) == {"long"}
    assert MemoryItem.objects.count() == 2
    drop_expired()
    assert MemoryItem.objects.count() == 1
    assert MemoryRevision.objects.exclude(item_id=MemoryItem.objects.get().pk).count() == 0


@pytest.mark.parametrize("how", ["get", "search", "search by words", "put"])
def test_each_use_of_a_note_begins_its_time_to_live_anew(
    owner: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    store, clock = OrmStore(owner), Clock(monkeypatch)
    store.put(("notes",), "k", {"text": "the oven is on"}, ttl=30)
    clock.forward(minutes=20)
    if how == "put":
        store.put(("notes",), "k", {"text": "the oven is off"}, ttl=30)
    elif how == "get":
        store.get(("notes",), "k")
    else:
        store.search(("notes",), query="oven" if how == "search by words" else None)
    clock.forward(minutes=20)
    assert store.get(("notes",), "k", refresh_ttl=False) is not None
    clock.forward(minutes=11)
    assert store.get(("notes",), "k") is None


def test_a_note_put_again_without_a_time_to_live_stays(owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    store, clock = OrmStore(owner), Clock(monkeypatch)
    store.put(("notes",), "k", {"x": 1}, ttl=1)
    store.put(("notes",), "k", {"x": 2})
    clock.forward(minutes=90)
    assert store.get(("notes",), "k") is not None


class Clock:
    """Moves what the application takes for now. The database's own clock stays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = timedelta()
        real = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: real() + self.ahead)

    def forward(self, **span: float) -> None:
        self.ahead += timedelta(**span)
