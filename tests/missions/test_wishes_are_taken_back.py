"""What a wish has narrowed, a later one loosens or replaces."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement
from missions.brief import Adjustments
from missions.refining import refined
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, refresh
from trust.models import User

NARROWED = Adjustments(
    max_price=Decimal(30), min_rating=4.6, sort="rating", words=["cheaper", "better rated"]
)


def after(before: Adjustments = NARROWED, **wish: Any) -> Adjustments:
    return refined(before, {}, Refinement(**wish), shown=[], words="so")[0]


def test_any_price_takes_back_the_price_and_leaves_the_rating() -> None:
    new, slots, said = refined(
        NARROWED,
        {"budget": {"amount": 30}, "people": 4},
        Refinement(price="any"),
        shown=[],
        words="any price",
    )
    assert (new.max_price, new.any_price, new.min_rating) == (None, True, 4.6)
    assert (slots, said) == ({"people": 4}, ["any price"])


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ({"start": "00:00", "end": "20:00"}, {"start": "18:00", "end": "20:00"}),
        ({"start": "19:30", "end": "23:59"}, {"start": "19:30", "end": "23:00"}),
        ({"start": "00:00", "end": "12:00"}, {"start": "00:00", "end": "12:00"}),
        ("20:00", "20:00"),
    ],
)
def test_one_end_of_the_hours_leaves_the_other_as_it_was(said: Any, hours: Any) -> None:
    evening = {"time": {"start": "18:00", "end": "23:00"}}
    _new, slots, _said = refined(
        Adjustments(), evening, Refinement(slots={"time": said}), shown=[], words="not later than 8"
    )
    assert slots["time"] == hours


def test_any_rating_takes_back_the_floor_and_leaves_the_price() -> None:
    new = after(rating="any")
    assert (new.min_rating, new.sort, new.max_price) == (None, None, 30)


def test_a_later_figure_replaces_the_floor() -> None:
    assert after(min_rating=3.5).min_rating == 3.5


def test_cheaper_counts_again_after_any_price() -> None:
    assert not after(Adjustments(any_price=True), price="lower").any_price


def test_all_again_leaves_nothing_of_the_wishes_but_their_words() -> None:
    assert after(afresh=True) == Adjustments(words=["cheaper", "better rated", "so"])


@pytest.mark.parametrize("back", ["show me all again", "back to the first list", "zeig wieder alle"])
def test_the_first_list_comes_back(world: None, owner: User, back: str) -> None:
    mission = create_mission(user=owner, goal="Dinner in Paris on Friday night for 4 people")
    drive(mission)
    mission = refresh(mission)
    first, slots = [option["title"] for option in mission.shortlist], mission.slots
    for words in ("cheaper", "better rated", "up to 40 euros", "for 2 people", back):
        answer_first(mission, "refine", text=words)
        drive(mission)
        mission = refresh(mission)
    assert mission.slots == slots
    assert [option["title"] for option in mission.shortlist] == first
