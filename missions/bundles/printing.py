"""The shopping list as a PDF (A4): what to buy where, how it fits, and the account."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from missions import money
from missions.bundles.plan import Bought, BundlePlan
from missions.bundles.writing import delivery_words
from missions.trips.sheet import MUTED, Sheet, total_band


def shopping_list(plan: BundlePlan, language: str) -> bytes:
    """The file's bytes."""
    page = Sheet(plan.title, language)
    page.add_page()
    page.words(_("Shopping list"), 9, colour=MUTED)
    page.words(plan.title, 24, bold=True, height=11)
    page.ln(3)
    total_band(page, plan.budget, _("for all of it, with delivery"), language)
    if plan.misfits:
        page.heading(_("What does not fit"))
        for text in plan.misfits:
            page.words(f"•  {text}", 9.5)
    page.heading(_("What to buy"))
    for item in plan.items:
        _item(page, item, plan, language)
    _account(page, plan, language)
    page.ln(2)
    page.words(_small_print(plan), 8, colour=MUTED, height=4)
    return bytes(page.output())


def _item(page: Sheet, item: Bought, plan: BundlePlan, language: str) -> None:
    price = _amount(item.price, plan, language)
    said = [item.name, item.retailer, f"{item.count} × {price}" if item.count > 1 else ""]
    said += delivery_words(item, plan, language)
    note = [*item.fits, item.link, _("sample data") if item.sample else ""]
    page.row(
        item.what,
        ", ".join(one for one in said if one),
        _amount(item.cost, plan, language),
        note="  ·  ".join(one for one in note if one),
    )


def _account(page: Sheet, plan: BundlePlan, language: str) -> None:
    page.heading(_("Account"))
    running = Decimal(0)
    for item in plan.items:
        running += item.cost
        so_far = _("%(amount)s so far") % {"amount": _amount(running, plan, language)}
        page.row(item.what, so_far, _amount(item.cost, plan, language))
    page.rule()
    page.ln(1.5)
    page.row(_("In all"), "", _amount(plan.budget.total, plan, language), bold=True)


def _small_print(plan: BundlePlan) -> str:
    said = [_("Nothing is ordered yet. Prices are what the sources said when the list was made.")]
    if any(item.sample for item in plan.items):
        said.append(_("Sample data is there to try the product out; look up prices before you buy."))
    return " ".join(said)


def _amount(amount: Decimal, plan: BundlePlan, language: str) -> str:
    return money.in_words(amount, plan.budget.currency, language)
