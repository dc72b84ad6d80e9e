"""Which restaurants are open then, and which of their tables are free."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from agency.catalogue.rows import CatalogueRow
from agency.catalogue.search import search_catalogue
from agency.catalogue.writing import write_items
from agency.models.catalogue import CatalogueItem
from agency.sources.base import Offer, SearchRequest

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
FRIDAY = datetime(2026, 12, 4, 19, tzinfo=ZoneInfo("Europe/Paris"))

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_catalogue", "tuesday_morning")]


def _search(kind: str, **values: Any) -> list[Offer]:
    return search_catalogue(SearchRequest(kind=kind, zone=values.pop("zone", "Europe/Paris"), **values))


def _add(**values: Any) -> None:
    row = CatalogueRow(**{"kind": "restaurant", "title": "Ada", "city": "Paris", **values})
    write_items(row.source_id, [row.columns(source=row.source_id[:60], sample=False)])


def test_a_place_closed_then_is_left_out() -> None:
    _add(source_id="shut", title="Shut", opening_hours="Mo-Th 12:00-15:00")
    _add(source_id="open", title="Open", opening_hours="Fr 18:00-02:00")
    _add(source_id="unsaid", title="Unsaid")
    offers = {offer.title: offer for offer in _search("restaurant", city="Paris", begins=FRIDAY)}
    assert set(offers) == {"Open", "Unsaid"}
    assert offers["Open"].attributes["open_then"] is True
    assert "open_then" not in offers["Unsaid"].attributes


def test_it_is_enough_to_be_open_in_a_part_of_the_evening() -> None:
    _add(source_id="late", title="Late", opening_hours="Fr 21:00-23:00")
    assert _search("restaurant", city="Paris", begins=FRIDAY) == []
    assert _search("restaurant", city="Paris", begins=FRIDAY, ends=FRIDAY + timedelta(hours=4))


def test_hours_are_on_the_clocks_of_the_place() -> None:
    _add(source_id="tokyo", city="Tokyo", zone="Asia/Tokyo", opening_hours="18:00-22:00")
    nine = datetime(2026, 12, 4, 10, tzinfo=UTC)
    assert _search("restaurant", city="Tokyo", begins=nine, zone="America/New_York")


def test_todays_tables_are_those_still_to_come() -> None:
    _add(source_id="t", zone="Europe/Paris", tables={"tue": "09:30 12:00 19:00"})
    (offer,) = _search("restaurant", city="Paris", begins=NOW)
    assert offer.attributes["tables_free"] == ["12:00", "19:00"]


def test_what_is_switched_off_is_not_found() -> None:
    _add(source_id="off")
    CatalogueItem.objects.update(enabled=False)
    assert _search("restaurant", city="Paris") == []


def test_an_event_whose_rule_was_broken_in_admin_does_not_stop_the_search() -> None:
    weekly = {"kind": "event", "rrule": "FREQ=WEEKLY;BYDAY=FR"}
    _add(source_id="good", title="Good", **weekly)
    _add(source_id="broken", title="Broken", **weekly)
    CatalogueItem.objects.filter(title="Broken").update(data={"rrule": "every so often"})
    assert {offer.title for offer in _search("event", city="Paris")} == {"Good"}


def test_an_admin_cannot_save_what_is_no_offer() -> None:
    with pytest.raises(ValidationError) as caught:
        CatalogueItem(
            source="a", source_id="b", kind="restaurant", title="C", rating=7, price_level=9
        ).clean()
    assert set(caught.value.message_dict) == {"rating", "price_level"}
