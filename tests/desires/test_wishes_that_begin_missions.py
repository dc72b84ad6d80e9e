"""A wish that fits a mission type begins a mission through the gate, and its page leads there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from agency.desires import spawning, watching
from agency.desires.cards import page_for
from agency.desires.services import create_desire, revise
from agency.models import Desire, Plan
from agency.plans.toolview import toolbox
from missions import lifecycle
from missions.models import Mission
from ownyou.lib.fields import seal
from tests.desires.steps import allow, drive, open_decision, say
from trust import ledger
from trust.models import Action, User
from trust.tasks import undo_act

S = Desire.Stage
DINNER = "find an Italian restaurant in Paris for Friday night, 4 people"
pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_planned_asked_for_and_begun_once(world: None, owner: User, client: Client) -> None:
    desire = drive(create_desire(user=owner, description=DINNER))
    assert desire.stage == S.REVIEWING, desire.problem
    [hop] = Plan.objects.get().hops.all()
    assert [step.tool for step in hop.steps.all()] == [spawning.BEGIN]
    desire = say(desire, "approve")
    assert not Mission.objects.exists()
    assert "Italian" in open_decision(desire).payload["acts"][0]["title"]
    desire = say(desire, "approve")
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
    desire = say(say(drive(create_desire(user=owner, description=DINNER)), "approve"), "approve")
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
    desire = say(say(drive(create_desire(user=owner, description=DINNER)), "approve"), "approve")
    act = Action.objects.get(subject_id=desire.pk)
    ledger.undo(user=owner, action_id=act.pk)
    undo_act(str(act.pk))
    assert Mission.objects.get().status == "abandoned"
    desire = drive(desire)
    assert (desire.stage, desire.problem) == (S.ESCALATED, "You took its mission back.")


def test_a_mission_that_was_deleted_is_called_that_and_not_a_no(world: None, owner: User) -> None:
    desire = say(say(drive(create_desire(user=owner, description=DINNER)), "approve"), "approve")
    lifecycle.move(Mission.objects.get(), Mission.Status.ABANDONED)
    Mission.objects.all().delete()
    desire = drive(desire)
    assert (desire.stage, desire.problem) == (S.ESCALATED, "You deleted its mission.")
    assert open_decision(desire).payload["why"] == "You deleted its mission."


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
