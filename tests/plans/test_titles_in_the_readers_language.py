"""Rows keep the titles of tools as they are declared; who reads them reads their own language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from agency.models import Plan, ToolStep
from agency.plans.by_rules import plan_by_rules
from agency.plans.cards import hop_cards
from agency.plans.essence import MissionLite
from agency.plans.storing import store
from agency.plans.titles import names_of_hops, title_of_step
from agency.plans.toolview import view_of
from ownyou.lib.ids import new_id
from tests.plans import kit
from tests.plans.plans import PLAN
from trust import tools
from trust.activity import Subject
from trust.models import User
from trust.tools import AnyTool

pytestmark = pytest.mark.usefixtures("tooled")
GERMAN = {"Send a mail": "Eine Mail schicken"}


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue in which one title is translated."""

    def said(text: str) -> str:
        return GERMAN.get(text, text) if translation.get_language() == "de" else text

    monkeypatch.setattr(tools, "_", said)


@pytest.fixture
def planned(owner: User) -> Callable[..., Plan]:
    def make(language: str) -> Plan:
        wanted = MissionLite.model_validate(PLAN["mission"])
        views = [view_of(spec) for spec in kit.TOOLS]
        with translation.override(language):
            made = plan_by_rules(wanted, kit.TOOLS)
            kept = store(made, user=owner, subject=Subject("test", new_id()), tools=views)
            return Plan.objects.get(pk=kept.pk)

    return make


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_plan_of_rules_reads_in_the_language_of_its_reader(planned: Any, language: str) -> None:
    plan = planned(language)
    last = plan.hops.order_by("position").last()
    assert last.name == "Send a mail"
    assert last.steps.get().description == "Send a mail"
    with translation.override("de"):
        card = hop_cards(plan)[-1]
        assert (card.name, card.description) == ("Eine Mail schicken", "Eine Mail schicken.")
        assert card.steps[-1].title == "Eine Mail schicken"
        assert names_of_hops(plan)[-1] == "Eine Mail schicken"
    with translation.override("en"):
        card = hop_cards(plan)[-1]
        assert (card.name, card.description, card.steps[-1].title) == (
            "Send a mail",
            "Send a mail.",
            "Send a mail",
        )


def test_the_second_of_two_hops_of_one_name_keeps_its_number(planned: Any) -> None:
    plan = planned("en")
    last = plan.hops.order_by("position").last()
    last.name = "Send a mail (2)"
    last.save()
    with translation.override("de"):
        assert names_of_hops(plan)[-1] == "Eine Mail schicken (2)"


def test_what_somebody_called_a_step_stays_as_it_was_said(planned: Any, owner: User) -> None:
    plan = planned("en")
    last = plan.hops.order_by("position").last()
    step = last.steps.get()
    step.description, last.name, last.description = "Tell Anna", "Tell her all", "Anna is told."
    step.save()
    last.save()
    with translation.override("de"):
        card = hop_cards(plan)[-1]
        assert (card.name, card.description, card.steps[-1].title) == (
            "Tell her all",
            "Anna is told.",
            "Tell Anna",
        )


def test_the_servers_of_a_person_are_asked_once_for_a_whole_plan(
    planned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned("en")
    [mail] = [spec for spec in kit.TOOLS if spec.name == "mail.send"]
    asked: list[User] = []

    def provider(user: User) -> list[AnyTool]:
        asked.append(user)
        return [replace(mail, name=f"mcp:post/{step.pk}") for step in steps]

    steps = list(ToolStep.objects.filter(hop__plan=plan))
    for step in steps:
        step.tool, step.description = f"mcp:post/{step.pk}", "Send a mail"
        step.save()
    monkeypatch.setattr(tools, "_providers", [provider])
    with translation.override("de"):
        titles = [step.title for card in hop_cards(plan) for step in card.steps]
        assert set(titles) == {"Eine Mail schicken"}
        assert len(titles) == len(steps) > 1
        assert len(asked) == 1
        names_of_hops(plan)
        assert len(asked) == 2


def test_a_step_whose_tool_is_gone_is_called_as_it_was(planned: Any, owner: User) -> None:
    step = ToolStep.objects.filter(hop__plan=planned("en"), tool="mail.send").get()
    tools.unregister_tool("mail.send")
    with translation.override("de"):
        assert title_of_step(step, owner) == "Send a mail"
