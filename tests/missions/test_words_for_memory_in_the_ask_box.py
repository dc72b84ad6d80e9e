"""What is to be remembered or forgotten, and what is known, is no mission: the ask box hands it to memory."""

from __future__ import annotations

import pytest
from django.test import Client

from memory.models import MemoryItem
from missions.about_oneself import asks_what_is_known, for_memory
from missions.models import Mission
from trust.models import User


@pytest.fixture
def page(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def known(owner: User) -> list[str]:
    return [item.text for item in MemoryItem.objects.filter(user=owner)]


def ask(page: Client, goal: str) -> str:
    answer = page.post("/missions/new/", {"goal": goal})
    assert (answer.status_code, answer["Location"]) == (302, "/memory/")
    return str(page.get("/memory/").content.decode())


def test_what_is_to_be_remembered_and_forgotten_is(page: Client, owner: User) -> None:
    told = ask(page, "Remember that I love live jazz")
    assert len(known(owner)) == 1
    assert "jazz" in known(owner)[0]
    assert known(owner)[0] in told
    ask(page, "forget that I love live jazz")
    assert known(owner) == []
    assert not Mission.objects.exists()


@pytest.mark.parametrize("goal", ["What do you know about me?", "Was weißt du über mich?"])
def test_who_asks_what_is_known_is_shown_it(page: Client, goal: str) -> None:
    ask(page, goal)
    assert asks_what_is_known(goal)
    assert not Mission.objects.exists()


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("remember: I'm allergic to nuts", "I'm allergic to nuts"),
        ("Merk dir: mein Sohn ist allergisch gegen Nüsse", "mein Sohn ist allergisch gegen Nüsse"),
        ("Vergiss, dass wir gern italienisch essen", "Vergiss, dass wir gern italienisch essen"),
        ("remember to buy milk", ""),
        ("remember that I have to call mum", ""),
        ("note: my locker is 12", ""),
        ("forget-me-not flowers for my mum", ""),
        ("what do you know about Giverny?", ""),
    ],
)
def test_what_asks_for_something_else_stays_a_goal(sentence: str, said: str) -> None:
    assert for_memory(sentence) == said
    assert not asks_what_is_known(sentence)
