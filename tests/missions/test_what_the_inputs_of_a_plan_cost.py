"""The inputs of a plan are presented in a few statements, whatever their number."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from agency.models import Asset, Hop, Plan, ToolStep
from missions.models import Mission
from missions.open_goals import plan_of
from missions.plan_inputs import inputs_of
from missions.services import create_mission
from trust.models import Action, User

pytestmark = pytest.mark.django_db


def planned(user: User, most: int) -> Mission:
    """A mission whose plan has so many inputs, each with a hop of its own that mailed something."""
    mission = create_mission(user=user, goal="look up Giverny on Wikivoyage and mail it to me")
    plan = Plan.objects.create(
        user=user, subject_kind="mission", subject_id=mission.pk, version=9, name="Look", goal="Look it up"
    )
    for number in range(most):
        name = f"place_{number}"
        Asset.objects.create(
            user=user, plan=plan, name=name, type="string", role=Asset.Role.INPUT, value="Giverny"
        )
        hop = Hop.objects.create(
            user=user, plan=plan, position=number, name=f"Hop {number}", description="Mail it", rationale="So"
        )
        step = ToolStep.objects.create(
            user=user,
            hop=hop,
            position=0,
            tool="mail.send",
            description="Mail it",
            parameters={"body": {"type": "asset_field", "state_asset": name}},
            results={},
        )
        acted(step, f"Mail {number}")
    return mission


def acted(step: ToolStep, title: str) -> None:
    """Let a step have mailed something, in place of what it was about to mail before."""
    act: dict[str, Any] = {
        "user": step.user,
        "tool": "mail.send",
        "agent": "email",
        "kind": "send",
        "title": title,
    }
    act |= {"subject_kind": "mission", "subject_id": step.hop.plan.subject_id, "arguments": {}}
    newest = Action.objects.create(key=f"a:{step.pk}:2", status=Action.Status.SUCCEEDED, **act)
    Action.objects.create(key=f"a:{step.pk}:1", status=Action.Status.SUPERSEDED, successor=newest, **act)


def statements(mission: Mission) -> int:
    plan = plan_of(mission)
    assert plan is not None
    with CaptureQueriesContext(connection) as queries:
        inputs_of(mission, plan)
    return len(queries)


@pytest.mark.parametrize("language", ["en", "de"])
def test_many_inputs_cost_no_more_statements_than_one(
    world: None,
    owner: User,
    language: str,
) -> None:
    few, many = planned(owner, 1), planned(owner, 12)
    with override(language):
        statements(few)
        assert statements(many) == statements(few) <= 5


def test_each_input_says_its_own_hop_and_act(world: None, owner: User) -> None:
    mission = planned(owner, 3)
    plan = plan_of(mission)
    assert plan is not None
    found = inputs_of(mission, plan)
    assert sorted((one.again, one.acts) for one in found) == [([f"Hop {n}"], [f"Mail {n}"]) for n in range(3)]
