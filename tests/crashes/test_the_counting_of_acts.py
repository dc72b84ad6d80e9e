"""The judge of the chaos itself: it tells what happened twice, without an OK, or not at all."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.crashes.chaos.judging import Row, added, judge
from tests.crashes.chaos.script import KINDS, Act, Kind, Said

MAIL = Act(0)
EDITED = Act(4, said=Said.EDITED)


def judged(
    status: str, *arrived: str, approved: bool = True, act: Act = MAIL, withdrawn: bool = False
) -> Row:
    seen = {kind: Counter[str]() for kind in KINDS} | {Kind.MAIL: Counter(arrived)}
    numbers = {act.number}
    back = numbers if withdrawn else set()
    return judge([act], numbers if approved else set(), {act.key: status}, seen, withdrawn=back)[0]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (judged("succeeded", "act 0", "act 0"), "doubled"),
        (judged("unknown", "act 0", "act 0"), "doubled"),
        (judged("rejected", "act 0", approved=False), "unapproved"),
        (judged("succeeded", "act 4", "act 4, edited", act=EDITED), "unapproved"),
        (judged("succeeded"), "lost"),
        (judged("failed", "act 0"), "lost"),
        (judged("approved"), "lost"),
        (judged("cancelled"), "lost"),
        (judged("cancelled", "act 0", withdrawn=True), "unapproved"),
        (judged("denied", "act 0", withdrawn=True), "unapproved"),
        (judged("approved", withdrawn=True), "lost"),
        (judged("succeeded", "act 0", "act 0", withdrawn=True), "doubled"),
    ],
)
def test_a_fault_is_told(row: Row, fault: str) -> None:
    assert row[fault] == 1
    assert not row["ok"]
    assert [name for name in ("doubled", "unapproved", "lost") if row[name]] == [fault]


@pytest.mark.parametrize("arrived", [(), ("act 0",)])
def test_an_unknown_one_may_have_happened_or_not(arrived: tuple[str, ...]) -> None:
    row = judged("unknown", *arrived)
    assert row["ok"]
    assert row["unknown"] == 1


@pytest.mark.parametrize(
    ("status", "arrived"), [("cancelled", ()), ("denied", ()), ("succeeded", ("act 0",))]
)
def test_one_that_was_given_up_is_kept_back_or_done(status: str, arrived: tuple[str, ...]) -> None:
    assert judged(status, *arrived, withdrawn=True)["ok"]


def test_rounds_add_up_and_one_fault_spoils_them() -> None:
    [row] = added([judged("succeeded", "act 0"), judged("succeeded", "act 0", "act 0")])
    assert (row["count"], row["doubled"], row["ok"]) == (2, 1, False)
