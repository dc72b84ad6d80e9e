"""Trips of 50 cities, 400 days or nobody: a plan of what there can be, and what was cut in words."""

from __future__ import annotations

import pytest
from django.test import Client

from missions.models import Mission
from missions.services import create_mission
from missions.trips.wish import MOST_CITIES
from tests.missions.evenings import V, asked, say, work
from trust.models import Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
CITIES = "Paris, London, Rome, Venice, Vienna, Berlin, Barcelona, Amsterdam, Madrid, Lisbon and Prague"
HOME = {"name": "Hamburg", "country": "DE", "lat": 53.55, "lon": 10.0}
ANSWERS = {"people": "2", "duration": "4 days", "date": "in May"}


@pytest.fixture
def traveller(world: None, owner: User) -> User:
    owner.home = HOME
    owner.save()
    return owner


def to_the_draft(user: User, goal: str) -> tuple[Mission, list[str]]:
    """The mission with its draft to review, and the slots that it asked for."""
    mission, slots = work(create_mission(user=user, goal=goal, mission_type="travel")), []
    while question := Decision.objects.open().filter(subject_id=mission.pk).exclude(kind="review").first():
        key = question.payload.get("part", "review")
        if question.kind == Decision.Kind.CHOICE:
            mission = say(mission, key, V.CHOOSE)
        else:
            slots.append(question.payload["slot"])
            mission = say(mission, key, V.ANSWER, text=ANSWERS[question.payload["slot"]])
    return mission, slots


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (
            f"14 days in {CITIES} in May for 2 people",
            "11 cities are more than one plan can hold",
        ),
        (
            "400 days in Paris in May for 2 people",
            "400 days are more than can be planned well",
        ),
    ],
)
def test_what_is_too_much_is_cut_and_said(traveller: User, goal: str, said: str) -> None:
    mission, _slots = to_the_draft(traveller, goal)
    assert mission.problem in (None, "")
    assert said in asked(mission, "review").payload["why"]
    assert mission.subgoals.count() <= 5 * MOST_CITIES + 1


def test_a_trip_of_no_days_or_for_nobody_is_asked_about(traveller: User) -> None:
    _mission, slots = to_the_draft(traveller, "0 days in Paris in May for 0 people")
    assert set(slots) == {"duration", "people"}


def test_dates_that_say_how_long_it_is_are_not_asked_about(traveller: User) -> None:
    mission, slots = to_the_draft(traveller, "Paris from 10 May to 14 May 2027 for 2 people")
    assert slots == []
    assert mission.slots["duration"] == "P5D"
    _other, slots = to_the_draft(traveller, "Paris between 10 May and 20 May 2027 for 2 people")
    assert slots == ["duration"]


@pytest.mark.parametrize("words", ["0 people", "0 days", "budget 1e12", "99999999999 days"])
def test_words_about_a_draft_that_cannot_be_change_nothing_and_say_so(traveller: User, words: str) -> None:
    mission, _slots = to_the_draft(traveller, "4 days in Paris in May for 2 people, $2500")
    before = mission.slots
    mission = say(mission, "review", V.REFINE, text=words)
    assert (mission.slots, mission.round) == (before, 0)
    assert "nothing changed" in asked(mission, "review").payload["why"]


def test_too_many_words_stay_in_their_box_and_a_second_yes_is_refused(traveller: User) -> None:
    mission, _slots = to_the_draft(traveller, "4 days in Paris in May for 2 people, $2500")
    review, page = asked(mission, "review"), Client()
    page.force_login(traveller)
    answer = page.post(f"/decisions/{review.pk}/", {"verdict": "refine", "text": "fewer museums " * 15_000})
    assert answer.status_code == 422
    assert asked(mission, "review") == review
    assert page.post(f"/decisions/{review.pk}/", {"verdict": "approve"}).status_code == 302
    for verdict in ("approve", "refine"):
        again = page.post(f"/decisions/{review.pk}/", {"verdict": verdict, "text": "cheaper"})
        assert again.status_code == 409
    mission = work(mission)
    assert (mission.status, mission.round) == ("completed", 0)
