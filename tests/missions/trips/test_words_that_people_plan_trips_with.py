"""Sentences as people write to planners: rooms, house rules, kitchens, bans, states, passed days."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.utils.translation import override

from agency.sources.base import Offer
from missions.plugins.complex import Found, Part
from missions.plugins.discovery import type_named
from missions.trips.asked import in_words, kitchens_asked, rooms_asked, rules_asked
from missions.trips.mission import TripMission
from missions.trips.passed import passed_in_words
from missions.trips.plan import TripPlan
from tests.missions.trips.driving import NOW, drafted, refined, settle_parts, understood


def travel() -> TripMission:
    kind = type_named("travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    ("words", "kinds", "not_kinds"),
    [
        ("we need an entire home", ["apartment"], []),
        ("shared rooms are fine", [], []),
        ("we want a shared room", ["hostel"], []),
        ("no shared rooms please", [], ["hostel"]),
        ("a private room", [], ["hostel"]),
        ("keine Mehrbettzimmer", [], ["hostel"]),
        ("a hotel near the station", [], []),
        ("We want the whole place to explore", [], []),
        ("the whole place to ourselves", ["apartment"], []),
    ],
)
def test_rooms_are_kinds_of_stays(words: str, kinds: list[str], not_kinds: list[str]) -> None:
    assert rooms_asked(words) == (kinds, not_kinds)


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("it has to be pet-friendly", ["pets"]),
        ("we are bringing our dog", ["pets"]),
        ("a place that allows smoking and where visitors are welcome", ["smoking", "visitors"]),
        ("children under 10 allowed, parties permitted", ["children", "parties"]),
        ("mit unserem Hund", ["pets"]),
        ("no pets, a party of four, with the kids", []),
        ("My kids are fine with walking", []),
        ("with a dog sled tour", []),
        ("we want to see the cat cafe with the dog park", []),
        ("travelling with a dog to Rome, kids are welcome", ["pets", "children"]),
    ],
)
def test_house_rules_are_read(words: str, rules: list[str]) -> None:
    assert rules_asked(words) == rules


def test_kitchens_are_read_where_it_is_about_food() -> None:
    assert kitchens_asked("We want Mexican, American, and French cuisines. No sushi to eat.") == (
        ["mexican", "american", "french"],
        ["sushi"],
    )
    assert kitchens_asked("Walk through the Japanese gardens") == ([], [])


@pytest.mark.parametrize(
    "words",
    [
        "Paris for 3 days with good restaurants and a japanese garden",
        "3 Tage London, britisches Museum und gut essen",
        "Have dinner on a boat, see the German parliament",
        "Flug von Essen nach Athen, griechische Inseln",
        "We tried Thai massage last year, now 3 days in Rome with good food",
        "Try Thai massage, eat well",
    ],
)
def test_a_nationality_apart_from_the_food_is_no_kitchen(words: str) -> None:
    assert kitchens_asked(words) == ([], [])


@pytest.mark.parametrize(
    ("words", "wanted", "ruled_out"),
    [
        ("not a fan of Chinese food", [], ["chinese"]),
        ("We can't stand Indian food", [], ["indian"]),
        ("eat Italian food but no Chinese", ["italian"], ["chinese"]),
        ("wir wollen italienisch essen", ["italian"], []),
        ("restaurant japonais, s'il vous plaît", ["japanese"], []),
        ("We love to eat Italian and Thai in the evening", ["italian", "thai"], []),
        ("dinner in a Greek place", ["greek"], []),
        ("sushi for dinner", ["sushi"], []),
    ],
)
def test_a_kitchen_is_read_beside_a_word_for_food(
    words: str, wanted: list[str], ruled_out: list[str]
) -> None:
    assert kitchens_asked(words) == (wanted, ruled_out)


def test_what_is_wanted_of_beds_and_tables_is_said_in_german() -> None:
    with override("de"):
        assert in_words({}, {"stay_kinds": ["hotel"], "kitchens": ["japanese"]}) == [
            "nur: Hotel",
            "Küche: Japanisch",
        ]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("a 3-day trip to Rome in May for 2 people", {"days": 3, "day_trips": 0}),
        ("4 days in Rome in May for 2 people with a one-day trip outside", {"days": 4, "day_trips": 1}),
        ("Rome in 3 days in May for 2 people", {"days": 3, "first": date(2027, 5, 14)}),
        ("5 days in Rome, 2 people, August", {"days": 5, "first": date(2027, 8, 17)}),
        ("7 days based in Boston and exploring Rome in May", {"origin": "Boston", "cities": ["Rome"]}),
        ("7 days starting in Berlin and exploring Rome in May", {"origin": "Berlin", "cities": ["Rome"]}),
        (
            "starting in Boston, two cities in Texas",
            {"origin": "Boston", "cities": ["Houston", "San Antonio"]},
        ),
        ("10 days in Japan starting in Munich", {"origin": "Munich", "cities": ["Japan"]}),
        (
            "Two weeks in Italy, starting in Rome and then going to Florence and Venice",
            {"origin": "Berlin", "cities": ["Rome", "Florence", "Venice"]},
        ),
        ("10 days, starting in Paris and visiting Lyon", {"origin": "Berlin", "cities": ["Paris", "Lyon"]}),
        ("Trip starting in Lisbon to Porto", {"origin": "Berlin", "cities": ["Lisbon", "Porto"]}),
        ("two weeks in Italy starting in Venice", {"origin": "Berlin", "cities": ["Venice"]}),
        ("from Houston to two cities in Texas", {"origin": "Houston", "cities": ["San Antonio", "Dallas"]}),
        ("two cities in Germany from Berlin", {"origin": "Berlin", "cities": ["Hamburg", "Köln"]}),
        ("7 days starting in Rome and ending in Venice in May", {"cities": ["Rome", "Venice"]}),
        ("from Chicago to two cities in Texas in May", {"cities": ["Houston", "San Antonio"]}),
        ("from Boston to 2 cities in Georgia in May", {"cities": ["Atlanta", "Columbus"]}),
        ("three cities in Italy in May", {"cities": ["Rome", "Naples", "Palermo"]}),
    ],
)
def test_the_shape_of_a_trip_is_read(goal: str, expected: dict[str, Any]) -> None:
    wish = travel().asked(understood(travel(), goal))
    said = {
        "days": wish.days,
        "first": wish.first,
        "day_trips": wish.day_trips,
        "origin": wish.origin and wish.origin.name,
        "cities": [city.name for city in wish.cities],
    }
    assert {name: said[name] for name in expected} == expected


@pytest.mark.parametrize("words", ["we prefer to avoid flying", "rather not fly", "lieber nicht fliegen"])
def test_who_would_rather_not_fly_goes_by_train(words: str) -> None:
    brief = understood(travel(), f"4 days in Vienna from Berlin in May for 2 people, {words}")
    assert travel().decompose(brief)[0].key == "trains"


def test_days_that_have_passed_are_the_same_days_of_a_year_ahead_and_the_plan_says_so() -> None:
    goal = "3 days in Paris from March 16th to March 18th 2022 for 2 people, $1500"
    brief = travel().possible(understood(travel(), goal))
    draft = travel().draft(brief, settle_parts(travel(), brief), 1)
    plan = TripPlan.model_validate(draft.data)
    assert (plan.days[0].date, plan.days[-1].date) == (date(2027, 3, 16), date(2027, 3, 18))
    assert plan.misfits[0] == "Wednesday, 16 March 2022 has passed: this is for the same days of 2027."
    later, _said = refined(travel(), brief, "from 20 to 22 April 2027")
    assert travel().possible(later) == later
    again = TripPlan.model_validate(travel().draft(later, settle_parts(travel(), later), 2).data)
    assert again.days[0].date == date(2027, 4, 20)
    assert not any("has passed" in words for words in again.misfits)


@pytest.mark.parametrize(
    ("today", "start", "end", "length", "first"),
    [
        (date(2026, 12, 28), "2026-12-24", "2027-01-03", "P7D", date(2027, 12, 28)),
        (date(2026, 12, 30), "2026-12-01", "2027-02-28", "P60D", date(2026, 12, 31)),
        (date(2026, 11, 25), "2026-11-01", "2026-11-30", "P5D", date(2026, 11, 26)),
    ],
)
def test_a_window_that_has_begun_holds_the_trip_while_enough_of_it_is_left(
    today: date, start: str, end: str, length: str, first: date
) -> None:
    slots = {"cities": ["Rome"], "date": {"start": start, "end": end}, "duration": length}
    brief = understood(travel(), "Rome for 2 people").model_copy(
        update={"slots": slots, "now": datetime(today.year, today.month, today.day, 9, tzinfo=UTC)}
    )
    wish = travel().asked(travel().possible(brief))
    assert wish.first == first
    assert wish.last <= date.fromisoformat(end) or wish.first.year > today.year


def test_a_month_of_which_too_little_is_left_is_not_said_to_have_passed() -> None:
    brief = travel().possible(understood(travel(), "5 days in Paris in November for 2 people"))
    assert passed_in_words(brief) == [
        "Too little is left of the days from Sunday, 1 November 2026 to Monday, 30 November 2026: "
        "this is for the same of 2027."
    ]


def test_food_that_is_asked_for_is_eaten_and_what_is_not_wanted_is_not() -> None:
    goal = "5 days in Paris in May for 2 people, $4000, Japanese and Lebanese food, no Italian restaurants"
    draft, brief, _done = drafted(travel(), goal)
    plan = TripPlan.model_validate(draft.data)
    eaten = " ".join(item.category for day in plan.days for item in day.items if item.kind == "restaurant")
    assert "japanese" in eaten
    assert "lebanese" in eaten
    assert "italian" not in eaten
    check = next(one for one in plan.checks if one.name == "The food asked for")
    assert (check.ok, check.hard) == (True, False)
    after, said = refined(travel(), brief, "Mexican food too, please")
    assert "Mexican food" in said
    assert travel().affected(brief, after, travel().decompose(brief)) == {"restaurants"}


def stay(title: str, *features: str, category: str = "hotel") -> Offer:
    return Offer(
        source="catalogue", source_id=title, title=title, kind="stay", category=category, fetched_at=NOW,
        price=90, currency="USD", rating=4.2, place={"city": "Paris", "lat": 48.86, "lon": 2.35},
        attributes={"features": list(features), "room_for": 2, "rooms": 5, "price_unit": "night"},
    )  # fmt: skip


def test_a_place_that_allows_the_dog_comes_first_and_what_is_not_known_is_said() -> None:
    brief = understood(travel(), "4 days in Paris in May for 2 people, with our dog, $2000")
    part = Part("stay", "Where to sleep", "stay")
    offers = [stay("Unknown"), stay("Never", "no pets"), stay("Welcome", "pets allowed")]
    judged = travel().judge(part, offers, brief, {})
    assert [one.offer.title for one in judged.options] == ["Welcome", "Unknown"]
    assert "Not all of these say whether it is allowed: Pets." in judged.risks
    refused = travel().judge(part, offers[1:2], brief, {})
    assert (refused.options, refused.left_out) == ([], "1 does not allow it: Pets")
    done = settle_parts(travel(), brief)
    for chosen, ok in ((offers[2], True), (offers[0], False)):
        plan = TripPlan.model_validate(
            travel().draft(brief, {**done, "stay": Found("stay", [chosen], [chosen])}, 1).data
        )
        check = next(one for one in plan.checks if one.name == "Allowed where you stay")
        assert (check.ok, check.hard) == (ok, False)
    assert check.detail == "Pets: ask Unknown"
