"""A plan as Markdown: the whole itinerary, and the schedule day by day."""

from __future__ import annotations

import re
from datetime import date, time
from decimal import Decimal

from django.utils.translation import gettext as _

from agency.reasoning.skills.wording import DayFacts, DraftToWord
from missions import money
from missions.trips.account import account_of, part_words
from missions.trips.fares_told import fares_told
from missions.trips.ground import MAP
from missions.trips.holidays import HOLIDAY
from missions.trips.plan import Check, Day, Item, Leg, Stay, TripPlan
from missions.trips.wording import (
    kitchens_in_words,
    nights_words,
    passengers_in_words,
    people_words,
    way_words,
)
from missions.when import day_in_words, span_in_words
from ownyou.lib.locales import clock

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def itinerary(plan: TripPlan, language: str) -> str:
    """The draft that a person reviews: account, ways, nights, days, checks."""
    parts = [f"# {plain(plan.title)}", _head(plan, language), plain(plan.summary)]
    if plan.misfits:
        parts.append(
            f"## {_('What does not fit')}\n\n" + "\n".join(f"- {plain(text)}" for text in plan.misfits)
        )
    parts.append(_look_up(plan))
    parts += [_account(plan, language), _ways(plan, language), _nights(plan, language)]
    parts += [_day(number, day, plan, language) for number, day in enumerate(plan.days, 1)]
    parts += [_meals(plan), _tasks(plan, language), _rides(plan, language)]
    parts += [_checks(plan.checks), _attribution(plan)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _look_up(plan: TripPlan) -> str:
    """What nobody knew, with where to look for it."""
    lines = [
        f"- {plain(one.what)}, {plain(one.called)}: "
        + ", ".join(f"[{plain(link.name)}]({link.url})" for link in one.links)
        for one in plan.look_up
    ]
    return f"## {_('To look up yourself')}\n\n" + "\n".join(lines) if lines else ""


def _attribution(plan: TripPlan) -> str:
    """What the map's licence asks for."""
    mapped = any(item.source == MAP for day in plan.days for item in day.items)
    return _("Map data: %(who)s") % {"who": "© OpenStreetMap contributors"} if mapped else ""


def daily_schedule(plan: TripPlan, language: str) -> str:
    """What to have in the hand on the way: only the days, with addresses of what to open."""
    days = [_day(number, day, plan, language) for number, day in enumerate(plan.days, 1)]
    title = _("%(title)s: day by day") % {"title": plain(plan.title)}
    people = [part for part in (_meals(plan), _tasks(plan, language), _rides(plan, language)) if part]
    return "\n\n".join([f"# {title}", *days, *people]) + "\n"


def facts_of(plan: TripPlan, goal: str, language: str) -> DraftToWord:
    """What a summary of the plan, and the titles of its days, may say."""
    facts = [_head(plan, language), *plan.misfits]
    facts += [_way(leg, plan, language) for leg in plan.transport]
    facts += [_stay(stay, plan, language) for stay in plan.stays]
    days = [
        DayFacts(
            title=day.title,
            facts=[
                f"{day_in_words(day.date, language)}, {day.called}",
                *(_item(item, plan, language) for item in day.items),
            ],
        )
        for day in plan.days
    ]
    return DraftToWord(goal=goal, title=plan.title, facts=[fact for fact in facts if fact], days=days)


def in_other_words(plan: TripPlan, summary: str, titles: list[str]) -> TripPlan:
    """The same plan with a summary, and other titles for its days."""
    days = [day.model_copy(update={"title": title}) for day, title in zip(plan.days, titles, strict=True)]
    return plan.model_copy(update={"summary": summary, "days": days})


def plain(text: str) -> str:
    """The text without what Markdown would take for its own signs."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _head(plan: TripPlan, language: str) -> str:
    when = _span(plan.days[0].date, plan.days[-1].date, language) if plan.days else ""
    total = {"total": _amount(plan.budget.total, plan, language)}
    said = [when, people_words(plan.people), _("%(total)s in all") % total]
    if plan.budget.limit is not None:
        limit = {"limit": _amount(plan.budget.limit, plan, language)}
        said[-1] = _("%(total)s in all of %(limit)s") % (total | limit)
    return " · ".join(part for part in said if part)


def _span(first: date, last: date, language: str) -> str:
    if first == last:
        return day_in_words(first, language)
    return span_in_words(first, last, language)


def _account(plan: TripPlan, language: str) -> str:
    rows = [
        f"| {part_words(line.part)} | {cost} | {_amount(line.running, plan, language)} |"
        for line in account_of(plan)
        if line.cost and (cost := _amount(line.cost, plan, language))
    ]
    return (
        "\n".join([f"## {_('Account')}", "", f"| | {_('Cost')} | {_('So far')} |", "|---|--:|--:|", *rows])
        if rows
        else ""
    )


def _ways(plan: TripPlan, language: str) -> str:
    lines = [_way(leg, plan, language) for leg in plan.transport]
    if any(leg.estimate for leg in plan.transport):
        lines += ["", fares_told(plan.budget.currency, language)]
    return f"## {_('Getting there')}\n\n" + "\n".join(lines) if lines else ""


def _way(leg: Leg, plan: TripPlan, language: str) -> str:
    at = (
        f", {_clock(leg.leaves, language)} – {_clock(leg.arrives, language)}"
        if leg.leaves and leg.arrives
        else ""
    )
    note = f" ({plain(leg.note)})" if leg.note else ""
    way = f"{way_words(leg.kind)} {plain(leg.called)}"
    return f"- **{way}**: {day_in_words(leg.date, language)}{at}, {_amount(leg.cost, plan, language)}{note}"


def _nights(plan: TripPlan, language: str) -> str:
    lines = [_stay(stay, plan, language) for stay in plan.stays]
    return f"## {_('Where you sleep')}\n\n" + "\n".join(lines) if lines else ""


def _stay(stay: Stay, plan: TripPlan, language: str) -> str:
    nights = (stay.checkout - stay.checkin).days
    sample = _sample(stay.sample)
    sample += f" ({_('price: estimate')})" if stay.estimate else ""
    span = _span(stay.checkin, stay.checkout, language)
    said = [span, *nights_words(nights, stay.rooms), _amount(stay.cost, plan, language)]
    return f"- **{plain(stay.name)}**, {plain(stay.called)}: {', '.join(said)}{sample}"


def _day(number: int, day: Day, plan: TripPlan, language: str) -> str:
    head = "## " + _("Day %(n)d: %(title)s") % {
        "n": number,
        "title": plain(day.title or day.called),
    }
    when = f"{day_in_words(day.date, language)}, {plain(day.called)}"
    when += f" · {HOLIDAY}" if day.holiday else ""
    when += f" · {_('sample data')}" if day.sample else ""
    lines = [_item(item, plan, language) + _sample(day.labels(item)) for item in day.items]
    return "\n".join([head, "", when, "", *lines])


def _sample(is_sample: bool) -> str:
    return f" ({_('sample data')})" if is_sample else ""


def _item(item: Item, plan: TripPlan, language: str) -> str:
    said = [f"- {_clock(item.start, language)} – {_clock(item.end, language)} **{plain(item.name)}**"]
    if item.cost:
        said.append(_amount(item.cost, plan, language))
    facts = [kitchens_in_words(item.category) if item.kind == "restaurant" else "", item.note]
    said += [plain(fact) for fact in facts if fact]
    return ", ".join(said)


def _meals(plan: TripPlan) -> str:
    lines = [f"- {meal.count} × {plain(meal.what)}{_sample(meal.sample)}" for meal in plan.meals]
    return f"## {_('What to order')}\n\n" + "\n".join(lines) if lines else ""


def _tasks(plan: TripPlan, language: str) -> str:
    nobody = _("nobody yet")
    lines = [
        f"- {_clock(task.start, language)} – {_clock(task.end, language)} **{plain(task.what)}**: "
        f"{plain(', '.join(task.who)) or nobody}"
        for task in plan.tasks
    ]
    return f"## {_('Who does what')}\n\n" + "\n".join(lines) if lines else ""


def _rides(plan: TripPlan, language: str) -> str:
    lines = [
        f"- **{plain(ride.driver)}**{_sample(ride.sample)}: "
        f"{plain(passengers_in_words(ride.passengers, ride.others))}, "
        + _("leaves at %(there)s, home at %(home)s")
        % {"there": _clock(ride.fetched, language), "home": _clock(ride.home, language)}
        for ride in plan.rides
    ]
    return f"## {_('Who drives whom')}\n\n" + "\n".join(lines) if lines else ""


def _checks(checks: list[Check]) -> str:
    lines = [f"- {'✓' if check.ok else '✗'} {check.name}: {plain(check.detail)}" for check in checks]
    return f"## {_('Checked')}\n\n" + "\n".join(lines) if lines else ""


def _amount(amount: Decimal, plan: TripPlan, language: str) -> str:
    return money.rounded_in_words(amount, plan.budget.currency, language)


def _clock(at: time, language: str) -> str:
    return clock(at, language)
