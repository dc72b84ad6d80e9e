"""Two wishes that are one, and two that only sound alike: meaning, subject and what is to be done decide."""

from __future__ import annotations

from typing import Any

import pytest

from agency.desires.noticing import likeness
from agency.models import Desire
from memory.embedding import EmbeddingUnavailable

SAME = [
    ("Learn Italian", "Become fluent in Italian"),
    ("Learn Italian", "Get better at speaking Italian"),
    ("Keep up to date on Giverny", "Stay informed about Giverny"),
    ("News about Giverny", "Keep an eye on Giverny"),
    ("Read more books", "Read a book every week"),
    ("Run a marathon", "Train for the marathon"),
    ("Lose ten kilos", "Lose weight, about ten kilos"),
    ("Save more money", "Put money aside every month"),
    ("Sleep better", "Get better sleep"),
    ("Keep an eye on electricity prices", "Watch the electricity prices"),
    ("Italian restaurants that are new to you", "Try a new Italian restaurant every month"),
    ("Quit smoking", "Stop smoking for good"),
    ("Go to concerts more often", "See concerts regularly"),
    ("Learn to play the piano", "Play the piano better"),
    ("Mehr lesen", "Öfter lesen"),
    ("Follow the news about fusion energy", "Keep up with fusion energy"),
    ("Get in shape", "Get fit"),
    ("Cook more at home", "Cook at home more often"),
    ("Keep posted on new exhibitions in Vienna", "Stay informed about exhibitions in Vienna"),
    ("Write a novel", "Finish writing a novel"),
    ("Grow my own vegetables", "Grow vegetables"),
    ("Meditate every day", "Meditate daily"),
    ("Learn the violin", "Play the violin better"),
    ("Call my mother more often", "Call my mother every week"),
    ("Drink less coffee", "Drink less coffee and tea"),
    ("Keep track of rents in Lyon", "Keep an eye on rents in Lyon"),
    ("News from Lisbon", "Keep up with the news from Lisbon"),
    ("Practise yoga regularly", "Do yoga every week"),
]
DIFFERENT = [
    ("Learn Italian", "Eat Italian food more often"),
    ("Italian restaurants that are new to you", "Learn Italian"),
    ("Keep up to date on Giverny", "Paint like Monet in Giverny"),
    ("Read more books", "Write books"),
    ("Sell my piano teacher's books", "Play the piano better"),
    ("Save more money", "Understand how money works"),
    ("Run a marathon", "Keep up to date on marathon records"),
    ("Learn French cooking", "Learn French"),
    ("Cheaper electricity", "Understand electricity"),
    ("News about Paris", "Move to Paris"),
    ("Get better at cooking", "Get better at chess"),
    ("Keep up with climate policy", "Keep up with tax policy"),
    ("Spend more time with my children", "Spend less time at work"),
    ("Go to concerts more often", "Prices of concert tickets"),
    ("Learn to swim", "Swim the channel"),
    ("Volunteer at an animal shelter", "Adopt an animal"),
    ("Grow my own vegetables", "Eat more vegetables"),
    ("Call my mother more often", "Call my father more often"),
    ("Write a novel", "Read a novel a month"),
    ("News from Lisbon", "News from Porto"),
    ("Keep an eye on rents in Lyon", "Keep an eye on rents in Paris"),
    ("Learn the violin", "Learn the piano"),
    ("Run a marathon", "Run a bakery"),
    ("Drink less coffee", "Find better coffee"),
    ("Meditate every day", "Read every day"),
    ("Move to Spain", "Keep up to date on Spain"),
    ("Practise yoga regularly", "Teach yoga"),
    ("Prices of headphones", "Prices of laptops"),
]


def alike(user: Any, one: str, other: str) -> bool:
    known = Desire(user=user, title=one)
    return likeness.like(user, other, among=[known]) is known


def test_most_wishes_in_other_words_are_found(owner: Any) -> None:
    found = [alike(owner, one, other) for one, other in SAME]
    assert sum(found) >= 0.8 * len(SAME)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_wishes_that_only_sound_alike_stay_two(owner: Any, one: str, other: str) -> None:
    assert not alike(owner, one, other)
    assert not alike(owner, other, one)


def test_the_nearest_is_taken(owner: Any) -> None:
    known = [
        Desire(user=owner, title=title) for title in ("Learn Spanish", "Learn Italian", "Eat Italian food")
    ]
    assert likeness.like(owner, "Become fluent in Italian", among=known) is known[1]
    assert likeness.like(owner, "Learn Greek", among=known) is None


def test_without_the_embedding_model_only_the_same_subject_is_the_same(
    owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away:
        def passages(self, texts: list[str]) -> Any:
            raise EmbeddingUnavailable

    monkeypatch.setattr(likeness, "embedder", Away)
    assert alike(owner, "Keep up to date on Giverny", "Stay informed about Giverny")
    assert not alike(owner, "Run a marathon", "Train for the marathon")
