"""The senior lunch and days with company: other parts than a trip, and plans that hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, order_of
from missions.trips.access import check_access
from missions.trips.gathering import features_of
from missions.trips.ground import price_in
from missions.trips.guests import read_guests
from missions.trips.plan import TripPlan
from tests.missions.trips.conftest import sample
from tests.missions.trips.driving import answer, drafted, refined, settle_parts, understood

LUNCH = "Senior community lunch for 30 people in Berlin on 12 June, budget 900 euros"
GETS_IN = "Everyone can get in"
PARENTS = "Plan 3 days in Paris with my parents, 10-12 June, 4 people"


def kind(name: str) -> ComplexMission:
    loaded = discovery.load(Path(discovery.__file__).parent / name)
    assert isinstance(loaded, ComplexMission)
    return loaded


@pytest.fixture(scope="module")
def gathering() -> ComplexMission:
    return kind("gathering")


def test_the_place_comes_first_and_the_rest_side_by_side(gathering: ComplexMission) -> None:
    parts = order_of(gathering.decompose(understood(gathering, LUNCH)))
    assert {part.key: part.depends_on for part in parts} == {
        "venue": (),
        "menu": ("venue",),
        "helpers": ("venue",),
        "transport": ("venue",),
    }


def test_the_lunch_is_planned_from_setting_up_to_washing_up(gathering: ComplexMission) -> None:
    draft, _, done = drafted(gathering, LUNCH)
    plan = TripPlan.model_validate(draft.data)
    assert all(check.ok for check in plan.checks)
    assert (plan.people, plan.budget.limit, plan.budget.currency) == (30, 900, "EUR")
    assert str(plan.days[0].date) == "2027-06-12"
    names = [item.name for item in plan.days[0].items]
    assert names[0].startswith("Setting up")
    assert names[-1].startswith("Washing up")
    assert "Lunch together" in names
    assert int(str(done["venue"].chosen[0].attributes["most_people"])) >= 30


def test_a_lunch_that_is_too_dear_says_so(gathering: ComplexMission) -> None:
    draft, *_ = drafted(gathering, LUNCH.replace("900", "50"))
    assert "is not enough" in draft.misfits[0]
    plan = TripPlan.model_validate(draft.data)
    [broken] = [check for check in plan.checks if not check.ok]
    assert broken.name == "Within the budget"
    assert plan.budget.limit == 50
    assert plan.budget.needed > 50


def test_a_diet_changes_only_the_meal(gathering: ComplexMission) -> None:
    brief = understood(gathering, LUNCH)
    after, _ = refined(gathering, brief, "vegetarian please")
    assert gathering.affected(brief, after, gathering.decompose(after)) == {"menu"}
    draft, *_ = drafted(gathering, f"{LUNCH}, vegetarian")
    lunch = next(item for item in TripPlan.model_validate(draft.data).days[0].items if item.kind == "meal")
    menus = {offer.title: offer for offer in sample()["service", "Berlin"]}
    assert "vegetarian" in menus[lunch.note].attributes["features"]  # type: ignore[operator]


def test_days_with_company_have_neither_flights_nor_beds() -> None:
    itinerary = kind("itinerary")
    parts = {part.key: part.depends_on for part in itinerary.decompose(understood(itinerary, PARENTS))}
    assert set(parts) == {"company", "sights", "activities", "restaurants"}
    assert parts["sights"] == ("company",)


def test_parents_are_not_rushed() -> None:
    itinerary = kind("itinerary")
    draft, *_ = drafted(itinerary, PARENTS)
    plan = TripPlan.model_validate(draft.data)
    assert all(check.ok for check in plan.checks if check.hard)
    assert [str(day.date) for day in plan.days] == ["2027-06-10", "2027-06-11", "2027-06-12"]
    assert max(sum(item.kind in {"sight", "activity"} for item in day.items) for day in plan.days) <= 2
    assert plan.stays == plan.transport == []


def test_the_parts_of_the_three_types_differ() -> None:
    goals = {"travel": "5 days in Paris in May for 2", "itinerary": PARENTS, "gathering": LUNCH}
    keys = {
        name: frozenset(p.key for p in kind(name).decompose(understood(kind(name), goal)))
        for name, goal in goals.items()
    }
    assert len(set(keys.values())) == 3


def test_people_are_read_by_what_they_do() -> None:
    said = read_guests(
        "helped by Karl, Eva and Mrs Meyer; Jonas drives Mr Schulz, 4 of them need a lift, "
        "6 vegetarians and two vegans"
    )
    assert said.helpers == ("Karl", "Eva", "Mrs Meyer")
    assert (said.drivers, said.riders, said.rides) == (("Jonas",), ("Mr Schulz",), 4)
    assert said.diets == {"vegetarian": 6, "vegan": 2}


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (
            "helped by Anna-Lena von der Au and Karl",
            ("Anna-Lena von der Au", "Karl"),
        ),
        ("Maria de la Cruz and Jean d'Ormesson help", ("Maria de la Cruz", "Jean d'Ormesson")),
        ("Helfer: Anna Maria Luisa Schmidt, Eva", ("Anna Maria Luisa Schmidt", "Eva")),
    ],
)
def test_long_names_are_kept_whole(words: str, names: tuple[str, ...]) -> None:
    assert read_guests(words).helpers == names


@pytest.mark.parametrize(
    ("words", "rider"),
    [
        ("Karl fährt Frau Meyer von Spandau ins Gemeindehaus", "Frau Meyer"),
        ("Anna fährt Paul zum Bahnhof", "Paul"),
        ("Tom holt Oma zu Hause ab", "Oma"),
        ("Anna holt Karl vom Bahnhof ab", "Karl"),
        ("Anna holt Karl von der Schule ab", "Karl"),
        ("Tom fährt Vincent van den Hoek", "Vincent van den Hoek"),
    ],
)
def test_where_somebody_is_fetched_from_is_no_part_of_their_name(words: str, rider: str) -> None:
    assert read_guests(words).riders == (rider,)


def test_what_somebody_helps_with_is_no_part_of_their_name() -> None:
    assert read_guests("mit Hilfe von Anna zum Aufbau").helpers == ("Anna",)
    assert read_guests("mit Hilfe von Ursula von der Leyen").helpers == ("Ursula von der Leyen",)


@pytest.mark.parametrize(
    "words",
    ["Senior lunch for 30 people in Berlin", "We drive ourselves", "volunteers help", "everyone helps"],
)
def test_nobody_is_made_of_other_words(words: str) -> None:
    assert read_guests(words).empty


def test_words_about_people_change_the_day_and_only_what_they_touch(gathering: ComplexMission) -> None:
    brief = understood(gathering, LUNCH)
    parts = gathering.decompose(brief)
    for words, touched in {
        "Karl and Eva drive": set(),
        "helped by Anna and Tom": set(),
        "an hour later": set(),
        "6 vegetarians": {"menu"},
        "5 of them need a ride": {"transport"},
        "one of them is in a wheelchair": {"venue", "transport"},
    }.items():
        after, said = refined(gathering, brief, words)
        assert said, words
        assert gathering.affected(brief, after, parts) == touched, words
    assert refined(gathering, brief, "an hour later")[0].slots["time"] == "13:00"


def test_drivers_with_seats_enough_need_no_bus(gathering: ComplexMission) -> None:
    draft, *_ = drafted(gathering, f"{LUNCH}, 4 of them need a ride, Karl and Eva drive")
    plan = TripPlan.model_validate(draft.data)
    assert [(ride.driver, ride.others) for ride in plan.rides] == [("Karl", 2), ("Eva", 2)]
    fetching = next(item for item in plan.days[0].items if item.name.startswith("Fetching"))
    assert fetching.cost == 0
    assert "Who drives whom" in draft.markdown


def test_drivers_without_seats_enough_drive_first_and_the_rest_is_said(gathering: ComplexMission) -> None:
    draft, _, done = drafted(gathering, f"{LUNCH}, Karl and Eva drive")
    plan = TripPlan.model_validate(draft.data)
    bus = done["transport"].chosen[0].title
    assert [(ride.driver, ride.others) for ride in plan.rides[:2]] == [("Karl", 3), ("Eva", 3)]
    assert {ride.driver for ride in plan.rides[2:]} == {bus}
    assert sum(ride.others for ride in plan.rides) == 10
    [rides] = [check for check in plan.checks if check.name == "Everyone gets there"]
    assert (rides.ok, rides.detail) == (True, f"10 of 10 who need it: 6 by Karl and Eva, 4 by {bus}")


def test_drivers_without_seats_enough_and_no_bus_leave_the_rest_to_the_person(
    gathering: ComplexMission,
) -> None:
    brief = understood(gathering, f"{LUNCH}, Karl and Eva drive")
    done = {key: found for key, found in settle_parts(gathering, brief).items() if key != "transport"}
    plan = TripPlan.model_validate(gathering.draft(brief, done, 1).data)
    assert [ride.driver for ride in plan.rides] == ["Karl", "Eva"]
    [rides] = [check for check in plan.checks if check.name == "Everyone gets there"]
    assert (rides.ok, rides.hard, rides.detail) == (False, False, "6 of 10 who need it: 6 by Karl and Eva")
    assert "way to come and get home" in plan.misfits[0]


def test_who_may_be_in_a_wheelchair_goes_by_what_takes_wheelchairs(gathering: ComplexMission) -> None:
    goal = f"{LUNCH}, one of them is in a wheelchair, 4 of them need a ride, Karl drives Mrs Meyer"
    plan = TripPlan.model_validate(drafted(gathering, goal)[0].data)
    [car, bus] = plan.rides
    assert (car.driver, car.passengers, car.others) == ("Karl", [], 3)
    assert bus.passengers == ["Mrs Meyer"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Maria serves and Eva cooks", ("Maria", "Eva")),
        ("Mrs Meyer will bake", ("Mrs Meyer",)),
        ("Maria bedient, Eva und Tom kochen", ("Maria", "Eva", "Tom")),
        ("Gäste kochen selbst", ()),
    ],
)
def test_who_serves_or_cooks_helps(words: str, names: tuple[str, ...]) -> None:
    assert read_guests(words).helpers == names


def test_work_is_shared_among_those_who_help(gathering: ComplexMission) -> None:
    draft, *_ = drafted(gathering, f"{LUNCH}, helped by Karl, Eva and Tom")
    plan = TripPlan.model_validate(draft.data)
    counts = {name: sum(name in task.who for task in plan.tasks) for name in ("Karl", "Eva", "Tom")}
    assert max(counts.values()) - min(counts.values()) <= 1
    assert all(task.start < task.end for task in plan.tasks)


@pytest.mark.parametrize(
    ("more", "ok", "said"),
    [
        ("", False, "3 helpers are needed, 3 are still missing"),
        (", helped by Karl and Eva", False, "3 helpers are needed, 2 are named, 1 is still missing"),
        (", helped by Karl, Eva and Tom", True, "3 helpers are needed, 3 are named"),
    ],
)
def test_hands_that_are_missing_are_counted(
    gathering: ComplexMission, more: str, ok: bool, said: str
) -> None:
    brief = understood(gathering, f"{LUNCH}{more}")
    done = {key: found for key, found in settle_parts(gathering, brief).items() if key != "helpers"}
    checks = TripPlan.model_validate(gathering.draft(brief, done, 1).data).checks
    hands = next(check for check in checks if check.name == "Hands enough")
    assert (hands.ok, hands.detail) == (ok, said)
    whole = TripPlan.model_validate(gathering.draft(brief, settle_parts(gathering, brief), 1).data)
    others = next(check for check in whole.checks if check.name == "Hands enough")
    assert others.ok
    assert ("come from" in others.detail) is not ok


@pytest.mark.parametrize(
    "name", ["Anneliese-Charlotte von Hohenberg", "Karl-Theodor von und zu Buchfeld", "Eva von der Heide"]
)
def test_a_long_family_name_keeps_its_first_names(name: str) -> None:
    assert read_guests(f"lunch for 8, {name} helps").helpers == (name,)
    assert read_guests(f"lunch for 8, {name} and Tom drive").drivers == (name, "Tom")
    assert read_guests(f"lunch for 8, helped by Tom and {name}").helpers == ("Tom", name)


def test_who_is_of_and_at_a_family_name_is_fetched_by_all_of_it() -> None:
    guests = read_guests("Tom fetches Karl-Theodor von und zu Buchfeld")
    assert guests.riders == ("Karl-Theodor von und zu Buchfeld",)


@pytest.mark.parametrize(
    "words", ["600 Euro, Karl und Eva fahren", "am Samstag, Karl und Eva fahren", "$600, Karl and Eva drive"]
)
def test_money_and_days_drive_nobody(words: str) -> None:
    assert read_guests(f"Lunch for 20 people, {words}").drivers == ("Karl", "Eva")


@pytest.mark.parametrize(
    ("words", "access"),
    [
        ("step-free please", "needed"),
        ("one of them comes in a wheelchair", "needed"),
        ("barrierefrei bitte", "needed"),
        ("ohne Treppen", "needed"),
        ("two come with a rollator", "needed"),
        ("lunch for 30 seniors", "wished"),
        ("Seniorenmittag für 30", "wished"),
        ("a place that everyone can reach", "wished"),
        ("with our grandparents", "wished"),
        ("Mrs Walker helps", ""),
        ("a party for 20 students", ""),
    ],
)
def test_who_needs_a_way_in_without_steps(words: str, access: str) -> None:
    assert read_guests(words).access == access


def test_seniors_are_offered_step_free_halls_first_and_others_say_that_they_are_not(
    gathering: ComplexMission,
) -> None:
    brief = understood(gathering, "Lunch for 20 seniors in Berlin on 12 December")
    part = gathering.decompose(brief)[0]
    offers = [one for request in gathering.requests(part, brief, {}) for one in answer(request)]
    free = [one for one in offers if "step_free" in features_of(one)]
    steps = [one for one in offers if one not in free]
    few = [*steps, free[0]]
    options = gathering.judge(part, few, brief, {}).options
    assert options[0].offer == free[0]
    assert [one.misses for one in options] == [
        [],
        *([["does not say that it is step-free"]] * len(options[1:])),
    ]
    assert len(options) > 1
    needed = understood(gathering, "Step-free lunch for 20 seniors in Berlin on 12 December")
    assert [one.offer for one in gathering.judge(part, few, needed, {}).options] == [free[0]]


def test_the_plan_says_whether_everyone_can_get_in(gathering: ComplexMission) -> None:
    goal = "Lunch for 20 seniors in Berlin on 12 December"
    best, plain = (drafted(gathering, words)[0] for words in (goal, goal.replace("seniors", "people")))
    told = [[one for one in draft.data["checks"] if one["name"] == GETS_IN] for draft in (best, plain)]
    assert [one["ok"] for one in told[0]] == [True]
    assert told[1] == []
    (wished,), (needed,) = (check_access(access, "The hall", ()) for access in ("wished", "needed"))
    assert not wished.ok
    assert not wished.hard
    assert needed.hard


@pytest.mark.parametrize(
    ("goal", "hour"),
    [
        ("Kaffeenachmittag für 40 Personen in Berlin am 15. Januar", 15),
        ("Dinner for 20 people in Berlin on 15 January", 18),
        ("Brunch for 20 people in Berlin on 15 January", 10),
        ("Lunch for 20 people in Berlin on 15 January", 12),
        ("Dinner for 20 people in Berlin on 15 January at 7 pm", 19),
    ],
)
def test_guests_come_when_such_a_meal_is_eaten(gathering: ComplexMission, goal: str, hour: int) -> None:
    plan = TripPlan.model_validate(drafted(gathering, goal)[0].data)
    together = next(item for item in plan.days[0].items if "together" in item.name)
    assert together.start.hour == hour


def test_a_price_that_was_named_counts_in_the_persons_money(gathering: ComplexMission) -> None:
    brief = understood(gathering, "Senior community lunch for 30 people in Berlin on 12 June")
    menus = [one for one in sample()["service", "Berlin"] if one.category == "menu"]
    prices = sorted(price_in(one, "JPY") for one in menus)
    assert prices[0] < prices[-1]
    cheapest = brief.adjustments.model_copy(update={"max_price": prices[0]})
    brief = brief.model_copy(update={"currency": "JPY", "adjustments": cheapest})
    [part] = [part for part in gathering.decompose(brief) if part.key == "menu"]
    shown = gathering.judge(part, menus, brief, {}).options
    assert {price_in(one.offer, "JPY") for one in shown} == {prices[0]}
