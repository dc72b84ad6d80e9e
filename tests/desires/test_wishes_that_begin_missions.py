"""A wish that fits a mission type begins a mission through the gate, and its page leads there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from agency.desires import agreed, spawning, watching
from agency.desires.agreed import take_review_as_ok
from agency.desires.cards import page_for
from agency.desires.recurring import wake
from agency.desires.services import create_desire, revise
from agency.models import Desire, Plan, Schedule
from agency.plans.toolview import toolbox
from missions import lifecycle
from missions.models import Mission
from ownyou.lib.fields import seal
from ownyou.lib.ids import new_id
from tests.desires.steps import allow, drive, open_decision, say
from trust import ledger
from trust.models import Action, Decision, Notification, User
from trust.tasks import undo_act

S = Desire.Stage
DINNER = "find an Italian restaurant in Paris for Friday night, 4 people"
pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_planned_and_one_ok_begins_it_once(world: None, owner: User, client: Client) -> None:
    desire = drive(create_desire(user=owner, description=DINNER))
    assert desire.stage == S.REVIEWING, desire.problem
    [hop] = Plan.objects.get().hops.all()
    assert [step.tool for step in hop.steps.all()] == [spawning.BEGIN]
    assert not Mission.objects.exists()
    lines = [one["title"] for one in open_decision(desire).payload["evidence"]["recent"]]
    assert f"Your OK begins it: “{DINNER}”" in lines, "what the OK is for is shown whole"
    desire = say(desire, "approve")
    [card] = Decision.objects.filter(subject_id=desire.pk, kind=Decision.Kind.APPROVAL)
    assert (card.status, card.verdict, card.answered_by) == ("answered", "approve", owner)
    assert not Notification.objects.of(owner).unread().filter(decision_id=card.pk).exists()
    assert desire.stage == S.EXECUTING, "what comes of the mission is judged, not that it began"
    mission = Mission.objects.get()
    assert (mission.user, mission.goal) == (owner, DINNER)
    assert mission.mission_type == "dining"
    [link] = page_for(desire).missions
    assert link.subject_id == mission.pk
    client.force_login(owner)
    page = client.get(f"/agency/{desire.pk}/").content.decode()
    assert f'href="/missions/{mission.pk}/"' in page


@pytest.mark.parametrize(
    ("ends", "stage", "verdict"),
    [
        (Mission.Status.COMPLETED, S.COMPLETED, "completed"),
        (Mission.Status.ABANDONED, S.ESCALATED, "escalate"),
        (Mission.Status.FAILED, S.REVIEWING, "loop_back"),
    ],
)
def test_it_is_judged_by_how_its_mission_ended(
    world: None, owner: User, ends: Mission.Status, stage: str, verdict: str
) -> None:
    desire = say(drive(create_desire(user=owner, description=DINNER)), "approve")
    Desire.objects.filter(pk=desire.pk).update(updated_at=timezone.now() - timedelta(days=2))
    desire.refresh_from_db()
    watching.look_after(desire)
    desire.refresh_from_db()
    assert (desire.stage, desire.stuck_since) == (S.EXECUTING, None), "a mission may take days"
    Mission.objects.update(status=Mission.Status.EXECUTING)
    changes = {"problem": seal(owner.pk, "the site was closed")} if ends == Mission.Status.FAILED else {}
    lifecycle.move(Mission.objects.get(), ends, **changes)
    desire = drive(desire)
    [outcome] = desire.outcomes.all()
    assert (outcome.verdict, [one["met"] for one in outcome.judged]) == (verdict, [verdict == "completed"])
    assert desire.stage == stage, desire.problem
    assert ("the site was closed" in outcome.text) is (ends == Mission.Status.FAILED)


def test_the_act_can_be_undone(world: None, owner: User) -> None:
    desire = say(drive(create_desire(user=owner, description=DINNER)), "approve")
    act = Action.objects.get(subject_id=desire.pk)
    ledger.undo(user=owner, action_id=act.pk)
    undo_act(str(act.pk))
    assert Mission.objects.get().status == "abandoned"
    desire = drive(desire)
    assert (desire.stage, desire.problem) == (S.ESCALATED, "You took its mission back.")


def test_a_mission_that_was_deleted_is_called_that_and_not_a_no(world: None, owner: User) -> None:
    desire = say(drive(create_desire(user=owner, description=DINNER)), "approve")
    lifecycle.move(Mission.objects.get(), Mission.Status.ABANDONED)
    Mission.objects.all().delete()
    desire = drive(desire)
    assert (desire.stage, desire.problem) == (S.ESCALATED, "You deleted its mission.")
    assert open_decision(desire).payload["why"] == "You deleted its mission."


@pytest.mark.parametrize(
    "changed",
    [
        {"tainted": True},
        {"risk": "high"},
        {"rule": "caution"},
        {"args_hash": "of something else"},
    ],
)
def test_the_ok_to_a_plan_is_none_to_what_always_asks(
    world: None, owner: User, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]
) -> None:
    def meanwhile(desire: Desire, thread_id: UUID, *, key: str) -> bool:
        Action.objects.filter(thread_id=thread_id).update(**changed)
        return take_review_as_ok(desire, thread_id, key=key)

    monkeypatch.setattr(agreed, "take_review_as_ok", meanwhile)
    desire = say(drive(create_desire(user=owner, description=DINNER)), "approve")
    assert open_decision(desire).kind == Decision.Kind.APPROVAL
    assert not Mission.objects.exists()


def test_what_comes_again_asks_once_each_time(world: None, owner: User) -> None:
    desire = drive(create_desire(user=owner, description=DINNER, every="week"))
    for week in (1, 2):
        desire = say(desire, "approve")
        assert Mission.objects.count() == week, open_decision(desire).payload
        begun = Mission.objects.order_by("created_at").last()
        assert begun is not None
        Mission.objects.filter(pk=begun.pk).update(status=Mission.Status.EXECUTING)
        begun.refresh_from_db()
        assert lifecycle.move(begun, Mission.Status.COMPLETED)
        desire = drive(desire)
        assert desire.stage == S.DORMANT, desire.problem
        wake(Schedule.objects.get(user=owner, kind="desire"), timezone.now())
        desire = drive(desire)
        assert open_decision(desire).kind == Decision.Kind.REVIEW


def test_one_ok_counts_once(world: None, owner: User) -> None:
    desire = say(drive(create_desire(user=owner, description=DINNER)), "approve")
    act = Action.objects.get(subject_id=desire.pk)
    act.pk, act.key, act._state.adding = new_id(), "another run", True
    act.status, act.decision, act.thread_id = Action.Status.WAITING, None, new_id()
    act.save()
    assert not take_review_as_ok(desire, act.thread_id, key="another card")


def test_a_wish_of_others_words_begins_nothing_by_itself(world: None, owner: User) -> None:
    allow(owner, "adaptive_auto", "always")
    desire = drive(create_desire(user=owner, description=DINNER, source="agent", tainted=True))
    assert desire.stage == S.REVIEWING
    assert not Mission.objects.exists()


def test_a_critique_can_leave_the_mission_out(world: None, owner: User) -> None:
    desire = drive(create_desire(user=owner, description=DINNER))
    desire = drive(revise(user=owner, desire_id=desire.pk, critique="do not begin a mission"))
    assert desire.guidance["without"] == [spawning.BEGIN]
    second = Plan.objects.get(version=2)
    assert spawning.BEGIN not in {step.tool for hop in second.hops.all() for step in hop.steps.all()}
    assert desire.stage == S.REVIEWING
    assert not Mission.objects.exists()


def test_what_fits_no_type_is_planned_with_tools(world: None, owner: User) -> None:
    assert spawning.type_for(owner, "sort my notes by length") == ""
    wish = "look up Giverny on Wikivoyage and save it as a note"
    desire = drive(create_desire(user=owner, description=wish))
    plan = Plan.objects.get(subject_id=desire.pk)
    tools = [step.tool for hop in plan.hops.all() for step in hop.steps.all()]
    assert tools == ["wikivoyage.read", "pages.join", "notes.save"]
    assert spawning.type_for(owner, DINNER)


def test_open_goals_of_missions_are_never_offered_it(world: None, owner: User) -> None:
    assert spawning.BEGIN not in {tool.name for tool in toolbox(owner)}
    assert spawning.BEGIN in {tool.name for tool in toolbox(owner, by_words=False)}
