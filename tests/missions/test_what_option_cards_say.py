"""Cards say times as their reader writes them, put the nearer table first, and say nothing twice."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agency.sources.base import Offer, Place
from missions import price_parts, ranking, scoring
from missions.brief import Brief
from missions.options import option_of, weakest, when
from missions.plugins.discovery import type_named
from missions.scoring import Scene, Scored

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))


def scene(language: str = "en", **slots: Any) -> Scene:
    brief = Brief(
        goal="dinner",
        mission_type="dining",
        level=2,
        slots={"date": "2026-12-04", "time": "20:00", **slots},
        now=NOON,
        zone="Europe/Berlin",
        language=language,
        currency="EUR",
    )
    return type_named("dining").scene(brief)


def place(*tables: str, price: str = "30", **more: Any) -> Offer:
    attributes = {"tables_free": list(tables), **more.pop("attributes", {})}
    known = {"price": Decimal(price), "currency": "EUR", "attributes": attributes, **more}
    return Offer(source="x", source_id="1", kind="restaurant", title="Luigi", **known)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "7:30\u202fPM, 8:15\u202fPM, 8:45\u202fPM"),
        ("de", "19:30, 20:15, 20:45"),
        ("en-GB", "19:30, 20:15, 20:45"),
    ],
)
def test_tables_are_written_as_the_reader_writes_times(language: str, written: str) -> None:
    offer, asked = place("19:00", "19:30", "20:15", "20:45", "23:00"), scene(language)
    option = option_of(Scored(offer, 50, {}, [], []), asked, type_named("dining"))
    assert written in option["when_words"]
    assert written in ranking.availability(offer, asked).words
    assert option["tables"] == ["19:30", "20:15", "20:45"]


def test_the_nearer_table_ranks_first() -> None:
    asked = scene()
    values = [
        ranking.availability(place(at), asked).value for at in ("20:00", "20:30", "21:00", "21:30", "23:00")
    ]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert values[2] >= scoring.GOOD
    assert values[3] < scoring.POOR


def test_any_table_in_the_hours_that_were_named_is_as_good() -> None:
    asked = scene(time={"start": "18:00", "end": "22:00"})
    assert {ranking.availability(place(at), asked).value for at in ("18:00", "20:00", "22:00")} == {1.0}


@pytest.mark.parametrize(
    ("offer", "prices", "slots", "words"),
    [
        (place(price="314"), ["20", "30", "314"], {}, "€314, dearer than most here"),
        (
            place(price="90"),
            ["20", "90"],
            {"budget": {"amount": 50, "currency": "EUR", "per": "person", "bound": "about"}},
            "€90, over your budget",
        ),
    ],
)
def test_a_price_that_speaks_against_says_why(
    offer: Offer, prices: list[str], slots: dict[str, Any], words: str
) -> None:
    asked = scene(**slots)
    asked.prices = [Decimal(price) for price in prices]
    scored = Scored(offer, 50, {"price_match": price_parts.price_match(offer, asked)}, [], [])
    assert weakest(scored) == [words]


def test_a_lower_price_never_looks_worse_and_a_low_one_says_so() -> None:
    asked = scene()
    asked.prices = [Decimal(price) for price in ("14", "30", "36")]
    parts = [price_parts.price_match(place(price=price), asked) for price in ("14", "30", "36")]
    assert parts[0].value == parts[1].value == 1.0 > parts[2].value
    assert [part.words for part in parts] == ["€14, cheaper than most here", "€30", "€36"]


def test_a_table_at_another_time_is_not_offered_as_if_it_were_meant() -> None:
    asked = scene(time={"start": "18:00", "end": "20:00"})
    assert when(place("19:00", "21:30"), asked) == "Table 7:00\u202fPM"
    assert when(place("21:30"), asked) == "No table then, nearest 9:30\u202fPM"


def test_a_dear_house_says_so_without_a_price() -> None:
    offer = Offer(source="x", source_id="1", kind="restaurant", title="Luigi", price_level=4)
    scored = Scored(offer, 50, {"price_match": price_parts.price_match(offer, scene())}, [], [])
    assert weakest(scored) == ["$$$$, among the dearest"]


def test_what_the_facts_say_is_no_reason_as_well() -> None:
    offer = place(
        "20:00",
        place=Place(name="", city="Paris"),
        attributes={"area": "Belleville", "features": ["quiet", "Quiet", "kitchen"]},
    )
    reasons = ["Belleville", "Quiet", "Because you like Luigi", "kitchen"]
    option = option_of(Scored(offer, 50, {}, reasons, []), scene(), type_named("dining"))
    assert option["facts"] == ["quiet", "kitchen"]
    assert option["reasons"] == ["Because you like Luigi"]
