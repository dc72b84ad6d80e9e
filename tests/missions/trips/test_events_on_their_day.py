"""What is on while one is there is planned on its day and at its time, and checked."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from agency.sources.base import Offer, Place
from missions.plugins.discovery import type_named
from missions.trips.checks import broken, check_plan
from missions.trips.hours import open_through
from missions.trips.mission import TripMission
from missions.trips.nearest import plan_or_nearest
from missions.trips.plan import Item, TripPlan
from missions.trips.searching import requests_of
from tests.missions.trips.conftest import found, wish
from tests.missions.trips.driving import understood

TUESDAY = date(2027, 5, 11)


def event(title: str, day: date, begins: str, minutes: int, **more: Any) -> Offer:
    """An event in the middle of Paris; times are those of Paris, which is two hours ahead of UTC in May."""
    starts = datetime.combine(day, time.fromisoformat(begins), UTC) - timedelta(hours=2)
    fields: dict[str, Any] = {"category": "jazz", "rating": 4.9, "price": Decimal(20), "currency": "EUR"}
    return Offer(
        source="catalogue",
        source_id=f"{title}@{day}",
        kind="event",
        title=title,
        place=Place(name=title, city="Paris", lat=48.857, lon=2.351),
        starts_at=starts,
        ends_at=starts + timedelta(minutes=minutes),
        fetched_at=datetime(2026, 11, 1, tzinfo=UTC),
        **fields | more,
    )


def planned(*events: Offer, **more: Any) -> tuple[TripPlan, list[tuple[date, Item]]]:
    asked = wish(home=True, **more)
    ground = found(asked)
    ground.activities["Paris"] = [*ground.activities["Paris"], *events]
    plan = plan_or_nearest(asked, ground)
    return plan, [(day.date, item) for day in plan.days for item in day.items if item.kind == "event"]


@pytest.mark.parametrize(
    ("begins", "minutes"), [("10:00", 60), ("13:00", 90), ("15:00", 120), ("18:00", 120), ("20:00", 150)]
)
def test_an_event_is_on_its_day_at_its_time_and_meals_are_kept(begins: str, minutes: int) -> None:
    day = TUESDAY + timedelta(days=2)
    plan, events = planned(event("Quartet", day, begins, minutes))
    assert [(on, item.name, item.start) for on, item in events] == [
        (day, "Quartet", time.fromisoformat(begins))
    ]
    assert all(check.ok for check in plan.checks), [check for check in plan.checks if not check.ok]
    assert events[0][1].cost > 0
    said = next(check for check in plan.checks if check.name == "Events on their day")
    assert said.detail == "1 event, when it is held"


def test_what_is_on_before_after_or_too_late_is_not_planned() -> None:
    away = [event(f"Set {n}", TUESDAY + timedelta(days=n), "19:00", 90) for n in (-1, 5, 12)]
    assert planned(*away, event("Night", TUESDAY + timedelta(days=1), "23:00", 240))[1] == []


def test_there_is_one_in_three_days_unless_more_are_liked() -> None:
    each = [event(f"Set {n}", TUESDAY + timedelta(days=n), "17:00", 90) for n in range(5)]
    assert len(planned(*each)[1]) == 2
    assert len(planned(*each, liked=frozenset({"concert"}))[1]) == 5
    assert planned(*each, excluded=tuple(one.title for one in each))[1] == []


def test_a_market_is_gone_to_within_its_hours() -> None:
    day = TUESDAY + timedelta(days=1)
    plan, events = planned(event("Market", day, "09:00", 600, category="market", price=Decimal(0)))
    assert [on for on, _ in events] == [day]
    assert time(9) <= events[0][1].start
    assert events[0][1].end <= time(19)
    assert not broken(plan.checks)


EXHIBITION = "Tu-Su 10:00-18:00; We off"


def test_an_exhibition_over_days_is_gone_to_within_its_hours_on_a_day_that_it_opens() -> None:
    weeks = 21 * 24 * 60
    for hours in (EXHIBITION, "Th 12:00-14:00", "Fr-Sa 16:00-22:00"):
        show = event("Show", TUESDAY - timedelta(days=7), "00:00", weeks, category="exhibition")
        show = show.model_copy(update={"opening_hours": hours, "rating": 5.0})
        plan, events = planned(show, liked=frozenset({"exhibition"}), days=6)
        assert len(events) == 1, hours
        [(day, item)] = events
        assert open_through(hours, day, item.start, item.end) is True
        assert not broken(plan.checks)
    shut = show.model_copy(update={"opening_hours": "Mo 10:00-18:00"})
    assert planned(shut, liked=frozenset({"exhibition"}), days=5)[1] == []


def test_a_festival_without_hours_keeps_to_its_clocks_each_day() -> None:
    fair = event("Fair", TUESDAY - timedelta(days=1), "14:00", 4 * 24 * 60 + 300, category="market")
    plan, [(_day, item)] = planned(fair, liked=frozenset({"market"}))
    assert (time(14) <= item.start, item.end <= time(19)) == (True, True)
    assert "hours of the day not known" in item.note
    item.start, item.end = time(10), time(11)
    assert "Events on their day" in [check.name for check in broken(check_plan(plan, wish(home=True)))]


@pytest.mark.parametrize(
    ("day", "start", "end"),
    [(TUESDAY + timedelta(days=1), time(11), time(12)), (TUESDAY, time(8), time(9))],
)
def test_the_check_refuses_an_exhibition_outside_its_hours(day: date, start: time, end: time) -> None:
    show = event("Show", TUESDAY - timedelta(days=7), "00:00", 21 * 24 * 60, category="exhibition")
    show = show.model_copy(update={"opening_hours": EXHIBITION, "rating": 5.0})
    plan, [(_day, item)] = planned(show, liked=frozenset({"exhibition"}))
    for one in plan.days:
        one.items = [each for each in one.items if each is not item]
    item.start, item.end = start, end
    next(one for one in plan.days if one.date == day).items = [item]
    assert "Open when you come" in [check.name for check in broken(check_plan(plan, wish(home=True)))]


@pytest.mark.parametrize("change", [{"start": time(9), "end": time(10)}, {"held_from": None}])
def test_the_check_fails_where_it_is_not_held(change: dict[str, Any]) -> None:
    plan, events = planned(event("Quartet", TUESDAY + timedelta(days=2), "20:00", 90))
    for name, value in change.items():
        setattr(events[0][1], name, value)
    wrong = [check.name for check in broken(check_plan(plan, wish(home=True)))]
    assert "Events on their day" in wrong


def test_the_activities_part_asks_what_is_on_while_one_may_be_there() -> None:
    kind = type_named("travel")
    assert isinstance(kind, TripMission)
    brief = understood(kind, "Plan a 5-day Paris trip for May, budget $3000, 2 travelers, from Berlin")
    part = next(one for one in kind.decompose(brief) if one.key == "activities")
    asked = requests_of(part, kind.wish(brief), brief, {})
    assert [one.kind for one in asked] == ["activity", "event", "event"]
    first = asked[1]
    assert first.begins is not None
    assert first.ends is not None
    assert first.ends - first.begins == timedelta(days=6)
