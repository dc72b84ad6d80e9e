"""The brief of a mission: its goal, understood, with what was learned of the person."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils import timezone

from missions import money, tastes
from missions.brief import Adjustments, Brief, Taste
from missions.models import Mission

LEVEL_OF_PLANS = 3


def brief_of(mission: Mission, known: list[Taste] | None = None) -> Brief:
    """A mission's goal, understood, with what was learned of its owner."""
    user = mission.user
    return Brief(
        goal=mission.wording,
        mission_type=mission.mission_type,
        level=mission.level,
        slots=mission.slots,
        now=timezone.now(),
        zone=user.time_zone,
        language=user.language,
        currency=currency_of(mission),
        home=user.home,
        tastes=tastes.tastes_of(user, mission.mission_type) if known is None else known,
        adjustments=Adjustments.model_validate(mission.adjustments or {}),
        wished=mission.understood.get("wished"),
    )


def currency_of(mission: Mission) -> str:
    """Plans (level 3) are reckoned in the currency of their budget, all else in the person's."""
    said = mission.slots.get("budget") if mission.level == LEVEL_OF_PLANS else None
    return currency_named(said, mission.user.currency)


def currency_named(budget: Any, own: str) -> str:
    """The currency of a budget as it was read, where amounts can be converted into it; else the person's."""
    wanted = str(budget.get("currency") or "") if isinstance(budget, dict) else ""
    return wanted if wanted and money.converted(Decimal(1), wanted, own) is not None else own
