"""What a person asks the memory page to forget in words."""

from __future__ import annotations

import pytest

from memory.models import ForgottenSource, MemoryItem
from memory.names import preferences_of
from memory.provenance import BY_USER
from memory.telling import tell
from memory.writing import remember
from trust.models import User

NOTHING = ["I know nothing like that, so nothing was forgotten."]


def known(owner: User, key: str, text: str, polarity: str = "") -> None:
    value = {"polarity": polarity, "value": None} if polarity else {}
    remember(user=owner, namespace=preferences_of(owner), key=key, value=value, text=text, provenance=BY_USER)


def sentences(owner: User) -> set[str]:
    return {item.text for item in MemoryItem.objects.of(owner)}


@pytest.fixture
def memories(owner: User) -> User:
    known(owner, "dining.diet.vegan", "You eat vegan.", "need")
    known(owner, "dining.cuisine.sushi", "You would rather not eat sushi.", "dislike")
    known(owner, "notes.a", "I hate mushrooms")
    known(owner, "notes.b", "We have no car")
    return owner


@pytest.mark.parametrize(
    ("sentence", "gone"),
    [
        ("forget that I'm vegan", "You eat vegan."),
        ("Please forget that I am a vegan.", "You eat vegan."),
        ("vergiss, dass ich vegan bin", "You eat vegan."),
        ("forget what I said about mushrooms", "I hate mushrooms"),
        ("you can forget everything about the car", "We have no car"),
        ("forget that I hate mushrooms", "I hate mushrooms"),
        ("forget that I don't like mushrooms", "I hate mushrooms"),
        ("forget that we have no car", "We have no car"),
        ("forget that I don't like sushi", "You would rather not eat sushi."),
        ("Can you forget that I'm vegan?", "You eat vegan."),
        ("I'd like you to forget that I'm a vegan", "You eat vegan."),
        ("Kannst du bitte vergessen, dass ich vegan bin?", "You eat vegan."),
    ],
)
def test_what_is_named_is_forgotten_and_nothing_else(memories: User, sentence: str, gone: str) -> None:
    before = sentences(memories)
    told = tell(user=memories, sentence=sentence)
    assert told.words == [f"Forgotten: {gone}"]
    assert sentences(memories) == before - {gone}
    assert ForgottenSource.objects.filter(user=memories).count() == 1, "it is not learned again by itself"


@pytest.mark.parametrize(
    "sentence",
    [
        "forget that I like sushi",
        "forget what I said about trains",
        "forget it",
        "vergiss alles",
        "forget that I'm not vegan",
        "forget that we have a car",
        "forget that I love mushrooms",
    ],
)
def test_what_is_not_known_or_said_otherwise_stays_and_is_no_memory(memories: User, sentence: str) -> None:
    before = sentences(memories)
    assert tell(user=memories, sentence=sentence).words == NOTHING
    assert sentences(memories) == before


@pytest.mark.parametrize(
    "sentence",
    ["I always forget my keys", "Don't forget I'm vegan", "Vergiss nicht, dass ich vegan bin"],
)
def test_who_speaks_of_forgetting_asks_for_none(owner: User, sentence: str) -> None:
    tell(user=owner, sentence=sentence)
    assert sentences(owner) == {sentence}


def test_a_word_of_many_memories_forgets_none(owner: User) -> None:
    for number in range(4):
        known(owner, f"notes.{number}", f"Trains: number {number}")
    told = tell(user=owner, sentence="forget the trains")
    assert told.words == ["Too many memories speak of that (4): forget them one by one."]
    assert len(sentences(owner)) == 4


def test_nobody_forgets_what_another_person_said(memories: User, stranger: User) -> None:
    assert tell(user=stranger, sentence="forget that I'm vegan").words == NOTHING
    assert len(sentences(memories)) == 4


def test_a_fact_that_others_only_speak_of_is_forgotten_alone(owner: User) -> None:
    for key, text in enumerate(
        ["I have a dog", "My dog Bello hates trains", "The dog sleeps at my mother's"]
    ):
        known(owner, f"notes.{key}", text)
    tell(user=owner, sentence="forget that I have a dog")
    assert sentences(owner) == {"My dog Bello hates trains", "The dog sleeps at my mother's"}
    told = tell(user=owner, sentence="forget that I have a dog")
    assert told.words == ["Too many memories speak of that (2): forget them one by one."]
    assert len(sentences(owner)) == 2
