"""A sheet of paper that plans are printed on (A4): headings, rows with amounts, a band with the total."""

from __future__ import annotations

import logging
from decimal import Decimal
from pathlib import Path

from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import Align, MethodReturnValue, XPos, YPos

from missions import money
from missions.trips.plan import Budget

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

ROOM = 38.0
"""Millimetres that a heading needs below: itself and some rows."""

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
        self.c_margin = 0
        self.alias_nb_pages("§")  # as wide as a figure, so that the foot ends at the margin
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
        self.cell(WIDTH / 2, 5, f"{self.page_no()} / §", align="R")

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
        if self.will_page_break(ROOM):
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
