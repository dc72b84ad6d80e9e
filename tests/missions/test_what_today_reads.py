"""Today is drawn anew by each push, so what it reads is read at once; and it shows what it always did."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from missions.board import board_of
from missions.models import Mission
from ownyou.lib.ids import new_id
from trust import decisions
from trust.activity import Subject
from trust.cards import MOST_OPEN, inbox_context
from trust.decisions import clarification
from trust.models import Decision, User

pytestmark = pytest.mark.django_db
S = Mission.Status


def mission(owner: User, goal: str, status: str = S.INTERRUPTED, **more: Any) -> Mission:
    return Mission.objects.create(user=owner, goal=goal, mission_type="dining", status=status, **more)


def ask(owner: User, about: UUID, kind: str = "mission") -> UUID:
    asked = clarification("Which one?", domain="dining")
    return decisions.ask(asked, user_id=owner.pk, key=str(new_id()), subject=Subject(kind, about)).pk


def test_what_waits_is_read_by_one_statement_whatever_it_belongs_to(
    owner: User, django_assert_num_queries: Any
) -> None:
    for goal in ("one", "two"):
        ask(owner, mission(owner, goal).pk)
    mission(owner, "three", S.COMPLETED)
    with django_assert_num_queries(4):  # missions, what waits, the numbers, the rating
        board = board_of(owner)
    assert [row.goal for row in board.needs] == ["one", "two"]
    assert [row.goal for row in board.recent] == ["three"]
    assert board.needs_count == 2


def test_what_waits_of_no_mission_stands_beside_what_waits_of_missions(owner: User, stranger: User) -> None:
    mine = ask(owner, mission(owner, "one").pk)
    other = ask(owner, new_id(), kind="desire")
    ask(stranger, mission(stranger, "theirs").pk)
    board = board_of(owner)
    assert [card.id for row in board.needs for card in row.decisions] == [mine]
    assert [card.id for card in board.others] == [other]
    assert board.needs_count == 2


def test_the_question_of_a_mission_is_there_however_many_others_wait_longer(owner: User) -> None:
    older = [ask(owner, new_id(), kind="desire") for _ in range(3)]
    row = Decision.objects.get(pk=older[0])
    for _ in range(MOST_OPEN):
        row.pk, row.key = new_id(), str(new_id())
        row.save(force_insert=True)
    late = ask(owner, mission(owner, "one").pk)
    board = board_of(owner)
    assert [card.id for one in board.needs for card in one.decisions] == [late]
    assert board.needs_count == MOST_OPEN + 4
    assert inbox_context(owner)["later"] == 4


def test_missions_stand_as_they_did(owner: User, stranger: User) -> None:
    for status in (S.EXECUTING, S.QUEUED, S.FAILED, S.PAUSED, S.ABANDONED):
        mission(owner, status.value, status)
    mission(stranger, "theirs", S.EXECUTING)
    kept = mission(owner, "put away", S.COMPLETED)
    Mission.objects.filter(pk=kept.pk).update(archived_at=kept.created_at)
    board = board_of(owner)
    assert [row.goal for row in board.working] == ["executing"]
    assert [row.goal for row in board.queued] == ["paused", "queued"]
    assert [row.goal for row in board.failed] == ["failed"]
    assert [row.goal for row in board.recent] == ["abandoned"]
