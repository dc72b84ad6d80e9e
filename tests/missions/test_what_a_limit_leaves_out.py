"""Where a limit leaves nothing, the price at which something fits is offered; what is not listed is named."""

from __future__ import annotations

import pytest

from memory.names import preferences_of
from memory.provenance import BY_USER
from memory.writing import remember
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from tests.missions.test_wishes_change_the_ranking import brief, liked, offer
from trust.models import User


def asked(owner: User, goal: str) -> Mission:
    made = create_mission(user=owner, goal=goal)
    drive(made)
    return refresh(made)


def test_the_price_from_which_on_something_fits_is_offered_and_works(world: None, owner: User) -> None:
    mission = asked(owner, "Italian restaurants in Paris for Friday night, under 2 euros a person")
    offered = open_decision(mission).payload["suggestions"]
    least = next(words for words in offered if words.startswith("up to "))
    assert "any price" in offered
    answer_first(mission, "answer", text=least)
    drive(mission)
    assert open_decision(mission).payload["options"]


def test_a_learned_limit_that_leaves_options_out_can_be_set_aside(world: None, owner: User) -> None:
    value = {"polarity": "limit", "value": True, "amount": 20, "currency": "USD", "per": "person", "days": []}
    remember(
        user=owner,
        namespace=preferences_of(owner),
        key="dining.budget",
        value=value,
        text="Under $20 a person.",
        provenance=BY_USER,
        stated=True,
    )
    mission = asked(owner, "A restaurant in Paris on Friday")
    offered = open_decision(mission).payload["refine_suggestions"]
    assert offered[0] == "without this limit"
    fit = int(mission.understood["fit"])
    answer_first(mission, "refine", text=offered[0])
    drive(mission)
    assert int(refresh(mission).understood["fit"]) > fit
    assert "without this limit" not in open_decision(mission).payload["refine_suggestions"]


def test_what_fits_and_is_not_listed_can_be_reached(world: None, owner: User) -> None:
    mission = asked(owner, "A restaurant in Paris")
    first = {option["title"] for option in mission.shortlist}
    more = int(mission.understood["fit"]) > len(first)
    assert ("“show me others” brings the next" in open_decision(mission).payload["why"]) == more
    if more:
        answer_first(mission, "refine", text="show me others")
        drive(mission)
        assert not first & {option["title"] for option in refresh(mission).shortlist}


def test_a_limit_in_another_currency_is_said_as_it_was_said() -> None:
    asked = brief("dining", budget={"amount": 20, "currency": "EUR", "bound": "max"})
    kind = type_named("dining")
    why = kind.check(offer("dining", "Dear", 900), kind.scene(asked)).drop
    assert why.startswith("over €20 ($2")
    own = brief("dining", budget={"amount": 20, "currency": "USD", "bound": "max"})
    assert kind.check(offer("dining", "Dear", 900), kind.scene(own)).drop == "over $20"


@pytest.mark.parametrize(("cuisine", "shown"), [("italian", False), ("japanese", True), (None, True)])
def test_a_liking_is_shown_where_it_shapes_the_list(cuisine: str | None, *, shown: bool) -> None:
    named = {"cuisine": [cuisine]} if cuisine else {}
    said = type_named("dining").applied(brief("dining", liked("dining.cuisine.japanese"), **named))
    assert bool(said) == shown
