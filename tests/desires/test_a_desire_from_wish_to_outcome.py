"""One desire through its whole life: planned, reviewed, started, done through the gate, judged."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.storage import default_storage
from django.test import Client

from agency import artifacts
from agency.desires import contract
from agency.desires.noticing import hearing
from agency.desires.planner.desk import PlannerDesk
from agency.desires.services import create_desire, delete_desire, execute, generate_plan, reset, revise
from agency.models import Artifact, Desire, Heard, Plan
from agency.plans.failing import failures_of
from ownyou.lib.errors import Conflict, InvalidInput
from tests.desires.steps import MAILED, WANTED, allow, drive, open_decision, say
from tests.plans import kit
from trust.activity import Subject
from trust.models import Action, Activity, AuditEntry, User

S = Desire.Stage
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_plan_waits_for_a_look_and_is_done_after_it(person: User) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.REVIEWING
    assert not kit.calls
    plan = Plan.objects.get(subject_id=desire.pk)
    assert plan.success_criteria
    card = open_decision(desire)
    agreed = {f"Agreed: {words}" for words in plan.success_criteria}
    assert agreed <= {line["title"] for line in card.payload["evidence"]["recent"]}
    desire = say(desire, "approve")
    assert desire.stage == S.COMPLETED, desire.problem
    assert (desire.plannings, desire.executions, desire.reviews) == (1, 1, 1)
    assert not desire.bypassed
    assert kit.calls["guide.look_up"] == 1
    [outcome] = desire.outcomes.all()
    assert outcome.verdict == "completed"
    assert all(line["met"] for line in outcome.judged)
    assert [entry.state for entry in desire.entries.order_by("at")][-1] == "done"


def test_what_is_harmless_starts_by_itself_and_says_why(person: User) -> None:
    allow(person, "supervised_auto")
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.COMPLETED, desire.problem
    assert desire.bypassed
    assert "Supervised" in (desire.approve_reason or "")


def test_observing_executes_nothing_even_after_a_yes(person: User) -> None:
    allow(person, "observe", "always")
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.REVIEWING
    desire = say(desire, "approve")
    assert desire.stage == S.APPROVED
    assert not kit.calls
    with pytest.raises(Conflict):
        execute(user=person, desire_id=desire.pk)
    allow(person, "suggest")
    desire.user.refresh_from_db()
    assert drive(execute(user=person, desire_id=desire.pk)).stage == S.COMPLETED


def test_trust_that_is_taken_back_while_it_is_planned_holds(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(person, "supervised_auto")
    judge = PlannerDesk.verdict

    def taken_back(desk: PlannerDesk) -> Any:
        User.objects.filter(pk=person.pk).update(autonomy="observe")
        return judge(desk)

    monkeypatch.setattr(PlannerDesk, "verdict", taken_back)
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.REVIEWING
    assert not desire.bypassed
    assert not kit.calls


def test_a_critique_makes_the_next_version_without_what_is_not_wanted(person: User, client: Client) -> None:
    desire = drive(create_desire(user=person, description=MAILED))
    tools = {step.tool for hop in Plan.objects.get().hops.all() for step in hop.steps.all()}
    assert "mail.send" in tools
    desire = drive(revise(user=person, desire_id=desire.pk, critique="do not send a mail"))
    assert desire.stage == S.REVIEWING
    first, second = Plan.objects.filter(subject_id=desire.pk).order_by("version")
    assert (first.version, second.version) == (1, 2)
    assert "mail.send" not in {step.tool for hop in second.hops.all() for step in hop.steps.all()}
    assert (first.because, second.because) == ([], [{"by": "said", "words": "do not send a mail"}])
    client.force_login(person)
    page = client.get(f"/agency/{desire.pk}/").content.decode()
    assert "Because you said: “do not send a mail”" in page[page.index('id="version-1"') :]
    happened = page[page.index('id="timeline"') :]
    assert "New desire: " in happened
    assert "You said what is to be different" in happened
    newest = Activity.objects.filter(subject_id=desire.pk).latest("seq").seq
    earlier = client.get(f"/agency/{desire.pk}/before/{newest}/").content.decode()
    assert f'data-seq="{newest}"' in happened
    assert f'data-seq="{newest}"' not in earlier
    assert "New desire: " in earlier
    with pytest.raises(InvalidInput):
        revise(user=person, desire_id=desire.pk, critique="x" * 1_001)


def test_a_rejected_plan_does_nothing_and_can_be_taken_up_again(person: User) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    desire = say(desire, "reject", "not now")
    assert (desire.stage, desire.problem) == (S.REJECTED, "not now")
    assert not kit.calls
    reset(user=person, desire_id=desire.pk)
    generate_plan(user=person, desire_id=desire.pk)
    assert drive(desire).stage == S.REVIEWING


def test_an_approved_plan_still_asks_before_each_act(person: User) -> None:
    desire = drive(create_desire(user=person, description=MAILED))
    desire = say(desire, "approve")
    assert desire.stage == S.EXECUTING
    assert kit.calls["mail.send"] == 0
    desire = say(desire, "approve")
    assert desire.stage == S.COMPLETED, desire.problem
    assert kit.calls["mail.send"] == 1
    act = Action.objects.get(subject_id=desire.pk)
    assert act.status == "succeeded"
    shown = contract.made(Plan.objects.get(subject_id=desire.pk))
    assert f"{act.title}\n" in shown[-1]
    assert str(act.arguments["body"])[:40] in shown[-1]


def test_a_tool_that_fails_is_tried_once_more_and_then_planned_around(person: User, client: Client) -> None:
    allow(person, "bounded_auto")
    kit.broken.add("guide.look_up")
    desire = drive(create_desire(user=person, description=WANTED))
    verdicts = [outcome.verdict for outcome in desire.outcomes.order_by("execution")]
    assert verdicts[:2] == ["retry", "loop_back"]
    assert kit.calls["guide.look_up"] == 2
    assert "guide.look_up" in desire.guidance["for_now"]
    client.force_login(person)
    page = client.get(f"/agency/{desire.pk}/").content.decode()
    assert page.index('id="run-1"') < page.index('id="history"'), "the log of the first execution, folded"
    assert "I try once more" in page[page.index('id="run-1"') : page.index('id="history"')]
    second = Plan.objects.get(subject_id=desire.pk, version=2)
    assert [one["by"] for one in second.because or []] == ["learned"]
    assert "Because of what the last try showed: " in page
    assert "guide.look_up" not in {step.tool for hop in second.hops.all() for step in hop.steps.all()}
    assert desire.stage == S.COMPLETED, desire.problem


def test_a_source_that_is_away_is_asked_about_at_once_and_the_plan_goes_on_when_it_is_back(
    person: User,
) -> None:
    allow(person, "bounded_auto")
    kit.away.add("guide.look_up")
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.ESCALATED
    assert kit.calls["guide.look_up"] == 1
    why = open_decision(desire).payload["why"]
    assert "cannot be reached now: The guide could not be reached. “Try again” goes on" in why
    assert not desire.guidance.get("for_now")
    assert not failures_of(person.pk)
    kit.away.clear()
    desire = say(desire, "answer", "Try again")
    assert desire.stage == S.COMPLETED, desire.problem
    assert Plan.objects.filter(subject_id=desire.pk).count() == 1
    assert kit.calls["guide.look_up"] == 2


def test_a_no_with_words_goes_back_to_planning_with_them(person: User) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    desire = say(desire, "reject", "I only want to read it here")
    assert desire.stage == S.REVIEWING
    assert [one.verdict for one in desire.outcomes.all()] == ["loop_back"]
    assert Plan.objects.filter(subject_id=desire.pk).count() == 2
    assert kit.calls["mail.send"] == 0


def test_every_operation_is_in_the_audit(person: User) -> None:
    desire = say(drive(create_desire(user=person, description=WANTED)), "approve")
    events = set(AuditEntry.objects.filter(subject_id=desire.pk).values_list("event", flat=True))
    assert {"desire_created", "desire_moved", "desire_planned", "desire_judged"} <= events


def test_what_is_deleted_goes_with_its_files_and_words_and_leaves_its_receipts(person: User) -> None:
    first = hearing.take_as_said(user=person, text=MAILED, about=uuid4())
    again = Heard.objects.get(user=person)
    other = Desire.objects.create(user=person, title="other", description="other")
    desire = say(say(first, "approve"), "approve")
    kept = artifacts.keep(
        user=person, subject=Subject("desire", desire.pk), path="notes.md", content=b"private"
    )
    mine = artifacts.keep(user=person, subject=Subject("desire", other.pk), path="notes.md", content=b"mine")
    assert default_storage.exists(kept.stored)
    delete_desire(user=person, desire_id=desire.pk)
    assert list(Artifact.objects.values_list("pk", flat=True)) == [mine.pk]
    assert not default_storage.exists(kept.stored)
    assert default_storage.exists(mine.stored)
    assert not Heard.objects.filter(pk=again.pk).exists()
    assert Action.objects.filter(subject_id=desire.pk).exists()
    assert AuditEntry.objects.filter(subject_id=desire.pk, event="desire_deleted").exists()


def test_words_that_speak_for_two_desires_stay_until_both_are_gone(person: User) -> None:
    said = "Keep me up to date on Giverny. I want to learn Italian."
    one, two = hearing.take_in(user=person, text=said, origin=Heard.Origin.API).desires
    delete_desire(user=person, desire_id=one.pk)
    assert Heard.objects.filter(user=person).count() == 1
    delete_desire(user=person, desire_id=two.pk)
    assert not Heard.objects.filter(user=person).exists()
