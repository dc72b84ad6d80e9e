"""Budgets hold by level, mission and day; an answer that was paid for is kept, readable by nobody else."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from agency.models import ReasoningCall, Thread
from agency.reasoning.budget import CALLS_BY_LEVEL, Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.goal import GoalText, classify_goal
from ownyou.lib import live
from ownyou.lib.ids import new_id
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import ModelEndpoint


def thread_of(owner: Any) -> Thread:
    return Thread.objects.create(
        user=owner, graph="mission.simple", subject_kind="mission", subject_id=new_id()
    )


def ask(asker: Asker, number: int) -> Any:
    return reason(classify_goal, GoalText(text=f"Dinner number {number} in Paris"), asker=asker)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("behaviour", [doubles.right, doubles.saying("nonsense")], ids=["right", "wrong"])
def test_a_level_makes_no_more_calls_than_it_may(
    db: None, owner: Any, endpoint: ModelEndpoint, level: int, behaviour: Any
) -> None:
    endpoint.behaviour = behaviour
    thread = thread_of(owner)
    results = [ask(Asker(owner.pk, thread.pk, level), number) for number in range(25)]
    assert len(endpoint.asked) == CALLS_BY_LEVEL[level]
    assert results[-1].fallback == "calls of this mission are used up"
    thread.refresh_from_db()
    assert thread.model_calls == CALLS_BY_LEVEL[level]
    assert thread.cost_usd == CALLS_BY_LEVEL[level] * Decimal("0.14")


def test_a_missions_money_holds(db: None, owner: Any, endpoint: ModelEndpoint, settings: Any) -> None:
    settings.LLM_MISSION_USD = 0.3
    asker = Asker(owner.pk, thread_of(owner).pk, 3)
    results = [ask(asker, number) for number in range(6)]
    assert len(endpoint.asked) == 3, "0.14 a call: the third passes 0.30"
    assert results[-1].fallback == "money for this mission is used up"
    assert ask(Asker(owner.pk, thread_of(owner).pk, 3), 9).source == "model"


def test_a_days_money_holds_over_missions_for_this_person_only(
    db: None, owner: Any, stranger: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_DAILY_USD = 0.2
    for number in range(4):
        result = ask(Asker(owner.pk, thread_of(owner).pk, 3), number)
    assert (len(endpoint.asked), result.fallback) == (2, "money for today is used up")
    assert ask(Asker(stranger.pk), 0).source == "model"


def test_the_second_time_the_answer_comes_from_the_cache(
    db: None, owner: Any, stranger: Any, endpoint: ModelEndpoint
) -> None:
    redis = live.connection()
    before = set(redis.keys("*"))
    first, second = ask(Asker(owner.pk), 1), ask(Asker(owner.pk), 1)
    assert (first.source, second.source, len(endpoint.asked)) == ("model", "cache", 1)
    assert first.value == second.value
    assert ReasoningCall.objects.get(source="cache").cost_usd == 0
    [key] = set(redis.keys("*")) - before
    for secret in (b"Dinner", b"dining", b"missions", str(owner.pk).encode()):
        assert secret not in key
        assert secret not in redis.get(key)
    assert ask(Asker(stranger.pk), 1).source == "model", "nobody gets another person's answer"
