"""Said on a Sunday evening, "Sunday at noon" is the coming one; an unclear goal is what its words explain."""

from __future__ import annotations

from datetime import datetime

import pytest

from agency.reasoning.slots import SlotContext
from missions.understanding import by_rules

SUNDAY_EVENING = datetime(2026, 11, 29, 18)
AROUND = SlotContext(ref=SUNDAY_EVENING, zone="Europe/Berlin", language="en", currency="EUR")
TODAY, NEXT = "2026-11-29", "2026-12-06"


@pytest.mark.parametrize(
    ("goal", "day"),
    [
        ("Dinner in Berlin on Sunday at noon", NEXT),
        ("Abendessen in Berlin am Sonntag um 12 Uhr", NEXT),
        ("Sunday lunch in Berlin for two", NEXT),
        ("Dinner on Sunday in Berlin, for two, at noon", NEXT),
        ("Brunch in Berlin this Sunday at 11", NEXT),
        ("Dinner in Berlin on Sunday at 8 pm", TODAY),
        ("Dinner in Berlin on Sunday at 8", TODAY),
        ("Dinner in Berlin on Sunday", TODAY),
        ("Dinner in Berlin today at noon", TODAY),
    ],
)
def test_a_weekday_whose_hour_is_over_is_next_weeks(goal: str, day: str) -> None:
    assert by_rules(goal, AROUND).slots["date"] == day


@pytest.mark.parametrize(
    "goal",
    [
        "Italian in Berlin on Sunday at noon",
        "Italian in Berlin on Friday",
        "Italian in Berlin on Sunday at 1 pm",
    ],
)
def test_a_kitchen_a_place_and_a_day_are_a_table(goal: str) -> None:
    understood = by_rules(goal, AROUND)
    assert (understood.mission_type, understood.slots["cuisine"]) == ("dining", ["italian"])
    assert understood.sure


@pytest.mark.parametrize(
    "goal", ["Italian opera in Berlin on Sunday", "Spanish conversation in Berlin on Friday"]
)
def test_what_a_kitchen_does_not_explain_is_no_table(goal: str) -> None:
    assert by_rules(goal, AROUND).mission_type == "events"
