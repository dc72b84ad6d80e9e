"""The memory page: tell, edit in place, forget, undo, history; and nobody else's."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from memory.models import MemoryItem
from memory.names import preferences_of
from memory.pages import MOST_OF_AREA
from memory.provenance import BY_USER, Provenance, ProvenanceKind
from memory.writing import remember
from trust.models import User

FACT = "You like window seats."


@pytest.fixture
def fact(owner: User) -> MemoryItem:
    made = remember(
        user=owner,
        namespace=preferences_of(owner),
        key="travel.seat",
        value={"polarity": "like", "value": "window"},
        text=FACT,
        provenance=BY_USER,
    )
    assert made.item is not None
    return made.item


@pytest.fixture
def page(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def body(response: Any) -> str:
    return str(response.content.decode())


def test_it_lists_what_is_known(page: Client, fact: MemoryItem) -> None:
    assert FACT in body(page.get("/memory/"))


def test_it_finds_a_fact_by_its_words(page: Client, fact: MemoryItem) -> None:
    assert FACT in body(page.get("/memory/", {"q": "window seat"}))


def test_something_told_is_kept(page: Client, owner: User) -> None:
    page.post("/memory/add/", {"text": "I am allergic to peanuts"})
    assert "peanuts" in body(page.get("/memory/"))


def test_a_fact_is_edited_in_place(page: Client, fact: MemoryItem) -> None:
    page.post(f"/memory/{fact.pk}/edit/", {"text": "You like aisle seats."})
    fact.refresh_from_db()
    assert fact.text == "You like aisle seats."


def test_forgetting_asks_first_and_then_forgets(page: Client, fact: MemoryItem) -> None:
    assert page.get(f"/memory/{fact.pk}/forget/").status_code == 200
    assert MemoryItem.objects.filter(pk=fact.pk).exists()
    page.post(f"/memory/{fact.pk}/forget/")
    assert not MemoryItem.objects.filter(pk=fact.pk).exists()


def test_what_came_from_the_same_words_is_offered_to_be_forgotten_as_well(page: Client, owner: User) -> None:
    said = Provenance(ProvenanceKind.FEEDBACK, uuid4())
    facts = [
        remember(
            user=owner,
            namespace=preferences_of(owner),
            key=f"dining.{name}",
            value={"value": name},
            text=f"You like {name} places.",
            provenance=said,
        ).item
        for name in ("quiet", "cheap", "green")
    ]
    first, second, third = [fact.pk for fact in facts if fact]
    question = body(page.get(f"/memory/{first}/forget/"))
    assert f'value="{second}"' in question
    assert f'value="{third}"' in question
    page.post(f"/memory/{first}/forget/", {"also": str(third)})
    assert set(MemoryItem.objects.of(owner).values_list("pk", flat=True)) == {second}


def test_its_history_is_shown(page: Client, fact: MemoryItem) -> None:
    page.post(f"/memory/{fact.pk}/edit/", {"text": "You like aisle seats."})
    assert FACT in body(page.get(f"/memory/{fact.pk}/history/"))


@pytest.mark.parametrize("act", ["edit", "forget", "history"])
def test_a_stranger_finds_nothing(client: Client, stranger: User, fact: MemoryItem, act: str) -> None:
    client.force_login(stranger)
    method = client.get if act == "history" else client.post
    assert method(f"/memory/{fact.pk}/{act}/", {"text": "mine now"}).status_code == 404
    fact.refresh_from_db()
    assert fact.text == FACT


def test_a_program_lists_and_deletes_over_the_api(owner: User, stranger: User, fact: MemoryItem) -> None:
    from trust.tokens import make_token

    def bearer(user: User) -> Any:
        return Client(headers={"Authorization": f"Bearer {make_token(user=user, name='test')}"})

    assert FACT in body(bearer(owner).get("/api/memory"))
    assert bearer(stranger).delete(f"/api/memory/{fact.pk}").status_code == 404
    assert bearer(owner).delete(f"/api/memory/{fact.pk}").status_code in (200, 204)
    assert FACT not in body(bearer(owner).get("/api/memory"))


def test_a_fact_links_the_mission_it_came_from_and_no_strangers(
    page: Client, owner: User, stranger: User
) -> None:
    from missions.models import Mission

    mine, theirs = (
        Mission.objects.create(user=user, goal=goal, mission_type="dining", level=2)
        for user, goal in ((owner, "Dinner in Lyon"), (stranger, "Supper in Bonn"))
    )
    for number, mission in enumerate((mine, theirs)):
        remember(
            user=owner,
            namespace=preferences_of(owner),
            key=f"dining.seat.{number}",
            value={"polarity": "like", "value": number},
            text=f"You like seat {number}.",
            provenance=Provenance(ProvenanceKind.CHOICE, mission.pk),
        )
    shown = body(page.get("/memory/"))
    assert "Dinner in Lyon" in shown
    assert f"/missions/{mine.pk}/" in shown
    assert "Supper in Bonn" not in shown
    assert str(theirs.pk) not in shown


@pytest.mark.parametrize(
    ("sentence", "key", "polarity"),
    [
        ("I am vegetarian", "dining.diet.vegetarian", "need"),
        ("Ich esse kein Schweinefleisch", "dining.diet.no_pork", "need"),
        ("I like Greek food", "dining.cuisine.greek", "like"),
    ],
)
def test_a_told_sentence_becomes_a_preference_in_the_persons_words(
    page: Client, owner: User, sentence: str, key: str, polarity: str
) -> None:
    page.post("/memory/add/", {"text": sentence})
    item = MemoryItem.objects.get(user=owner)
    assert (item.key, item.text, item.value["polarity"]) == (key, sentence, polarity)


def test_a_sentence_that_is_not_understood_is_kept_as_it_is(page: Client, owner: User) -> None:
    page.post("/memory/add/", {"text": "My sister Anna lives in Lyon"})
    item = MemoryItem.objects.get(user=owner)
    assert item.key.startswith("notes.")
    assert item.text == "My sister Anna lives in Lyon"


def test_while_somebody_searches_or_has_a_panel_open_nothing_is_drawn_over_it(
    page: Client, fact: MemoryItem
) -> None:
    listed = page.get("/memory/").content.decode()
    assert 'id="facts" data-live="memory"' in listed
    assert f'id="fact-{fact.pk}-place" data-keep' in listed
    found = page.get("/memory/", {"q": "something"}).content.decode()
    assert 'id="facts"' in found
    assert 'data-live="memory"' not in found


def test_some_of_an_area_with_much_in_it_are_shown_and_all_are_one_link_away(
    page: Client, owner: User
) -> None:
    for number in range(MOST_OF_AREA + 2):
        remember(
            user=owner,
            namespace=preferences_of(owner),
            key=f"dining.dish{number}",
            value={"polarity": "like", "value": f"dish {number}"},
            text=f"You like dish {number} best.",
            provenance=BY_USER,
        )
    first = body(page.get("/memory/"))
    assert first.count('class="memory"') == MOST_OF_AREA
    assert f"All {MOST_OF_AREA + 2} of " in first
    whole = body(page.get("/memory/", {"area": "dining"}))
    assert whole.count('class="memory"') == MOST_OF_AREA + 2
    assert 'data-live="memory"' not in whole


def test_an_area_that_nothing_is_known_of_and_an_odd_place_to_go_on_from_are_no_fault(
    page: Client, fact: MemoryItem
) -> None:
    assert page.get("/memory/", {"area": "no\0such"}).status_code == 200
    assert FACT in body(page.get("/memory/", {"before": "not an id"}))
    assert FACT not in body(page.get("/memory/", {"before": str(fact.pk)}))
