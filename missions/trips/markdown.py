"""A plan as Markdown: the whole itinerary, and the schedule day by day."""

from __future__ import annotations

import re
from datetime import date, time
from decimal import Decimal

from missions import money
from missions.trips.account import account_of
from missions.trips.plan import Check, Day, Item, Leg, Stay, TripPlan
from missions.when import clock, day_in_words

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def itinerary(plan: TripPlan, language: str) -> str:
    """The draft that a person reviews: account, ways, nights, days, checks."""
    parts = [f"# {_safe(plan.title)}", _head(plan, language)]
    if plan.misfits:
        parts.append("## What does not fit\n\n" + "\n".join(f"- {_safe(text)}" for text in plan.misfits))
    parts += [_account(plan, language), _ways(plan, language), _nights(plan, language)]
    parts += [_day(number, day, plan, language) for number, day in enumerate(plan.days, 1)]
    parts.append(_checks(plan.checks))
    return "\n\n".join(part for part in parts if part) + "\n"


def daily_schedule(plan: TripPlan, language: str) -> str:
    """What to have in the hand on the way: only the days, with addresses of what to open."""
    days = [_day(number, day, plan, language) for number, day in enumerate(plan.days, 1)]
    return "\n\n".join([f"# {_safe(plan.title)}: day by day", *days]) + "\n"


def _safe(text: str) -> str:
    """The text without what Markdown would take for its own signs."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _head(plan: TripPlan, language: str) -> str:
    people = "1 person" if plan.people == 1 else f"{plan.people} people"
    when = _span(plan.days[0].date, plan.days[-1].date, language) if plan.days else ""
    said = [when, people, f"{_amount(plan.budget.total, plan, language)} in all"]
    if plan.budget.limit is not None:
        said[-1] += f" of {_amount(plan.budget.limit, plan, language)}"
    return " · ".join(part for part in said if part)


def _span(first: date, last: date, language: str) -> str:
    if first == last:
        return day_in_words(first, language)
    return f"{day_in_words(first, language)} – {day_in_words(last, language)}"


def _account(plan: TripPlan, language: str) -> str:
    rows = [
        f"| {line.part.capitalize()} | {cost} | {_amount(line.running, plan, language)} |"
        for line in account_of(plan)
        if line.cost and (cost := _amount(line.cost, plan, language))
    ]
    return "\n".join(["## Account", "", "| | Cost | So far |", "|---|--:|--:|", *rows]) if rows else ""


def _ways(plan: TripPlan, language: str) -> str:
    lines = [_way(leg, plan, language) for leg in plan.transport]
    return "## Getting there\n\n" + "\n".join(lines) if lines else ""


def _way(leg: Leg, plan: TripPlan, language: str) -> str:
    at = (
        f", {_clock(leg.leaves, language)} – {_clock(leg.arrives, language)}"
        if leg.leaves and leg.arrives
        else ""
    )
    note = f" ({_safe(leg.note)})" if leg.note else ""
    way = f"{leg.kind.capitalize()} {_safe(leg.origin)} – {_safe(leg.to)}"
    return f"- **{way}**: {day_in_words(leg.date, language)}{at}, {_amount(leg.cost, plan, language)}{note}"


def _nights(plan: TripPlan, language: str) -> str:
    lines = [_stay(stay, plan, language) for stay in plan.stays]
    return "## Where you sleep\n\n" + "\n".join(lines) if lines else ""


def _stay(stay: Stay, plan: TripPlan, language: str) -> str:
    nights = (stay.checkout - stay.checkin).days
    rooms = f", {stay.rooms} rooms" if stay.rooms > 1 else ""
    sample = " (sample data)" if stay.sample else ""
    span = f"{nights} {'night' if nights == 1 else 'nights'}{rooms}"
    said = [_span(stay.checkin, stay.checkout, language), span, _amount(stay.cost, plan, language)]
    return f"- **{_safe(stay.name)}**, {_safe(stay.city)}: {', '.join(said)}{sample}"


def _day(number: int, day: Day, plan: TripPlan, language: str) -> str:
    head = f"## Day {number}: {_safe(day.title or day.city)}"
    when = f"{day_in_words(day.date, language)}, {_safe(day.city)}"
    return "\n".join([head, "", when, "", *(_item(item, plan, language) for item in day.items)])


def _item(item: Item, plan: TripPlan, language: str) -> str:
    said = [f"- {_clock(item.start, language)} – {_clock(item.end, language)} **{_safe(item.name)}**"]
    if item.cost:
        said.append(_amount(item.cost, plan, language))
    facts = [item.category if item.kind == "restaurant" else "", item.note]
    said += [_safe(fact) for fact in facts if fact]
    return ", ".join(said)


def _checks(checks: list[Check]) -> str:
    lines = [f"- {'✓' if check.ok else '✗'} {check.name}: {_safe(check.detail)}" for check in checks]
    return "## Checked\n\n" + "\n".join(lines) if lines else ""


def _amount(amount: Decimal, plan: TripPlan, language: str) -> str:
    return money.rounded_in_words(amount, plan.budget.currency, language)


def _clock(at: time, language: str) -> str:
    return clock(at, language)
