"""A bundle for reading: the list as Markdown, with its account and what was checked."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from agency.reasoning.skills.wording import DraftToWord
from missions import money
from missions.bundles.plan import Bought, BundlePlan
from missions.ranking import delivered_in
from missions.trips.markdown import plain
from missions.trips.wording import over_words


def list_of(plan: BundlePlan, language: str) -> str:
    """The draft that a person reviews."""
    lines = [f"# {plain(plan.title)}", "", _head(plan, language), ""]
    lines += [plain(plan.summary), ""] if plan.summary else []
    if plan.misfits:
        lines += [f"## {_('What does not fit')}", "", *(f"- {plain(one)}" for one in plan.misfits), ""]
    for number, item in enumerate(plan.items, 1):
        lines += [f"## {number}. {plain(item.what)}", "", *_item(item, plan, language), ""]
    lines += [f"## {_('Account')}", "", f"| | {_('Cost')} | {_('So far')} |", "|---|--:|--:|"]
    running = Decimal(0)
    for item in plan.items:
        running += item.cost
        lines.append(
            " | ".join(
                [
                    "",
                    plain(item.what),
                    _amount(item.cost, plan, language),
                    _amount(running, plan, language),
                    "",
                ]
            ).strip()
        )
    lines += ["", f"## {_('Checked')}", ""]
    lines += [f"- {'✓' if check.ok else '✗'} {check.name}: {plain(check.detail)}" for check in plan.checks]
    return "\n".join(lines) + "\n"


def facts_of(plan: BundlePlan, goal: str, language: str) -> DraftToWord:
    """What a summary of the list may say."""
    facts = [_head(plan, language), *plan.misfits]
    for item in plan.items:
        said = [item.what, item.name, item.retailer, _amount(item.price, plan, language)]
        facts.append(", ".join([*filter(None, said), *delivery_words(item, plan, language), *item.fits]))
    return DraftToWord(goal=goal, title=plan.title, facts=[fact for fact in facts if fact])


def _head(plan: BundlePlan, language: str) -> str:
    total = _amount(plan.budget.total, plan, language)
    if plan.budget.limit is None:
        return _("%(total)s in all") % {"total": total}
    limit = _amount(plan.budget.limit, plan, language)
    if over := over_words(plan.budget, language):
        return f"{total}, {over}"
    left = _amount(plan.budget.limit - plan.budget.total, plan, language)
    return _("%(total)s of %(limit)s, %(left)s left") % {"total": total, "limit": limit, "left": left}


def _item(item: Bought, plan: BundlePlan, language: str) -> list[str]:
    name = plain(item.name)
    said = [f"**[{name}]({item.link})**" if item.link else f"**{name}**"]
    said += [plain(item.retailer)] if item.retailer else []
    said.append(
        f"{item.count} × {_amount(item.price, plan, language)}"
        if item.count > 1
        else _amount(item.price, plan, language)
    )
    said += delivery_words(item, plan, language)
    lines = ["- " + ", ".join(said) + (f" ({_('sample data')})" if item.sample else "")]
    return lines + [f"- {plain(words)}" for words in item.fits]


def delivery_words(item: Bought, plan: BundlePlan, language: str) -> list[str]:
    """When it comes and what that costs."""
    when = [] if item.delivery_days is None else [delivered_in(item.delivery_days)]
    if not item.shipping:
        return when
    return [*when, _("delivery %(cost)s") % {"cost": _amount(item.shipping, plan, language)}]


def _amount(amount: Decimal, plan: BundlePlan, language: str) -> str:
    return money.in_words(amount, plan.budget.currency, language)
