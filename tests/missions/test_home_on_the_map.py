"""Home is on the map, in its country and on its clock, whether or not the catalogue knows its city."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agency.sources.registry import sources_for
from missions.brief import Brief
from missions.homes import home_of
from missions.people import home_from
from missions.plugins.discovery import type_named

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def brief_of(home: dict[str, Any] | None, mission_type: str, zone: str, **slots: Any) -> Brief:
    return Brief(
        goal="",
        mission_type=mission_type,
        level=1,
        slots=slots,
        now=NOW,
        zone=zone,
        language="en",
        currency="USD",
        home=home,
    )


@pytest.mark.parametrize("named", ["Munich", "München", "Hamburg", "Berlin"])
def test_tariffs_are_those_of_the_country_of_home(named: str) -> None:
    brief = brief_of(home_from(named), "bill_switching", "UTC", bill="electricity")
    request = type_named("bill_switching").request(brief)
    [source] = [one for one in sources_for("tariff") if one.name == "catalogue"]

    found = source.search(request)

    assert request.country == "DE"
    assert found
    assert {offer.currency for offer in found} == {"EUR"}


@pytest.mark.parametrize(
    ("named", "zone"), [("Berlin", "Europe/Berlin"), ("Munich", "Europe/Berlin"), ("Lisbon", "Europe/Lisbon")]
)
def test_home_lives_on_its_own_clock(named: str, zone: str) -> None:
    home = home_of(brief_of(home_from(named), "events", "UTC"))
    assert home is not None
    assert home.zone == zone
    assert type_named("events").request(brief_of(home_from(named), "events", "UTC")).zone == zone


def test_a_home_on_no_map_lives_on_the_clock_of_who_lives_there() -> None:
    far_off = {"name": "Hof am Wald", "country": "DE", "lat": 50.0, "lon": 11.0}
    home = home_of(brief_of(far_off, "events", "Europe/Berlin"))
    assert home is not None
    assert home.zone == "Europe/Berlin"
