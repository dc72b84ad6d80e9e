"""Budgets hold by level, mission (all its runs) and day; an answer that was paid for is kept, for its
person only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from agency.models import ReasoningCall, Thread
from agency.reasoning.budget import CALLS_BY_LEVEL, Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.goal import GoalText, classify_goal
from missions.board import numbers_of
from missions.cards import card_for
from missions.models import Mission
from missions.setup import model_page
from ownyou.lib import live
from ownyou.lib.ids import new_id
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import ModelEndpoint


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    """The day by which budgets are counted does not end in the middle of a test."""
    with time_machine.travel(timezone.now().replace(hour=12), tick=True):
        yield


def thread_of(owner: Any, **more: Any) -> Thread:
    about = {"subject_kind": "mission", "subject_id": new_id(), **more}
    return Thread.objects.create(user=owner, graph="mission.simple", **about)


def runs_of_one_mission(owner: Any) -> list[Thread]:
    """The first run, one that another graph took on, and two parts of that one."""
    first = thread_of(owner)
    later = thread_of(owner, subject_id=first.subject_id)
    parts = [thread_of(owner, subject_kind="subgoal", subject_id=new_id(), parent=later) for _ in range(2)]
    return [first, later, *parts]


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
    assert results[-1].fallback == "mission_calls"
    thread.refresh_from_db()
    assert thread.model_calls == CALLS_BY_LEVEL[level]
    assert thread.cost_usd == CALLS_BY_LEVEL[level] * Decimal("0.14")


def test_a_missions_money_holds(db: None, owner: Any, endpoint: ModelEndpoint, settings: Any) -> None:
    settings.LLM_MISSION_USD = 0.3
    asker = Asker(owner.pk, thread_of(owner).pk, 3)
    results = [ask(asker, number) for number in range(6)]
    assert len(endpoint.asked) == 3, "0.14 a call: the third passes 0.30"
    assert results[-1].fallback == "mission_money"
    assert ask(Asker(owner.pk, thread_of(owner).pk, 3), 9).source == "model"


def test_all_runs_of_a_mission_spend_from_one_purse(
    db: None, owner: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_MISSION_USD = 0.5
    results = [ask(Asker(owner.pk, run.pk, 3), n) for n, run in enumerate(runs_of_one_mission(owner) * 2)]
    assert len(endpoint.asked) == 4, "0.14 a call: the fourth passes 0.50, whichever run asks"
    assert {result.fallback for result in results[4:]} == {"mission_money"}
    assert ask(Asker(owner.pk, thread_of(owner).pk, 3), 99).source == "model"


@pytest.mark.parametrize(("level", "calls"), [(1, 2), (2, 5), (3, 20)])
def test_all_runs_of_a_mission_share_its_calls(
    db: None, owner: Any, endpoint: ModelEndpoint, level: int, calls: int
) -> None:
    runs = runs_of_one_mission(owner)
    for number in range(24):
        result = ask(Asker(owner.pk, runs[number % 4].pk, level), number)
    assert (len(endpoint.asked), result.fallback) == (calls, "mission_calls")


def test_runs_about_something_else_count_for_themselves(
    db: None, owner: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_MISSION_USD = 0.2
    wish = new_id()
    for number in range(3):
        run = thread_of(owner, subject_kind="desire", subject_id=wish)
        assert ask(Asker(owner.pk, run.pk, 3), number).source == "model"


def test_a_days_calls_hold_where_no_price_is_known(
    db: None, owner: Any, stranger: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_PRICE_IN = settings.LLM_PRICE_OUT = 0
    settings.LLM_DAILY_CALLS = 3
    results = [ask(Asker(owner.pk, thread_of(owner).pk, 3), number) for number in range(5)]
    assert (len(endpoint.asked), results[-1].fallback) == (3, "day_calls")
    assert ask(Asker(stranger.pk), 0).source == "model"


def test_without_a_price_it_is_said_what_was_used(
    db: None, owner: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_PRICE_IN = settings.LLM_PRICE_OUT = 0
    mission = Mission.objects.create(user=owner, goal="Dinner", mission_type="outing", level=3)
    run = thread_of(owner, subject_id=mission.pk)
    for number, each in enumerate([run, thread_of(owner, subject_kind="subgoal", parent=run)]):
        ask(Asker(owner.pk, each.pk, 3), number)
    words = "2 calls, 240 tokens (price not configured)"
    assert (card_for(mission).cost_words, numbers_of(owner).cost) == (words, words)
    assert model_page(owner)["engine"]["spent_words"] == words


def test_with_a_price_the_parts_of_a_mission_are_in_its_cost(
    db: None, owner: Any, endpoint: ModelEndpoint
) -> None:
    mission = Mission.objects.create(user=owner, goal="Dinner", mission_type="outing", level=3)
    run = thread_of(owner, subject_id=mission.pk)
    assert card_for(mission).cost_words == "no cost"
    for number, each in enumerate([run, thread_of(owner, subject_kind="subgoal", parent=run)]):
        ask(Asker(owner.pk, each.pk, 3), number)
    assert (card_for(mission).cost_words, numbers_of(owner).cost) == ("$0.28", "$0.28")


@pytest.mark.parametrize("price", [1000, 0])
def test_a_call_of_no_run_counts_in_the_months_cost(
    db: None, owner: Any, stranger: Any, endpoint: ModelEndpoint, settings: Any, price: float
) -> None:
    settings.LLM_PRICE_IN = settings.LLM_PRICE_OUT = price
    ask(Asker(owner.pk, thread_of(owner).pk, 3), 0)
    ask(Asker(owner.pk), 1)
    ask(Asker(stranger.pk), 2)
    words = "$0.24" if price else "2 calls, 240 tokens (price not configured)"
    assert numbers_of(owner).cost == words
    assert model_page(owner)["engine"]["spent_words"] == words


def test_calls_of_the_month_before_are_not_in_this_months_cost(
    db: None, owner: Any, endpoint: ModelEndpoint
) -> None:
    ask(Asker(owner.pk), 0)
    ReasoningCall.objects.update(created_at=timezone.now() - timedelta(days=32))
    assert numbers_of(owner).cost == "$0"


def test_a_days_money_holds_over_missions_for_this_person_only(
    db: None, owner: Any, stranger: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_DAILY_USD = 0.2
    for number in range(4):
        result = ask(Asker(owner.pk, thread_of(owner).pk, 3), number)
    assert (len(endpoint.asked), result.fallback) == (2, "day_money")
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
