"""Level 3: parts that wait for each other and not for their siblings, drafts, refinements, files."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from agency.models import Thread
from agency.runtime import graphs, watchdog
from agency.runtime.threads import wake_thread
from agency.sources.base import Offer, SearchRequest
from agency.sources.registry import register_source, source_named, unregister_source
from missions import services
from missions.levels.complex import drafts
from missions.levels.complex.shaping import Shape
from missions.models import Mission, SourceReport
from missions.plugins import discovery
from missions.runs import thread_of
from missions.subgoals import children_of
from missions.trips.plan import Check
from ownyou.lib.fields import seal
from tests.missions.evenings import V, asked, evening_of, part, say, status_of, to_the_draft, work
from trust import sweeping
from trust.models import Activity, Decision, User

SOURCES = {"dinner": ["catalogue", "hanging"], "show": ["hanging"]}
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mission(evening: Mission) -> Mission:
    return evening


def test_parts_that_wait_for_nobody_begin_at_once_and_the_others_wait(mission: Mission) -> None:
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}
    assert mission.status == Mission.Status.INTERRUPTED
    assert drafts.read(mission, "plan.md").decode().startswith("# an evening out in Paris")


def test_answers_in_reverse_order_go_to_their_own_parts(mission: Mission) -> None:
    mission = say(mission, "show", V.CHOOSE, option=1)
    assert status_of(mission) == {"dinner": "asking", "show": "done", "walk": "pending"}
    assert mission.status == Mission.Status.INTERRUPTED
    chosen = part(mission, "show")
    assert chosen.chosen[0]["title"] == chosen.options[1]["offer"]["title"]
    mission = say(mission, "dinner", V.CHOOSE)
    assert set(status_of(mission).values()) == {"done"}
    assert part(mission, "walk").facts["from"] == part(mission, "dinner").chosen[0]["title"]


def test_the_draft_is_reviewed_and_its_files_are_delivered(mission: Mission) -> None:
    mission = to_the_draft(mission)
    review = asked(mission, "review")
    assert review.kind == Decision.Kind.REVIEW
    assert review.payload["draft"]["version"] == 1
    mission = say(mission, "review", V.APPROVE)
    assert mission.status == Mission.Status.COMPLETED
    paths = [row.path for row in drafts.files_of(mission)]
    assert paths == [
        "drafts/itinerary_v1.md",
        "drafts/plan_v1.json",
        "final/evening.md",
        "plan.md",
        "research/dinner.json",
        "research/show.json",
        "research/walk.json",
    ]
    assert mission.result is not None
    assert mission.result["files"] == ["final/evening.md"]


def test_words_on_the_draft_run_again_only_what_they_touch(mission: Mission) -> None:
    mission = to_the_draft(mission)
    dinner, show = part(mission, "dinner"), part(mission, "show")
    mission = say(mission, "review", V.REFINE, text="another show please")
    assert part(mission, "dinner").round == dinner.round
    assert part(mission, "show").round == show.round + 1
    assert status_of(mission) == {"dinner": "done", "show": "asking", "walk": "done"}
    mission = say(mission, "show", V.CHOOSE, option=0)
    assert asked(mission, "review").payload["draft"]["version"] == 2
    assert drafts.versions_of(mission) == [1, 2]
    first, second = (drafts.draft_of(mission, number) for number in (1, 2))
    assert first.data["chosen"]["dinner"] == second.data["chosen"]["dinner"]
    assert first.data["chosen"]["show"] != second.data["chosen"]["show"]


def test_what_depends_on_a_part_that_runs_again_runs_again_too(mission: Mission) -> None:
    mission = to_the_draft(mission)
    mission = say(mission, "review", V.REFINE, text="cheaper")
    assert status_of(mission) == {"dinner": "asking", "show": "done", "walk": "pending"}


def test_words_that_mean_nothing_change_nothing_and_are_said(mission: Mission) -> None:
    mission = to_the_draft(mission)
    mission = say(mission, "review", V.REFINE, text="qwertz uiop")
    review = asked(mission, "review")
    assert "did not understand" in review.payload["why"]
    assert drafts.versions_of(mission) == [1]


def test_a_no_to_the_draft_ends_it_and_keeps_the_files(mission: Mission) -> None:
    mission = to_the_draft(mission)
    mission = say(mission, "review", V.REJECT)
    assert mission.status == Mission.Status.ABANDONED
    assert drafts.versions_of(mission) == [1]


def test_a_part_can_be_looked_for_again_in_words(mission: Mission) -> None:
    before = part(mission, "dinner")
    mission = say(mission, "dinner", V.REFINE, text="cheaper")
    after = part(mission, "dinner")
    assert (after.status, after.attempt) == ("asking", before.attempt + 1)
    assert part(mission, "show").attempt == 0
    assert asked(mission, "dinner").attempt == 2


def test_words_about_a_part_that_a_model_added_open_that_part_again(mission: Mission) -> None:
    mission = to_the_draft(mission)
    shape = Shape(by="model", added={"drinks": "and a drink"}).model_dump(mode="json")
    understood = seal(mission.user_id, {**mission.understood, "shape": shape})
    Mission.objects.filter(pk=mission.pk).update(understood=understood)
    mission = say(mission, "review", V.REFINE, text="another bar")
    assert mission.understood["changes"][-1]["parts"] == ["drinks"]
    assert set(status_of(mission)) == {"dinner", "show", "walk", "drinks"}


def test_none_of_these_asks_what_should_be_different_and_the_part_can_be_left_out(mission: Mission) -> None:
    mission = say(mission, "show", V.REJECT)
    why = asked(mission, "show")
    assert why.kind == Decision.Kind.CLARIFICATION
    mission = say(mission, "show", V.ANSWER, text="Go on without it")
    assert status_of(mission)["show"] == "skipped"
    mission = say(mission, "dinner", V.CHOOSE)
    assert "show" not in drafts.draft_of(mission, 1).data["chosen"]


def test_where_nothing_is_found_the_person_is_asked_and_what_was_held_ready_stands_in(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(source_named("catalogue")), "search", lambda self, request: [])
    mission = evening_of(owner)
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}
    assert asked(mission, "dinner").payload["suggestions"][-2:] == ["Try again", "Go on without it"]
    mission = say(mission, "dinner", V.ANSWER, text="Go on without it")
    dinner = part(mission, "dinner")
    assert (dinner.status, dinner.needs_review, dinner.note) == ("done", True, "A picnic instead.")
    assert part(mission, "show").status == "asking"
    assert "nothing fits" in asked(mission, "show").title
    assert Activity.objects.filter(subject_id=mission.pk, user=owner).exists()


def test_a_part_that_could_be_looked_for_for_ever_is_looked_for_three_times_and_asked_about(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(source_named("catalogue")), "search", lambda self, request: [])
    mission = evening_of(owner)
    show = part(mission, "show")
    assert (show.status, show.replans, show.attempt) == ("asking", 2, 2)
    assert show.adjustments["adjustments"]["radius_factor"] == 4
    assert (part(mission, "dinner").replans, part(mission, "dinner").attempt) == (0, 0)
    said = Activity.objects.filter(subject_id=mission.pk, user=owner).values_list("text", flat=True)
    assert sum("trying further away" in line for line in said) == 2
    assert asked(mission, "show").payload["suggestions"][-2:] == ["Try again", "Go on without it"]


def test_a_run_that_breaks_down_is_asked_about_and_tried_again(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = discovery.type_named("outing")
    with monkeypatch.context() as broken:

        def judge(*args: Any) -> None:
            raise RuntimeError("no")

        broken.setattr(type(kind), "judge", judge)
        mission = evening_of(owner)
    assert status_of(mission) == {"dinner": "failed", "show": "failed", "walk": "pending"}
    question = asked(mission, "review")
    assert "did not work" in question.title
    mission = say(mission, "review", V.ANSWER, text="Try again")
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}


def test_what_breaks_down_can_be_gone_on_without(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(*args: Any) -> None:
        raise RuntimeError("no")

    with monkeypatch.context() as broken:
        broken.setattr(type(discovery.type_named("outing")), "judge", judge)
        mission = evening_of(owner)
    mission = say(mission, "review", V.ANSWER, text="Go on without it")
    assert status_of(mission) == {"dinner": "done", "show": "skipped", "walk": "done"}
    assert part(mission, "dinner").note == "A picnic instead."


def test_a_part_that_broke_down_and_is_spare_takes_its_contingency_unasked_and_says_so(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(*args: Any) -> None:
        raise RuntimeError("no")

    kind = type(discovery.type_named("outing"))
    monkeypatch.setattr(kind, "spare", lambda self, part, brief: part.key == "dinner")
    with monkeypatch.context() as broken:
        broken.setattr(kind, "judge", judge)
        mission = evening_of(owner)
    assert status_of(mission) == {"dinner": "done", "show": "failed", "walk": "pending"}
    assert part(mission, "dinner").note == "A picnic instead."
    assert "Dinner" not in asked(mission, "review").title
    said = Activity.objects.filter(subject_id=mission.pk, user=owner).values_list("text", flat=True)
    assert sum("Dinner did not work, so instead: a picnic" in line for line in said) == 1
    mission = say(mission, "review", V.ANSWER, text="Go on without it")
    assert status_of(mission) == {"dinner": "done", "show": "skipped", "walk": "done"}


def test_what_fits_only_in_part_is_said_with_the_draft(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(discovery.type_named("outing"))
    judge = kind.judge

    def unsure(self: Any, part: Any, *args: Any) -> Any:
        return replace(judge(self, part, *args), confidence=0.5 if part.key == "dinner" else 1.0)

    monkeypatch.setattr(kind, "judge", unsure)
    mission = to_the_draft(evening_of(owner))
    assert mission.confidence == 0.5
    why = asked(mission, "review").payload["why"]
    assert why == "Least sure: Dinner. What was found fits only in part."


def test_checks_that_are_only_told_are_said_with_the_draft(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(discovery.type_named("outing"))
    draft = kind.draft
    checks = [
        Check(name="In the shade", ok=False, detail="the terrace has none", hard=False),
        Check(name="Open", ok=True, detail="until midnight", hard=False),
    ]

    def doubted(self: Any, *args: Any) -> Any:
        made = draft(self, *args)
        return replace(made, data={**made.data, "checks": [one.model_dump() for one in checks]})

    monkeypatch.setattr(kind, "draft", doubted)
    mission = to_the_draft(evening_of(owner))
    assert asked(mission, "review").payload["why"] == "In the shade: the terrace has none."


def test_pausing_holds_all_parts_and_going_on_loses_nothing(mission: Mission) -> None:
    services.pause_mission(user=mission.user, mission_id=mission.pk)
    say(mission, "dinner", V.CHOOSE)
    assert status_of(mission)["dinner"] == "asking"
    services.resume_mission(user=mission.user, mission_id=mission.pk)
    mission = work(mission)
    assert status_of(mission) == {"dinner": "done", "show": "asking", "walk": "done"}


def test_giving_up_ends_all_parts(mission: Mission) -> None:
    services.cancel_mission(user=mission.user, mission_id=mission.pk)
    mission = work(mission)
    assert mission.status == Mission.Status.ABANDONED
    assert children_of(mission) == []
    assert not Decision.objects.open().filter(subject_id=mission.pk).exists()


def test_a_supervisor_that_runs_again_starts_nothing_twice(mission: Mission) -> None:
    own = thread_of(mission)
    assert own is not None
    for _ in range(3):
        wake_thread(own.pk)
        work(mission)
    assert Thread.objects.filter(parent=own).count() == 2
    assert SourceReport.objects.filter(mission=mission).count() == 2


def test_research_is_kept_as_a_file_best_first(mission: Mission) -> None:
    kept = json.loads(drafts.read(mission, "research/dinner.json"))
    titles = [offer["title"] for offer in kept["offers"]]
    assert titles[:5] == [one["offer"]["title"] for one in part(mission, "dinner").options[:5]]


class Hanging:
    """A source that never answers."""

    name, title, kinds = "hanging", "Hanging Inc.", frozenset({"restaurant"})

    def search(self, request: SearchRequest) -> list[Offer]:
        threading.Event().wait(20)
        return []


def test_a_source_that_hangs_is_named_and_the_others_are_enough(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_source(Hanging())
    monkeypatch.setattr("missions.levels.complex.part_desk.QUESTIONS", 0.1)
    kind = discovery.type_named("outing")
    monkeypatch.setattr(type(kind), "sources_of", lambda self, part, brief: SOURCES.get(part.key, []))
    try:
        mission = evening_of(owner)
    finally:
        unregister_source("hanging")
    said = dict(SourceReport.objects.filter(mission=mission, part="dinner").values_list("source", "status"))
    assert said == {"catalogue": "answered", "hanging": "failed"}
    assert (
        SourceReport.objects.get(part="dinner", source="hanging").words
        == "Hanging Inc. did not answer in time."
    )
    assert asked(mission, "dinner").kind == Decision.Kind.CHOICE
    assert "nothing fits" in asked(mission, "show").title, "only the one that hangs knows shows"


def test_steps_stay_small_however_much_is_found(
    world: None, outing: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = type(source_named("catalogue")).search

    def much(self: Any, request: SearchRequest) -> list[Offer]:
        offers = found(self, request)
        return [
            offer.model_copy(update={"attributes": {"text": "x" * (12_000_000 // len(offers))}})
            for offer in offers
        ]

    monkeypatch.setattr(type(source_named("catalogue")), "search", much)
    mission = say(to_the_draft(evening_of(owner)), "review", V.APPROVE)
    assert len(drafts.read(mission, "research/dinner.json")) > 5_000_000
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT max(size) FROM (
                 SELECT octet_length(checkpoint::text) FROM langgraph.checkpoints
                 UNION ALL SELECT octet_length(blob) FROM langgraph.checkpoint_blobs WHERE blob IS NOT NULL
                 UNION ALL SELECT octet_length(blob) FROM langgraph.checkpoint_writes) AS kept(size)"""
        )
        assert cursor.fetchone()[0] < 64_000


def test_a_mission_that_waits_over_a_deploy_goes_on_with_its_own_graph(evening: Mission) -> None:
    spec = graphs.newest("mission.part")
    graphs.register_graph(replace(spec, version=spec.version + 1, build=lambda: pytest.fail("not its graph")))
    try:
        say(evening, "show", V.CHOOSE)
        assert status_of(evening)["show"] == "done"
        new = Thread.objects.filter(graph="mission.part").values_list("version", flat=True)
        assert set(new) == {spec.version}
    finally:
        del graphs._specs["mission.part", spec.version + 1]


def test_the_terminal_goes_through_all_rounds_of_a_plan(
    mission: Mission, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = SimpleNamespace(monotonic=time.monotonic, sleep=lambda _seconds: work(mission))
    monkeypatch.setattr("missions.terminal.time", clock)  # where the terminal waits, workers work
    lines = ["1", "2", "another show please", "1", "yes"]
    (tmp_path / "answers").write_text("\n".join(lines))
    out = StringIO()
    call_command(
        "run", str(mission.pk), user=mission.user.email, answers=str(tmp_path / "answers"), stdout=out
    )
    said = out.getvalue()
    for words in ("Which dinner?", "Which show?", "# Version 1", "# Version 2", "The evening"):
        assert words in said
    assert drafts.versions_of(mission) == [1, 2]
    assert Mission.objects.get(pk=mission.pk).status == Mission.Status.COMPLETED


def test_a_pause_of_weeks_changes_nothing_and_reminds_of_nothing(mission: Mission) -> None:
    services.pause_mission(user=mission.user, mission_id=mission.pk)
    before = status_of(mission)
    with time_machine.travel(timezone.now() + timedelta(days=45)):
        watchdog.watch()
        watchdog.retire()
        sweeping.sweep()
        assert work(mission).status == Mission.Status.PAUSED
        assert status_of(mission) == before
        services.resume_mission(user=mission.user, mission_id=mission.pk)
        mission = to_the_draft(work(mission))
        assert say(mission, "review", V.APPROVE).status == Mission.Status.COMPLETED
