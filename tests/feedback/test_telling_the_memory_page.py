"""What a person tells the memory page: it counts where it means something, and takes back what is over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from feedback import sentences
from memory.embedding import EmbeddingUnavailable
from memory.models import MemoryItem
from memory.names import preferences_of
from memory.preferences import preferences
from memory.provenance import BY_USER
from memory.telling import Told, tell
from memory.writing import remember
from missions.moving_home import moved_home
from missions.people import set_home
from trust.models import User

DIET = "dining.diet.vegan"


def known(owner: User, key: str, polarity: str, text: str) -> None:
    remember(
        user=owner,
        namespace=preferences_of(owner),
        key=key,
        value={"polarity": polarity, "value": True},
        text=text,
        provenance=BY_USER,
    )


def no_model() -> object:
    raise EmbeddingUnavailable


def say(owner: User, sentence: str) -> Told:
    return tell(user=owner, sentence=sentence)


@pytest.mark.parametrize("sentence", ["I am no longer vegan", "Ich bin nicht mehr vegan"])
def test_what_is_no_longer_so_is_taken_back(owner: User, sentence: str) -> None:
    known(owner, DIET, "need", "I eat vegan.")
    told = say(owner, sentence)
    assert DIET not in preferences(owner)
    assert told.words == ["No longer counts: I eat vegan."]
    assert not MemoryItem.objects.of(owner).exists(), "it is no note either"


@pytest.mark.parametrize(
    "sentence", ["We don't eat fish any more", "Wir essen keinen Fisch mehr", "Je ne mange plus de poisson"]
)
def test_a_taste_that_turned_replaces_the_old_one(owner: User, sentence: str) -> None:
    known(owner, "dining.cuisine.seafood", "like", "You like seafood.")
    say(owner, sentence)
    assert preferences(owner)["dining.cuisine.seafood"].polarity == "dislike"


@pytest.mark.parametrize("sentence", ["I eat fish again", "Ich esse wieder Fisch", "Je remange du poisson"])
def test_what_is_eaten_again_is_no_longer_avoided(owner: User, sentence: str) -> None:
    known(owner, "dining.cuisine.seafood", "dislike", "No seafood.")
    say(owner, sentence)
    assert "dining.cuisine.seafood" not in preferences(owner)


def test_what_is_about_no_kind_of_mission_counts_in_each_that_knows_it(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentences, "embedder", no_model)
    told = say(owner, "I prefer quiet places")
    assert {key: one.text for key, one in preferences(owner).items()} == {
        "dining.noise.quiet": "Eating out: I prefer quiet places",
        "events.noise.quiet": "Going out: I prefer quiet places",
    }
    assert told.words == [
        "I will remember that.",
        "It counts for an option from the next mission on.",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "I do not eat shellfish",
        "I can't eat any shellfish",
        "I am allergic to shellfish",
        "Ich esse keine Schalentiere",
        "Je ne mange pas de crustacés",
    ],
)
def test_what_is_not_eaten_for_a_reason_is_a_need_and_kept_once(owner: User, sentence: str) -> None:
    told = say(owner, sentence)
    [(key, kept)] = preferences(owner).items()
    assert (key, kept.polarity, kept.text) == ("dining.diet.shellfish_free", "need", sentence)
    assert told.words == [
        "I will remember that.",
        "Places that are known not to have it are left out.",
    ]


def test_a_sentence_that_nobody_understands_is_said_to_be_a_note(owner: User) -> None:
    told = say(owner, "My sister is called Anna")
    assert preferences(owner) == {}
    assert told.words[1].startswith("It is a note")


@pytest.mark.parametrize("sentence", ["I moved to Hamburg", "Wir wohnen jetzt in Hamburg"])
def test_moving_moves_home_with_its_zone_and_currency(owner: User, sentence: str) -> None:
    set_home(user=owner, home="London", time_zone="Europe/London", currency="", language="en")
    told = say(owner, sentence)
    owner.refresh_from_db()
    assert (owner.home_name, owner.time_zone, owner.currency) == ("Hamburg", "Europe/Berlin", "EUR")
    assert "no longer London" in told.words[0]
    assert not MemoryItem.objects.of(owner).exists()


def test_a_currency_of_ones_own_choice_stays(owner: User) -> None:
    set_home(user=owner, home="London", time_zone="Europe/London", currency="CHF", language="en")
    say(owner, "We moved to Hamburg last month.")
    owner.refresh_from_db()
    assert owner.currency == "CHF"


@pytest.mark.parametrize(
    "sentence",
    [
        "I lived in Hamburg",
        "I want to move to Hamburg",
        "I moved to a bigger flat",
        "I moved to Germany",
        "Do I live in Hamburg?",
    ],
)
def test_home_stays_where_nobody_says_they_live_elsewhere_now(owner: User, sentence: str) -> None:
    before = owner.home_name
    assert moved_home(owner, sentence) == ""
    assert owner.home_name == before


def test_the_page_says_what_became_of_the_sentence(client: Client, owner: User) -> None:
    known(owner, DIET, "need", "I eat vegan.")
    client.force_login(owner)
    answer: Any = client.post("/memory/add/", {"text": "I am no longer vegan"}, follow=True)
    assert "No longer counts: I eat vegan." in answer.content.decode()


@pytest.mark.parametrize(
    "sentence", ["my budget for dinner is 40 dollars", "Mein Budget fürs Abendessen ist 40 Dollar"]
)
def test_a_budget_in_the_persons_own_words_is_a_limit(owner: User, sentence: str) -> None:
    say(owner, sentence)
    limit = preferences(owner)["dining.budget"]
    assert limit.polarity == "limit"
    kept = MemoryItem.objects.of(owner).get()
    assert (kept.value["amount"], kept.value["currency"], kept.text) == (40, "USD", sentence)


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("We have a car", "we don't have a car any more"),
        ("We have no car", "We have a car again"),
        ("Wir haben ein Auto", "wir haben kein Auto mehr"),
        ("I work on Fridays", "I no longer work on Fridays"),
        ("We sleep without a fan", "We sleep: a fan again"),
    ],
)
def test_a_note_that_turned_takes_the_place_of_the_old_one(owner: User, before: str, sentence: str) -> None:
    say(owner, before)
    told = say(owner, sentence)
    assert told.words[0] == f"No longer counts: {before}"
    assert [item.text for item in MemoryItem.objects.of(owner)] == [sentence]


@pytest.mark.django_db(transaction=True)
def test_opposite_notes_told_at_once_do_not_both_stay(owner: User) -> None:
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(partial(_say_and_close, owner), ["We have a car", "We have no car"] * 3))
    assert MemoryItem.objects.of(owner).count() == 1


def _say_and_close(owner: User, sentence: str) -> None:
    try:
        say(owner, sentence)
    finally:
        connection.close()


@pytest.mark.parametrize("sentence", ["The car is red", "We don't have a car seat", "We have a car"])
def test_a_note_about_more_or_of_the_same_mind_leaves_others(owner: User, sentence: str) -> None:
    say(owner, "We have a car")
    assert not any("No longer" in words for words in say(owner, sentence).words)
    assert "We have a car" in {item.text for item in MemoryItem.objects.of(owner)}


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("I train after 9", "I do not train before 9"),
        ("I have a key", "She has no key"),
        ("I work with Anna", "I never work without Anna"),
        ("Der Laden öffnet nach neun", "Der Laden öffnet nie vor neun"),
    ],
)
def test_a_note_of_another_time_or_person_leaves_the_old_one(owner: User, before: str, sentence: str) -> None:
    say(owner, before)
    say(owner, sentence)
    assert {item.text for item in MemoryItem.objects.of(owner)} == {before, sentence}
