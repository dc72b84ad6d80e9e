"""Every move that an act can make, and every one that it cannot."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from trust.ledger import MOVES, IllegalMove, move
from trust.models import Action, Activity

S = Action.Status

LEGAL = {
    ("proposed", "denied"),
    ("proposed", "waiting"),
    ("proposed", "approved"),
    ("waiting", "approved"),
    ("waiting", "rejected"),
    ("waiting", "expired"),
    ("waiting", "superseded"),
    ("waiting", "cancelled"),
    ("approved", "claimed"),
    ("approved", "superseded"),
    ("approved", "cancelled"),
    ("approved", "denied"),
    ("approved", "failed"),
    ("claimed", "succeeded"),
    ("claimed", "failed"),
    ("claimed", "unknown"),
    ("claimed", "approved"),
    ("failed", "approved"),
    ("unknown", "succeeded"),
    ("unknown", "failed"),
    ("succeeded", "undoing"),
    ("undoing", "undone"),
    ("undoing", "undo_failed"),
    ("undo_failed", "undoing"),
}
TOLD = set(Action.ENDED) - {S.REJECTED, S.SUPERSEDED}


def act(owner: Any, status: str) -> Action:
    return Action.objects.create(
        user=owner, key="a", tool="t", agent="post", kind="send", title="A", arguments={}, status=status
    )


def test_the_table_is_this_one() -> None:
    assert {(start, to) for start, ends in MOVES.items() for to in ends} == LEGAL


@pytest.mark.parametrize(("start", "to"), sorted(product(S.values, S.values)))
def test_an_act_moves_only_by_the_table(owner: Any, start: str, to: str) -> None:
    action = act(owner, start)
    if (start, to) in LEGAL:
        assert move(action, S(to), error="some words")
        action.refresh_from_db()
        assert (action.status, action.error) == (to, "some words")
        assert (action.ended_at is not None) == (to in Action.ENDED)
        assert Activity.objects.filter(user=owner).count() == (to in TOLD)
    else:
        with pytest.raises(IllegalMove):
            move(action, S(to))
        action.refresh_from_db()
        assert action.status == start
        assert not Activity.objects.exists()


@pytest.mark.parametrize(("start", "to"), sorted(LEGAL))
def test_who_comes_second_changes_nothing(owner: Any, start: str, to: str) -> None:
    first = act(owner, start)
    second = Action.objects.get(pk=first.pk)
    assert move(first, S(to), receipt="first")
    told = Activity.objects.count()
    assert not move(second, S(to), receipt="second")
    first.refresh_from_db()
    assert first.receipt == "first"
    assert Activity.objects.count() == told
