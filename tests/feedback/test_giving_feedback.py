"""Giving feedback: what is taken, what is refused, and what becomes of the mission."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override

from feedback.models import Feedback
from feedback.services import give_feedback
from memory.models import MemoryItem
from missions.board import numbers_of
from ownyou.lib.errors import Conflict, InvalidInput, NotFound

ODD = [
    "\x00\x00 nothing \x00",
    "<script>alert(1)</script> <b>bold</b>",
    "{{ user.password }} {% load x %}",
    "'; DROP TABLE feedback_feedback; --",
    "\u202eesrever\u202c שלום עולם مرحبا",
    "🍣🍣🍣 👍🏽",
    "a" * 10_000,
    "too " * 2_500,
    "((((((((((((((((((((((((((((((",
]


def test_stars_and_usefulness_count_without_words(ended: Any, give: Any) -> None:
    mission = ended()
    given = give(mission, quality=5, usefulness="extremely_useful")
    mission.refresh_from_db()
    assert (given.feedback.quality, given.feedback.usefulness) == (5, "extremely_useful")
    assert (mission.outcome, given.learned) == ("success", [])


def test_failed_sets_the_missions_outcome(ended: Any, give: Any) -> None:
    mission = ended()
    give(mission, completion="failed", quality=1)
    mission.refresh_from_db()
    assert (mission.outcome, mission.status) == ("failed", "completed")


@pytest.mark.parametrize(
    ("stars", "outcome", "completion"),
    [(1, "poor", "0%"), (2, "poor", "0%"), (3, "success", "100%"), (None, "success", "100%")],
)
def test_few_stars_do_not_count_as_done(
    ended: Any, give: Any, owner: Any, stars: int | None, outcome: str, completion: str
) -> None:
    mission = ended()
    assert numbers_of(owner).completion == "100%"
    give(mission, quality=stars)
    mission.refresh_from_db()
    assert (mission.outcome, numbers_of(owner).completion) == (outcome, completion)


def test_words_that_follow_the_stars_do_not_make_up_for_them(ended: Any, give: Any) -> None:
    mission = ended()
    give(mission, quality=2)
    give(mission, "Too loud", quality=None)
    mission.refresh_from_db()
    assert mission.outcome == "poor"
    give(mission, quality=5)
    mission.refresh_from_db()
    assert mission.outcome == "success"


def test_given_again_it_is_changed_and_keeps_what_was_not_said_anew(ended: Any, give: Any) -> None:
    mission = ended()
    first = give(mission, "Too loud")
    second = give(mission, quality=2, usefulness=None)
    assert second.feedback.pk == first.feedback.pk
    assert (second.feedback.quality, second.feedback.usefulness) == (2, "helpful")
    assert second.feedback.text == "Too loud"
    assert Feedback.objects.count() == 1


@pytest.mark.parametrize("status", ["created", "planning", "executing", "interrupted", "paused"])
def test_what_is_not_over_cannot_be_rated(ended: Any, give: Any, status: str) -> None:
    with pytest.raises(Conflict):
        give(ended(status=status, result=False))
    assert Feedback.objects.count() == 0


@pytest.mark.parametrize("status", ["abandoned", "failed"])
def test_what_was_given_up_or_failed_can_be_rated(ended: Any, give: Any, status: str) -> None:
    assert give(ended(status=status, result=False), "Too loud", completion="failed").learned


def test_paused_pauses_a_mission_that_works(ended: Any, give: Any) -> None:
    mission = ended(status="executing", result=False)
    for _ in range(2):
        give(mission, completion="paused", quality=None)
    mission.refresh_from_db()
    assert (mission.status, mission.paused_from) == ("paused", "executing")


def test_paused_after_completion_is_a_clear_conflict(ended: Any, give: Any) -> None:
    mission = ended()
    with pytest.raises(Conflict, match="over"):
        give(mission, completion="paused")
    assert Feedback.objects.count() == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("quality", 0),
        ("quality", 6),
        ("quality", -1),
        ("quality", True),
        ("usefulness", "very"),
        ("completion", "done"),
        ("text", "a" * 10_001),
    ],
)
def test_what_is_unknown_is_refused_with_the_field(ended: Any, give: Any, field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        give(ended(), **{"text": "", field: value})
    assert refused.value.detail["field"] == field
    assert Feedback.objects.count() == 0


@pytest.mark.parametrize("text", ODD)
def test_odd_words_are_just_words(owner: Any, ended: Any, give: Any, text: str) -> None:
    given = give(ended(), text)
    stored = Feedback.objects.get(pk=given.feedback.pk)
    assert "\x00" not in (stored.text or "")
    assert given.learned == []
    assert MemoryItem.objects.filter(user=owner).count() == 0


def test_german_words_teach_the_same(ended: Any, give: Any) -> None:
    given = give(ended(), "Sehr gut, aber zu teuer für einen Wochentag und bitte mehr vegetarische Gerichte")
    assert {one.path for one in given.learned} == {"dining.weeknight_budget", "dining.diet.vegetarian"}


def test_a_strangers_mission_is_not_there(stranger: Any, ended: Any) -> None:
    for mission_id in (ended().pk, uuid4()):
        with pytest.raises(NotFound):
            give_feedback(user=stranger, mission_id=mission_id, completion="complete")


def test_words_are_encrypted_in_the_table(ended: Any, give: Any) -> None:
    from django.db import connection

    give(ended(), "The marzipan marker was too loud")
    with connection.cursor() as cursor:
        cursor.execute("SELECT f::text FROM feedback_feedback f")
        stored = str(cursor.fetchall())
    for words in ("marzipan", "marker", "quiet"):
        assert words not in stored
        assert words.encode().hex() not in stored


def test_the_average_of_the_month_is_said_on_today(owner: Any, ended: Any, give: Any) -> None:
    from missions.board import numbers_of

    assert numbers_of(owner).rating == ""
    give(ended(), quality=5)
    give(ended(), quality=4)
    assert numbers_of(owner).rating == "4.5 of 5"
    with override("de"):
        assert numbers_of(owner).rating == "4,5 von 5"


def test_memory_says_which_feedback_it_comes_from(owner: Any, ended: Any, give: Any) -> None:
    from memory.provenance import Provenance, ProvenanceKind, describe

    mission = ended()
    given = give(mission, "Too loud")
    source = Provenance(ProvenanceKind.FEEDBACK, given.feedback.words_id)
    told = describe(owner, [source])[source]
    assert told.words.startswith("from your feedback on “Italian restaurants in Paris")
    assert told.url == f"/missions/{mission.pk}/"
