"""What is said on a card and what the grammars for goals would make something else of."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, by_rules
from agency.reasoning.slots import SlotContext
from missions.plugins.discovery import type_named

SUNDAY = datetime(2026, 11, 29, 21)
DINNER: dict[str, Any] = {
    "cuisine": ["greek"],
    "place": "Lisbon",
    "date": "2026-12-04",
    "time": {"start": "18:00", "end": "23:00"},
}
LAMP: dict[str, Any] = {"product": "desk lamp", "budget": {"amount": 80, "currency": "USD", "per": "total"}}
SHOW: dict[str, Any] = {"genre": "theatre", "place": "Lisbon"}
WEEKEND = {"start": "2026-12-05", "end": "2026-12-06"}
POWER: dict[str, Any] = {"bill": "electricity"}
TITLES = ["Taverna Ilios", "Kyma"]


def said(kind: str, slots: dict[str, Any], words: str) -> Refinement:
    context = SlotContext(ref=SUNDAY, zone="Europe/Lisbon", currency="USD")
    specs = type_named(kind).config.all_slots
    return by_rules(
        WordsToRefine(text=words, goal="x", slots=slots, titles=TITLES, specs=specs, context=context)
    )


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("an hour earlier", {"start": "17:00", "end": "22:00"}),
        ("half an hour later please", {"start": "18:30", "end": "23:30"}),
        ("eine Stunde früher", {"start": "17:00", "end": "22:00"}),
    ],
)
def test_an_hour_earlier_moves_the_hours_and_not_the_day(words: str, time: object) -> None:
    assert said("dining", DINNER, words).slots == {"time": time}


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("the week after", "2026-12-11"),
        ("a day later", "2026-12-05"),
        ("the day before", "2026-12-03"),
        ("eine Woche später", "2026-12-11"),
        ("am Tag danach", "2026-12-05"),
        ("une semaine plus tard", "2026-12-11"),
        ("le lendemain", "2026-12-05"),
    ],
)
def test_a_day_is_moved_from_the_one_that_was_meant(words: str, day: str) -> None:
    assert said("dining", DINNER, words).slots == {"date": day}


def test_the_weekend_after_is_the_one_after_the_one_that_was_meant() -> None:
    moved = {"start": "2026-12-12", "end": "2026-12-13"}
    assert said("events", {**SHOW, "date": WEEKEND}, "the weekend after").slots == {"date": moved}


def test_the_day_after_tomorrow_is_a_day_of_its_own() -> None:
    assert said("dining", DINNER, "the day after tomorrow").slots["date"] == "2026-12-01"


def test_what_somebody_did_is_no_day_to_search_for() -> None:
    heard = said("dining", DINNER, "not Taverna Ilios, we were there last month")
    assert (heard.exclude_titles, heard.slots) == (["Taverna Ilios"], {})


@pytest.mark.parametrize("words", ["walking distance from Gare de Lyon", "near the Place de Rome"])
def test_a_city_in_the_name_of_a_landmark_is_no_other_city(words: str) -> None:
    assert set(said("dining", DINNER, words).slots) == {"near"}


@pytest.mark.parametrize(
    "words",
    [
        "more expensive is ok",
        "I can spend a bit more",
        "costs more is fine",
        "teurer ist in Ordnung",
        "it may cost more if it is quiet",
        "we could pay a little more for that",
        "darf mehr kosten",
        "may be more expensive",
    ],
)
def test_that_it_may_cost_more_lifts_the_limit(words: str) -> None:
    assert said("shopping", LAMP, words).price == "any"


@pytest.mark.parametrize(
    "words",
    ["it can be more quiet", "may be more central", "I can pay more attention", "darf mehr Platz haben"],
)
def test_more_of_a_thing_is_no_limit_lifted(words: str) -> None:
    assert said("shopping", LAMP, words).price is None


@pytest.mark.parametrize("words", ["closer to 8 pm", "nearer to 60 dollars", "closer to my budget"])
def test_near_a_figure_is_no_place_that_is_nearer(words: str) -> None:
    assert said("dining", DINNER, words).distance is None


def test_a_step_free_place_rules_out_no_kind() -> None:
    heard = said("dining", DINNER, "no stairs please")
    assert (heard.prefer, heard.exclude) == (["step free"], [])


@pytest.mark.parametrize(
    "words",
    ["we ate there two days before", "they were open a week earlier", "it was better the week before"],
)
def test_a_story_of_days_before_moves_nothing(words: str) -> None:
    assert "date" not in said("dining", DINNER, words).slots


def test_something_dearer_is_still_wanted_where_that_is_said() -> None:
    assert said("shopping", LAMP, "something more expensive").price == "higher"


@pytest.mark.parametrize(
    "words", ["delivered by Friday", "at least 40 hours of battery", "minimum 500 lumen", "at most 900 grams"]
)
def test_how_it_is_to_be_is_no_other_thing_and_no_budget(words: str) -> None:
    assert not {"product", "budget"} & set(said("shopping", LAMP, words).slots)


def test_a_day_behind_one_that_is_ruled_out_is_the_one_wanted() -> None:
    assert said("dining", DINNER, "not Friday, Saturday").slots == {"date": "2026-12-05"}
    several = said("dining", DINNER, "not Friday, Saturday or Sunday")
    assert (several.slots, several.drop) == ({}, ["date"])


def test_a_limit_and_a_measure_rule_nothing_out_and_are_no_other_thing() -> None:
    assert said("shopping", LAMP, "not over 60").exclude == []
    assert "product" not in said("shopping", LAMP, "16 GB").slots


@pytest.mark.parametrize("words", ["with better reviews", "from a trusted shop only"])
def test_a_direction_is_not_a_quality_as_well(words: str) -> None:
    heard = said("shopping", LAMP, words)
    assert heard.rating == "better" or heard.prefer == ["trusted"]
    assert not set(heard.prefer) - {"trusted"}


@pytest.mark.parametrize("words", ["I pay 95", "actually we pay 95 now", "ich zahle 95"])
def test_a_bare_figure_beside_pay_is_what_is_paid(words: str) -> None:
    paid = said("bill_switching", POWER, words).slots["current"]
    assert (paid["amount"], paid["per"]) == (95, "month")


def test_words_that_were_read_are_not_said_to_be_unknown() -> None:
    assert not said("dining", DINNER, "vegetarian friendly please").left_out
    assert not said("bill_switching", POWER, "we use 2500 kWh a year").left_out
    assert said("bill_switching", POWER, "with no exit fee").prefer == ["short"]


@pytest.mark.parametrize("words", ["closer to the centre", "näher am Zentrum", "plus près du centre"])
def test_the_middle_of_a_city_is_what_nearer_means(words: str) -> None:
    heard = said("dining", DINNER, words)
    assert (heard.distance, heard.left_out, heard.slots) == ("nearer", [], {})


@pytest.mark.parametrize(
    ("words", "landmark"),
    [("closer to the station", "station"), ("nearer to Torre Velha", "Torre Velha")],
)
def test_closer_to_something_is_near_to_it(words: str, landmark: str) -> None:
    assert said("dining", DINNER, words).slots == {"near": {"of": landmark, "km": None}}


@pytest.mark.parametrize("words", ["in Rome instead of Lisbon", "in Rom statt Lissabon"])
def test_what_it_was_before_is_not_said_to_be_unknown(words: str) -> None:
    heard = said("dining", DINNER, words)
    assert heard.slots["place"] in ("Rome", "Rom")
    assert not heard.left_out


@pytest.mark.parametrize("words", ["any day", "egal wann", "n'importe quel jour"])
def test_any_day_opens_the_day_again(words: str) -> None:
    assert said("dining", DINNER, words).drop == ["date"]


@pytest.mark.parametrize("words", ["in Schwarz", "from amazon", "ships today"])
def test_where_it_is_sold_and_its_colour_are_no_other_thing(words: str) -> None:
    assert not {"product", "place"} & set(said("shopping", LAMP, words).slots)


def test_any_colour_but_one_rules_that_one_out() -> None:
    heard = said("shopping", LAMP, "any colour but white")
    assert (heard.exclude, heard.prefer) == (["white"], [])
