"""How a budget was read, where that is not just what was said: "about €1,200: up to €1,320"."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from missions import money
from missions.brief import Brief
from missions.levels.briefs import brief_of
from missions.models import Mission
from missions.plugins.complex import ComplexMission
from missions.plugins.discovery import is_built, type_named
from ownyou.lib.errors import InvalidInput


def budget_in_words(mission: Mission, said: str) -> str:
    """What was said of a mission's budget (`said`, in words), and what that comes to for all of it, where a
    plan is made by another figure."""
    budget = mission.slots.get("budget")
    kind = type_named(mission.mission_type) if is_built(mission.mission_type) else None
    if not isinstance(kind, ComplexMission) or not isinstance(budget, dict):
        return said
    if Decimal(str(budget["amount"])) <= 0:
        return _("%(said)s: as cheap as possible, since nothing costs so little") % {"said": said}
    brief = brief_of(mission, [])
    limit = _limit(kind, brief)
    if limit is None or not _read_otherwise(budget):
        return said
    most = money.in_words(limit, brief.currency, brief.language)
    return _("%(said)s: up to %(limit)s in all") % {"said": said, "limit": most}


def _read_otherwise(budget: dict[str, Any]) -> bool:
    return budget.get("bound") == "about" or budget.get("per") == "person"


def _limit(kind: ComplexMission, brief: Brief) -> Decimal | None:
    try:
        return kind.planned_by(brief)
    except InvalidInput:  # nobody said yet where to
        return None


def limits_suggested(brief: Brief) -> list[str]:
    """What may be said instead of "about" so much, in words that are understood: not more than that."""
    budget = brief.slots.get("budget")
    if not isinstance(budget, dict) or budget.get("bound") != "about" or budget.get("per") != "total":
        return []
    amount = Decimal(str(budget["amount"]))
    words = money.in_words(amount, budget.get("currency") or brief.currency, brief.language)
    return [_("budget at most %(amount)s") % {"amount": words}]
