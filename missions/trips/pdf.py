"""The booking summary as a PDF (A4): what to book, what it costs, and the days at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal

from babel.dates import format_date
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from fpdf.enums import Align, MethodReturnValue, XPos, YPos

from agency.reasoning import value_words
from missions import money
from missions.trips.account import account_of, part_words
from missions.trips.fares_told import fares_told
from missions.trips.holidays import HOLIDAY
from missions.trips.plan import Day, Item, Leg, Stay, TripPlan
from missions.trips.sheet import ACCENT, INK, MARGIN, MUTED, OVER, ROW, WIDTH, Sheet, total_band
from missions.trips.wording import (
    kitchens_in_words,
    nights_words,
    passengers_in_words,
    people_words,
    way_words,
)
from ownyou.lib.locales import clock, day_pattern

COLUMN, GAP, BESIDE = 83.0, 8.0, 4.0
"""Millimetres: a column of days, what is between two, and what is between the hours and the words."""


def booking_summary(plan: TripPlan, language: str) -> bytes:
    """The file's bytes."""
    page = Sheet(plan.title, language)
    page.add_page()
    _head(page, plan, language)
    if plan.misfits:
        _misfits(page, plan)
    _look_up(page, plan)
    _ways(page, plan, language)
    _nights(page, plan, language)
    if plan.tasks:
        _to_reserve(page, plan, language)
    else:
        _tickets(page, plan, language)
    _account(page, plan, language)
    _days(page, plan, language)
    _company(page, plan, language)
    return bytes(page.output())


def _head(page: Sheet, plan: TripPlan, language: str) -> None:
    page.words(_("Booking summary"), 9, colour=MUTED)
    page.words(plan.title, 24, bold=True, height=11)
    if plan.days:
        people = people_words(plan.people)
        page.words(
            f"{_span(plan.days[0].date, plan.days[-1].date, language)}  ·  {people}",
            11,
            colour=MUTED,
            height=6,
        )
    page.ln(3)
    total_band(page, plan.budget, _("for everyone, everything in this plan"), language)
    _small_print(page, plan, language)


def _misfits(page: Sheet, plan: TripPlan) -> None:
    page.heading(_("What does not fit"))
    for text in plan.misfits:
        page.words(f"•  {text}", 9.5)


def _look_up(page: Sheet, plan: TripPlan) -> None:
    """What nobody knew, with links to where it may be found."""
    if plan.look_up:
        page.heading(_("To look up yourself"))
    for one in plan.look_up:
        page.ink(9.5)
        page.write(5, f"{one.what}, {one.called}:  ")
        for link in one.links:
            page.ink(9.5, colour=ACCENT)
            page.write(5, link.name, link.url)
            page.write(5, "   ")
        page.ln(6)


def _ways(page: Sheet, plan: TripPlan, language: str) -> None:
    if plan.transport:
        page.heading(_("Getting there"))
    for leg in plan.transport:
        name = leg.called
        page.row(name, _when(leg, language), _amount(leg.cost, plan, language), note=_said(leg))


def _when(leg: Leg, language: str) -> str:
    at = (
        f", {clock(leg.leaves, language)} – {clock(leg.arrives, language)}"
        if leg.leaves and leg.arrives
        else ""
    )
    return f"{way_words(leg.kind)}, {_day(leg.date, language)}{at}"


def _said(leg: Leg) -> str:
    return leg.note or (_("estimate, not bookable") if leg.estimate else "")


def _nights(page: Sheet, plan: TripPlan, language: str) -> None:
    if plan.stays:
        page.heading(_("Where you sleep"))
    for stay in plan.stays:
        page.row(stay.name, _span_of(stay, language), _amount(stay.cost, plan, language), note=_facts(stay))


def _span_of(stay: Stay, language: str) -> str:
    nights = (stay.checkout - stay.checkin).days
    days = f"{_day(stay.checkin, language)} – {_day(stay.checkout, language)}"
    return ", ".join([stay.called, days, *nights_words(nights, stay.rooms)])


def _facts(stay: Stay) -> str:
    said = (stay.link, _("sample data") if stay.sample else "", _("price: estimate") if stay.estimate else "")
    return "  ·  ".join(part for part in said if part)


def _tickets(page: Sheet, plan: TripPlan, language: str) -> None:
    """What has a price of its own and is better booked before: tickets, activities and tables."""
    paid = [
        (day, item)
        for day in plan.days
        for item in day.items
        if item.kind in {"sight", "activity", "event"} and item.source and item.cost
    ]
    if paid:
        page.heading(_("Tickets and activities"))
    for day, item in paid:
        when = f"{_day(day.date, language)}, {_clock(item.start, language)}"
        page.row(item.name, _with_label(when, item.sample), _amount(item.cost, plan, language))
    tables = [(day, item) for day in plan.days for item in day.items if item.kind == "restaurant"]
    if tables:
        page.heading(_("Tables to reserve"))
    for day, item in tables:
        when = f"{_day(day.date, language)}, {_clock(item.start, language)}"
        said = ", ".join(part for part in (when, kitchens_in_words(item.category)) if part)
        page.row(item.name, _with_label(said, item.sample), f"≈ {_amount(item.cost, plan, language)}")


def _to_reserve(page: Sheet, plan: TripPlan, language: str) -> None:
    """What a gathering takes: the place, the meal, hands and rides, by the names of who offers them."""
    offered = [(day, item) for day in plan.days for item in day.items if item.offer]
    if offered:
        page.heading(_("What to reserve"))
    for day, item in offered:
        when = f"{_day(day.date, language)}, {_clock(item.start, language)}"
        facts = "  ·  ".join(part for part in (item.link, _("sample data") if item.sample else "") if part)
        amount = _amount(item.cost, plan, language) if item.cost else _("free")
        page.row(item.note, f"{item.name}, {when}", amount, note=facts)


def _account(page: Sheet, plan: TripPlan, language: str) -> None:
    """One part a line, all on one page."""
    lines = [line for line in account_of(plan) if line.cost]
    if page.will_page_break(26 + ROW * len(lines)):
        page.add_page()
    page.heading(_("Account"))
    for line in lines:
        running = _("%(amount)s so far") % {"amount": _amount(line.running, plan, language)}
        page.row(part_words(line.part), running, _amount(line.cost, plan, language))
    page.rule()
    page.ln(1.5)
    page.row(_("In all"), "", _amount(plan.budget.total, plan, language), bold=True)


def _days(page: Sheet, plan: TripPlan, language: str) -> None:
    """Two days side by side, one alone over the whole width; the title stays with the first of them."""
    if not plan.days:
        return
    width = WIDTH if len(plan.days) == 1 else COLUMN
    columns = _Columns(width, _times_width(page, plan, language) + BESIDE, language)
    pairs = [plan.days[n : n + 2] for n in range(0, len(plan.days), 2)]
    heights = [max(_height(page, day, columns) for day in pair) for pair in pairs]
    if page.will_page_break(18 + heights[0]):
        page.add_page()
    page.heading(_("Day by day") if len(plan.days) > 1 else _("The day"))
    for number, (pair, height) in enumerate(zip(pairs, heights, strict=True)):
        if page.will_page_break(height):
            page.add_page()
        top = page.get_y()
        for column, day in enumerate(pair):
            page.set_y(top)
            head = f"{2 * number + column + 1}.  {_title(day)}" if len(plan.days) > 1 else ""
            _one_day(page, head, day, MARGIN + column * (COLUMN + GAP), columns)
        page.set_xy(MARGIN, top + height + 3)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Millimetres that a day is wide and that its hours take, and the language they are written in."""

    width: float
    times: float
    language: str


def _times_width(page: Sheet, plan: TripPlan, language: str) -> float:
    """Millimetres that the widest hours take."""
    page.ink(8.5)
    said = [_hours(item, language) for day in plan.days for item in day.items]
    return max((page.get_string_width(words) for words in said), default=0.0)


def _hours(item: Item, language: str) -> str:
    return f"{_clock(item.start, language)} – {_clock(item.end, language)}"


def _title(day: Day) -> str:
    return day.title or day.called


def _height(page: Sheet, day: Day, columns: _Columns) -> float:
    """Millimetres that a day takes in its column."""
    page.ink(9)
    lines = [_lines(page, columns.width - columns.times, _named(day, item)) for item in day.items]
    page.ink(10.5, bold=True)
    head = 6 * _lines(page, columns.width, f"00.  {_title(day)}")
    return head + 4.5 * (2 if day.holiday else 1) + 4.6 * sum(lines)


def _lines(page: Sheet, width: float, text: str) -> int:
    """How many lines a text takes in a column, in the ink that was chosen."""
    found = page.multi_cell(width, 5, text, dry_run=True, output=MethodReturnValue.LINES)
    return len(found) if isinstance(found, list) else 1


def _one_day(page: Sheet, head: str, day: Day, left: float, columns: _Columns) -> None:
    width = columns.width
    if head:
        page.set_x(left)
        page.ink(10.5, bold=True)
        page.multi_cell(width, 6, head, new_x=XPos.LEFT, new_y=YPos.NEXT, align=Align.L)
    page.set_x(left)
    page.ink(8.5, colour=MUTED)
    said = _with_label(f"{_day(day.date, columns.language)}, {day.called}", day.sample)
    page.cell(width, 4.5, said, new_x=XPos.LEFT, new_y=YPos.NEXT)
    if day.holiday:
        page.ink(8.5, colour=OVER)
        page.cell(width, 4.5, capfirst(str(HOLIDAY)), new_x=XPos.LEFT, new_y=YPos.NEXT)
    for item in day.items:
        _one_item(page, item, _named(day, item), left, columns)


def _named(day: Day, item: Item) -> str:
    """What stands in the column of a day."""
    return f"{item.name} ({_('sample data')})" if day.labels(item) else item.name


def _with_label(text: str, is_sample: bool) -> str:
    return f"{text}, {_('sample data')}" if is_sample else text


def _one_item(page: Sheet, item: Item, name: str, left: float, columns: _Columns) -> None:
    muted = item.kind in {"transfer", "free", "meal"}
    page.set_x(left)
    page.ink(8.5, colour=MUTED)
    page.cell(columns.times, 4.6, _hours(item, columns.language))
    page.ink(9, colour=MUTED if muted else INK)
    width = columns.width - columns.times
    page.multi_cell(width, 4.6, name, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)


def _company(page: Sheet, plan: TripPlan, language: str) -> None:
    """What a gathering needs beside its day: what is ordered, who does what, who drives whom."""
    if plan.meals:
        page.heading(_("What to order"))
    for meal in plan.meals:
        page.row(value_words.titled(meal.what), _with_label(f"{meal.count} ×", meal.sample), "")
    if plan.tasks:
        page.heading(_("Who does what"))
    for task in plan.tasks:
        hours = f"{_clock(task.start, language)} – {_clock(task.end, language)}"
        page.row(task.what, ", ".join(task.who) or _("still open who"), hours)
    if plan.rides:
        page.heading(_("Who drives whom"))
    for ride in plan.rides:
        home = _("home at %(time)s") % {"time": _clock(ride.home, language)}
        fetched = _clock(ride.fetched, language)
        riders = _with_label(passengers_in_words(ride.passengers, ride.others), ride.sample)
        page.row(ride.driver, riders, fetched, note=home)


def _small_print(page: Sheet, plan: TripPlan, language: str) -> None:
    said = [_("Nothing is booked yet. Prices are what the sources said when the plan was made.")]
    if any(leg.estimate for leg in plan.transport):
        said += [fares_told(plan.budget.currency, language), _("They cannot be booked as such.")]
    if any(stay.sample for stay in plan.stays) or any(item.sample for day in plan.days for item in day.items):
        said.append(
            _("Sample data is there to try the product out; look up names, prices and hours before you go.")
        )
    page.ln(2)
    page.words(" ".join(said), 8, colour=MUTED, height=4)


def _day(day: date, language: str) -> str:
    """A day without its year, which stands at the head."""
    return format_date(day, day_pattern("EEE d MMM", language), locale=language)


def _span(first: date, last: date, language: str) -> str:
    days = [format_date(day, day_pattern("EEE d MMM y", language), locale=language) for day in (first, last)]
    return " – ".join(dict.fromkeys(days))


def _clock(at: time, language: str) -> str:
    return clock(at, language)


def _amount(amount: Decimal, plan: TripPlan, language: str) -> str:
    return money.rounded_in_words(amount, plan.budget.currency, language)
