from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from memory.models import MemoryItem, MemoryRevision
from memory.names import COMPLETED, ForeignNamespace
from memory.preferences import preferences
from memory.provenance import BY_USER, Provenance, ProvenanceKind
from memory.recall import recall
from memory.writing import correct, derived_with, forget, undo
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from trust.models import Activity

pytestmark = pytest.mark.django_db

Learn = Callable[..., Any]
LIKES = {"polarity": "like", "value": "chinese"}
HATES = {"polarity": "dislike", "value": "chinese"}
BUDGET = {"polarity": "limit", "value": "price", "amount": 50, "currency": "USD", "per": "person"}


def test_a_fact_told_twice_is_kept_once(learn: Learn) -> None:
    first = learn("dining.cuisine.chinese", LIKES, "You love Chinese food")
    second = learn("dining.cuisine.chinese", LIKES, "You love Chinese food")
    assert (first.change, second.change) == ("added", "same")
    assert MemoryItem.objects.count() == 1


def test_the_same_sentence_under_another_key_is_the_same_fact(learn: Learn) -> None:
    first = learn("dining.cuisine.chinese", LIKES, "You love Chinese food")
    second = learn("dining.likes.chinese", LIKES, "you love  chinese food!")
    assert second.change == "same"
    assert second.item.pk == first.item.pk


def test_the_same_words_about_two_missions_are_two_memories(owner: Any, learn: Learn) -> None:
    for number in range(2):
        learn(f"m{number}", {}, "Dinner in Paris", namespace=(COMPLETED, str(owner.pk)))
    assert MemoryItem.objects.count() == 2


def test_of_two_opposites_the_newer_wins_and_the_person_is_told(owner: Any, learn: Learn) -> None:
    learn("dining.cuisine.chinese", LIKES, "You love Chinese food")
    outcome = learn("dining.cuisine.chinese", HATES, "You hate Chinese food")
    assert outcome.change == "contradiction"
    assert [item.text for item in MemoryItem.objects.all()] == ["You hate Chinese food"]
    revision = MemoryRevision.objects.get(pk=outcome.revision_id)
    assert revision.action == "contradicted"
    assert revision.before["text"] == "You love Chinese food"
    told = Activity.objects.filter(user=owner, kind="learned").first()
    assert told is not None
    assert "You hate Chinese food" in told.text
    assert "You love Chinese food" in told.text


def test_a_guess_does_not_overwrite_what_the_person_said(learn: Learn) -> None:
    learn("dining.cuisine.chinese", HATES, "You hate Chinese food")
    outcome = learn("dining.cuisine.chinese", LIKES, "You seem to like Chinese food", stated=False)
    assert outcome.change == "kept"
    assert MemoryItem.objects.get().text == "You hate Chinese food"


def test_what_the_person_says_replaces_a_guess(learn: Learn) -> None:
    learn("dining.cuisine.chinese", LIKES, "You seem to like Chinese food", stated=False, confidence=0.6)
    outcome = learn("dining.cuisine.chinese", LIKES, "You like Chinese food")
    assert outcome.change == "merged"
    assert outcome.item.stated
    assert outcome.item.confidence == 1.0


def test_new_leaves_are_added_and_changed_ones_replaced(learn: Learn) -> None:
    learn("dining.weeknight_budget", BUDGET, "At most $50 a person")
    added = learn("dining.weeknight_budget", {"polarity": "limit", "days": ["mon"]}, "At most $50 on Mondays")
    changed = learn("dining.weeknight_budget", BUDGET | {"amount": 40}, "At most $40 a person")
    assert (added.change, changed.change) == ("merged", "replaced")
    assert changed.item.value == BUDGET | {"amount": 40, "days": ["mon"]}


def test_recalled_text_does_not_come_back_as_a_new_memory(owner: Any, learn: Learn) -> None:
    first = learn("dining.cuisine.chinese", LIKES, "You love Chinese food")
    recalled = recall(user=owner, query="chinese")[0]
    namespace = ("user_goals", str(owner.pk))
    again = learn("note", {"seen": True}, recalled.text, namespace=namespace, stated=False)
    assert again.change == "same"
    assert again.item.pk == first.item.pk
    assert "recall" not in ProvenanceKind.values


def test_a_forgotten_fact_is_gone_and_is_not_derived_again(owner: Any, learn: Learn) -> None:
    source = Provenance(ProvenanceKind.FEEDBACK, uuid4())
    outcome = learn("dining.cuisine.chinese", LIKES, "You love Chinese food", source=source)
    forget(user=owner, item_id=outcome.item.pk)
    assert recall(user=owner, query="chinese food") == []
    again = learn("dining.cuisine.chinese", LIKES, "You love Chinese food", source=source)
    reworded = learn("dining.likes", LIKES, "Chinese is what you like", source=source)
    guess = learn("dining.cuisine.chinese", LIKES, "You order Chinese a lot", stated=False)
    assert {again.change, reworded.change, guess.change} == {"forgotten"}
    assert not MemoryItem.objects.exists()


def test_a_person_may_say_again_what_they_had_forgotten(owner: Any, learn: Learn) -> None:
    outcome = learn("dining.cuisine.chinese", LIKES, "You love Chinese food", source=BY_USER)
    forget(user=owner, item_id=outcome.item.pk)
    assert learn("dining.cuisine.chinese", LIKES, "You love Chinese food", source=BY_USER).change == "added"
    guess = learn("dining.cuisine.chinese", HATES, "You avoid it", stated=False)
    assert guess.change == "kept"


def test_every_change_can_be_taken_back_in_turn(owner: Any, learn: Learn) -> None:
    added = learn("dining.weeknight_budget", BUDGET, "At most $50 a person")
    changed = learn("dining.weeknight_budget", BUDGET | {"amount": 40}, "At most $40 a person")
    with pytest.raises(Conflict):
        undo(user=owner, revision_id=added.revision_id)
    back = undo(user=owner, revision_id=changed.revision_id)
    assert back.item.value["amount"] == 50
    [gone] = forget(user=owner, item_id=added.item.pk)
    restored = undo(user=owner, revision_id=gone)
    assert restored.item.pk == added.item.pk
    assert recall(user=owner, query="at most a person")[0].id == added.item.pk


def test_undoing_what_was_learned_keeps_it_away(owner: Any, learn: Learn) -> None:
    source = Provenance(ProvenanceKind.FEEDBACK, uuid4())
    added = learn("dining.weeknight_budget", BUDGET, "At most $50 a person", source=source)
    assert undo(user=owner, revision_id=added.revision_id).change == "forgotten"
    assert learn("dining.weeknight_budget", BUDGET, "At most $50", source=source).change == "forgotten"


def test_an_edited_number_reaches_the_value(owner: Any, learn: Learn) -> None:
    added = learn("dining.weeknight_budget", BUDGET, "At most $50 a person")
    corrected = correct(user=owner, item_id=added.item.pk, text="At most $1,250.50 a person")
    assert corrected.item.value["amount"] == 1250.5
    assert corrected.item.stated


def test_a_correction_is_not_overwritten_by_a_guess(owner: Any, learn: Learn) -> None:
    added = learn("dining.cuisine.thai", LIKES, "You seem to like Thai food", stated=False)
    correct(user=owner, item_id=added.item.pk, text="I do not like Thai food", value=HATES)
    assert learn("dining.cuisine.thai", LIKES, "You order Thai", stated=False).change == "kept"


def test_what_came_from_the_same_source_is_known(owner: Any, learn: Learn) -> None:
    source = Provenance(ProvenanceKind.FEEDBACK, uuid4())
    one = learn("dining.weeknight_budget", BUDGET, "At most $50 a person", source=source)
    two = learn("dining.diet.vegetarian", LIKES, "More vegetarian options", source=source)
    learn("dining.cuisine.thai", LIKES, "You like Thai food")
    assert [item.pk for item in derived_with(owner, one.item)] == [two.item.pk]


def test_preferences_are_read_by_whole_parts_of_their_path(owner: Any, stranger: Any, learn: Learn) -> None:
    learn("dining.weeknight_budget", BUDGET, "At most $50 a person")
    learn("dinings.other", LIKES, "Something else")
    learn("dining.cuisine.thai", LIKES, "You like Thai food", user=stranger)
    found = preferences(owner, "dining")
    assert list(found) == ["dining.weeknight_budget"]
    assert str(found["dining.weeknight_budget"].amount) == "50"
    assert found["dining.weeknight_budget"].days == tuple(BUDGET.get("days", ()))


def test_nobody_changes_another_persons_memory(stranger: Any, learn: Learn) -> None:
    added = learn("dining.cuisine.thai", LIKES, "You like Thai food")
    with pytest.raises(NotFound):
        correct(user=stranger, item_id=added.item.pk, text="You hate it")
    with pytest.raises(NotFound):
        forget(user=stranger, item_id=added.item.pk)
    with pytest.raises(NotFound):
        undo(user=stranger, revision_id=added.revision_id)


def test_another_persons_namespace_is_refused(stranger: Any, learn: Learn) -> None:
    with pytest.raises(ForeignNamespace):
        learn("x", LIKES, "You like it", namespace=("user_preferences", str(stranger.pk)))


@pytest.mark.parametrize("text", ["", " \n\t ", "\x00\x00", "x" * 4_001])
def test_a_sentence_that_is_empty_or_far_too_long_is_refused(learn: Learn, text: str) -> None:
    with pytest.raises(InvalidInput):
        learn("dining.x", LIKES, text)


@pytest.mark.parametrize(
    "text", ["a\x00b", "<script>alert(1)</script>", "{{ 7*7 }} {% x %}", "'; DROP TABLE x; --", "שלום עולם"]
)
def test_strange_sentences_are_kept_as_they_are_meant(learn: Learn, text: str) -> None:
    assert learn("dining.x", LIKES, text).item.text == text.replace("\x00", "")


def test_no_word_of_the_person_stands_readable_in_a_row(learn: Learn) -> None:
    from django.db import connection

    learn("dining.favourites.zanzibarplace", {"polarity": "like", "value": "zanzibar"}, "You love Zanzibar")
    with connection.cursor() as cursor:
        for table in ("memory_memoryitem", "memory_memoryrevision", "trust_activity"):
            cursor.execute(f"SELECT {table}::text FROM {table}")
            rows = " ".join(row[0] for row in cursor.fetchall()).lower()
            assert rows
            assert "zanzibar" not in rows
            assert b"zanzibar".hex() not in rows


def test_a_new_fact_takes_few_statements(learn: Learn, django_assert_max_num_queries: Any) -> None:
    """Savepoint (two), turn, look, row with its history, line in the feed."""
    learn("dining.cuisine.thai", LIKES, "You like Thai food")
    with django_assert_max_num_queries(6):
        assert learn("dining.cuisine.greek", LIKES, "You like Greek food").change == "added"


def test_a_fact_just_added_can_be_changed_as_any_other(owner: Any, learn: Learn) -> None:
    item = learn("dining.cuisine.thai", LIKES, "You like Thai food").item
    item.confidence = 0.5
    item.save()
    again = MemoryItem.objects.get()
    assert (again.confidence, again.text, again.key, again.value) == (0.5, item.text, item.key, LIKES)
    assert again.embedding is not None
    assert (again.created_at, again.lexemes) == (item.created_at, item.lexemes)


def test_a_note_becomes_the_preference_that_its_sentence_is_now_read_as(owner: Any, learn: Learn) -> None:
    sentence = "Corner tables by the window, always"
    kept = learn("notes.1f", {}, sentence)
    meant = {"polarity": "like", "value": True}
    taken = learn("dining.seating.window", meant, sentence)
    assert (taken.item.pk, taken.change) == (kept.item.pk, "merged")
    assert preferences(owner)["dining.seating.window"].value == meant
    assert MemoryItem.objects.filter(user=owner).count() == 1
    again = learn("dining.seating.corner", meant, sentence)
    assert (again.item.pk, again.change) == (kept.item.pk, "same")


def test_a_guess_makes_no_preference_of_what_was_kept_as_said(learn: Learn) -> None:
    learn("notes.2f", {}, "The small room upstairs")
    guessed = learn("dining.room.small", {"polarity": "like"}, "The small room upstairs", stated=False)
    assert guessed.change == "same"
