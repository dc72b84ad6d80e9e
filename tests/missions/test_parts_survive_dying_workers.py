"""A worker dies after every single change that a mission of parts makes: nothing is lost, nothing doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agency.models import Artifact, Thread
from agency.runtime import checkpoints, driving, graphs
from missions import levels, subgoals
from missions.levels.complex import coordinating, drafts
from missions.levels.complex.part_desk import PartDesk
from missions.levels.desk import Desk
from missions.models import Mission, SourceReport
from missions.services import create_mission
from tests.missions.evenings import GOAL, V, evening_of, runs, say, status_of, work
from tests.missions.steps import refresh
from trust.models import Activity, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
STEPS: list[tuple[str, V, str, int]] = [
    ("show", V.REFINE, "a day later", 0),
    ("show", V.CHOOSE, "", 1),
    ("dinner", V.REFINE, "cheaper", 0),
    ("dinner", V.CHOOSE, "", 0),
    ("review", V.REFINE, "another show please", 0),
    ("show", V.CHOOSE, "", 0),
    ("review", V.APPROVE, "", 0),
]


class Killed(BaseException):
    """A worker that dies: nothing after it runs."""


class Deadly:
    """Kills the worker after each change that is made for the first time."""

    def __init__(self) -> None:
        self.seen: set[object] = set()

    def after(self, change: Callable[..., Any], name: Callable[..., object]) -> Callable[..., Any]:
        def changed(*args: Any, **more: Any) -> Any:
            result = change(*args, **more)
            key = (change.__qualname__, name(*args, **more))
            if key not in self.seen:
                self.seen.add(key)
                raise Killed
            return result

        return changed


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> Deadly:
    every = Deadly()
    for owner, change, name in (
        (Desk, "move", lambda self, to, text, *, key, **more: key),
        (Desk, "save", lambda self, text="", *, key="", **more: (key, *sorted(more))),
        (Desk, "ask", lambda self, question, *, step: (self.thread_id, step)),
        (PartDesk, "keep", lambda self, text="", *, key="", **more: (self.row.key, self.row.round, key)),
        (PartDesk, "at_work", lambda self: (self.row.key, self.row.round, self.row.attempt)),
        (PartDesk, "ask_source", lambda self, name: (self.row.key, self.row.attempt, name)),
        (subgoals, "write_down", lambda mission, parts: mission.round),
        (subgoals, "_start", lambda mission, rows, parent: tuple((row.key, row.round) for row in rows)),
        (subgoals, "keep_research", lambda row, offers, left_out, name: (row.key, row.attempt)),
        (drafts, "_keep", lambda mission, file, made: made),
        (coordinating, "change_the_whole", lambda desk, words, read: (desk.row.key, words)),
    ):
        monkeypatch.setattr(owner, change, every.after(getattr(owner, change), name))
    return every


def work_dying(mission: Mission) -> Mission:
    """Drive all runs as workers would that die again and again; the watchdog gives their runs back."""
    for _ in range(400):
        ready = [run for run in runs(mission) if run.status in (Thread.Status.READY, Thread.Status.RUNNING)]
        if not ready:
            return refresh(mission)
        for run in ready:
            Thread.objects.filter(pk=run.pk, status=Thread.Status.RUNNING).update(status=Thread.Status.READY)
            has_waited = bool(checkpoints.final_state(run.pk))
            try:
                driving.drive(run.pk)
            except Killed:
                if not has_waited:  # nothing is on disk of its way to where it waits first
                    checkpoints.delete_thread(run.pk)
    raise AssertionError(f"it does not come to an end: {status_of(mission)}")


def facts_of(mission: Mission) -> dict[str, object]:
    """All that came of a mission, apart from ids and moments."""
    rows = mission.subgoals.order_by("position")
    return {
        "status": mission.status,
        "result": mission.result,
        "parts": [
            (row.key, row.status, row.round, row.attempt, [offer["title"] for offer in row.chosen])
            for row in rows
        ],
        "asked": Counter(Decision.objects.filter(subject_id=mission.pk).values_list("kind", "status")),
        "reports": Counter(SourceReport.objects.filter(mission=mission).values_list("part", "round")),
        "files": Counter(
            (row.path, row.version, row.size if row.path.startswith("final") else 0)
            for row in Artifact.objects.filter(subject_id=mission.pk)
        ),
        "runs": Thread.objects.filter(parent__subject_id=mission.pk).count(),
        "feed": Counter(row.text for row in Activity.objects.filter(subject_id=mission.pk)),
    }


@pytest.fixture
def plain(world: None, outing: None, owner: User) -> dict[str, object]:
    """What comes of the story when nothing happens to anybody."""
    mission = evening_of(owner)
    for key, verdict, text, option in STEPS:
        mission = say(mission, key, verdict, text=text, option=option)
    assert mission.status == Mission.Status.COMPLETED
    return facts_of(mission)


def test_the_whole_story_with_a_death_after_every_change_is_the_same_story(
    plain: dict[str, object], owner: User, request: pytest.FixtureRequest
) -> None:
    every: Deadly = request.getfixturevalue("deadly")
    mission = work_dying(create_mission(user=owner, goal=GOAL, mission_type="outing"))
    for key, verdict, text, option in STEPS:
        say(mission, key, verdict, text=text, option=option, work=work_dying)
    assert len(every.seen) > 40
    assert facts_of(refresh(mission)) == plain


def losing_states(mission: Mission) -> Mission:
    """Drive all runs, and lose what they saved whenever they wait."""
    mission = work(mission)
    for run in runs(mission):
        checkpoints.delete_thread(run.pk)
    return mission


def after_a_deploy(mission: Mission) -> Mission:
    """Drive all runs, and forget the version of the graphs that they wait in for a newer one."""
    mission = work(mission)
    for name in (levels.COMPLEX, levels.PART):
        spec = graphs.newest(name)
        graphs.register_graph(replace(spec, version=spec.version + 1))
        del graphs._specs[name, spec.version]
    return mission


@pytest.mark.parametrize("work_on", [losing_states, after_a_deploy])
def test_the_whole_story_begun_anew_from_rows_at_every_question_is_the_same_story(
    plain: dict[str, object],
    owner: User,
    work_on: Callable[[Mission], Mission],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(graphs, "_specs", dict(graphs._specs))
    monkeypatch.setattr(graphs, "_compiled", dict(graphs._compiled))
    mission = work_on(create_mission(user=owner, goal=GOAL, mission_type="outing"))
    for key, verdict, text, option in STEPS:
        mission = say(mission, key, verdict, text=text, option=option, work=work_on)
    assert facts_of(mission) == plain
