"""What a part has shown can be named later: on the draft, or with the wish that it were cheaper."""

from __future__ import annotations

import pytest

from agency.reasoning.choice_words import named_but_cheaper
from missions.models import Mission
from missions.services import create_mission
from tests.missions.evenings import V, asked, part, say, work
from tests.missions.test_a_trip_from_the_goal_to_the_files import GOAL, plan_of
from trust.models import User

HOTELS = ["Appartement Belleville", "Hôtel Le Marais Saint-Paul", "Hôtel des Deux Ponts"]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("Hôtel Le Marais please, but cheaper if possible", 1),
        ("I take Deux Ponts, but only if it is cheaper", 2),
        ("Hôtel des Deux Ponts bitte, aber günstiger", 2),
        ("Appartement Belleville cheaper", 0),
        ("cheaper than Deux Ponts", None),
        ("not a hostel, and cheaper", None),
        ("cheaper", None),
    ],
)
def test_a_name_with_the_wish_for_a_lower_price(words: str, place: int | None) -> None:
    assert named_but_cheaper(words, HOTELS) == place


@pytest.fixture
def trip(world: None, owner: User) -> Mission:
    return say(work(create_mission(user=owner, goal=GOAL)), "flights", V.CHOOSE)


@pytest.mark.django_db(transaction=True)
def test_one_seen_earlier_comes_back_and_it_is_said_that_it_is_not_cheaper(trip: Mission) -> None:
    first = [one["option"]["title"] for one in part(trip, "stay").options]
    trip = say(trip, "stay", V.REFINE, "cheaper")
    gone = next(one for one in first if one not in [o["option"]["title"] for o in part(trip, "stay").options])
    trip = say(trip, "stay", V.REFINE, f"{gone} please, but cheaper if possible")
    card = asked(trip, "stay").payload
    assert card["options"][0]["title"] == gone
    assert card["why"].startswith(f"{gone} is not cheaper: it costs ")
    trip = say(trip, "stay", V.CHOOSE)
    assert plan_of(trip, 1).stays[0].name == gone


@pytest.mark.django_db(transaction=True)
def test_another_hotel_is_taken_by_its_name_on_the_draft(trip: Mission) -> None:
    trip = say(trip, "stay", V.CHOOSE)
    other = part(trip, "stay").options[2]["option"]["title"]
    before = plan_of(trip, 1)
    assert before.stays[0].name != other
    trip = say(trip, "review", V.REFINE, f"I take {other} after all")
    after = plan_of(trip, 2)
    assert after.stays[0].name == other
    assert after.transport == before.transport
    assert asked(trip, "review").payload["draft"]["version"] == 2, "nothing was asked in between"


@pytest.mark.django_db(transaction=True)
def test_a_day_trip_is_taken_for_another_one_on_the_draft_and_nothing_else_changes(
    world: None, owner: User
) -> None:
    trip = work(create_mission(user=owner, goal=f"{GOAL}, with one day trip"))
    trip = say(say(say(trip, "flights", V.CHOOSE), "stay", V.CHOOSE), "day_trips", V.CHOOSE)
    titles = [one["option"]["title"] for one in part(trip, "day_trips").options]
    before = plan_of(trip, 1)
    trip = say(trip, "review", V.REFINE, f"swap {titles[0].split(':')[0]} for {titles[1].split(':')[0]}")
    after = plan_of(trip, 2)
    changed = [(a, b) for a, b in zip(before.days, after.days, strict=True) if a.items != b.items]
    assert [(a.outing, b.outing) for a, b in changed] == [(True, True)]
    assert titles[1] in [item.name for item in changed[0][1].items]
    trip = say(trip, "review", V.REFINE, f"{titles[1].split(':')[0]} durch Timbuktu ersetzen")
    shown = [one["option"]["title"] for one in part(trip, "day_trips").options]
    assert shown
    assert titles[1] not in shown
