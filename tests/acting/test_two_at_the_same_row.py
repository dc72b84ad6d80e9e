"""A run is stopped, or fails, as its acts are touched: who comes second sees the first."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from agency.models import Thread
from agency.runtime.threads import cancel_thread, pause_thread, start_thread
from ownyou.lib.errors import BadRequest
from ownyou.lib.ids import new_id
from tests.acting.conftest import Errands
from tests.fakes.meanwhile import meanwhile
from trust import approvals, ledger
from trust.activity import Subject
from trust.ledger import Proposal, Stopped, settling, sweeping
from trust.models import Action, Activity, Decision, TrustScore, User
from trust.tools import tool_named

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)


def test_words_that_come_as_the_run_ends_are_not_taken_where_nobody_drafts_again(errands: Errands) -> None:
    errands.mail()
    errands.drive()
    card = errands.card
    with transaction.atomic():
        approvals.leave_alone(errands.thread_id)
        said = meanwhile(lambda: errands.say("refine", "shorter"))
        assert not said.done()
    with pytest.raises(BadRequest, match="has ended, so it takes no changes in words"):
        said.result()
    card.refresh_from_db()
    assert (card.status, card.verdict) == (Decision.Status.OPEN, "")


def give_up(act: Action) -> None:
    sweeping.give_up(act)


def retry(act: Action) -> None:
    ledger.retry(user=act.user, action_id=act.pk)


@pytest.mark.parametrize(
    ("module", "again", "status"), [(sweeping, give_up, S.CLAIMED), (settling, retry, S.FAILED)]
)
def test_an_act_that_is_to_be_done_again_as_its_run_is_cancelled_is_cancelled_with_it(
    errands: Errands,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    again: Callable[[Action], None],
    status: Action.Status,
) -> None:
    [act] = errands.start(Proposal("notes.save", {"text": "buy milk"}, "note"))
    errands.drive()
    errands.say("approve")
    Action.objects.filter(pk=act.pk).update(status=status, attempt=1, deadline_at=timezone.now())
    act.refresh_from_db()
    cancelling: list[Future[None]] = []

    def cancel() -> None:
        with transaction.atomic():
            cancel_thread(errands.thread_id)
            ledger.cancel_acts(thread_id=errands.thread_id)

    def move(*args: Any, **changes: Any) -> bool:
        cancelling.append(meanwhile(cancel))
        return ledger.move(*args, **changes)

    monkeypatch.setattr(module, "move", move)
    again(act)
    cancelling[0].result()
    act.refresh_from_db()
    assert Thread.objects.get(pk=errands.thread_id).status == Thread.Status.CANCELLED
    assert act.status == S.CANCELLED


def act(thread: Thread) -> list[Action]:
    return ledger.act(
        [Proposal("notes.save", {"text": "buy milk"}, "note")], user=thread.user, thread_id=thread.pk
    )


@pytest.fixture
def trusted(owner: User) -> Thread:
    """A run whose acts need no OK."""
    agent = tool_named("notes.save").agent
    TrustScore.objects.create(user=owner, agent=agent, kind="write", level=3)
    subject = Subject("errand", new_id())
    return start_thread(user_id=owner.pk, graph="errand", subject=subject, send=False)


@pytest.mark.parametrize("stop", [pause_thread, cancel_thread])
def test_an_act_that_begins_as_its_run_is_stopped_waits_and_is_not_written_down(
    trusted: Thread, stop: Callable[[UUID], None]
) -> None:
    with transaction.atomic():
        stop(trusted.pk)
        begun = meanwhile(lambda: act(trusted))
        assert not begun.done()
    with pytest.raises(Stopped):
        begun.result()
    assert not Action.objects.exists()


def test_an_act_that_begins_as_its_run_is_nearly_stopped_waits_and_is_done(trusted: Thread) -> None:
    with transaction.atomic():
        cancel_thread(trusted.pk)
        begun = meanwhile(lambda: act(trusted))
        assert not begun.done()
        transaction.set_rollback(True)
    [done] = begun.result()
    assert done.status == S.SUCCEEDED


def test_who_stops_a_run_while_its_act_is_written_down_finds_the_act(
    trusted: Thread,
) -> None:
    found: list[int] = []

    def cancel() -> None:
        with transaction.atomic():
            cancel_thread(trusted.pk)
            found.append(Action.objects.filter(thread_id=trusted.pk).count())

    with transaction.atomic():
        [asked] = ledger.propose(
            [Proposal("notes.save", {"text": "buy milk"}, "note")], user=trusted.user, thread_id=trusted.pk
        )
        cancelling = meanwhile(cancel)
        assert not cancelling.done()
    cancelling.result()
    assert found == [1]
    assert asked.status == S.APPROVED


def test_a_run_that_is_told_to_stop_says_so_in_the_persons_language(errands: Errands) -> None:
    errands.user.language = "de"
    errands.user.save()
    errands.mail()
    Thread.objects.filter(pk=errands.thread_id).update(control=Thread.Control.CANCEL)
    assert errands.drive().status == Thread.Status.CANCELLED
    assert Activity.objects.latest("seq").text.startswith("Gestoppt: ")
