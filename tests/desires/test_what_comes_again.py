"""How often a desire comes again can be changed also when it was done, or waits for its next time."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from agency.desires import assessing, executing, room
from agency.desires.cards import page_for
from agency.desires.services import create_desire, desire_of, reject, reset, update_desire
from agency.models import Desire, DesireOutcome, Schedule
from ownyou.lib.errors import Conflict
from tests.desires.steps import WANTED, allow, drive, open_decision, pass_time
from tests.plans import kit
from trust.models import User

S = Desire.Stage
pytestmark = pytest.mark.django_db(transaction=True)


def done(person: User, every: str = "") -> Desire:
    allow(person, "supervised_auto")
    return drive(create_desire(user=person, description=WANTED, every=every))


def a_day_later(person: User, desire: Desire) -> Desire:
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1), tick=True):
        pass_time(person)
    return desire_of(person, desire.pk)


def test_what_was_done_once_can_come_again(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    desire = done(person)
    with monkeypatch.context() as patched:
        patched.setattr(room, "MOST_DESIRES", 0)
        with pytest.raises(Conflict, match="Let one go first"):
            update_desire(user=person, desire_id=desire.pk, every="day")
    assert update_desire(user=person, desire_id=desire.pk, every="day").stage == S.DORMANT
    page = page_for(desire_of(person, desire.pk))
    assert page.next_at is not None
    assert timezone.now() < page.next_at <= timezone.now() + timedelta(days=1)
    assert a_day_later(person, desire).executions == 2


def test_what_waits_for_its_next_time_is_done_when_it_is_to_come_no_more(person: User) -> None:
    desire = done(person, "day")
    assert desire.stage == S.DORMANT
    assert update_desire(user=person, desire_id=desire.pk, every="").stage == S.COMPLETED
    assert page_for(desire_of(person, desire.pk)).next_at is None
    assert a_day_later(person, desire).executions == 1


def test_what_faded_comes_again_after_it_was_taken_up(person: User) -> None:
    desire = done(person, "day")
    reject(user=person, desire_id=desire.pk)
    Schedule.objects.all().delete()  # as fading leaves it
    reset(user=person, desire_id=desire.pk)
    assert Schedule.objects.filter(user=person, kind="desire").exists()


def test_the_question_whether_it_helped_is_asked_in_the_persons_language(person: User) -> None:
    desire = done(person)
    User.objects.filter(pk=person.pk).update(language="de")
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=True):
        pass_time(person)
    day = timezone.localdate(timezone=person.zone)
    assert f"{day.day}. " in open_decision(desire).payload["why"], "a date as Germans write it"


def test_what_did_not_work_is_tried_again_the_next_time(person: User) -> None:
    kit.broken.add("guide.look_up")
    desire = done(person, "day")
    verdicts = list(desire.outcomes.order_by("execution").values_list("verdict", flat=True))
    assert verdicts[:2] == ["retry", "loop_back"]
    assert (desire.stage, desire.guidance["for_now"]) == (S.DORMANT, ["guide.look_up"])
    kit.broken.clear()
    again = a_day_later(person, desire)
    assert (again.stage, again.guidance["for_now"]) == (S.DORMANT, [])


def test_a_bad_day_long_ago_does_not_count_against_today(person: User) -> None:
    desire = done(person, "day")
    plan = executing.plan_of(desire)
    assert plan is not None
    for number, verdict in enumerate(["loop_back", "loop_back", "continue", "loop_back"], 10):
        DesireOutcome.objects.create(
            user=person, desire=desire, execution=number, plan_version=1, verdict=verdict, text="so"
        )
    desire.executions = 20
    assert assessing.executed(desire, plan).plans == 2


@pytest.mark.parametrize(
    ("text", "every"),
    [
        ("Find me a jazz concert in Graz every Friday", "week"),
        ("Keep an eye on concerts in Graz", "week"),
        ("Such mir jeden Monat ein neues Lokal in Graz", "month"),
        ("Collect what Wikivoyage says about Graz", ""),
    ],
)
def test_how_often_is_heard_in_the_words_of_a_wish(person: User, text: str, every: str) -> None:
    assert create_desire(user=person, description=text).every == every
    assert create_desire(user=person, description=text, every="day").every == "day"
