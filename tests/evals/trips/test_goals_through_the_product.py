"""A few of the travel goals, carried out as the product does; `make eval` carries out all of them."""

from __future__ import annotations

import pytest

from tests.evals.trips.product import carried_out
from trust.models import User


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("goal", "fits"),
    [
        ("5 Tage Wien im Mai für 2 Personen, 2000 Euro, vegetarisch, keine Museen", True),
        ("5 days in Barcelona for 2 people in July, $300", False),
    ],
)
def test_a_goal_is_delivered_with_all_hard_checks_or_the_nearest_plan(
    world: None, owner: User, goal: str, fits: bool
) -> None:
    owner.currency = "EUR"
    owner.save()
    outcome = carried_out(owner, goal)
    assert outcome.mission_type == "travel"
    assert outcome.kept, outcome
    assert bool(outcome.misfits) is not fits
    assert (outcome.raised is None) is fits
    assert outcome.planned is not None
    assert fits or outcome.planned.limit == 300
