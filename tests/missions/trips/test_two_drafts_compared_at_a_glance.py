"""Two drafts of a trip compared: by part and by day, what came, went and moved, and what it costs now."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal

from missions.changes import PartChanges, PlanChanges
from missions.plugins.complex import Draft
from missions.trip_changes import changes_between
from missions.trips.account import total_of
from missions.trips.plan import Budget, Day, Item, Leg, Stay, Task, TripPlan


def sight(name: str, at: int = 10, cost: int = 0) -> Item:
    return Item(kind="sight", name=name, start=time(at), end=time(at + 1), cost=Decimal(cost))


def plan_of(
    days: list[list[Item]], *, first: int = 1, limit: int | None = None, hotel: str = "Rose"
) -> TripPlan:
    """Days in Paris from a day of May on, with a flight there and a stay."""
    dates = [date(2027, 5, first + n) for n in range(len(days))]
    leg = Leg.model_validate(
        {"kind": "flight", "from": "Berlin", "to": "Paris", "date": dates[0], "cost": 200}
    )
    stay = Stay(name=hotel, city="Paris", checkin=dates[0], checkout=dates[-1], cost=Decimal(300))
    plan = TripPlan(
        title="Paris",
        people=2,
        budget=Budget(limit=Decimal(limit) if limit else None, currency="USD"),
        transport=[leg],
        stays=[stay],
        days=[Day(date=day, city="Paris", items=items) for day, items in zip(dates, days, strict=True)],
    )
    plan.budget.total = total_of(plan)
    return plan


def compared(before: TripPlan, after: TripPlan, language: str = "en") -> PlanChanges:
    drafts = [
        Draft("", plan.model_dump(mode="json", by_alias=True), plan.misfits) for plan in (before, after)
    ]
    changes = changes_between(drafts[0], drafts[1], language)
    assert changes is not None
    return changes


def said(part: PartChanges) -> dict[str, list[str]]:
    return {line.kind: line.things for line in part.lines}


def test_a_day_says_what_came_what_went_and_what_it_costs() -> None:
    before = plan_of([[sight("Louvre", cost=44)], [sight("Panthéon", cost=26)], [sight("Tower")]])
    after = plan_of([[sight("Louvre", cost=44)], [sight("Giverny", cost=50)], [sight("Tower")]])
    changes = compared(before, after)
    (day,) = changes.parts
    assert day.title == "Day 2 · Sun, May 2"
    assert said(day) == {"came": ["Giverny"], "went": ["Panthéon"]}
    assert (day.cost_before, day.cost_after) == ("$26", "$50")
    assert (changes.total_before, changes.total_after, changes.difference) == ("$570", "$594", "$24 more")
    assert changes.same == "Days 1, 3 stay as they were."


def test_what_is_on_another_day_or_at_another_hour_is_neither_new_nor_gone() -> None:
    before = plan_of([[sight("Louvre"), sight("Tower", 14)], [sight("Arch")]])
    after = plan_of([[sight("Louvre", 9)], [sight("Arch"), sight("Tower", 14)]])
    one, two = compared(before, after).parts
    assert [thing.replace("\u202f", " ") for thing in said(one)["times"]] == [
        "Louvre at 9:00 AM (was 10:00 AM)"
    ]
    assert said(two) == {"moved": ["Tower (was on day 1)"]}


def test_a_trip_that_moved_as_a_whole_is_said_once_and_its_days_are_the_same() -> None:
    days = [[sight("Louvre")], [sight("Arch")]]
    changes = compared(plan_of(days), plan_of(days, first=8))
    assert [part.title for part in changes.parts] == ["The whole", "Getting there", "Where you sleep"]
    assert said(changes.parts[1]) == {"now": ["Flight Berlin – Paris: Sat, May 8 instead of Sat, May 1"]}
    assert (changes.difference, changes.same) == ("It costs the same.", "Days 1, 2 stay as they were.")


def test_another_hotel_and_a_day_less_name_what_is_gone() -> None:
    before = plan_of([[sight("Louvre")], [sight("Arch"), sight("Tower", 14)]], limit=900)
    after = plan_of([[sight("Louvre", 9), sight("Tower", 14)]], limit=800, hotel="Lilas")
    changes = {part.title: said(part) for part in compared(before, after).parts}
    assert changes["Where you sleep"]["went"] == ["Rose, Paris, 1 night from Sat, May 1"]
    assert "budget: $800 instead of budget: $900" in changes["The whole"]["now"]
    assert changes["Sun, May 2: no longer part of it"] == {"went": ["Arch"]}


def test_of_a_gathering_who_does_what_is_compared_too_and_german_is_german() -> None:
    before, after = (plan_of([[sight("Saal")]]) for _ in range(2))
    after.tasks = [Task(what="Tische decken", start=time(10), end=time(11), who=["Anna"])]
    changes = compared(before, after, "de")
    assert [said(part) for part in changes.parts] == [{"came": ["10:00 Tische decken: Anna"]}]


def test_drafts_that_are_no_plans_of_days_have_no_such_comparison() -> None:
    assert changes_between(Draft("", {"title": "An evening"}, []), Draft("", {}, []), "en") is None
