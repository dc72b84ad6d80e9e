"""A goal in words becomes parts, the parts a plan, and words about the plan change only what they touch."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.plugins.complex import (
    MOST_KEY,
    ComplexMission,
    Judged,
    Part,
    order_of,
    part_key,
    with_dependants,
)
from missions.trips.checks import broken
from missions.trips.parts import city_of, parts_of_trip
from missions.trips.plan import TripPlan
from tests.missions.trips.conftest import wish
from tests.missions.trips.driving import drafted, first, refined, settle_parts, understood

PARIS = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers"
TWO = "6 days in Rome and Florence in April, $4000 for two"
PLUGINS = Path(discovery.__file__).parent


@pytest.fixture(scope="module")
def travel() -> ComplexMission:
    kind = discovery.load(PLUGINS / "travel")
    assert isinstance(kind, ComplexMission)
    return kind


def keys(kind: ComplexMission, goal: str) -> dict[str, tuple[str, ...]]:
    return {part.key: part.depends_on for part in kind.decompose(understood(kind, goal))}


def plan_of(data: dict[str, object]) -> TripPlan:
    plan = TripPlan.model_validate(data)
    assert not broken(plan.checks)
    return plan


def test_the_goal_is_read_whole(travel: ComplexMission) -> None:
    slots = understood(travel, PARIS).slots
    assert slots["cities"] == ["Paris"]
    assert slots["duration"] == "P5D"
    assert slots["people"] == 2
    assert slots["budget"]["amount"] == 3000


@pytest.mark.parametrize(
    ("goal", "cities", "origin", "days"),
    [
        (
            "I want to fly from New York to London and Paris for 8 days in September",
            ["London", "Paris"],
            "New York",
            "P8D",
        ),
        ("Vienna then Venice, 7 days from 3 June", ["Vienna", "Venice"], None, "P7D"),
        ("plan a trip to paris and amsterdam for a long weekend", ["Paris", "Amsterdam"], None, "P3D"),
        ("Fünf Tage Wien und Venedig im Mai", ["Vienna", "Venice"], None, "P5D"),
        ("Une semaine à Rome et Florence en mai", ["Rome", "Florence"], None, "P7D"),
        ("four nights in Barcelona in July", ["Barcelona"], None, "P5D"),
    ],
)
def test_cities_origin_and_length_are_heard(
    travel: ComplexMission, goal: str, cities: list[str], origin: str | None, days: str
) -> None:
    slots = understood(travel, goal).slots
    assert (slots["cities"], slots.get("origin"), slots["duration"]) == (cities, origin, days)


def test_seven_days_from_a_date_begin_on_it(travel: ComplexMission) -> None:
    assert understood(travel, "Vienna, 7 days from 3 June").slots["date"] == "2027-06-03"


def test_nothing_said_leaves_the_place_open(travel: ComplexMission) -> None:
    brief = understood(travel, "Plan my next vacation")
    assert travel.place(brief) is None
    assert [name for name in travel.config.needs if not brief.slots.get(name)] == [
        "place",
        "date",
        "duration",
        "people",
    ]


def test_the_stay_waits_for_the_flights_and_the_rest_does_not(travel: ComplexMission) -> None:
    waits = keys(travel, PARIS)
    assert waits["flights"] == ()
    assert waits["stay"] == ("flights",)
    assert waits["sights"] == waits["activities"] == ()
    assert waits["restaurants"] == ("sights",)


def test_parts_differ_for_no_flights_home_and_two_cities(travel: ComplexMission) -> None:
    one = keys(travel, PARIS)
    train = keys(travel, "3 days in Hamburg without flights, 2 people, in May")
    home = keys(travel, "long weekend in Berlin, no flights, 3 people, 900 euros")
    two = keys(travel, TWO)
    assert len({frozenset(one), frozenset(train), frozenset(home), frozenset(two)}) == 4
    assert "trains" in train
    assert "flights" not in train
    assert "stay" not in home
    assert {"between_florence", "stay_rome", "stay_florence", "restaurants_florence"} <= set(two)


def test_the_draft_of_the_paris_trip_keeps_everything(travel: ComplexMission) -> None:
    draft, _, done = drafted(travel, PARIS)
    plan = plan_of(draft.data)
    assert plan.misfits == []
    assert len(plan.days) == 5
    assert plan.days[0].date.month == plan.days[-1].date.month == 5
    assert plan.budget.total <= 3000
    assert plan.stays[0].name == done["stay"].chosen[0].title


def test_flights_and_stay_are_asked_about_and_sights_are_not(travel: ComplexMission) -> None:
    asked: dict[str, bool] = {}

    def note(part: Part, judged: Judged) -> list[object]:
        asked[part.key] = judged.ask
        return first(part, judged)  # type: ignore[return-value]

    drafted(travel, PARIS, note)  # type: ignore[arg-type]
    assert asked == {
        "flights": True,
        "stay": True,
        "sights": False,
        "activities": False,
        "restaurants": False,
    }


def test_two_cities_are_joined_by_a_train_and_flown_home_from_the_second(travel: ComplexMission) -> None:
    draft, *_ = drafted(travel, TWO)
    plan = plan_of(draft.data)
    ways = [(leg.kind, leg.origin, leg.to) for leg in plan.transport]
    assert ways == [
        ("flight", "Berlin", "Rome"),
        ("train", "Rome", "Florence"),
        ("flight", "Florence", "Berlin"),
    ]
    assert [stay.city for stay in plan.stays] == ["Rome", "Florence"]


def test_too_many_museums_and_one_day_trip_touch_only_the_days(travel: ComplexMission) -> None:
    draft, brief, done = drafted(travel, PARIS)
    after, said = refined(travel, brief, "Too many museums, add one day trip outside Paris")
    assert said[:2] == ["fewer: museums", "1 day trip more"]
    parts = travel.decompose(after)
    again = with_dependants(travel.affected(brief, after, parts), parts)
    assert again == {"sights", "day_trips", "restaurants"}
    kept = {key: found for key, found in done.items() if key not in again}
    second = plan_of(travel.draft(after, settle_parts(travel, after, done=kept), 2).data)
    assert second.version == 2
    assert second.stays == plan_of(draft.data).stays
    assert sum(day.title.startswith("Day trip") for day in second.days) == 1
    assert _museums(second) < _museums(plan_of(draft.data))


def _museums(plan: TripPlan) -> int:
    return sum(item.category == "museum" for day in plan.days for item in day.items)


@pytest.mark.parametrize(
    ("words", "touched"),
    [
        ("a cheaper hotel please", {"stay"}),
        ("direct flights only", {"flights", "stay"}),
        ("cheaper", {"stay", "restaurants"}),
        ("now we are 3 people", {"flights", "stay", "sights", "activities", "restaurants"}),
        ("slower", {"sights", "restaurants"}),
        ("not Versailles", {"sights", "activities", "restaurants"}),
        ("make it 4 days", {"flights", "stay", "sights", "activities", "restaurants"}),
    ],
)
def test_a_refinement_runs_again_what_it_touches(
    travel: ComplexMission, words: str, touched: set[str]
) -> None:
    brief = understood(travel, PARIS)
    after, _ = refined(travel, brief, words)
    parts = travel.decompose(after)
    assert with_dependants(travel.affected(brief, after, parts), parts) == touched


def test_a_cheaper_hotel_is_cheaper(travel: ComplexMission) -> None:
    _, brief, done = drafted(travel, PARIS)
    after, _ = refined(travel, brief, "a cheaper hotel please")
    kept = {key: found for key, found in done.items() if key != "stay"}
    again = settle_parts(travel, after, done=kept)
    assert (again["stay"].chosen[0].price or 0) < (done["stay"].chosen[0].price or 0)


def test_words_that_say_nothing_about_a_trip_are_left_to_the_common_rules(travel: ComplexMission) -> None:
    from agency.reasoning.skills.refinement import Refinement

    assert travel.refine("hello there", Refinement(), understood(travel, PARIS)) is None


def test_a_choice_over_the_budget_is_replaced_and_said(travel: ComplexMission) -> None:
    def dearest(part: Part, judged: Judged) -> list[object]:
        if part.key != "stay":
            return first(part, judged)  # type: ignore[return-value]
        return [max((one.offer for one in judged.options), key=lambda offer: offer.price or 0)]

    goal = "Plan a 5-day Paris trip for May, budget $1400, 2 travelers"
    draft, *_ = drafted(travel, goal, dearest)  # type: ignore[arg-type]
    plan = plan_of(draft.data)
    assert plan.budget.total <= 1400


def test_an_unknown_city_still_gets_days_and_says_what_is_missing(travel: ComplexMission) -> None:
    draft, _, done = drafted(travel, "3 days in Ulaanbaatar in June, 2 people, from Berlin")
    plan = plan_of(draft.data)
    assert done["stay"].failed
    assert any("sleep" in text for text in plan.misfits)


def test_order_of_parts_has_no_circle_for_three_cities(travel: ComplexMission) -> None:
    brief = understood(travel, "9 days in Rome, Florence and Venice in May for 2")
    assert len(order_of(travel.decompose(brief))) == 15


@pytest.mark.parametrize("city", ["Santiago de Compostela", "Las Palmas de Gran Canaria"])
def test_cities_with_long_names_have_parts_of_their_own(travel: ComplexMission, city: str) -> None:
    brief = understood(travel, f"7 days in Madrid and {city} in May for 2")
    assert brief.slots["cities"] == ["Madrid", city]
    parts = order_of(travel.decompose(brief))
    assert max(len(part.key) for part in parts) > 32
    wish = travel.wish(brief)  # type: ignore[attr-defined]
    there = [part.key for part in parts if city_of(part, wish).name == city]
    assert len(there) == 5
    draft, _, _ = drafted(travel, brief.goal)
    assert {day.city for day in plan_of(draft.data).days} == {"Madrid", city}


def test_a_city_whose_name_ends_like_another_is_not_taken_for_it() -> None:
    asked = wish("York, New York")
    part = next(one for one in parts_of_trip(asked) if one.key == "stay_new_york")
    assert city_of(part, asked).name == "New York"


def test_the_key_of_a_part_is_never_too_long_and_always_its_own() -> None:
    long = ["Llanfair" + "pwllgwyngyll" * n for n in (8, 9)]
    made = [part_key("restaurants", name) for name in long]
    assert all(len(key) == MOST_KEY for key in made)
    assert len(set(made)) == 2
    assert made == [part_key("restaurants", name) for name in long]
    with pytest.raises(ValueError, match="too long"):
        order_of([Part("x" * (MOST_KEY + 1), "x", "x")])


def test_the_package_has_a_pdf_a_schedule_and_a_calendar(travel: ComplexMission) -> None:
    import icalendar

    draft, brief, _ = drafted(travel, PARIS)
    files = {file.path: file for file in travel.package(draft, brief)}
    assert {"final/booking_summary.pdf", "final/daily_schedule.md", "final/itinerary.ics"} <= set(files)
    summary = files["final/booking_summary.pdf"].content
    assert summary.startswith(b"%PDF-")
    assert b"/Count 2" in summary, "five days are two pages"
    calendar = icalendar.Calendar.from_ical(files["final/itinerary.ics"].content.decode())
    titles = [str(event["SUMMARY"]) for event in calendar.walk("VEVENT")]
    assert titles[0] == "Flight Berlin – Paris"
    assert len(titles) == len({str(event["UID"]) for event in calendar.walk("VEVENT")}) > 20


def test_what_was_chosen_teaches(travel: ComplexMission) -> None:
    draft, brief, done = drafted(travel, PARIS)
    learned = {learning.key for learning in travel.learn(draft, brief, done)}
    assert "travel.flights.direct" in learned
    assert any(key.startswith("travel.stay.area.") for key in learned)
