"""What is remembered and said anew on the memory page is what the next draft and the next mission use."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from agency.acting.drafting import with_lessons
from agency.acting.reflexion import lessons_of, namespace_of
from agency.reasoning.budget import Asker
from memory.lexemes import lexemes_of
from memory.models import MemoryItem
from memory.names import preferences_of
from memory.preferences import preferences
from memory.provenance import BY_USER, Provenance, ProvenanceKind
from memory.recall import search, vector_of
from memory.writing import remember
from trust.models import User

MAIL = {"to": "anna@example.org", "subject": "Lunch - on Tuesday", "body": "On Tuesday at 12?"}


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def wished(owner: User, words: str, **more: str) -> MemoryItem:
    text = f"You wished: “{words}”"
    value = {"text": text, "tool": "mail.send", "kind": "wish", "field": "preview 1", "wish": words} | more
    outcome = remember(
        user=owner,
        namespace=namespace_of(owner, "email"),
        key="email.wish.1",
        value=value,
        text=text,
        provenance=Provenance(ProvenanceKind.AGENT),
    )
    assert outcome.item is not None
    return outcome.item


def next_draft(owner: User) -> dict[str, Any]:
    draft, _lessons = with_lessons(owner, "mail.send", dict(MAIL), now=timezone.now(), asker=Asker(owner.pk))
    return draft


def edit(browser: Client, item: MemoryItem, sentence: str) -> int:
    return browser.post(f"/memory/{item.pk}/edit/", {"text": sentence}).status_code


@pytest.mark.parametrize(
    "sentence",
    [
        "You wished: “from now on, sign as Mira”",
        "Instead: sign with Mira",
        "sign as Mira",
        "Stattdessen: unterschreibe mit Mira",
    ],
)
def test_a_signature_in_other_words_is_under_the_next_mail(owner, browser, sentence) -> None:
    item = wished(owner, "from now on, sign as Anna", field="signature")
    assert next_draft(owner)["body"].endswith("\n\nAnna")
    assert edit(browser, item, sentence) == 302
    assert next_draft(owner)["body"].endswith("\n\nMira")
    [lesson] = lessons_of(owner, "email")
    assert lesson.text == sentence


def test_a_wish_that_is_turned_into_another_is_that_one(owner, browser) -> None:
    item = wished(owner, "shorter subject")
    assert next_draft(owner)["subject"] == "Lunch"
    edit(browser, item, "You wished: “sign as Mira”")
    draft = next_draft(owner)
    assert draft["subject"] == MAIL["subject"]
    assert draft["body"].endswith("Mira")


def test_what_was_for_one_mail_can_be_made_to_last(owner, browser) -> None:
    item = wished(owner, "sign as Anna", wish="", field="signature")
    assert next_draft(owner) == MAIL
    edit(browser, item, "You wished: “from now on, sign as Anna”")
    assert next_draft(owner)["body"].endswith("Anna")


def liked(owner: User, key: str, text: str, value: dict[str, Any]) -> MemoryItem:
    outcome = remember(
        user=owner, namespace=preferences_of(owner), key=key, value=value, text=text, provenance=BY_USER
    )
    assert outcome.item is not None
    return outcome.item


ITALIAN = {"polarity": "like", "value": None}


def test_a_taste_in_other_words_is_the_taste_of_the_next_mission(owner, browser) -> None:
    item = liked(owner, "dining.cuisine.italian", "You like Italian food.", ITALIAN)
    assert edit(browser, item, "You like Thai food.") == 302
    assert [(p.key, p.polarity) for p in preferences(owner, "dining").values()] == [
        ("dining.cuisine.thai", "like")
    ]
    edit(browser, item, "You do not like Thai food.")
    assert preferences(owner)["dining.cuisine.thai"].polarity == "dislike"


def test_it_is_found_by_its_new_words_and_meaning_and_by_the_old_no_more(owner, browser) -> None:
    item = liked(owner, "dining.cuisine.italian", "You like Italian food.", ITALIAN)
    edit(browser, item, "You like Thai food.")
    assert search(user_id=owner.pk, vector=None, words=lexemes_of(owner.pk, "Thai"))
    assert not search(user_id=owner.pk, vector=None, words=lexemes_of(owner.pk, "Italian"))
    [thai] = search(user_id=owner.pk, vector=vector_of("Thai curry"))
    item.refresh_from_db()
    assert thai.text == item.text == "You like Thai food."


def test_a_note_that_is_given_a_meaning_counts(owner, browser) -> None:
    item = liked(owner, "notes.1", "Something about eating", {})
    edit(browser, item, "I'm vegetarian")
    assert preferences(owner)["dining.diet.vegetarian"].polarity == "need"


def test_a_place_that_is_taken_is_said_and_nothing_changes(owner, browser) -> None:
    liked(owner, "dining.cuisine.thai", "You love Thai food.", ITALIAN)
    item = liked(owner, "dining.cuisine.italian", "You like Italian food.", ITALIAN)
    answer = browser.post(f"/memory/{item.pk}/edit/", {"text": "You like Thai food."})
    assert answer.status_code == 422
    assert "You love Thai food." in answer.content.decode()
    item.refresh_from_db()
    assert item.text == "You like Italian food."
