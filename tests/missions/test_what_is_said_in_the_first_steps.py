"""What somebody writes where the first steps ask for places they like."""

from __future__ import annotations

from memory.models import MemoryItem
from missions.people import remember_tastes
from trust.models import User


def sentences_of(user: User, places: str) -> set[str]:
    remember_tastes(user=user, cuisines=[], diets=[], places=places)
    return {item.text for item in MemoryItem.objects.of(user)}


def test_places_are_liked_and_a_sentence_among_them_stays_a_sentence(owner: User) -> None:
    said = sentences_of(owner, "jazz bars, and swimming lakes, and I hate crowded places")
    liked = {"You like to go to jazz bars.", "You like to go to swimming lakes."}
    assert liked < said
    assert not any("crowded" in text for text in said if text.startswith("You like to go to"))
    assert any("crowded places" in text for text in said)


def test_what_is_not_liked_is_no_place_that_is(owner: User) -> None:
    assert "You like to go to no crowds." not in sentences_of(owner, "the sea; no crowds")


def test_what_is_said_of_ones_family_or_days_is_no_place(owner: User) -> None:
    said = sentences_of(
        owner, "the zoo, my son is allergic to nuts, so any day works, abends unter der Woche nichts Teures"
    )
    assert [text for text in said if text.startswith("You like to go to")] == ["You like to go to the zoo."]
    assert any("allergic" in text or "nut" in text for text in said)
