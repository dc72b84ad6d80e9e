"""What a trip goes by: trains beside flights where they are quick, trains alone for who does not fly."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from pathlib import Path

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, by_rules
from agency.sources.base import Offer, SearchRequest
from agency.sources.estimates.reckoning import in_own_money, rate_of
from agency.sources.money import convert
from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import Judged, Part
from missions.trips.mission import TripMission
from missions.trips.plan import TripPlan
from missions.trips.words import flies
from tests.missions.trips.driving import answer, context, drafted, refined, settle_parts, understood


@lru_cache(maxsize=1)
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


def asked(goal: str) -> tuple[Part, set[str]]:
    """The part that is about getting there, and the kinds of ways that it asks for."""
    brief = understood(travel(), goal)
    part = travel().decompose(brief)[0]
    return part, {request.kind for request in travel().requests(part, brief, {})}


@pytest.mark.parametrize(
    ("goal", "key", "kinds"),
    [
        ("4 days in Prague from Berlin in May for 2 people", "flights", {"flight", "train"}),
        ("4 days in Lisbon from Berlin in May for 2 people", "flights", {"flight"}),
        ("4 days in Prague, flying from Berlin in May, for 2 people", "flights", {"flight"}),
        ("4 days in Prague from Berlin by train in May for 2 people", "trains", {"train"}),
        ("4 Tage Prag ab Berlin im Mai für 2, lieber mit der Bahn", "trains", {"train"}),
        ("4 days in Lisbon from Berlin in May for 2 people, no flights", "trains", {"train"}),
        ("a week in Rome and Florence from Berlin in April, by train between them", "flights", {"flight"}),
        ("4 days in Prague from Berlin in May, train or flight, for 2", "flights", {"flight", "train"}),
    ],
)
def test_what_is_asked_for_getting_there(goal: str, key: str, kinds: set[str]) -> None:
    part, wanted = asked(goal)
    assert (part.key, wanted) == (key, kinds)
    assert ("Trains" in part.title) is ("train" in kinds)


def test_the_train_is_taken_where_it_is_cheaper() -> None:
    draft, _brief, done = drafted(travel(), "3 days in Paris from Brussels in May for 2 people, $900")
    plan = TripPlan.model_validate(draft.data)
    assert {leg.kind for leg in plan.transport} == {"train"}
    assert {offer.kind for offer in done["flights"].offers} == {"train", "flight"}


def test_a_budget_that_a_flight_breaks_is_kept_by_train() -> None:
    """The flight was chosen: what it leaves is too little for three days, and the train's is enough."""

    def flight(part: Part, judged: Judged) -> list[Offer]:
        offers = [scored.offer for scored in judged.options]
        if part.key == "flights":
            return [one for one in offers if one.kind == "flight"][:1]
        return offers[:1] if judged.ask else offers[: judged.take]

    goal = "3 days in Paris from Brussels in July for 2 people"
    by_train, by_flight = (cheapest(f"{goal}, {way}") for way in ("no flights", "by plane"))
    assert by_train < by_flight
    draft, _brief, _done = drafted(travel(), f"{goal}, ${by_train + 1:.0f}", flight)
    plan = TripPlan.model_validate(draft.data)
    assert {leg.kind for leg in plan.transport} == {"train"}
    assert len(plan.days) == 3
    assert plan.budget.needed is None


def cheapest(goal: str) -> Decimal:
    """What all the days take at least."""
    needed = TripPlan.model_validate(drafted(travel(), f"{goal}, $1")[0].data).budget.needed
    assert needed is not None
    return needed


def test_no_way_between_two_cities_is_flown_by_who_does_not_fly() -> None:
    goal = "6 days in Vienna and Berlin from Munich in May for 2 people"
    for words, kinds in (("", {"train", "flight"}), (", no flights", {"train"})):
        brief = understood(travel(), goal + words)
        part = next(one for one in travel().decompose(brief) if one.coordinator == "between")
        assert {request.kind for request in travel().requests(part, brief, {})} == kinds


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("take the train instead of flying", "by train, no flights"),
        ("lieber mit dem Zug", "by train, no flights"),
        ("no flights please", "by train, no flights"),
    ],
)
def test_a_draft_is_changed_to_trains_by_words(words: str, said: str) -> None:
    _draft, brief, _done = drafted(travel(), "4 days in Prague from Berlin in May for 2 people, $1500")
    after, changes = refined(travel(), brief, words)
    assert changes == [said]
    assert after.adjustments.exclude == []
    parts = travel().decompose(after)
    assert travel().affected(brief, after, parts) == {"trains"}
    plan = TripPlan.model_validate(travel().draft(after, settle_parts(travel(), after), 2).data)
    assert {leg.kind for leg in plan.transport} == {"train"}
    again, changes = refined(travel(), after, "we'd rather fly")
    assert changes == ["flights"]
    assert travel().decompose(again)[0].key == "flights"


def test_a_trip_is_reckoned_in_the_currency_of_its_budget() -> None:
    draft, *_ = drafted(travel(), "4 days in Vienna in May for 2 people, 2000 euros")
    budget = TripPlan.model_validate(draft.data).budget
    assert (budget.limit, budget.currency) == (2000, "EUR")
    assert "€2,000" in draft.markdown


def test_a_limit_in_another_currency_is_named_as_people_name_one() -> None:
    for goal in (
        "4 Tage Wien ab Berlin im Mai für 2 Personen, 1400 Euro",
        "4 days in Vienna, 1425 euros, 2 people",
    ):
        draft, brief, _done = drafted(travel(), goal, currency="USD")
        limit = TripPlan.model_validate(draft.data).budget.limit
        assert brief.currency == "USD"
        assert limit is not None
        assert limit % 10 == 0


@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("by train if possible", "if needed"),
        ("by train, if at all possible", "if needed"),
        ("preferably by train", "if needed"),
        ("no flights if possible", "if needed"),
        ("am liebsten mit dem Zug", "if needed"),
        ("gern mit der Bahn", "if needed"),
        ("wenn möglich mit dem Zug", "if needed"),
        ("by plane is fine too", "if needed"),
        ("Fliegen geht auch", "if needed"),
        ("then fly, please", "yes"),
        ("flights", "yes"),
        ("by train", "no"),
        ("no flights too early", "no"),
        ("not too early flights", "yes"),
        ("no flights", "no"),
        ("lieber Zug", "no"),
        ("dinner at eight if possible", ""),
    ],
)
def test_a_wish_for_trains_is_no_ban_on_flights(words: str, by: str) -> None:
    assert flies(words) == by


def test_who_wishes_for_trains_takes_one_where_any_goes_and_flies_elsewhere() -> None:
    for goal, kind in (("Prague", "train"), ("Lisbon", "flight")):
        brief = understood(travel(), f"4 days in {goal} from Berlin by train if possible in May for 2 people")
        assert brief.slots["fly"] == "if needed"
        part = travel().decompose(brief)[0]
        offers = [one for request in travel().requests(part, brief, {}) for one in answer(request)]
        assert {"train", "flight"} >= {one.kind for one in offers} >= {"flight"}
        judged = travel().judge(part, offers, brief, {})
        trains = any(one.kind == "train" for one in offers)
        assert {one.offer.kind for one in judged.options} == {"train" if trains else "flight"}
        assert trains or kind == "flight"


@pytest.mark.parametrize("words", ["then fly, please", "by plane is fine too", "flights"])
def test_where_no_train_goes_flights_are_looked_for_when_asked(words: str) -> None:
    brief = understood(travel(), "4 days in Lisbon from Berlin by train in May for 2 people")
    part = travel().decompose(brief)[0]
    after, said = travel().refine_part(part, words, Refinement(), brief) or (brief, [])
    assert said
    assert "flight" in {request.kind for request in travel().requests(part, after, {})}


def test_what_is_suggested_about_ways_is_about_ways_and_understood() -> None:
    for goal in ("in Lisbon from Berlin by train", "in Lisbon from Berlin"):
        brief = understood(travel(), f"4 days {goal} in May for 2 people")
        part = travel().decompose(brief)[0]
        for words in travel().suggested(part):
            assert "museum" not in words
            question = WordsToRefine(
                text=words, goal=brief.goal, slots=brief.slots, context=context(), specs=[]
            )
            read = by_rules(question)
            meant = travel().meant_of_part(part, words, read, brief)
            assert any(meant.model_dump().values()) or travel().refine_part(part, words, read, brief)


def test_fares_stand_in_the_money_of_who_asks_and_say_the_rate() -> None:
    brief = understood(travel(), "4 days in Rome from Berlin in May for 2 people", currency="EUR")
    part = travel().decompose(brief)[0]
    offers = [one for request in travel().requests(part, brief, {}) for one in answer(request)]
    assert {one.currency for one in offers} == {"EUR"}
    dollars = [one for request in _in_dollars(part, brief) for one in answer(request)]
    for own, foreign in zip(offers, dollars, strict=True):
        assert own.price is not None
        assert foreign.price is not None
        assert own.price == convert(foreign.price, "USD", "EUR").amount.quantize(Decimal(1))
    risks = travel().judge(part, offers, brief, {}).risks
    rate = f"{convert(Decimal(1), 'USD', 'EUR').rate:.4f}"
    assert any("US dollars" in risk and rate in risk and "rates of" in risk for risk in risks)


def _in_dollars(part: Part, brief: Brief) -> list[SearchRequest]:
    return travel().requests(part, brief.model_copy(update={"currency": "USD"}), {})


def test_a_currency_without_a_rate_leaves_fares_in_dollars() -> None:
    assert in_own_money(Decimal(120), "XXX") == (Decimal(120), "USD")
    assert rate_of("XXX") is None
    assert rate_of("USD") is None


def test_a_train_that_leaves_early_to_arrive_on_its_day_is_called_early() -> None:
    brief = understood(travel(), "4 days in Rome from Berlin by train in May for 2 people")
    part = travel().decompose(brief)[0]
    offers = [one for request in travel().requests(part, brief, {}) for one in answer(request)]
    called = {one.attributes["out"]["leaves"][11:]: one.title.rpartition(", ")[2] for one in offers}  # type: ignore[call-overload, index]
    assert called == {"07:30": "early", "09:10": "morning"}
