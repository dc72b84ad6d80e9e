"""An errand whose run fails: nothing that was asked or said for it is lost, and nothing happens unasked."""

from __future__ import annotations

import pytest
from django.utils import timezone

from agency.acting.desk import ActingDesk
from agency.models import Thread
from agency.runtime import driving
from ownyou.lib.errors import BadRequest
from tests.acting.conftest import Errands, Mailbox
from trust import ledger
from trust.ledger import sweeping
from trust.models import Action, Decision
from trust.sweeping import sweep
from trust.tasks import perform_act

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)


def fails(errands: Errands) -> None:
    """The worker of the run died too often."""
    Thread.objects.filter(pk=errands.thread_id).update(status=Thread.Status.RUNNING)
    thread = Thread.objects.get(pk=errands.thread_id)
    driving.fail(thread, "It died several times.")
    assert Thread.objects.get(pk=errands.thread_id).status == Thread.Status.FAILED


def test_its_card_takes_a_yes_but_no_words_for_which_nobody_is_there(
    errands: Errands, mailbox: Mailbox
) -> None:
    [act] = errands.mail()
    errands.drive()
    card = errands.card
    fails(errands)
    errands.thread_id = None
    with pytest.raises(BadRequest, match="has ended, so it takes no changes in words"):
        errands.say("refine", "shorter")
    card.refresh_from_db()
    assert (card.status, card.refine_allowed) == (Decision.Status.OPEN, False)
    errands.say("approve")
    perform_act(str(act.pk))
    assert len(mailbox.mails) == 1


def test_an_act_that_was_to_be_drafted_again_is_asked_for_as_it_was(
    errands: Errands, mailbox: Mailbox
) -> None:
    [act] = errands.mail()
    errands.drive()
    errands.say("refine", "subject: Supper")
    fails(errands)
    act.refresh_from_db()
    assert act.status == S.SUPERSEDED
    again = act.successor
    assert (again.status, again.arguments, again.thread_id) == (S.WAITING, act.arguments, None)
    sweeping.ask_alone(again)
    [card] = Decision.objects.open()
    [shown] = card.payload["acts"]
    assert shown["reason"].startswith("It asks again as it was")
    assert [version["said"] for version in card.history] == ["subject: Supper"]
    assert mailbox.mails == []
    sweep()
    assert Decision.objects.open().count() == 1


def test_what_was_drafted_again_by_a_worker_that_died_is_asked_for(errands: Errands) -> None:
    [act] = errands.mail()
    errands.drive()
    card = errands.say("refine", "subject: Supper")
    desk = ActingDesk(errands.thread_id)
    fresh = desk.redraft(act, act.arguments | {"subject": "Supper"})
    Action.objects.filter(pk=act.pk).update(successor=None)  # it died before it wrote this
    fails(errands)
    act.refresh_from_db()
    assert act.successor == fresh
    fresh.refresh_from_db()
    assert (fresh.status, fresh.thread_id, fresh.arguments["subject"]) == (S.WAITING, None, "Supper")
    assert Action.objects.count() == 2
    assert card.status == Decision.Status.ANSWERED


def failed_of_a_run(errands: Errands, status: Thread.Status) -> Action:
    """An act that may be repeated and had failed, of a run that has ended so."""
    [act] = errands.start(ledger.Proposal("notes.save", {"text": "buy milk"}, "note"))
    errands.drive()
    errands.say("approve")
    Action.objects.filter(pk=act.pk).update(status=S.FAILED, attempt=1)
    Thread.objects.filter(pk=errands.thread_id).update(status=status)
    act.refresh_from_db()
    return act


@pytest.mark.parametrize("status", [Thread.Status.CANCELLED, Thread.Status.DONE, Thread.Status.FAILED])
def test_what_failed_is_done_again_though_its_run_is_over(errands: Errands, status: Thread.Status) -> None:
    act = failed_of_a_run(errands, status)
    ledger.retry(user=errands.user, action_id=act.pk)
    perform_act(str(act.pk))
    act.refresh_from_db()
    assert (act.status, act.thread_id) == (S.SUCCEEDED, None)


@pytest.mark.parametrize(
    ("status", "control"),
    [(Thread.Status.CANCELLED, Thread.Control.NONE), (Thread.Status.RUNNING, Thread.Control.CANCEL)],
)
def test_what_a_dead_worker_of_a_cancelled_run_left_is_unknown_and_not_about_to_happen_for_ever(
    errands: Errands, status: Thread.Status, control: Thread.Control
) -> None:
    act = failed_of_a_run(errands, status)
    Thread.objects.filter(pk=errands.thread_id).update(control=control)
    Action.objects.filter(pk=act.pk).update(status=S.CLAIMED, deadline_at=timezone.now())
    act.refresh_from_db()
    sweeping.give_up(act)
    act.refresh_from_db()
    assert act.status == S.UNKNOWN
