"""Today has what waits in the order of the inbox, and says what it cost in the person's own money."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from agency.models import ReasoningCall
from missions.board import board_of, numbers_of
from missions.costs import Cost
from missions.models import Mission
from ownyou.lib.ids import new_id
from trust import decisions
from trust.activity import Subject
from trust.cards import inbox_of
from trust.decisions import clarification
from trust.models import User

pytestmark = pytest.mark.django_db


def asking(owner: User, goal: str) -> Mission:
    status = Mission.Status.INTERRUPTED
    return Mission.objects.create(user=owner, goal=goal, mission_type="dining", level=2, status=status)


def test_what_waits_longest_stands_first_as_in_the_inbox(owner: User) -> None:
    missions = [asking(owner, goal) for goal in ("first made", "second made", "third made")]
    for mission in (missions[1], missions[2], missions[0]):
        asked = clarification(f"Of {mission.goal}?", domain="dining")
        decisions.ask(asked, user_id=owner.pk, key=str(mission.pk), subject=Subject("mission", mission.pk))
    today = [card.goal for card in board_of(owner).needs]
    assert today == ["second made", "third made", "first made"]
    assert [card.subject_id for card in inbox_of(owner)] == [card.id for card in board_of(owner).needs]


@pytest.mark.parametrize(
    ("currency", "words", "hint"),
    [("EUR", "€", "$2.50, at the rate of "), ("USD", "$2.50", ""), ("XTS", "$2.50", "")],
)
def test_what_it_cost_is_in_the_persons_money_with_the_day_of_the_rate(
    owner: User, settings: Any, currency: str, words: str, hint: str
) -> None:
    settings.LLM_PRICE_IN = 1.0
    owner.currency = currency
    owner.save()
    ReasoningCall.objects.create(
        user=owner, thread_id=new_id(), skill="x", model="m", model_calls=1, cost_usd=Decimal("2.5")
    )
    numbers = numbers_of(owner)
    assert numbers.cost.startswith(words)
    assert numbers.cost_hint.startswith(hint)
    assert bool(numbers.cost_hint) is bool(hint)


def test_the_least_that_is_said_is_a_cent() -> None:
    assert Cost(1, 1, Decimal("0.0001")).words("en", "EUR") == "€0.01"
