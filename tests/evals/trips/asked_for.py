"""What a plan is of, beside what the labels of its goal say was asked for."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from agency.sources.money import convert
from missions.trips.plan import TripPlan

CENT = Decimal("0.01")
ROUNDED = Decimal("0.01")
"""The part of an amount that may be left out when it is named in another currency."""

SATURDAY = 5


class Facts(BaseModel):
    """Of a plan: `limit` in `currency`, the kinds of its `ways`; `home` is where they leave from and come
    back to, empty where getting there is left to them."""

    cities: list[str]
    people: int
    first: date
    last: date
    limit: Decimal | None
    currency: str
    ways: list[str]
    home: tuple[str, str] | None

    @property
    def dates(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]


def facts_of(plan: TripPlan) -> Facts:
    """What the plan itself says."""
    ways = plan.transport
    return Facts(
        cities=list(dict.fromkeys(day.city for day in plan.days)),
        people=plan.people,
        first=plan.days[0].date,
        last=plan.days[-1].date,
        limit=plan.budget.limit,
        currency=plan.budget.currency,
        ways=sorted({leg.kind for leg in ways}),
        home=(ways[0].origin, ways[-1].to) if ways else None,
    )


def differs(goal: dict[str, Any], facts: Facts, *, cut: bool) -> list[str]:
    """In what a plan is not what was asked for: the names of the labels that it does not keep.

    Labels: `cities`, and where they are said `people`, `days`, `month` (1-12), `first` ("05-10": the day of
    leaving), `window` (two of these), `weekend`, `limit` in `currency`, `origin`, `no_flights`.
    `cut`: the plan says what does not fit; the first of the cities, the dates, the money, where they leave
    from and how stay all the same.
    """
    dates, cities = facts.dates, goal["cities"]
    window = goal.get("window") or ["01-01", "12-31"]
    right = {
        "cities": bool(facts.cities) and facts.cities == (cities[: len(facts.cities)] if cut else cities),
        "people": cut or facts.people == goal.get("people", facts.people),
        "days": cut or len(dates) == goal.get("days", len(dates)),
        "month": goal.get("month", facts.first.month) in {day.month for day in (facts.first, facts.last)},
        "first": f"{facts.first:%m-%d}" == goal.get("first", f"{facts.first:%m-%d}"),
        "window": window[0] <= f"{facts.first:%m-%d}" <= f"{facts.last:%m-%d}" <= window[1],
        "weekend": "weekend" not in goal or {SATURDAY, SATURDAY + 1} <= {day.weekday() for day in dates},
        "limit": _same_limit(goal, facts),
        "origin": "origin" not in goal or facts.home == (goal["origin"], goal["origin"]),
        "no_flights": "no_flights" not in goal or "flight" not in facts.ways,
    }
    return [name for name, same in right.items() if not same]


def _same_limit(goal: dict[str, Any], facts: Facts) -> bool:
    """The amount as it was said; in another currency as a person would name it, and no more than that."""
    if "limit" not in goal or facts.limit is None:
        return "limit" not in goal and facts.limit is None
    said = convert(Decimal(goal["limit"]), goal["currency"], facts.currency).amount
    rounded = Decimal(0) if goal["currency"] == facts.currency else said * ROUNDED
    return said - rounded - CENT <= facts.limit <= said + CENT
