"""Some days after a desire was done the person is asked once whether it helped, and the answer counts."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from agency.desires.helping import Helped, read_answer, weigh
from agency.desires.services import create_desire, delete_desire, reject, reset
from agency.models import Desire, Schedule
from tests.desires.steps import WANTED, allow, drive, pass_time, say
from trust.models import AuditEntry, Decision, User

S = Desire.Stage
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def done(person: User) -> Desire:
    """A desire that was done just now."""
    allow(person, "supervised_auto")
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.COMPLETED, desire.problem
    return desire


def questions(desire: Desire) -> list[Decision]:
    return [one for one in Decision.objects.filter(subject_id=desire.pk) if one.payload.get("helped")]


def test_it_is_asked_once_some_days_later_and_the_answer_is_kept(person: User, done: Desire) -> None:
    with time_machine.travel(timezone.now(), tick=True) as clock:
        clock.shift(timedelta(days=2))
        pass_time(person)
        assert questions(done) == []
        clock.shift(timedelta(days=2))
        pass_time(person)
        [asked] = questions(done)
        assert WANTED in asked.title
        assert "on" in asked.payload["why"]
        say(done, "answer", "No, it was far too long")
        clock.shift(timedelta(days=20))
        pass_time(person)
        assert len(questions(done)) == 1
    done.refresh_from_db()
    assert (done.helped, done.helped_words) == ("no", "it was far too long")
    assert done.stage == S.COMPLETED
    assert AuditEntry.objects.filter(subject_id=done.pk, event="desire_helped").exists()


def test_who_does_not_answer_is_not_asked_again(person: User, done: Desire) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=True) as clock:
        pass_time(person)
        clock.shift(timedelta(days=30))
        pass_time(person)
        pass_time(person)
        assert [one.status for one in questions(done)] == ["expired"]
    done.refresh_from_db()
    assert done.helped == ""


def test_one_that_comes_again_is_asked_about_once_in_its_life(person: User) -> None:
    allow(person, "supervised_auto")
    with time_machine.travel(timezone.now(), tick=True) as clock:
        desire = drive(create_desire(user=person, description=WANTED, every="day"))
        assert desire.stage == S.DORMANT
        for _day in range(4):
            clock.shift(timedelta(days=1))
            pass_time(person)
        desire.refresh_from_db()
        assert desire.executions >= 4
        assert len(questions(desire)) == 1
        say(desire, "answer", "Yes")
        clock.shift(timedelta(days=5))
        pass_time(person)
        assert len(questions(desire)) == 1


@pytest.mark.parametrize("stage", [S.ABANDONED, S.REJECTED, S.FAILED, S.ESCALATED])
def test_what_was_not_done_after_all_is_not_asked_about(person: User, done: Desire, stage: str) -> None:
    Desire.objects.update(stage=stage)
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=True):
        pass_time(person)
    assert questions(done) == []


def test_a_reset_a_no_and_a_deletion_take_the_question_back(person: User) -> None:
    allow(person, "supervised_auto")
    desires = [
        drive(create_desire(user=person, description=f"look up {place} on Wikivoyage", every="day"))
        for place in ("Giverny", "Vernon", "Rouen")
    ]
    assert {desire.stage for desire in desires} == {S.DORMANT}
    first, second, third = desires
    Desire.objects.filter(pk=first.pk).update(stage=S.PLANNING)
    reset(user=person, desire_id=first.pk)
    reject(user=person, desire_id=second.pk)
    delete_desire(user=person, desire_id=third.pk)
    assert not Schedule.objects.filter(key=f"desire_helped:{first.pk}").exists()
    assert not Schedule.objects.filter(key=f"desire_helped:{third.pk}").exists()
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=True):
        pass_time(person)
        assert [one for desire in desires for one in questions(desire)] == []


def answered(user: User, wish: str, helped: str) -> None:
    Desire.objects.create(
        user=user, title=wish, description=wish, stage="completed", helped=helped, helped_at=timezone.now()
    )


def test_the_answer_weighs_what_is_proposed_later(person: User, stranger: User) -> None:
    answered(person, "collect bread recipes from the web", "no")
    answered(person, "look up gardens in Giverny", "yes")
    answered(stranger, "collect news about tulips", "no")

    def proposed(wish: str, source: str = "implicit") -> tuple[float, str]:
        made = create_desire(user=person, description=wish, source=source, strength=0.7)
        return made.strength, made.priority

    assert proposed("collect more bread recipes") == (0.5, "low")
    assert proposed("look up the gardens of Giverny in spring") == (0.8, "high")
    assert proposed("collect news about tulips") == (0.7, "medium")
    assert proposed("collect bread recipes", "explicit") == (1.0, "medium")


def test_similar_answers_add_up_within_bounds() -> None:
    def known(*answers: str) -> list[Helped]:
        return [Helped("Bread", "collect bread recipes", one) for one in answers]

    assert weigh("bread recipes", known("no", "no", "no", "no")).by == -0.4
    assert weigh("bread recipes", known(*["yes"] * 5)).by == 0.2
    assert weigh("bread recipes", known("yes", "no")).by == -0.1
    assert weigh("bread recipes", known("partly")).by == -0.05
    assert weigh("tulips in spring", known("no")).by == 0.0


@pytest.mark.parametrize(
    ("said", "helped", "words"),
    [
        ("Yes", "yes", ""),
        ("yes, a lot", "yes", "a lot"),
        ("Ja", "yes", ""),
        ("Partly", "partly", ""),
        ("teilweise: zu lang", "partly", "zu lang"),
        ("No.", "no", ""),
        ("nein, zu spät", "no", "zu spät"),
        ("not really", "no", "really"),
        ("nothing came", "", "nothing came"),
        ("it was too long", "", "it was too long"),
    ],
)
def test_answers_in_words_are_read(said: str, helped: str, words: str) -> None:
    assert read_answer(said) == (helped, words)
