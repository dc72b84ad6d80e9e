"""Public holidays: said in the plan, kept free of what often closes, and hours read that name them."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest

from agency.sources.opening import is_public_holiday
from missions.plugins import discovery
from missions.trip_cards import trip_card
from missions.trips.hours import open_through, opens_by
from missions.trips.mission import TripMission
from missions.trips.pdf import booking_summary
from missions.trips.plan import Spot, TripPlan
from tests.missions.trips.driving import assert_kept, drafted

CHRISTMAS = date(2026, 12, 25)
PARIS = Spot(lat=48.86, lon=2.34)


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    ("day", "country", "holiday"),
    [
        ("2026-12-25", "FR", True),
        ("2027-07-14", "FR", True),
        ("2027-07-14", "DE", False),
        ("2027-03-29", "DE", True),
        ("2026-12-25", "", False),
        ("2026-12-25", "XX", False),
    ],
)
def test_a_public_holiday_is_one_of_its_country(day: str, country: str, holiday: bool) -> None:
    assert is_public_holiday(date.fromisoformat(day), country) is holiday


def test_hours_that_name_public_holidays_are_kept_where_it_is_known_which_those_are() -> None:
    hours = "Tu-Su 09:30-18:00; PH off"
    assert open_through(hours, CHRISTMAS, time(10), time(12), PARIS) is False
    assert opens_by(hours, CHRISTMAS, time(10), time(20), PARIS) is None
    assert open_through(hours, date(2026, 12, 23), time(10), time(12), PARIS) is True
    assert open_through("Mo-Su 09:00-18:00; PH 11:00-15:00", CHRISTMAS, time(9), time(10), PARIS) is False


def test_no_museum_is_planned_for_christmas_day_and_the_plan_says_what_day_it_is(travel: TripMission) -> None:
    draft, *_ = drafted(travel, "4 days in Paris from 23 December 2026 for 2 people")
    plan = TripPlan.model_validate(draft.data)
    assert_kept(plan)
    (day,) = [day for day in plan.days if day.holiday]
    assert day.date == CHRISTMAS
    assert not {"museum", "palace", "market"} & {item.category for item in day.items}
    (told,) = [check for check in plan.checks if check.name == "Public holidays"]
    assert not told.hard
    assert told.detail == "Friday, 25 December 2026 is a public holiday: look up what is open"
    assert "Paris · public holiday: look up what is open" in draft.markdown
    card = trip_card(draft, "en")
    assert card is not None
    assert [bool(one.holiday_words) for one in card.days] == [one.holiday for one in plan.days]


def test_days_without_a_holiday_say_nothing_of_it(travel: TripMission) -> None:
    draft, *_ = drafted(travel, "4 days in Paris from 10 June 2027 for 2 people")
    assert "public holiday" not in draft.markdown
    assert "Public holidays" not in {check["name"] for check in draft.data["checks"]}


def test_the_booking_summary_marks_the_day(travel: TripMission) -> None:
    draft, *_ = drafted(travel, "2 days in Paris from 25 December 2026 for 2 people")
    plan = TripPlan.model_validate(draft.data)
    plain = plan.model_copy(update={"days": [day.model_copy(update={"holiday": False}) for day in plan.days]})
    assert len(booking_summary(plan, "en")) > len(booking_summary(plain, "en"))
