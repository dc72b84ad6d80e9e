"""What a worker writes, whom no request tells the language, is in that of the person whose act it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import get_language

from trust import approvals, decisions, ledger
from trust.decisions import clarification
from trust.models import Action, Activity, Decision
from trust.sweeping import sweep
from trust.tasks import perform_act, settle_act, undo_act
from trust.tools import OutcomeUnknown, Settled

S = Action.Status


@pytest.fixture
def german(owner: Any) -> Any:
    """The owner, who reads German; this process speaks English."""
    owner.language = "de"
    owner.save()
    assert get_language() == "en"
    return owner


@pytest.fixture
def approved(german: Any, post: Any, proposal: Any, say: Any) -> Callable[..., Action]:
    """Registers a letter's tool with these changes, and returns an act of it that was approved."""

    def go(**tool: Any) -> Action:
        post.tool(**tool)
        [act] = ledger.propose([proposal()], user=german)
        say(approvals.ask_for([act], user=german, key=f"ask:{act.pk}"), "approve")
        return act

    return go


def newest_line() -> str:
    return str(Activity.objects.latest("seq").text)


def late(act: Action, status: Action.Status) -> None:
    """Its worker died."""
    Action.objects.filter(pk=act.pk).update(
        status=status, attempt=1, claimed_at=timezone.now(), deadline_at=timezone.now()
    )


def test_why_an_act_went_wrong(post, approved) -> None:
    act = approved()
    post.trouble = RuntimeError("a fault")
    perform_act(str(act.pk))
    act.refresh_from_db()
    assert act.error == "Etwas ging schief, während es getan wurde."
    assert newest_line().startswith("Nicht bekannt, ob es geschehen ist")


def test_that_it_asks_anew_and_the_card_of_it(post, approved) -> None:
    act = approved(precondition=post.prices)
    post.price = 12
    perform_act(str(act.pk))
    act.refresh_from_db()
    assert act.successor.reason.startswith("Ich frage noch einmal")
    [card] = Decision.objects.open()
    assert card.payload["unanswered"].startswith("Es wartet auf dich")


def test_that_its_worker_died(approved) -> None:
    act = approved()
    late(act, S.CLAIMED)
    sweep()
    act.refresh_from_db()
    assert act.error.startswith("Es brach mittendrin ab")


def test_that_it_is_not_known_whether_it_was_undone(post, approved) -> None:
    act = approved(undo=post.undo)
    late(act, S.UNDOING)
    sweep()
    act.refresh_from_db()
    assert act.error == "Es ist nicht bekannt, ob das rückgängig gemacht wurde."


def test_that_it_could_not_be_undone(german, post, approved) -> None:
    act = approved(undo=post.undo)
    perform_act(str(act.pk))
    post.undo_trouble = RuntimeError("a fault")
    ledger.undo(user=german, action_id=act.pk)
    undo_act(str(act.pk))
    act.refresh_from_db()
    assert act.error == "Beim Rückgängigmachen ist etwas schiefgegangen."


@pytest.mark.parametrize(
    ("seen", "line"), [(Settled.DONE, "Geprüft: Es ist geschehen."), (Settled.ASK, "Ist das geschehen?")]
)
def test_whether_it_happened(post, approved, seen: Settled, line: str) -> None:
    post.settled = seen
    act = approved(settle=post.settle)
    post.trouble = OutcomeUnknown("The relay went silent.")
    perform_act(str(act.pk))
    settle_act(str(act.pk))
    assert line in newest_line()


def test_that_nobody_answered(german, post, proposal) -> None:
    [act] = ledger.propose([proposal()], user=german)
    approvals.ask_for([act], user=german, key="card", expires=timedelta(minutes=5))
    Decision.objects.update(expires_at=timezone.now())
    sweep()
    assert newest_line().startswith("Niemand hat geantwortet")
    decisions.ask(clarification("Which day?", domain="post"), user_id=german.pk, key="question")
    Decision.objects.open().update(expires_at=timezone.now())
    sweep()
    assert newest_line() == "Es kam rechtzeitig keine Antwort: Which day?"
