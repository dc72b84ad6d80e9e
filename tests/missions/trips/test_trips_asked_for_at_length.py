"""Goals as people write them at length: each constraint is heard and is a check that holds or is unknown."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from missions.plugins import discovery
from missions.trips.asked import as_slots
from missions.trips.checks import broken
from missions.trips.mission import TripMission
from missions.trips.turns import read_turn
from tests.missions.trips.driving import drafted, understood

LONG = (
    "Please plan a 3-day trip from Chicago to Rome for 2 people with a budget of $2,900, starting "
    "March 14th. We want private rooms, no smoking, and Italian and Chinese food; no self-driving."
)
FAMILY = (
    "I need a travel plan for 4 people leaving New York for Paris on May 10 for 4 days. One of us is a "
    "child under 10, so children must be welcome. Budget 6,200 dollars. We'd love French and Mexican cuisine."
)
GERMAN = (
    "Wir sind zu viert (zwei Kinder unter 10) und wollen vom 5. bis 9. Juli von München nach Wien, nur mit "
    "der Bahn, höchstens 2.400 Euro, ganze Wohnung, Rauchen verboten, kein Mietwagen."
)
FAR = "3 days in Tokyo from Los Angeles for 1 person departing November 8th, $3,100, no shared room; no meat."


@lru_cache(maxsize=1)
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    ("goal", "heard"),
    [
        (
            LONG,
            {
                "cities": ["Rome"],
                "origin": "Chicago",
                "people": 2,
                "stay_rules": ["no_smoking"],
                "kitchens": ["italian", "chinese"],
                "no_stay_kinds": ["hostel"],
                "no_car": True,
                "liked": None,
            },
        ),
        (FAMILY, {"cities": ["Paris"], "origin": "New York", "people": 4, "stay_rules": ["children"]}),
        (
            GERMAN,
            {"cities": ["Vienna"], "people": 4, "fly": "no", "stay_rules": ["no_smoking"], "no_car": True},
        ),
        ("Three days in Rome, we won't fly", {"fly": "no"}),
        ("A week in Florence and Venice, no flights between the cities, I prefer trains", {"fly": None}),
        ("Eine dreitägige Reise nach Rom", {"duration": "P3D"}),
        ("Plane meinen nächsten Urlaub in Rom", {"fly": None}),
        ("Plane tickets to Rome, please", {"fly": "yes"}),
        ("Plane 2 Tage in Wien mit meinen Großeltern, ohne Treppen", {"step_free": True, "excluded": None}),
        (
            "4 days in Paris, our room shouldn't be a shared room",
            {"stay_kinds": None, "no_stay_kinds": ["hostel"]},
        ),
        ("4 days in Paris, we want to throw a party where we stay", {"stay_rules": ["parties"]}),
        ("4 days in Paris, parties of six welcome, no parties in the house", {"stay_rules": ["no_parties"]}),
        (
            "4 days in Paris. Food should include French, Mexican and Indian.",
            {"kitchens": ["french", "mexican", "indian"], "wanted": None},
        ),
    ],
)
def test_each_constraint_is_heard(goal: str, heard: dict[str, Any]) -> None:
    slots = understood(travel(), goal).slots
    assert {name: slots.get(name) for name in heard} == heard


@pytest.mark.parametrize(("goal", "amount"), [(FAMILY, 6200), (GERMAN, 2400)])
def test_how_old_a_child_is_costs_nothing(goal: str, amount: int) -> None:
    assert understood(travel(), goal).slots["budget"]["amount"] == amount


@pytest.mark.parametrize("goal", [LONG, FAMILY, GERMAN, FAR])
def test_each_is_a_check_that_holds_or_is_said_to_be_unknown(goal: str) -> None:
    draft, brief, _done = drafted(travel(), goal)
    plan = travel().plan_in(draft.data)
    assert not broken(plan.checks)
    checks = {check.name: check for check in plan.checks}
    asked = {
        "Allowed where you stay": "stay_rules",
        "The food asked for": "kitchens",
        "No driving yourself": "no_car",
    }
    assert {name for name in asked if name in checks} == {
        name for name in asked if asked[name] in brief.slots
    }
    assert "The kind of room asked for" in checks or goal is FAMILY
    for name in ("Allowed where you stay", "The food asked for"):
        if name in checks and not checks[name].ok:
            assert "ask " in checks[name].detail or "not in the plan" in checks[name].detail


def test_a_night_in_the_air_needs_no_bed() -> None:
    draft, _brief, _done = drafted(travel(), FAR)
    plan = travel().plan_in(draft.data)
    out = plan.transport[0]
    assert out.arrives_on is not None
    assert out.arrives_on > out.date
    assert next(check for check in plan.checks if check.name == "A bed each night").ok


@pytest.mark.parametrize(
    ("said", "driven"),
    [
        ("no driving", True),
        ("we don't drive", True),
        ("kein Auto", True),
        ("we don't want to drive far", False),
        ("no driving at night", False),
        ("we won't drive more than two hours a day", False),
        ("no car park needed", False),
        ("kein Auto in der Stadt", False),
    ],
)
def test_only_who_does_not_drive_at_all_does_not_drive(said: str, driven: bool) -> None:
    assert ("no_car" in as_slots(f"Five days in Tuscany, {said}", {})) is driven


@pytest.mark.parametrize(
    ("said", "avoided"),
    [
        ("I prefer parks to museums", ["museum"]),
        ("we would rather see parks than museums", ["museum"]),
        ("plutôt des parcs que des musées", ["museum"]),
        ("we'd prefer going to museums", []),
        ("on préfère aller aux musées", []),
        ("rather close to the museums please", []),
    ],
)
def test_what_is_gone_to_is_not_given_up(said: str, avoided: list[str]) -> None:
    assert list(read_turn(said).avoided) == avoided
