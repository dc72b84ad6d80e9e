"""Nobody has more desires that have not ended than fit: also what ended and comes back needs room."""

from __future__ import annotations

from uuid import uuid4

import pytest

from agency.desires import room
from agency.desires.noticing import hearing
from agency.desires.services import create_desire, generate_plan, reject, reset
from agency.models import Desire, Heard
from ownyou.lib.errors import Conflict
from tests.desires.steps import WANTED
from trust.models import User

S = Desire.Stage
ITALIAN = "I want to learn Italian"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def turned_down(person: User, monkeypatch: pytest.MonkeyPatch) -> Desire:
    """A wish that was said and turned down, of somebody who has all the desires that fit."""
    [desire] = hearing.take_in(user=person, text=ITALIAN, origin=Heard.Origin.API).desires
    reject(user=person, desire_id=desire.pk)
    create_desire(user=person, description=WANTED)
    monkeypatch.setattr(room, "MOST_DESIRES", 1)
    return Desire.objects.get(pk=desire.pk)


def test_what_ended_is_not_taken_up_again_by_hand(person: User, turned_down: Desire) -> None:
    for again in (
        lambda: hearing.take_as_said(user=person, text=ITALIAN, about=uuid4()),
        lambda: reset(user=person, desire_id=turned_down.pk),
    ):
        with pytest.raises(Conflict, match="Let one go first"):
            again()
        turned_down.refresh_from_db()
        assert turned_down.stage == S.REJECTED


def test_what_is_said_again_grows_stronger_and_stays_turned_down(person: User, turned_down: Desire) -> None:
    [desire] = hearing.take_in(user=person, text=ITALIAN, origin=Heard.Origin.API).desires
    assert (desire.pk, desire.stage) == (turned_down.pk, S.REJECTED)
    assert desire.evidence.count() == 2


def test_what_was_noticed_takes_its_room_already(person: User, turned_down: Desire) -> None:
    mine = Desire.objects.exclude(pk=turned_down.pk).get()
    Desire.objects.filter(pk=mine.pk).update(stage=S.NASCENT)
    assert generate_plan(user=person, desire_id=mine.pk).stage == S.PLANNING
    Desire.objects.filter(pk=mine.pk).update(stage=S.NASCENT, tainted=True)
    Desire.objects.filter(pk=turned_down.pk).update(stage=S.PENDING)
    with pytest.raises(Conflict, match="Let one go first"):
        generate_plan(user=person, desire_id=mine.pk)
