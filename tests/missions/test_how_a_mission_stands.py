"""How a mission stands is said as it is: while an approved act is held back, and the moment it has asked."""

from __future__ import annotations

from typing import Any

import pytest

from missions.cards import card_for
from missions.live import draw_mission, draw_today
from missions.models import Mission, SourceReport
from missions.rows import rows_for
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust import ledger
from trust.models import Action, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def held(world: object, owner: User, settings: Any) -> Mission:
    """A mission whose mail has its OK and waits in its hold."""
    settings.ACT_HOLD_SECONDS = 60
    mission = create_mission(user=owner, goal="Send a mail to nora@example.org: the keys are under the mat")
    drive(mission)
    assert card_for(refresh(mission)).status_words == "Asks you"
    answer_first(mission, "approve")
    drive(mission)
    return refresh(mission)


def test_while_a_mail_waits_in_its_hold_the_mission_asks_nothing(held: Mission) -> None:
    for card in (card_for(held), *rows_for([held])):
        assert (card.status_words, card.tone) == ("About to happen", "working")
        assert "Until then you can stop it." in card.next_words
        assert "nora@example.org" in card.next_words
    drawn = draw_mission(held.user, held.pk) or ""
    assert "Asks you" not in drawn
    assert 'id="bones"' not in drawn, "no options are on their way"
    assert "Asks you" not in (draw_today(held.user, None) or "")


def test_once_it_is_stopped_the_mission_asks_again(held: Mission) -> None:
    act = Action.objects.get(subject_id=held.pk)
    ledger.stop(user=held.user, action_id=act.pk)
    drive(held)
    card = card_for(refresh(held))
    assert (card.status_words, card.tone) == ("Asks you", "needs")


def test_what_has_asked_shows_no_search_that_goes_on(world: object, owner: User, settings: Any) -> None:
    settings.SOURCES = "catalogue"
    mission = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    drive(mission)
    assert open_decision(mission)
    report = SourceReport.objects.filter(mission=mission).first()
    assert report is not None
    SourceReport.objects.filter(pk=report.pk).update(status=SourceReport.Status.FAILED)
    # the moment between its question and its run's coming to rest
    Mission.objects.filter(pk=mission.pk).update(status=Mission.Status.REFLECTING)
    card = card_for(refresh(mission))
    assert (card.status_words, card.tone, card.progress_words) == ("Asks you", "needs", "")
