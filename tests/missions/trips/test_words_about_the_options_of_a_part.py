"""What people say while a way or a bed is chosen: hours, kinds, prices; and what it leaves alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agency.reasoning.skills.refinement import WordsToRefine, by_rules
from agency.sources.base import Offer
from missions import refining
from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, Found, Judged, Part
from missions.trips.ground import direction, moment
from tests.missions.trips.driving import answer, context, settle_parts, understood

GOAL = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers, from Berlin"


@pytest.fixture(scope="module")
def travel() -> ComplexMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, ComplexMission)
    return kind


@pytest.fixture(scope="module")
def brief(travel: ComplexMission) -> Brief:
    return understood(travel, GOAL)


@pytest.fixture(scope="module")
def done(travel: ComplexMission, brief: Brief) -> dict[str, Found]:
    return settle_parts(travel, brief)


def part_of(travel: ComplexMission, brief: Brief, key: str) -> Part:
    return next(part for part in travel.decompose(brief) if part.key == key)


def options(travel: ComplexMission, brief: Brief, done: dict[str, Found], key: str) -> Judged:
    part = part_of(travel, brief, key)
    before = {name: found for name, found in done.items() if name in part.depends_on}
    offers = [offer for request in travel.requests(part, brief, before) for offer in answer(request)]
    return travel.judge(part, offers, brief, before)


def said(
    travel: ComplexMission, brief: Brief, key: str, words: str, shown: list[dict[str, Any]]
) -> tuple[Brief, list[str]]:
    """The brief of a part after some words, as its run takes them in."""
    part = part_of(travel, brief, key)
    titles = [one["title"] for one in shown]
    specs = list(travel.config.all_slots)
    read = by_rules(
        WordsToRefine(
            text=words, goal=brief.goal, slots=brief.slots, titles=titles, specs=specs, context=context()
        )
    )
    meant = travel.meant_of_part(part, words, read, brief)
    adjustments, slots, told = refining.refined(
        brief.adjustments, brief.slots, meant, shown=shown, words=words
    )
    after = brief.model_copy(update={"adjustments": adjustments, "slots": slots})
    turned, more = travel.refine_part(part, words, read, after) or (after, [])
    return turned, [*more, *told]


def shown(judged: Judged) -> list[dict[str, Any]]:
    return [
        {"title": one.offer.title, "amount": str(one.offer.price), "rating": one.offer.rating}
        for one in judged.options
    ]


def again(
    travel: ComplexMission, brief: Brief, done: dict[str, Found], key: str, words: str
) -> tuple[Judged, Judged]:
    """The options before and after some words."""
    before = options(travel, brief, done, key)
    after, _ = said(travel, brief, key, words, shown(before))
    return before, options(travel, after, done, key)


def leaves(offer: Offer) -> int:
    at = moment(direction(offer, "out"), "leaves")
    return at.hour * 60 + at.minute


@pytest.mark.parametrize(
    "words", ["not a hostel", "no hostels please", "kein Hostel", "pas d'auberge de jeunesse"]
)
def test_a_kind_of_stay_that_is_ruled_out_is_gone(
    travel: ComplexMission, brief: Brief, done: dict[str, Found], words: str
) -> None:
    saving = brief.model_copy(update={"slots": {**brief.slots, "stay_price": "lower"}})
    assert "hostel" in {one.offer.category for one in options(travel, saving, done, "stay").options}
    _, after = again(travel, saving, done, "stay", words)
    assert after.options
    assert "hostel" not in {one.offer.category for one in after.options}


def test_only_apartments(travel: ComplexMission, brief: Brief, done: dict[str, Found]) -> None:
    _, after = again(travel, brief, done, "stay", "an apartment would be better")
    assert {one.offer.category for one in after.options} == {"apartment"}


def test_cheaper_shows_cheaper_stays_the_cheapest_first(
    travel: ComplexMission, brief: Brief, done: dict[str, Found]
) -> None:
    before, after = again(travel, brief, done, "stay", "cheaper")
    prices = [one.offer.price or 0 for one in after.options]
    assert prices == sorted(prices)
    assert max(prices) <= sorted(one.offer.price or 0 for one in before.options)[len(before.options) // 2]


def test_closer_to_the_centre_sorts_by_distance(
    travel: ComplexMission, brief: Brief, done: dict[str, Found]
) -> None:
    _, after = again(travel, brief, done, "stay", "closer to the centre")
    km = [float(one.parts["distance"].words.split()[0]) for one in after.options]
    assert km == sorted(km)


def test_a_price_for_a_night_is_the_stays_and_not_the_trips(
    travel: ComplexMission, brief: Brief, done: dict[str, Found]
) -> None:
    before = options(travel, brief, done, "stay")
    after, words = said(travel, brief, "stay", "under $110 a night", shown(before))
    assert after.slots["budget"] == brief.slots["budget"]
    assert words == ["at most $110"]
    assert max(one.offer.price or 0 for one in options(travel, after, done, "stay").options) <= 110


def test_a_price_that_nothing_has_shows_the_nearest_and_says_so(
    travel: ComplexMission, brief: Brief, done: dict[str, Found]
) -> None:
    _, after = again(travel, brief, done, "stay", "under $5 a night")
    assert after.options
    assert any("come closest" in risk for risk in after.risks)


def test_later_and_direct_flights(travel: ComplexMission, brief: Brief, done: dict[str, Found]) -> None:
    before, after = again(travel, brief, done, "flights", "can we leave later? direct only")
    assert leaves(after.options[0].offer) >= max(leaves(one.offer) for one in before.options[:1])
    assert not any(one.offer.attributes.get("stops") for one in after.options)


def test_cheaper_flights_come_first(travel: ComplexMission, brief: Brief, done: dict[str, Found]) -> None:
    _, after = again(travel, brief, done, "flights", "cheaper")
    prices = [one.offer.price or 0 for one in after.options]
    assert prices == sorted(prices)


@pytest.mark.parametrize("words", ["not a hostel", "cheaper", "under $90 a night, for two people in May"])
def test_words_about_a_part_leave_the_trip_as_it_is(
    travel: ComplexMission, brief: Brief, done: dict[str, Found], words: str
) -> None:
    after, _ = said(travel, brief, "stay", words, shown(options(travel, brief, done, "stay")))
    for name in ("date", "duration", "people", "cities", "budget"):
        assert after.slots.get(name) == brief.slots.get(name)


def test_the_account_counts_what_is_chosen_and_what_is_shown(
    travel: ComplexMission, brief: Brief, done: dict[str, Found]
) -> None:
    parts = travel.decompose(brief)
    nothing = travel.account(parts, brief, {}, {})
    assert nothing is not None
    assert nothing.spent == 0
    some = travel.account(parts, brief, {"flights": done["flights"]}, {"stay": done["stay"].offers})
    assert some is not None
    assert [share.settled for share in some.shares] == [True, False, False]
    assert some.spent == (done["flights"].chosen[0].price or 0) * 2
    assert some.held > nothing.held
    assert some.left == 3000 - some.spent - some.held
