"""Kinds of events and free entry are heard in goals and in wishes, and hold for what is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from agency.reasoning.skills.refinement import WordsToRefine, extract_refinement
from agency.reasoning.slots import SlotContext, extract_slots
from agency.sources.base import Offer
from missions.brief import Adjustments, Brief
from missions.plugins.discovery import type_named

SUNDAY = datetime(2026, 11, 29, 15, tzinfo=UTC)
CONTEXT = SlotContext(ref=SUNDAY, zone="Europe/Berlin")


def read(words: str) -> dict[str, Any]:
    kind = type_named("events")
    found = extract_slots(words, list(kind.config.all_slots), CONTEXT)
    return kind.values_meant({name: slot.value for name, slot in found.items()}, words)


def wished(words: str) -> dict[str, Any]:
    question = WordsToRefine(
        text=words,
        goal="what's on in Berlin",
        slots={"place": "Berlin"},
        titles=[],
        specs=list(type_named("events").config.all_slots),
        context=CONTEXT,
    )
    return extract_refinement.rules(question).slots


@pytest.mark.parametrize(
    ("words", "genre"),
    [
        ("only concerts", "concert"),
        ("music", "concert"),
        ("nur Konzerte", "concert"),
        ("only jazz", "jazz"),
        ("theatre", "theatre"),
        ("Ausstellungen", "exhibition"),
        ("markets", "market"),
        ("nur Filme", "film"),
        ("for children", "kids"),
        ("für Kinder", "kids"),
    ],
)
def test_a_kind_is_heard_as_a_wish_and_in_a_goal(words: str, genre: str) -> None:
    assert wished(words).get("genre") == genre
    assert read(f"{words} in Berlin")["genre"] == genre


def test_of_concerts_of_a_kind_the_kind_counts() -> None:
    assert read("concerts in Berlin, jazz preferably")["genre"] == "jazz"


@pytest.mark.parametrize("words", ["free ones only", "nur kostenlose", "free", "umsonst"])
def test_free_entry_is_heard(words: str) -> None:
    assert wished(words) == {"entry": "free"}


def test_being_free_on_a_day_says_nothing_of_money() -> None:
    assert "entry" not in read("I am free on Friday, what concerts are on in Berlin?")


def test_this_weekend_on_its_sunday_is_the_sunday() -> None:
    assert read("Konzerte am Wochenende in Berlin")["date"] == "2026-11-29"


def test_what_costs_something_is_left_out_and_what_does_not_tell_comes_last() -> None:
    offers = [event("Paid", "8"), event("Open air", "0"), event("Silent", None)]
    assert drops({"entry": "free"}, *offers) == ["not free", "", ""]
    kind = type_named("events")
    scene = kind.scene(brief({"entry": "free"}))
    assert [one.offer.title for one in kind.rank(offers[:0:-1], scene)] == ["Open air", "Silent"]


def test_no_concerts_rules_out_all_kinds_of_them() -> None:
    offers = [event("Trio", "8", "jazz"), event("Paintings", "8", "exhibition")]
    assert drops({}, *offers, exclude=["concerts"]) == ["a kind you ruled out", ""]


def brief(slots: dict[str, Any], exclude: list[str] | None = None) -> Brief:
    return Brief(
        goal="what's on",
        mission_type="events",
        level=2,
        slots=slots,
        now=SUNDAY,
        zone="Europe/Berlin",
        language="en",
        currency="EUR",
        adjustments=Adjustments(exclude=exclude or []),
    )


def drops(slots: dict[str, Any], *offers: Offer, exclude: list[str] | None = None) -> list[str]:
    kind = type_named("events")
    scene = kind.scene(brief(slots, exclude))
    return [kind.check(one, scene).drop for one in offers]


def event(title: str, price: str | None, category: str = "market") -> Offer:
    return Offer(
        source="catalogue",
        source_id=title,
        kind="event",
        title=title,
        category=category,
        price=Decimal(price) if price else None,
        currency="EUR" if price else None,
        fetched_at=SUNDAY,
    )


def test_concerts_for_children_are_both_and_what_does_not_tell_is_to_be_checked() -> None:
    assert read("concerts for children") == {"genre": "concert", "audience": "children"}
    kind = type_named("events")
    brief = Brief(
        goal="concerts for children",
        mission_type="events",
        level=2,
        now=SUNDAY,
        zone="Europe/Berlin",
        language="en",
        currency="EUR",
        slots={"genre": "concert", "audience": "children"},
    )
    offers = [
        Offer(
            source="s",
            source_id=tag,
            kind="event",
            title=tag,
            category="classical",
            attributes={"tags": [tag]},
        )
        for tag in ("family", "late")
    ]
    misses = [kind.check(offer, kind.scene(brief)).misses for offer in offers]
    assert misses == [(), ("not known to be for children",)]
