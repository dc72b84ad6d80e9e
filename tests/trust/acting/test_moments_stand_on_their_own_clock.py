"""What begins in another zone is shown and edited on that zone's clock, as the sentence above it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from agency.tools.calendar import NewEntry
from trust.act_fields import changed_in, fields_of

SCHEMA = NewEntry.model_json_schema()
ENTRY = {
    "title": "Dinner",
    "starts_at": "2026-12-01T18:30:00+00:00",
    "ends_at": "2026-12-01T20:30:00+00:00",
    "zone": "Europe/Paris",
}


@pytest.fixture(autouse=True)
def in_london() -> Iterator[None]:
    with timezone.override("Europe/London"):
        yield


def form_of(arguments: dict[str, Any]) -> dict[str, str]:
    return {field.name: field.value for field in fields_of(SCHEMA, arguments)}


def test_it_is_shown_on_the_clock_of_its_zone() -> None:
    begins = next(field for field in fields_of(SCHEMA, ENTRY) if field.name == "starts_at")
    assert begins.value == "2026-12-01T19:30"
    assert "7:30" in begins.words.replace("\u202f", " ")


def test_a_form_sent_back_as_it_is_changes_nothing() -> None:
    assert changed_in(fields_of(SCHEMA, ENTRY), form_of(ENTRY)) == {}


def test_an_hour_later_is_read_on_that_clock() -> None:
    changed = changed_in(fields_of(SCHEMA, ENTRY), form_of(ENTRY) | {"starts_at": "2026-12-01T20:30"})
    assert changed == {"starts_at": "2026-12-01T20:30:00+01:00"}


def test_another_zone_takes_the_hours_along() -> None:
    changed = changed_in(fields_of(SCHEMA, ENTRY), form_of(ENTRY) | {"zone": "America/New_York"})
    assert changed == {
        "starts_at": "2026-12-01T19:30:00-05:00",
        "ends_at": "2026-12-01T21:30:00-05:00",
        "zone": "America/New_York",
    }


def test_a_zone_that_is_none_leaves_the_moments_for_the_schema_to_refuse_the_zone() -> None:
    changed = changed_in(fields_of(SCHEMA, ENTRY), form_of(ENTRY) | {"zone": "Mars/Base"})
    assert changed == {"zone": "Mars/Base"}


def test_without_a_zone_it_stands_on_the_person_s_clock() -> None:
    plain = {"properties": {"at": {"type": "string", "format": "date-time"}}}
    [field] = fields_of(plain, {"at": "2026-12-01T18:30:00+00:00"})
    assert field.value == "2026-12-01T18:30"
    assert changed_in([field], {"at": "2026-12-01T19:30"}) == {"at": "2026-12-01T19:30:00+00:00"}
