"""What a person wants changed, by rules, in three languages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, by_rules, extract_refinement
from agency.reasoning.slots import SlotContext
from missions.understanding import specs_for

DINNER = {"cuisine": ["italian"], "place": "Rome", "date": "2026-11-27", "time": "19:00", "people": 4}


def refined(text: str, mission_type: str = "dining", slots: dict[str, Any] | None = None) -> dict[str, Any]:
    question = WordsToRefine(
        text=text,
        goal="Italian in Rome",
        slots=DINNER if slots is None else slots,
        titles=["Da Enzo", "Osteria Nuova"],
        specs=specs_for(mission_type),
        context=SlotContext(ref=datetime(2026, 11, 27, 12), zone="Europe/Rome"),
    )
    return by_rules(question).model_dump(exclude_defaults=True)


@pytest.mark.parametrize(
    "text", ["we are six now", "six of us now", "wir sind jetzt sechs", "nous sommes six maintenant"]
)
def test_how_many_are_now_says_nothing_of_when(text):
    assert refined(text) == {"slots": {"people": 6}}


def test_open_now_still_means_now():
    assert refined("something open now")["slots"]["open"] == "now"


@pytest.mark.parametrize(
    "text", ["not from Amazon", "nicht von Amazon", "pas chez Amazon", "no Amazon please"]
)
def test_a_shop_is_ruled_out_by_its_name(text):
    assert refined(text, "shopping", {"product": "kettle"}) == {"exclude": ["Amazon"]}


def test_no_hurry_is_no_other_thing_to_buy():
    assert "slots" not in refined("no hurry", "shopping", {"product": "kettle"})


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("later", "20:00"),
        ("a bit earlier", "18:30"),
        ("two hours later please", "21:00"),
        ("30 minutes earlier", "18:30"),
        ("etwas später", "19:30"),
        ("une heure plus tôt", "18:00"),
        ("later, at 21:30", "21:30"),
    ],
)
def test_later_and_earlier_move_the_time(text, time):
    assert refined(text) == {"slots": {"time": time}}


def test_a_part_of_the_day_moves_whole():
    evening = {"time": {"start": "18:00", "end": "22:00"}}
    assert refined("later", slots=evening) == {"slots": {"time": {"start": "19:00", "end": "23:00"}}}


def test_later_than_nothing_is_not_understood():
    assert refined("later", slots={}) == {}


@pytest.mark.parametrize(
    "text",
    [
        "cheaper but not worse rated",
        "günstiger, aber nicht schlechter bewertet",
        "moins cher mais pas moins bien noté",
    ],
)
def test_cheaper_need_not_be_worse(text):
    assert refined(text) == {"price": "lower", "rating": "same"}


@pytest.mark.parametrize(
    "text", ["somewhere outside", "irgendwo draußen", "dehors", "im Freien", "en plein air"]
)
def test_outside_is_under_the_sky(text):
    assert refined(text) == {"prefer": ["outdoor"]}


@pytest.mark.parametrize("text", ["somewhere outside the centre", "weiter draußen", "plus loin"])
def test_outside_the_town_is_further(text):
    assert refined(text)["distance"] == "further"


def test_nothing_fancy_is_no_wish_for_something_dear():
    assert refined("nothing fancy") == {"price": "lower"}
    assert refined("fancier")["price"] == "higher"


@pytest.mark.parametrize("text", ["in Rome", "in Rome please", "back in the city", "nur in der Stadt"])
def test_the_place_named_again_takes_the_search_back_to_it(text):
    assert refined(text) == {"distance": "usual"}


def test_another_place_is_another_place():
    assert refined("in Florence") == {"slots": {"place": "Florence"}}


@pytest.mark.parametrize(
    "text",
    ["any price", "price does not matter", "the price doesn't matter", "price is no object", "Preis egal",
     "der Preis spielt keine Rolle", "peu importe le prix"],
)  # fmt: skip
def test_a_limit_on_prices_is_taken_back(text):
    assert refined(text) == {"price": "any"}


@pytest.mark.parametrize(
    "text", ["any rating", "ratings do not matter", "Bewertung egal", "die Bewertung ist egal"]
)
def test_a_floor_of_ratings_is_taken_back(text):
    assert refined(text) == {"rating": "any"}


@pytest.mark.parametrize(
    "text",
    ["show me all again", "show all", "back to the first list", "start over", "zeig wieder alle",
     "zeig mir wieder alle", "zurück zur ersten Liste"],
)  # fmt: skip
def test_all_is_shown_again(text):
    assert refined(text) == {"afresh": True}


@pytest.mark.parametrize(
    ("text", "floor"),
    [
        ("rated 3.5 or more", 3.5),
        ("rated at least 4", 4.0),
        ("at least 4 stars", 4.0),
        ("4 stars or better", 4.0),
        ("mindestens 4 Sterne", 4.0),
        ("Bewertung ab 3,5", 3.5),
    ],
)
def test_a_floor_of_ratings_as_a_figure(text, floor):
    assert refined(text) == {"min_rating": floor}


@pytest.mark.parametrize(
    "text",
    [
        "closer than 2 km",
        "no further than 2 km",
        "not more than 2 km away",
        "näher als 2 km",
        "nicht weiter weg als 2 km",
        "höchstens 2 km",
        "à moins de 2 km",
        "within 2 km",
    ],
)
def test_a_distance_as_a_figure_is_a_limit_and_no_direction(text):
    assert refined(text, slots={"cuisine": ["italian"]}) == {"slots": {"near": {"of": "me", "km": 2.0}}}


def test_closer_alone_is_a_direction():
    assert refined("closer please") == {"distance": "nearer"}


def test_a_model_may_say_that_no_field_holds_what_is_wanted() -> None:
    question = WordsToRefine(
        text="please without the drivers and the meal a little later, at eight",
        goal="Italian in Rome",
        slots=DINNER,
        specs=specs_for("dining"),
        context=SlotContext(ref=datetime(2026, 11, 27, 12), zone="Europe/Rome"),
    )
    assert extract_refinement.check(question, Refinement())
    reply = Refinement(left_out=["without the drivers", "the meal a little later"])
    assert extract_refinement.check(question, reply) == []


def test_a_title_that_was_not_shown_does_not_cost_the_rest() -> None:
    question = WordsToRefine(
        text="not the old lantern, and no stairs please",
        goal="Italian in Rome",
        slots=DINNER,
        titles=["Da Enzo", "Osteria Nuova"],
        specs=specs_for("dining"),
        context=SlotContext(ref=datetime(2026, 11, 27, 12), zone="Europe/Rome"),
    )
    said = {
        "exclude_titles": ["The Old Lantern", "Da Enzo"],
        "prefer": ["step free"],
        "left_out": ["as I said before"],
    }
    reply = extract_refinement.shape_for(question).model_validate(said)
    assert extract_refinement.check(question, reply) == []
    assert (reply.exclude_titles, reply.prefer, reply.left_out) == (["Da Enzo"], ["step free"], [])
    taken = extract_refinement.shape_for(question).model_validate({"chosen": "The Old Lantern"})
    assert extract_refinement.check(question, taken)
