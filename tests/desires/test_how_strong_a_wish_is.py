"""Strength by the table: evidence adds, time takes away, the threshold is reached as it is shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agency.desires.noticing.proposing import plans_unasked
from agency.desires.noticing.strength import SAID, SEEN, decayed, reaches, strength_of
from agency.models import Desire
from trust.models import User

START = datetime(2026, 11, 1, 12, tzinfo=UTC)


def days(*numbers: float, weight: float = SEEN) -> list[tuple[datetime, float]]:
    return [(START + timedelta(days=number), weight) for number in numbers]


@pytest.mark.parametrize(
    ("strength", "after", "half_life", "left"),
    [
        (1.0, 0, 30, 1.0),
        (1.0, 30, 30, 0.5),
        (1.0, 60, 30, 0.25),
        (0.6, 30, 30, 0.3),
        (0.2, 15, 30, 0.2 * 0.5**0.5),
        (1.0, 10, 10, 0.5),
        (1.0, -5, 30, 1.0),
    ],
)
def test_strength_halves_with_every_half_life(
    strength: float, after: float, half_life: float, left: float
) -> None:
    now = START + timedelta(days=after)
    assert decayed(strength, since=START, now=now, half_life_days=half_life) == pytest.approx(left)


@pytest.mark.parametrize(
    ("evidence", "strength"),
    [
        ([], 0.0),
        (days(0), 0.2),
        (days(0, 0), 0.4),
        (days(0, 0, 0), 0.6),
        (days(0, 0, 0, 0, 0, 0), 1.0),
        (days(0, 30), 0.3),
        (days(0, 30, 60), 0.35),
        (days(60, 0, 30), 0.35),
        (days(0, weight=SAID), 1.0),
        ([*days(0, weight=SAID), *days(30)], 0.7),
        ([*days(0), *days(0, weight=SAID)], 1.0),
    ],
)
def test_each_piece_of_evidence_adds_to_what_is_left(
    evidence: list[tuple[datetime, float]], strength: float
) -> None:
    found, last = strength_of(evidence, half_life_days=30)
    assert found == pytest.approx(strength)
    assert last == max((at for at, _weight in evidence), default=None)


@pytest.mark.parametrize(
    ("strength", "threshold", "reached"),
    [
        (0.6, 0.6, True),
        (0.2 + 0.2 + 0.2, 0.6, True),
        (0.5961, 0.6, True),
        (0.594, 0.6, False),
        (0.4, 0.6, False),
        (0.4, 0.4, True),
        (1.0, 1.0, True),
    ],
)
def test_the_threshold_is_reached_as_it_is_shown(strength: float, threshold: float, reached: bool) -> None:
    assert reaches(strength, threshold) is reached


def test_three_in_half_a_day_are_enough_and_three_in_three_weeks_are_not() -> None:
    for evidence, reached in (
        (days(0, 0.25, 0.5), True),
        (days(0, 7, 14), False),
        (days(0, 7, 14, 21), True),
    ):
        strength, _last = strength_of(evidence, half_life_days=30)
        assert reaches(strength, 0.6) is reached


PLANNED = {
    "observe": set(),
    "suggest": set(),
    "supervised_auto": {"explicit"},
    "bounded_auto": {"explicit", "implicit"},
    "adaptive_auto": {"explicit", "implicit", "schedule"},
}


@pytest.mark.parametrize("autonomy", User.Autonomy.values)
@pytest.mark.parametrize("source", Desire.Source.values)
def test_which_wishes_are_planned_without_asking(autonomy: str, source: str) -> None:
    assert plans_unasked(autonomy, source) is (source in PLANNED[autonomy])
