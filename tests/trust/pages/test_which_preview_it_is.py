"""A card says truly which preview it is, and whether another can follow."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from ownyou.lib.ids import new_id
from trust import approvals, ledger
from trust.cards import card_of
from trust.models import Decision
from trust.sweeping import sweep

FIVE = timedelta(minutes=5)
LAST = "This is the last preview"


def shown(browser) -> str:
    return browser.get("/inbox/").content.decode()


@pytest.mark.parametrize(
    ("attempt", "left", "said", "unsaid"),
    [
        (1, "2 new drafts left", "", (LAST, "Attempt")),
        (2, "1 new draft left", "Attempt 2 of 3", (LAST,)),
        (3, "", "Attempt 3 of 3", ("left</span>",)),
    ],
)
def test_while_its_run_goes_on(owner, post, proposal, browser, attempt, left, said, unsaid) -> None:
    acts = ledger.propose([proposal()], user=owner)
    decision = approvals.ask_for(acts, user=owner, key="k", thread_id=new_id(), attempt=attempt)
    page = shown(browser)
    assert left in page
    assert said in page
    assert not [words for words in unsaid if words in page]
    assert (LAST in page) == (attempt == 3)
    assert card_of(decision).refine_left == 3 - attempt


@pytest.mark.parametrize("attempt", [1, 2, 3])
def test_asked_again_it_promises_no_more_and_calls_none_the_last(
    owner, post, proposal, browser, attempt
) -> None:
    acts = ledger.propose([proposal()], user=owner)
    first = approvals.ask_for(acts, user=owner, key="k", attempt=attempt, expires=FIVE)
    with time_machine.travel(timezone.now() + FIVE):
        sweep()
        again = approvals.ask_again(user=owner, decision_id=first.pk)
        page = shown(browser)
    assert (again.attempt, again.refine_allowed) == (attempt, False)
    assert "it takes no changes in words" in page
    assert LAST not in page
    assert "of 3" not in page
    assert ("Attempt" in page) == (attempt > 1)
    assert card_of(again).refine_left == 0


def test_a_card_whose_run_ended_is_not_called_the_last(owner, post, proposal, browser) -> None:
    thread = new_id()
    acts = ledger.propose([proposal()], user=owner)
    approvals.ask_for(acts, user=owner, key="k", thread_id=thread, attempt=2)
    approvals.leave_alone(thread)
    page = shown(browser)
    assert LAST not in page
    assert "of 3" not in page
    assert Decision.objects.get().attempt == 2
