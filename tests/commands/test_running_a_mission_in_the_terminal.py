"""`manage.py run`: what it prints, what answers mean, and how it ends. The worker is a stand-in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from agency.models import Thread
from missions import lifecycle, terminal
from missions.lifecycle import Line
from missions.models import Mission
from missions.terminal import (
    Ending,
    FirstAnswers,
    NoAnswer,
    PromptAnswers,
    Terminal,
    WrittenAnswers,
    meant,
    shown,
)
from trust.cards import DecisionCard, OptionCard
from trust.decisions import Answer, Question, ask
from trust.models import Decision, User

S = Mission.Status
V = Decision.Verdict
OPTIONS = [
    {
        "id": "one",
        "title": "Chez Test",
        "price_words": "30 €",
        "price_converted_words": "about £26",
        "reasons": ["near you"],
        "sample": True,
    },
    {
        "id": "two",
        "title": "Da Prova",
        "rating": 4.5,
        "misses": ["no terrace"],
        "source_title": "OpenStreetMap",
    },
]


def card(kind: str = "choice", **fields: Any) -> DecisionCard:
    base = dict.fromkeys(
        ("kind_words", "verdict", "verdict_words", "expires_words", "url", "subject_kind"), ""
    )
    options = [OptionCard.model_validate(option) for option in OPTIONS] if kind == "choice" else []
    return DecisionCard(
        **{
            **base,
            "id": uuid4(),
            "kind": kind,
            "title": "Which one?",
            "domain": "dining",
            "status": "open",
            "attempt": 1,
            "subject_id": None,
            "refine_allowed": True,
            "options": options,
            "created_at": timezone.now(),
            **fields,
        }
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("2", Answer(V.CHOOSE, options=("two",))),
        ("2, 1", Answer(V.CHOOSE, options=("two", "one"))),
        ("da prova", Answer(V.CHOOSE, options=("two",))),
        ("None", Answer(V.REJECT)),
        ("cheaper please", Answer(V.REFINE, text="cheaper please")),
        ("3", Answer(V.REFINE, text="3")),
        ("0", Answer(V.REFINE, text="0")),
    ],
)
def test_numbers_and_titles_choose_and_words_refine(line: str, answer: Answer) -> None:
    assert meant(line, card()) == answer


def test_a_question_takes_words_or_the_number_of_a_suggestion() -> None:
    question = card("clarification", suggestions=["Paris", "Rome"])
    assert meant("2", question) == Answer(V.ANSWER, text="Rome")
    assert meant("Lyon", question) == Answer(V.ANSWER, text="Lyon")


def test_an_approval_takes_yes_no_and_changes() -> None:
    assert meant("yes", card("approval")) == Answer(V.APPROVE)
    assert meant("no", card("approval")) == Answer(V.REJECT)
    assert meant("later", card("approval")) == Answer(V.REFINE, text="later")
    assert meant("ja", card("approval")) == Answer(V.APPROVE)
    assert meant("Nein", card("approval")) == Answer(V.REJECT)


def test_the_first_answers_never_approve_and_never_ask_twice() -> None:
    first, question = FirstAnswers(), card()
    assert first.to(question) == Answer(V.CHOOSE, options=("one",))
    for refused in (question, card("approval"), card("clarification")):
        with pytest.raises(NoAnswer):
            first.to(refused)


def test_written_answers_go_line_by_line_and_end() -> None:
    written = WrittenAnswers(["", "2", "  ", "none"])
    assert [written.to(card()).verdict for _ in range(2)] == [V.CHOOSE, V.REJECT]
    with pytest.raises(NoAnswer):
        written.to(card())


def test_a_prompt_without_anybody_gives_no_answer() -> None:
    def closed(_: str) -> str:
        raise EOFError

    with pytest.raises(NoAnswer):
        PromptAnswers(closed).to(card())


def test_options_are_shown_with_reasons_misses_and_their_source() -> None:
    text = "\n".join(shown(card()))
    for words in (
        "1. Chez Test",
        "30 € · about £26 · sample data",
        "+ near you",
        "4.5 of 5 · OpenStreetMap",
        "- to check: no terrace",
    ):
        assert words in text


@pytest.fixture
def mission(world: None, owner: User, monkeypatch: pytest.MonkeyPatch) -> Mission:
    """A mission that a worker has taken up."""
    monkeypatch.setattr(terminal, "LOOK_EVERY", 0.02)
    mission = Mission.objects.create(user=owner, goal="pasta", mission_type="dining", status=S.EXECUTING)
    thread = {"graph": "mission.simple", "subject_kind": "mission", "subject_id": mission.pk}
    Thread.objects.create(user=owner, status=Thread.Status.RUNNING, **thread)
    return mission


@pytest.fixture
def worker(mission: Mission) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Runs steps of a stand-in worker beside the terminal."""
    threads: list[threading.Thread] = []

    def start(work: Callable[[], None]) -> None:
        threads.append(threading.Thread(target=closing(work)))
        threads[-1].start()

    yield start
    for thread in threads:
        thread.join(10)


def closing(work: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        from django.db import connection

        try:
            work()
        finally:
            connection.close()

    return run


def asked(mission: Mission) -> Decision:
    question = Question(
        Decision.Kind.CHOICE, "dining", "Which one?", {"options": OPTIONS}, refine_allowed=True
    )
    decision = ask(
        question, user_id=mission.user_id, key=f"t:{mission.pk}", subject=lifecycle.subject_of(mission)
    )
    lifecycle.move(mission, S.INTERRUPTED)
    return decision


def finish(mission: Mission, decision: Decision) -> Callable[[], None]:
    def work() -> None:
        waited = threading.Event()
        while Decision.objects.filter(pk=decision.pk, status="open").exists():
            waited.wait(0.02)
        done = Mission.objects.get(pk=mission.pk)
        done.result = {"title": "Chez Test", "words": "Friday at 19:00", "link": "https://example.com"}
        done.save()
        lifecycle.move(done, S.COMPLETED, Line("Done: Chez Test"))

    return work


def run(mission: Mission, **options: Any) -> tuple[str, str, int]:
    out, err = StringIO(), StringIO()
    code = 0
    try:
        call_command("run", str(mission.pk), user=mission.user.email, stdout=out, stderr=err, **options)
    except SystemExit as end:
        code = int(end.code or 0)
    return out.getvalue(), err.getvalue(), code


def test_the_first_option_is_taken_and_the_result_is_printed(mission: Mission, worker: Any) -> None:
    decision = asked(mission)
    worker(finish(mission, decision))
    out, _, code = run(mission, answers="first")
    assert code == 0
    for words in ("Which one?", "You chose: Chez Test", "Friday at 19:00", f"/missions/{mission.pk}"):
        assert words in out


def test_answers_of_a_file_are_taken_in_order_and_wrong_ones_are_told(
    mission: Mission, worker: Any, tmp_path: Path
) -> None:
    (tmp_path / "answers").write_text("1 2\n2\n")
    decision = asked(mission)
    worker(finish(mission, decision))
    out, _, code = run(mission, answers=str(tmp_path / "answers"))
    assert code == 0
    assert "Only one option" in out
    assert "You chose: Da Prova" in out


def test_a_question_without_an_answer_is_left_open_with_the_way_to_go_on(
    mission: Mission, tmp_path: Path
) -> None:
    (tmp_path / "answers").write_text("\n")
    decision = asked(mission)
    _, err, code = run(mission, answers=str(tmp_path / "answers"))
    assert code == Ending.UNANSWERED
    assert f"manage.py run {mission.pk}" in err
    decision.refresh_from_db()
    assert decision.status == "open"


def test_a_failed_mission_ends_with_its_reason(mission: Mission) -> None:
    mission.problem = "No source could be reached."
    mission.status = S.FAILED
    mission.save()
    out, _, code = run(mission)
    assert code == Ending.FAILED
    assert "No source could be reached." in out


def test_an_abandoned_mission_ends_with_its_own_code(mission: Mission) -> None:
    Mission.objects.filter(pk=mission.pk).update(status=S.ABANDONED)
    assert run(mission)[2] == Ending.UNANSWERED


def test_a_mission_that_no_worker_takes_is_kept_and_told(mission: Mission) -> None:
    Thread.objects.filter(subject_id=mission.pk).update(status=Thread.Status.READY)
    _, err, code = run(mission, patience=0.1)
    assert code == Ending.NO_WORKERS
    assert "manage.py up" in err


def test_control_c_leaves_the_mission_and_says_how_to_go_on(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Terminal) -> Ending:
        raise KeyboardInterrupt

    monkeypatch.setattr(Terminal, "follow", interrupted)
    _, err, code = run(mission)
    assert code == 130
    assert "not stopped" in err
    mission.refresh_from_db()
    assert mission.status == S.EXECUTING


def test_a_new_goal_becomes_a_mission_of_that_person(world: None, owner: User) -> None:
    with pytest.raises(SystemExit):
        call_command(
            "run",
            "Find pasta in Paris",
            user="OWNER@example.com ",
            patience=0,
            stdout=StringIO(),
            stderr=StringIO(),
        )
    assert Mission.objects.get().goal == "Find pasta in Paris"
    assert Mission.objects.get().user == owner


def test_strangers_and_unknown_people_are_refused(mission: Mission, stranger: User) -> None:
    with pytest.raises(CommandError, match="no such mission"):
        call_command("run", str(mission.pk), user=stranger.email)
    with pytest.raises(CommandError, match="nobody"):
        call_command("run", "pasta", user="who@example.com")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("run", "pasta", user=stranger.email, answers="/nonexistent")
