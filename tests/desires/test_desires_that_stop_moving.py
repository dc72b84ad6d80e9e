"""Desires whose run ended, hangs or died: noticed, told of, put back, and nothing is done twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from agency.desires import watching
from agency.desires.cards import page_for
from agency.desires.services import approve, create_desire, desire_of, execute, reset
from agency.models import Desire, Thread
from agency.runtime import driving, watchdog
from tests.desires.steps import MAILED, WANTED, drive, open_decision, pass_time, say
from tests.plans import kit
from trust import sweeping
from trust.decisions import Answer, answer
from trust.models import Action, AuditEntry, Decision, Notification, User

S, T = Desire.Stage, Thread.Status
pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[2]
NOTED = "look up Giverny on Wikivoyage and save it as a note"
LATER = timedelta(hours=1)


def wait(desire: Desire, **how: Any) -> Desire:
    """Let so much time pass that the watchdogs look, and look."""
    with time_machine.travel(timezone.now() + timedelta(**(how or {"hours": 1})), tick=True):
        watchdog.watch()
        watching.watch()
    return Desire.objects.select_related("user").get(pk=desire.pk)


def at(desire: Desire, stage: str, thread: str) -> None:
    """Leave a desire at a stage with its runs at a status, as a fault nobody thought of would."""
    Thread.objects.filter(subject_id=desire.pk).update(status=thread, heartbeat_at=timezone.now())
    Desire.objects.filter(pk=desire.pk).update(stage=stage)


@pytest.mark.parametrize(
    ("stage", "sound"),
    [
        (S.PLANNING, S.PENDING),
        (S.REVIEWING, S.PENDING),
        (S.EXECUTING, S.APPROVED),
        (S.ASSESSING, S.APPROVED),
    ],
)
def test_one_whose_run_has_ended_is_put_back_and_told_of_once(person: User, stage: str, sound: str) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    at(desire, stage, T.CANCELLED)
    found = wait(desire)
    assert found.stage == sound
    assert str(S(stage).label) in (found.problem or "")
    assert page_for(found).needs_you
    assert AuditEntry.objects.filter(subject_id=desire.pk, event="desire_reset").count() == 1
    told = Notification.objects.filter(user=person, kind="failed")
    assert told.count() == 1
    wait(desire, hours=2)
    assert told.count() == 1


def test_what_is_at_work_or_waits_for_the_person_is_left_alone(person: User) -> None:
    waiting = drive(create_desire(user=person, description=WANTED))
    asking = say(drive(create_desire(user=person, description=MAILED)), "approve")
    begun = create_desire(user=person, description=NOTED)
    assert [wait(one).stage for one in (waiting, asking, begun)] == [S.REVIEWING, S.EXECUTING, S.PLANNING]
    assert not Notification.objects.filter(user=person, kind="failed").exists()


def test_one_that_stopped_a_moment_ago_is_given_time(person: User) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    at(desire, S.PLANNING, T.CANCELLED)
    watching.watch()
    desire.refresh_from_db()
    assert desire.stage == S.PLANNING


def test_a_run_that_waits_for_nothing_is_put_back(person: User) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    at(desire, S.EXECUTING, T.WAITING)
    desire.user.decisions.update(status="cancelled")
    assert wait(desire).stage == S.APPROVED
    assert not Thread.objects.live().filter(subject_id=desire.pk).exists()


def test_one_that_hangs_says_so_on_its_page_and_is_put_back_by_hand(person: User) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    at(desire, S.EXECUTING, T.RUNNING)
    Desire.objects.filter(pk=desire.pk).update(updated_at=timezone.now() - LATER)
    Thread.objects.filter(subject_id=desire.pk).update(updated_at=timezone.now() - LATER)
    watching.watch()
    watching.watch()
    found = Desire.objects.select_related("user").get(pk=desire.pk)
    page = page_for(found)
    assert found.stage == S.EXECUTING
    assert found.stuck_since is not None
    assert (page.needs_you, page.working, page.sound_words) == (True, False, "ready to start")
    assert "reset" in page.can
    assert AuditEntry.objects.filter(subject_id=desire.pk, event="desire_stuck").count() == 1
    assert reset(user=person, desire_id=desire.pk).stage == S.APPROVED
    found.refresh_from_db()
    assert found.stuck_since is None


def test_one_that_moves_again_is_not_called_stuck_any_more(person: User) -> None:
    desire = drive(create_desire(user=person, description=WANTED))
    Desire.objects.filter(pk=desire.pk).update(stuck_since=timezone.now(), updated_at=timezone.now() - LATER)
    watching.watch()
    desire.refresh_from_db()
    assert (desire.stage, desire.stuck_since) == (S.REVIEWING, None)


def test_what_may_have_happened_is_told_of_and_not_put_back(person: User) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    Action.objects.update(status=Action.Status.UNKNOWN)
    at(desire, S.EXECUTING, T.CANCELLED)
    found = wait(desire)
    assert found.stage == S.EXECUTING
    assert found.stuck_since is not None


# Killed workers ---------------------------------------------------------------------------------------------

WORKER = """
import sys, time
import django
django.setup()
from uuid import UUID
from agency.runtime import driving
from tests.plans import kit
from trust import tools
from dataclasses import replace

def hang(errand, arguments):
    print("at it", flush=True)
    time.sleep(600)

tools._tools = {one.name: replace(one, run=hang) if one.name == sys.argv[2] else one for one in kit.TOOLS}
driving.drive(UUID(sys.argv[1]))
"""


@pytest.fixture
def killed(person: User) -> Iterator[Any]:
    """Has another process drive a desire's run until it is in a tool, and kills it there."""
    processes: list[subprocess.Popen[bytes]] = []

    def kill_in(desire: Desire, tool: str) -> None:
        thread = Thread.objects.get(subject_id=desire.pk, status=T.READY)
        process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(thread.pk), tool],
            cwd=PROJECT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "ownyou.settings"},
            stdout=subprocess.PIPE,
        )
        processes.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"at it\n"
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        thread.refresh_from_db()
        assert thread.status == T.RUNNING

    yield kill_in
    for process in processes:
        if process.poll() is None:
            process.kill()


def begun(person: User, wish: str) -> Desire:
    """A desire whose execution has just begun."""
    desire = drive(create_desire(user=person, description=wish))
    approve(user=person, desire_id=desire.pk)
    driving.drive(Thread.objects.get(subject_id=desire.pk, graph="desire.planner").pk)
    return desire_of(person, desire.pk)


def revived(desire: Desire) -> Desire:
    """What the watchdog makes of it once the sign of life has been missing for long enough."""
    with time_machine.travel(timezone.now() + timedelta(minutes=10), tick=True):
        watchdog.watch()
        sweeping.sweep()
        return drive(desire)


def test_an_executor_killed_in_a_look_up_goes_on_and_keeps_one_note(person: User, killed: Any) -> None:
    desire = begun(person, NOTED)
    killed(desire, "guide.look_up")
    desire = revived(desire)
    assert (desire.stage, desire.executions) == (S.EXECUTING, 1)
    desire = say(desire, "approve")
    assert desire.stage == S.COMPLETED, desire.problem
    assert (kit.calls["guide.look_up"], kit.calls["notes.keep"]) == (1, 1)
    assert Action.objects.get(subject_id=desire.pk).status == "succeeded"


def test_an_executor_killed_while_it_sends_never_sends_again_by_itself(person: User, killed: Any) -> None:
    desire = say(drive(create_desire(user=person, description=MAILED)), "approve")
    answer(user=person, decision_id=open_decision(desire).pk, given=Answer(Decision.Verdict.APPROVE))
    killed(desire, "mail.send")
    desire = revived(desire)
    assert desire.stage == S.ESCALATED
    assert Action.objects.get(subject_id=desire.pk).status == "unknown"
    assert kit.calls["mail.send"] == 0
    with time_machine.travel(timezone.now() + timedelta(hours=3), tick=True):
        pass_time(person)
    assert kit.calls["mail.send"] == 0
    assert Desire.objects.get().stage == S.ESCALATED


def test_a_worker_that_dies_again_and_again_is_given_up_and_judged(person: User) -> None:
    desire = begun(person, WANTED)
    thread = Thread.objects.get(subject_id=desire.pk, graph="desire.executor")
    Thread.objects.filter(pk=thread.pk).update(
        status=T.RUNNING, attempt=4, heartbeat_at=timezone.now() - LATER
    )
    watchdog.watch()
    desire = drive(desire)
    assert [one.verdict for one in desire.outcomes.order_by("execution")] == ["retry", "completed"]
    assert kit.calls["guide.look_up"] == 1


def test_a_planner_that_was_killed_plans_one_plan(person: User) -> None:
    desire = create_desire(user=person, description=WANTED)
    Thread.objects.filter(subject_id=desire.pk).update(
        status=T.RUNNING, revision=1, heartbeat_at=timezone.now() - LATER
    )
    watchdog.watch()
    desire = drive(desire)
    assert desire.stage == S.REVIEWING
    assert page_for(desire).earlier == []


def test_what_was_put_back_is_started_again_by_hand_and_done_once(person: User) -> None:
    desire = begun(person, NOTED)
    desire = drive(desire)
    at(desire, S.EXECUTING, T.CANCELLED)
    assert wait(desire).stage == S.APPROVED
    desire = say(drive(execute(user=person, desire_id=desire.pk)), "approve")
    assert desire.stage == S.COMPLETED, desire.problem
    assert (kit.calls["guide.look_up"], kit.calls["notes.keep"]) == (1, 1)
