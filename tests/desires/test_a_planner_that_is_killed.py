"""A planner leaves one checkpoint, where it waits: killed before, it begins again and does nothing twice."""

from __future__ import annotations

from typing import Any

import pytest

from agency.desires import lifecycle
from agency.desires.services import create_desire
from agency.models import Desire, Plan, Thread
from agency.runtime import driving
from agency.runtime.checkpoints import delete_thread, final_state
from tests.desires.steps import WANTED, open_decision, say
from trust.models import Activity, AuditEntry, User

pytestmark = pytest.mark.django_db(transaction=True)
NODES = 12


class Killed(BaseException):
    """What no program handles."""


def killed_after(nodes: int, monkeypatch: pytest.MonkeyPatch, thread: Thread) -> None:
    """Drive a thread until so many nodes are done; nothing is left of its checkpoints then."""
    looked: list[object] = []

    def look(*arguments: Any) -> Any:
        looked.append(arguments)
        if len(looked) == nodes:
            raise Killed
        return signals(*arguments)

    signals = driving._signals
    with monkeypatch.context() as patched:
        patched.setattr(driving, "_signals", look)
        with pytest.raises(Killed):
            driving.drive(thread.pk)
    delete_thread(thread.pk)
    Thread.objects.filter(pk=thread.pk).update(status=Thread.Status.READY)


@pytest.mark.parametrize("nodes", range(1, NODES))
def test_killed_after_any_node_it_plans_once(
    person: User, monkeypatch: pytest.MonkeyPatch, nodes: int
) -> None:
    desire = create_desire(user=person, description=WANTED)
    thread = Thread.objects.about(lifecycle.KIND, desire.pk).get()
    killed_after(nodes, monkeypatch, thread)
    driving.drive(thread.pk)
    desire.refresh_from_db()
    assert desire.stage == Desire.Stage.REVIEWING, desire.problem
    assert Plan.objects.about(lifecycle.KIND, desire.pk).count() == 1
    for event in ("desire_planned", "desire_moved"):
        noted = AuditEntry.objects.filter(subject_id=desire.pk, event=event)
        assert noted.count() == (1 if event == "desire_planned" else 2)  # to planning, to reviewing
    lines = [line.text for line in Activity.objects.filter(subject_id=desire.pk)]
    assert len(lines) == len(set(lines))
    assert {"alignment", "safety", "verdict"} <= (desire.reviewed or {}).keys()
    assert open_decision(desire).title.startswith("Start this plan?")
    assert say(desire, "approve").stage == Desire.Stage.COMPLETED


def test_where_it_waits_is_on_disk(person: User) -> None:
    desire = create_desire(user=person, description=WANTED)
    thread = Thread.objects.about(lifecycle.KIND, desire.pk).get()
    driving.drive(thread.pk)
    assert final_state(thread.pk)["next"] == "queue"
