"""A plan of days as a person sees it: the account, the days with a map each, and what was checked."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from django.utils.safestring import SafeString, mark_safe
from pydantic import ValidationError

from missions import money
from missions.plugins.complex import Draft
from missions.trips.account import account_of, part_words
from missions.trips.holidays import HOLIDAY
from missions.trips.maps import day_map
from missions.trips.plan import SHOWN, Check, Day, Item, LookUp, Meal, TripPlan
from missions.trips.wording import over_words, passengers_in_words
from missions.when import day_in_words
from ownyou.lib.cards import Card
from ownyou.lib.locales import clock


class AccountLine(Card):
    """One part of the account: its cost and what is spent up to and with it."""

    words: str
    cost_words: str
    running_words: str


class DayItem(Card):
    """One thing of a day; `number` is its number on the day's map."""

    number: int | None
    time_words: str
    name: str
    kind: str
    cost_words: str = ""
    note: str = ""
    sample: bool = False
    link: str = ""


class DayCard(Card):
    """One day of the plan, with the picture of its map (SVG)."""

    number: int
    date_words: str
    title: str
    city: str
    items: list[DayItem]
    map: str = ""
    holiday_words: str = ""
    sample: bool = False

    @property
    def picture(self) -> SafeString:
        """The map for the page; drawn by us, every word in it escaped."""
        return mark_safe(self.map)


class TaskLine(Card):
    """Work of a gathering: when, what, and who does it."""

    time_words: str
    what: str
    who: list[str]


class RideLine(Card):
    """Who drives whom, and when it leaves for them and with them."""

    driver: str
    passengers: str
    fetched_words: str
    home_words: str
    sample: bool = False


class TripCard(Card):
    """The newest draft: account, days and checks; of gatherings also work, rides and meals."""

    title: str
    summary: str = ""
    total_words: str
    limit_words: str
    spent: int | None
    over_words: str
    account: list[AccountLine]
    days: list[DayCard]
    tasks: list[TaskLine] = []
    rides: list[RideLine] = []
    meals: list[Meal] = []
    checks: list[Check]
    misfits: list[str]
    look_up: list[LookUp] = []


def trip_card(draft: Draft, language: str) -> TripCard | None:
    """Present a draft in a language; None where it is no plan of days."""
    try:
        plan = TripPlan.model_validate(draft.data)
    except ValidationError:
        return None
    limit, total = plan.budget.limit, plan.budget.total
    return TripCard(
        title=plan.title,
        summary=plan.summary,
        total_words=_amount(total, plan, language),
        limit_words=_amount(limit, plan, language) if limit else "",
        spent=round(100 * total / limit) if limit else None,
        over_words=over_words(plan.budget, language),
        account=_account(plan, language),
        days=[_day(number, day, plan, language) for number, day in enumerate(plan.days, 1)],
        tasks=[
            TaskLine(time_words=_times(task.start, task.end, language), what=task.what, who=task.who)
            for task in plan.tasks
        ],
        rides=[
            RideLine(
                driver=ride.driver,
                passengers=passengers_in_words(ride.passengers, ride.others),
                fetched_words=clock(ride.fetched, language),
                home_words=clock(ride.home, language),
                sample=ride.sample,
            )
            for ride in plan.rides
        ],
        meals=plan.meals,
        checks=plan.checks,
        look_up=plan.look_up,
        misfits=plan.misfits,
    )


def _account(plan: TripPlan, language: str) -> list[AccountLine]:
    return [
        AccountLine(
            words=part_words(line.part),
            cost_words=_amount(line.cost, plan, language),
            running_words=_amount(line.running, plan, language),
        )
        for line in account_of(plan)
        if line.cost
    ]


def _day(number: int, day: Day, plan: TripPlan, language: str) -> DayCard:
    numbers = _numbers(day)
    return DayCard(
        number=number,
        date_words=day_in_words(day.date, language),
        title=day.title or day.called,
        city=day.called,
        items=[_item(item, numbers.get(index), plan, language) for index, item in enumerate(day.items)],
        map=day_map(day),
        holiday_words=str(HOLIDAY) if day.holiday else "",
        sample=day.sample,
    )


def _numbers(day: Day) -> dict[int, int]:
    """The number that each item has on the day's map, by its index; none where there is no map."""
    places = [index for index, item in enumerate(day.items) if item.kind in SHOWN and item.spot is not None]
    return {index: number for number, index in enumerate(places, 1)} if len(places) > 1 else {}


def _item(item: Item, number: int | None, plan: TripPlan, language: str) -> DayItem:
    times = _times(item.start, item.end, language)
    return DayItem(
        number=number,
        time_words=times,
        name=item.name,
        kind=item.kind,
        cost_words=_amount(item.cost, plan, language) if item.cost else "",
        note=item.note,
        sample=item.sample,
        link=item.link,
    )


def _times(start: time, end: time, language: str) -> str:
    return f"{clock(start, language)} – {clock(end, language)}"


def _amount(amount: Decimal, plan: TripPlan, language: str) -> str:
    return money.rounded_in_words(amount, plan.budget.currency, language)
