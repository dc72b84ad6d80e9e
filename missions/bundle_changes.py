"""What is different between two drafts of a bundle, thing by thing: what is bought instead, price and fit."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _
from pydantic import ValidationError

from missions import money
from missions.bundles.plan import Bought, BundlePlan
from missions.bundles.writing import delivery_words
from missions.changes import ChangeLine, PartChanges, PlanChanges, instead, line_of, more_or_less, told
from missions.plugins.complex import Draft
from missions.trips.wording import listed


def bundle_changes(before: Draft, after: Draft, language: str) -> PlanChanges | None:
    """What changed from one draft to the other, in a language; None where they are no bundles."""
    try:
        old, new = (BundlePlan.model_validate(draft.data) for draft in (before, after))
    except ValidationError:
        return None
    was, now = ({item.part: item for item in plan.items} for plan in (old, new))
    parts = [_whole(old, new, language)]
    parts += [_part(was.get(key), item, old, new, language) for key, item in now.items()]
    parts += [_part(item, None, old, new, language) for key, item in was.items() if key not in now]
    both = [(was[key], item) for key, item in now.items() if key in was]
    same = [item.what for earlier, item in both if not told(_lines(earlier, item, new, language))]
    totals = [_money(plan.budget.total, plan, language) for plan in (old, new)]
    one_money = old.budget.currency == new.budget.currency
    return PlanChanges(
        total_before=totals[0],
        total_after=totals[1],
        difference=more_or_less(old.budget.total, new.budget.total, new.budget.currency, language)
        if one_money
        else "",
        parts=[part for part in parts if part.lines or part.cost_after],
        same=_("As it was: %(things)s.") % {"things": listed(same)} if same else "",
    )


def _whole(old: BundlePlan, new: BundlePlan, language: str) -> PartChanges:
    """Within what, what does not fit or is left to the person, and what of the checks came out otherwise."""
    limits = instead(_limit(new, language), _limit(old, language))
    was, now = ([*plan.misfits, *plan.missing] for plan in (old, new))
    held = {check.name: check.ok for check in old.checks}
    checked = [
        f"{'✓' if check.ok else '✗'} {check.name}: {check.detail}"
        for check in new.checks
        if held.get(check.name, check.ok) != check.ok
    ]
    lines = [
        line_of("now", [*([limits] if limits else []), *checked]),
        line_of("came", [one for one in now if one not in was]),
        line_of("went", [one for one in was if one not in now]),
    ]
    return PartChanges(title=_("The whole"), lines=told(lines))


def _part(
    was: Bought | None, now: Bought | None, old: BundlePlan, new: BundlePlan, language: str
) -> PartChanges:
    shown = now or was
    assert shown is not None
    costs = [
        _money(item.cost if item else Decimal(0), plan, language) for item, plan in ((was, old), (now, new))
    ]
    changed = costs[0] != costs[1]
    return PartChanges(
        title=shown.what,
        cost_before=costs[0] if changed else "",
        cost_after=costs[1] if changed else "",
        lines=told(_lines(was, now, new, language)),
    )


def _lines(was: Bought | None, now: Bought | None, plan: BundlePlan, language: str) -> list[ChangeLine]:
    """What is bought instead of what; else what of the same offer is another now; and whether it fits."""
    if was is None or now is None:
        came, went = ([_named(one)] if one else [] for one in (now, was))
        return [line_of("came", came), line_of("went", went), line_of("now", now.fits if now else [])]
    other = (was.source, was.offer) != (now.source, now.offer)
    changed = [] if other else [instead(_pieces(now, plan, language), _pieces(was, plan, language))]
    came_in = [", ".join(delivery_words(one, plan, language)) for one in (now, was)]
    changed += [instead(*came_in)] if all(came_in) else []
    changed += [one for one in now.fits if other or one not in was.fits]
    return [
        line_of("came", [_named(now)] if other else []),
        line_of("went", [_named(was)] if other else []),
        line_of("now", [one for one in changed if one]),
    ]


def _named(item: Bought) -> str:
    return ", ".join(one for one in (item.name, item.retailer) if one)


def _pieces(item: Bought, plan: BundlePlan, language: str) -> str:
    return f"{item.count} × {_money(item.price, plan, language)}"


def _limit(plan: BundlePlan, language: str) -> str:
    if plan.budget.limit is None:
        return _("no limit")
    return _("budget: %(amount)s") % {"amount": _money(plan.budget.limit, plan, language)}


def _money(amount: Decimal, plan: BundlePlan, language: str) -> str:
    return money.in_words(amount, plan.budget.currency, language)
