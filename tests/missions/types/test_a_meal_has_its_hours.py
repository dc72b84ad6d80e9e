"""A meal that is named has its hours, and tables outside the hours that were said do not count."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from agency.reasoning.slots import SlotContext, extract_slots
from agency.sources.base import Offer
from missions.brief import Brief
from missions.plugins.discovery import type_named

NOW = datetime(2026, 11, 29, 15, tzinfo=UTC)
DINNER = {"start": "18:00", "end": "22:00"}
FROM_EIGHT = {"start": "20:00", "end": "23:59"}


def when(words: str) -> Any:
    kind = type_named("dining")
    found = extract_slots(words, list(kind.config.all_slots), SlotContext(ref=NOW, zone="Europe/Paris"))
    return kind.values_meant({name: slot.value for name, slot in found.items()}, words).get("time")


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        ("Italian dinner on Wednesday in Paris", DINNER),
        ("Abendessen am Mittwoch in Paris", DINNER),
        ("breakfast on Friday in Paris", {"start": "07:30", "end": "11:00"}),
        ("Brunch am Samstag in Paris", {"start": "10:00", "end": "14:00"}),
        ("dinner on Wednesday at 8 in Paris", "20:00"),
        ("a bar for after-dinner drinks on Friday in Paris", None),
        ("not before 8", FROM_EIGHT),
        ("nicht vor 20 Uhr", FROM_EIGHT),
        ("at 8", "20:00"),
    ],
)
def test_what_was_said_is_a_time_of_the_day(words: str, hours: Any) -> None:
    assert when(words) == hours


@pytest.mark.parametrize(
    ("hours", "tables", "why"),
    [
        (FROM_EIGHT, ["16:00", "18:30"], "no free table then"),
        (FROM_EIGHT, ["19:45"], "no free table then"),
        (FROM_EIGHT, ["18:30", "20:30"], ""),
        (DINNER, ["12:30"], "no free table then"),
        (DINNER, ["17:45"], ""),
        (DINNER, [], ""),
        ("20:00", ["18:30"], ""),
        (None, ["12:30"], ""),
    ],
)
def test_a_place_whose_tables_do_not_reach_the_hours_is_left_out(
    hours: Any, tables: list[str], why: str
) -> None:
    kind = type_named("dining")
    scene = kind.scene(
        Brief(
            goal="dinner",
            mission_type="dining",
            level=2,
            slots={"date": "2026-12-02", **({"time": hours} if hours else {})},
            now=NOW,
            zone="Europe/Paris",
            language="en",
            currency="EUR",
        )
    )
    place = Offer(
        source="catalogue",
        source_id="a",
        kind="restaurant",
        title="A place",
        price=Decimal(20),
        currency="EUR",
        attributes={"tables_free": tables},
        fetched_at=NOW,
    )
    assert kind.check(place, scene).drop == why
