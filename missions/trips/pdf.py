"""The booking summary as a PDF (A4): what to book, what it costs, and the days at a glance."""

from __future__ import annotations

import logging
from datetime import date, time
from decimal import Decimal
from pathlib import Path

from babel.dates import format_date
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import Align, MethodReturnValue, XPos, YPos

from missions import money
from missions.trips.account import account_of, part_words
from missions.trips.fares_told import fares_told
from missions.trips.plan import Budget, Day, Item, Leg, Stay, TripPlan
from missions.trips.wording import nights_words, people_words, way_words
from ownyou.lib.locales import clock, day_pattern

FONTS = Path(__file__).with_name("fonts")
FAMILY = "DejaVu"
INK, MUTED, LINE, ACCENT, PALE, OVER = (
    (28, 32, 38),
    (104, 112, 122),
    (222, 226, 231),
    (22, 93, 104),
    (240, 245, 246),
    (176, 66, 42),
)
MARGIN, WIDTH = 18.0, 174.0
"""Millimetres: the margin on all sides, and what is left between them."""

COLUMN, GAP, TIMES = 83.0, 8.0, 33.0
"""Millimetres: a column of days, what is between two, and what the hours take of one."""

ROW = 6.5
"""Millimetres that a row of one line takes."""

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of every glyph that it keeps

type Colour = tuple[int, int, int]


class Sheet(FPDF):
    """A4 with the plan's title and the page's number at the foot."""

    def __init__(self, title: str, language: str) -> None:
        super().__init__(format="A4")
        self.foot = title
        self.set_margin(MARGIN)
        self.set_auto_page_break(True, margin=20)
        self.add_font(FAMILY, "", FONTS / "DejaVuSansCondensed.ttf")
        self.add_font(FAMILY, "B", FONTS / "DejaVuSansCondensed-Bold.ttf")
        self.set_title(title)
        self.set_lang(language)

    def footer(self) -> None:
        """Title and page number."""
        self.set_y(-14)
        self.ink(8, colour=MUTED)
        self.cell(WIDTH / 2, 5, self.foot)
        self.cell(WIDTH / 2, 5, f"{self.page_no()} / {{nb}}", align="R")

    def ink(self, size: float, *, bold: bool = False, colour: Colour = INK) -> None:
        """Choose how the next words are written; `size` in points."""
        self.set_font(FAMILY, "B" if bold else "", size)
        self.set_text_color(*colour)

    def words(
        self, text: str, size: float, *, bold: bool = False, colour: Colour = INK, height: float = 5
    ) -> None:
        """A paragraph over the whole width."""
        self.ink(size, bold=bold, colour=colour)
        self.multi_cell(WIDTH, height, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)

    def heading(self, text: str) -> None:
        """A section's title over a hairline; never alone at a page's end."""
        if self.will_page_break(26):
            self.add_page()
        self.ln(5)
        self.words(text, 13, bold=True, colour=ACCENT, height=7)
        self.rule()
        self.ln(2)

    def rule(self) -> None:
        """A hairline over the whole width."""
        self.set_draw_color(*LINE)
        self.set_line_width(0.2)
        self.line(MARGIN, self.get_y(), MARGIN + WIDTH, self.get_y())

    def row(self, left: str, middle: str, right: str, *, bold: bool = False, note: str = "") -> None:
        """Three columns: what, more about it, the amount; a note in small below."""
        if self.will_page_break(12):
            self.add_page()
        top = self.get_y()
        self.ink(9.5, bold=True)
        self.multi_cell(62, 5, left, new_x=XPos.RIGHT, new_y=YPos.TOP, align=Align.L)
        after = self.get_y_after(62, left, bold=True)
        self.set_xy(MARGIN + 64, top)
        self.ink(9.5, colour=INK)
        self.multi_cell(82, 5, middle, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)
        bottom = max(after + top, self.get_y())
        self.set_xy(MARGIN + 146, top)
        self.ink(9.5, bold=bold)
        self.cell(28, 5, right, align="R")
        self.set_xy(MARGIN, bottom)
        if note:
            self.set_x(MARGIN + 64)
            self.ink(8, colour=MUTED)
            self.multi_cell(110, 4, note, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)
        self.ln(1.5)

    def get_y_after(self, width: float, text: str, *, bold: bool) -> float:
        """How high a text stands in a column, in millimetres."""
        self.ink(9.5, bold=bold)
        height = self.multi_cell(width, 5, text, dry_run=True, output=MethodReturnValue.HEIGHT)
        return float(height) if isinstance(height, int | float) else 5.0


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


def total_band(page: Sheet, budget: Budget, words: str, language: str) -> None:
    """The total in a pale band, with a bar of how much of the budget it takes."""
    top = page.get_y()
    page.set_fill_color(*PALE)
    page.rect(MARGIN, top, WIDTH, 18, style="F", round_corners=True, corner_radius=2)
    page.set_xy(MARGIN + 5, top + 3)
    page.ink(16, bold=True, colour=ACCENT)
    page.cell(70, 7, money.rounded_in_words(budget.total, budget.currency, language))
    page.set_xy(MARGIN + 5, top + 10)
    page.ink(8.5, colour=MUTED)
    page.cell(70, 5, words)
    if budget.limit:
        _bar(page, budget.total, budget.limit, budget.currency, top, language)
    page.set_xy(MARGIN, top + 18)


def _bar(page: Sheet, total: Decimal, limit: Decimal, currency: str, top: float, language: str) -> None:
    share = float(total / limit)
    left, width = MARGIN + 84, 84.0
    page.set_fill_color(*LINE)
    page.rect(left, top + 5.5, width, 3, style="F", round_corners=True, corner_radius=1.5)
    page.set_fill_color(*(OVER if share > 1 else ACCENT))
    page.rect(
        left,
        top + 5.5,
        max(3.0, width * min(1.0, share)),
        3,
        style="F",
        round_corners=True,
        corner_radius=1.5,
    )
    page.set_xy(left, top + 10)
    page.ink(8.5, colour=OVER if share > 1 else MUTED)
    words = {"share": f"{share:.0%}", "limit": money.rounded_in_words(limit, currency, language)}
    page.cell(width, 5, _("%(share)s of %(limit)s") % words, align="R")


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
        page.write(5, f"{one.what}, {one.city}:  ")
        for link in one.links:
            page.ink(9.5, colour=ACCENT)
            page.write(5, link.name, link.url)
            page.write(5, "   ")
        page.ln(6)


def _ways(page: Sheet, plan: TripPlan, language: str) -> None:
    if plan.transport:
        page.heading(_("Getting there"))
    for leg in plan.transport:
        name = f"{leg.origin} – {leg.to}"
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
    return ", ".join([stay.city, days, *nights_words(nights, stay.rooms)])


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
        page.row(item.name, when, _amount(item.cost, plan, language))
    tables = [(day, item) for day in plan.days for item in day.items if item.kind == "restaurant"]
    if tables:
        page.heading(_("Tables to reserve"))
    for day, item in tables:
        when = f"{_day(day.date, language)}, {_clock(item.start, language)}"
        said = ", ".join(part for part in (when, item.category) if part)
        page.row(item.name, said, f"≈ {_amount(item.cost, plan, language)}")


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
    """Two days side by side; the title stays with the first of them."""
    pairs = [plan.days[n : n + 2] for n in range(0, len(plan.days), 2)]
    heights = [max(_height(page, day) for day in pair) for pair in pairs]
    if heights and page.will_page_break(18 + heights[0]):
        page.add_page()
    page.heading(_("Day by day"))
    for number, (pair, height) in enumerate(zip(pairs, heights, strict=True)):
        if page.will_page_break(height):
            page.add_page()
        top = page.get_y()
        for column, day in enumerate(pair):
            page.set_y(top)
            _one_day(page, 2 * number + column + 1, day, MARGIN + column * (COLUMN + GAP), language)
        page.set_xy(MARGIN, top + height + 3)


def _height(page: Sheet, day: Day) -> float:
    """Millimetres that a day takes in its column."""
    page.ink(9)
    lines = [_lines(page, COLUMN - TIMES, item.name) for item in day.items]
    page.ink(10.5, bold=True)
    return 4.5 + 6 * _lines(page, COLUMN, f"00.  {day.title or day.city}") + 4.6 * sum(lines)


def _lines(page: Sheet, width: float, text: str) -> int:
    """How many lines a text takes in a column, in the ink that was chosen."""
    found = page.multi_cell(width, 5, text, dry_run=True, output=MethodReturnValue.LINES)
    return len(found) if isinstance(found, list) else 1


def _one_day(page: Sheet, number: int, day: Day, left: float, language: str) -> None:
    page.set_x(left)
    page.ink(10.5, bold=True)
    title = f"{number}.  {day.title or day.city}"
    page.multi_cell(COLUMN, 6, title, new_x=XPos.LEFT, new_y=YPos.NEXT, align=Align.L)
    page.ink(8.5, colour=MUTED)
    page.cell(COLUMN, 4.5, f"{_day(day.date, language)}, {day.city}", new_x=XPos.LEFT, new_y=YPos.NEXT)
    for item in day.items:
        _one_item(page, item, left, language)


def _one_item(page: Sheet, item: Item, left: float, language: str) -> None:
    muted = item.kind in {"transfer", "free", "meal"}
    page.set_x(left)
    page.ink(8.5, colour=MUTED)
    page.cell(TIMES, 4.6, f"{_clock(item.start, language)} – {_clock(item.end, language)}")
    page.ink(9, colour=MUTED if muted else INK)
    page.multi_cell(COLUMN - TIMES, 4.6, item.name, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)


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
    return format_date(day, day_pattern("EEE d MMM y", language), locale=language)


def _span(first: date, last: date, language: str) -> str:
    return _day(first, language) if first == last else f"{_day(first, language)} – {_day(last, language)}"


def _clock(at: time, language: str) -> str:
    return clock(at, language)


def _amount(amount: Decimal, plan: TripPlan, language: str) -> str:
    return money.rounded_in_words(amount, plan.budget.currency, language)
