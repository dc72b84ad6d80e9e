"""Five days in Paris: what was asked for, in days that can be kept."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from missions.plugins.complex import Draft
from missions.trip_cards import trip_card
from missions.trips.account import account_of
from missions.trips.checks import broken
from missions.trips.ground import Found
from missions.trips.hours import minutes_between
from missions.trips.markdown import daily_schedule, itinerary
from missions.trips.nearest import plan_or_nearest
from missions.trips.plan import Item, TripPlan
from missions.trips.wish import TripWish
from tests.missions.trips.conftest import found, wish
from tests.missions.trips.driving import assert_kept


def planned(**asked: object) -> TripPlan:
    wanted = wish(**asked)  # type: ignore[arg-type]
    plan = plan_or_nearest(wanted, found(wanted))
    assert_kept(plan)
    return plan


def items(plan: TripPlan, *kinds: str) -> list[Item]:
    return [item for day in plan.days for item in day.items if item.kind in kinds]


def test_five_days_in_paris_for_two_from_berlin_stay_well_within_3000_dollars() -> None:
    plan = planned(origin="Berlin", limit=3000)
    assert plan.misfits == []
    assert [day.date for day in plan.days] == [date(2027, 5, 11) + timedelta(days=n) for n in range(5)]
    assert 1200 < plan.budget.total < 3000
    assert len(items(plan, "restaurant")) >= 7
    assert len(items(plan, "sight", "activity")) >= 8
    assert all("not bookable" in leg.note and leg.estimate for leg in plan.transport)


def test_from_new_york_it_is_tight_and_the_night_is_spent_in_the_air() -> None:
    plan = planned(origin="New York", limit=3000)
    assert plan.misfits == []
    assert 2200 < plan.budget.total <= 3000
    assert plan.transport[0].date == plan.days[0].date - timedelta(days=1)


def test_the_account_runs_over_all_parts_to_the_total() -> None:
    plan = planned(origin="Berlin", limit=3000)
    account = account_of(plan)
    assert [line.part for line in account][:2] == ["getting there", "stay"]
    assert account[-1].running == plan.budget.total == sum(line.cost for line in account)


def test_less_money_makes_a_plainer_plan_of_the_same_days() -> None:
    rich, poor = planned(origin="Berlin", limit=3000), planned(origin="Berlin", limit=1300)
    assert len(rich.days) == len(poor.days) == 5
    assert poor.budget.total <= 1300 < rich.budget.total


def test_a_day_trip_takes_a_whole_day_and_comes_back_for_dinner() -> None:
    plan = planned(origin="Berlin", day_trips=1, liked=frozenset({"garden"}))
    day = next(day for day in plan.days if day.title.startswith("Day trip"))
    assert day.title == "Day trip to Giverny"
    kinds = [item.kind for item in day.items if item.kind not in {"meal", "free"}]
    assert kinds == ["transfer", "sight", "transfer", "restaurant"]
    assert day.date not in {plan.days[0].date, plan.days[-1].date}


def test_giverny_is_closed_in_winter_so_another_day_trip_is_taken() -> None:
    plan = planned(first=date(2027, 1, 12), day_trips=1, liked=frozenset({"garden"}))
    titles = [day.title for day in plan.days]
    assert any(title.startswith("Day trip") for title in titles)
    assert "Day trip to Giverny" not in titles


def test_who_had_too_many_museums_gets_fewer() -> None:
    before = [item for item in items(planned(), "sight") if item.category == "museum"]
    after = [
        item for item in items(planned(fewer=frozenset({"museum"})), "sight") if item.category == "museum"
    ]
    assert len(after) <= 1 < len(before)


@pytest.mark.parametrize(("pace", "most"), [("slow", 2), ("normal", 3), ("full", 4)])
def test_the_pace_bounds_the_visits_of_a_day(pace: str, most: int) -> None:
    plan = planned(pace=pace)
    assert max(len([i for i in day.items if i.kind in {"sight", "activity"}]) for day in plan.days) == most


def test_no_early_mornings_means_nothing_before_half_past_ten() -> None:
    plan = planned(late_start=True)
    assert min(item.start.hour * 60 + item.start.minute for item in items(plan, "sight", "activity")) >= 630


def test_diets_are_kept_in_every_restaurant() -> None:
    plan = planned(diets=("vegan",))
    assert all("vegan options" in item.note for item in items(plan, "restaurant"))
    assert len(items(plan, "restaurant")) >= 4


def test_what_was_ruled_out_is_not_there_and_what_was_named_is() -> None:
    plan = planned(excluded=("Louvre",), wanted=("Rodin",))
    names = {item.name for item in items(plan, "sight")}
    assert "Rodin Museum and garden" in names
    assert "Louvre Museum" not in names


def test_times_of_a_day_follow_each_other() -> None:
    for day in planned(origin="Berlin").days:
        for item, after in pairwise(day.items):
            assert minutes_between(item.end, after.start) >= 0


def test_the_same_wish_gives_the_same_plan() -> None:
    assert planned(origin="Berlin", limit=3000) == planned(origin="Berlin", limit=3000)


def test_a_plan_survives_being_kept_as_json() -> None:
    plan = planned(origin="Berlin", limit=3000)
    kept = plan.model_dump(mode="json", by_alias=True)
    assert kept["transport"][0]["from"] == "Berlin"
    assert TripPlan.model_validate(kept) == plan


def test_a_budget_that_is_a_little_low_gives_fewer_days_and_says_so() -> None:
    plan = planned(origin="Berlin", limit=650)
    assert len(plan.days) < 5
    assert plan.budget.total <= 800
    assert "does not cover 5 days in Paris for 2 people" in plan.misfits[0]


def test_a_budget_that_is_hopeless_stays_as_it_was_said_beside_what_the_cheapest_plan_needs() -> None:
    plan = planned(origin="New York", limit=300)
    assert plan.budget.limit == 300
    assert plan.budget.needed == plan.budget.total > 300
    assert "$300 does not cover" in plan.misfits[0]
    card = trip_card(Draft("", plan.model_dump(mode="json", by_alias=True)), "en")
    assert card is not None
    assert card.spent is not None
    assert card.spent > 100
    assert card.over_words.endswith("more than the $300 that you named")
    assert "of $300" in itinerary(plan, "en")


def test_forty_days_are_cut_to_what_can_be_planned() -> None:
    plan = planned(days=40)
    assert len(plan.days) == 14
    assert "40 days" in plan.misfits[0]


def test_a_named_sight_that_is_closed_all_the_time_there_is_told() -> None:
    tuesday = date(2027, 5, 11)
    plan = planned(first=tuesday, days=1, home=True, wanted=("Louvre",))
    assert plan.misfits == ["Louvre Museum is closed on the days there, or does not fit in."]


def test_with_nothing_found_the_plan_says_what_is_missing() -> None:
    asked: TripWish = wish(origin="Berlin")
    plan = plan_or_nearest(asked, Found())
    assert not broken(plan.checks)
    assert any("No way from Berlin" in text for text in plan.misfits)
    assert any("sleep" in text for text in plan.misfits)


def test_markdown_has_the_days_the_account_and_the_labels() -> None:
    plan = planned(origin="Berlin", limit=3000)
    text = itinerary(plan, "en")
    assert text.count("\n## Day ") == 5
    assert "| Stay |" in text
    assert "estimate, not bookable" in text
    assert "(sample data)" in text
    assert "## Checked" in text
    assert "## Checked" not in daily_schedule(plan, "en")


def test_a_title_cannot_break_out_of_the_markdown() -> None:
    plan = planned(days=1, home=True)
    plan.days[0].items[0].name = "[x](javascript:alert(1)) <b>\n# Head"
    assert "\\[x\\](javascript:alert(1)) \\<b\\> \\# Head" in itinerary(plan, "en")
