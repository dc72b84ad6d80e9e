"""Slips of the keyboard in words of the field are mended, said, and can be taken back."""

from __future__ import annotations

from datetime import datetime

import pytest

from agency.reasoning.slots import SlotContext
from agency.reasoning.slots.slips import mended
from missions.models import Mission
from missions.services import create_mission
from missions.slips import as_typed, in_words, taken_back, to_take_back
from missions.understanding import by_rules
from trust.models import User

CONTEXT = SlotContext(ref=datetime(2026, 11, 29, 18, 0), zone="Europe/Berlin", language="en", currency="EUR")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sushii for tow in kreuzbrg tonight", "sushi for two in Kreuzberg tonight"),
        ("vegitarian restarant in Berlin", "vegetarian restaurant in Berlin"),
        ("labtop under 800", "laptop under 800"),
        ("italien food in parris", "italien food in Paris"),
        ("a table in Berln on fryday", "a table in Berlin on friday"),
        ("Tisch für zwie in Hambrug am Freitg", "Tisch für zwei in Hamburg am Freitag"),
        ("vegetarishes Abendesen in Münchn", "vegetarisches Abendessen in Munich"),
        ("tacos in Los Angelos", "tacos in Los Angeles"),
        ("Stromanbiter wechseln", "Stromanbieter wechseln"),
    ],
)
def test_a_slip_with_one_meaning_is_mended(typed: str, meant: str) -> None:
    assert mended(typed).text == meant


@pytest.mark.parametrize(
    "text",
    [
        "dinner with Kathrin at Kuzina on Friday",
        "a table at Borchardt in Mitte",
        "headphones from Bose, not Sony",
        "vegane Pizzen am günstigsten",
        "tow my car from the garage",
        "a restaurant called “Sushii”",
        "journée à Paris, une place pour deux",
        "Restaurante mexicano para dos personas",
        "pasty and tapes for the diner",
    ],
)
def test_words_names_and_places_stay_as_they_are(text: str) -> None:
    assert mended(text).text == text


def test_only_the_first_of_many_places_are_looked_for_on_the_map() -> None:
    known = "from home to work, " * 8
    assert mended(f"{known}in Berln").slips == []


def test_a_slip_may_be_kept() -> None:
    assert mended("sushii in Berlin", keep=["Sushii"]).slips == []


def test_the_slots_of_a_goal_are_those_that_were_meant() -> None:
    found = by_rules("sushii for tow in kreuzbrg tonite", CONTEXT)
    assert found.mission_type == "dining"
    assert (found.slots["people"], found.slots["place"]) == (2, "Kreuzberg")
    assert found.slots["cuisine"] == ["sushi", "japanese"]


def test_a_mail_stays_as_it_was_typed() -> None:
    assert by_rules("email Anna that the restarant is closed", CONTEXT).slips == []


def test_a_mission_goes_by_the_words_that_were_meant(owner: User) -> None:
    assert create_mission(user=owner, goal="sushii in Berlin").restated == "sushi in Berlin"


def test_what_was_mended_is_said_and_taken_back(owner: User) -> None:
    goal = "sushii in Berlin tonight"
    found = by_rules(goal, CONTEXT)
    mission = Mission(
        user=owner,
        goal=goal,
        mission_type="dining",
        understood={"slips": [slip.model_dump() for slip in found.slips]},
        restated=found.read_as,
        created_at=datetime(2026, 11, 29, 17, 0).astimezone(),
    )
    assert in_words(mission) == "sushi, from “sushii”"
    (offered,) = to_take_back(mission)
    assert taken_back(mission, offered) == taken_back(mission, "no, I meant sushii") == "sushii"
    assert taken_back(mission, "cheaper sushi") == ""
    changes = as_typed(mission, "sushii", owner)
    assert changes["restated"] is None
    assert "cuisine" not in changes["slots"]
    assert changes["understood"]["slips"] == []
    assert taken_back(mission, "I meant sushii, not sushi") == "sushii"
    assert taken_back(mission, "by sushii I meant sushi") == ""


def test_what_was_answered_since_stays_where_a_word_is_taken_back(owner: User) -> None:
    mission = create_mission(user=owner, goal="sushii for two in Berlin")
    mission.slots = {**mission.slots, "people": 5, "date": "2026-12-04"}
    changes = as_typed(mission, "sushii", owner)
    assert (changes["slots"]["people"], changes["slots"]["date"]) == (5, "2026-12-04")
    assert "cuisine" not in changes["slots"]
    assert changes["restated"] is None
