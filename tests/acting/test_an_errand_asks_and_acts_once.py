"""An errand through the gate: a card, an answer, one act, and what is learned of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from agency.acting.reflexion import lessons_of
from agency.models import CalendarEntry, Thread
from ownyou.lib.errors import BadRequest, Conflict
from tests.acting.conftest import Errands, Mailbox
from trust.ledger import Proposal
from trust.models import Action, Decision
from trust.sweeping import sweep

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)


def entry(key: str = "entry", title: str = "Dinner", days: int = 3) -> Proposal:
    begins = timezone.now() + timedelta(days=days)
    return Proposal(tool="calendar.add", arguments={"title": title, "starts_at": begins.isoformat()}, key=key)


def test_a_mail_leaves_after_the_ok_and_once(errands: Errands, mailbox: Mailbox) -> None:
    [act] = errands.mail()
    assert errands.drive().status == Thread.Status.WAITING
    assert mailbox.mails == []
    errands.say("approve")
    assert errands.drive().status == Thread.Status.DONE
    assert errands.drive().status == Thread.Status.DONE
    [mail] = mailbox.mails
    assert mail["To"] == "anna@example.org"
    assert mail["Reply-To"] == errands.user.email
    assert str(act.pk) in mail["Message-ID"]
    act.refresh_from_db()
    assert (act.status, act.receipt) == (S.SUCCEEDED, "Mail sent to anna@example.org.")


def test_a_no_sends_nothing_and_is_remembered(errands: Errands, mailbox: Mailbox) -> None:
    errands.mail()
    errands.drive()
    errands.say("reject", "no mails to Anna")
    assert errands.drive().status == Thread.Status.DONE
    assert mailbox.mails == []
    [lesson] = lessons_of(errands.user, "email")
    assert lesson.avoid
    assert "no mails to Anna" in lesson.text
    assert lesson.scope == {"recipient": "anna@example.org"}


def test_words_change_the_draft_and_the_third_preview_takes_no_more(
    errands: Errands, mailbox: Mailbox
) -> None:
    errands.mail()
    errands.drive()
    first = errands.card
    errands.say("refine", "subject: Lunch on Tuesday")
    errands.drive()
    second = errands.card
    assert second.pk != first.pk
    assert second.attempt == 2
    assert second.payload["acts"][0]["arguments"]["subject"] == "Lunch on Tuesday"
    assert [entry["said"] for entry in second.history] == ["subject: Lunch on Tuesday"]
    assert second.payload["why"] == ""
    errands.say("refine", "replace 12 with 13")
    errands.drive()
    third = errands.card
    assert third.attempt == 3
    assert len(third.history) == 2
    assert third.payload["acts"][0]["arguments"]["body"] == "On Tuesday at 13?"
    with pytest.raises(BadRequest):
        errands.say("refine", "shorter")
    third.refresh_from_db()
    assert third.status == Decision.Status.OPEN
    errands.say("approve")
    errands.drive()
    [mail] = mailbox.mails
    assert mail["Subject"] == "Lunch on Tuesday"
    assert [act.status for act in errands.acts] == [S.SUPERSEDED, S.SUPERSEDED, S.SUCCEEDED]


def test_words_that_change_nothing_are_told_so(errands: Errands) -> None:
    errands.mail()
    errands.drive()
    before = errands.card
    errands.say("refine", "qwertz uiop")
    errands.drive()
    assert errands.card.payload["why"].startswith("Your words changed nothing")
    assert errands.card.payload["acts"][0]["arguments"] == before.payload["acts"][0]["arguments"]


def test_what_was_edited_is_what_runs_and_teaches(errands: Errands, mailbox: Mailbox) -> None:
    [act] = errands.mail(subject="A rather long subject about lunch with you on Tuesday")
    errands.drive()
    edit = {"id": str(act.pk), "verdict": "approve", "arguments": {"subject": "Lunch?"}}
    errands.say("approve", acts=(edit,))
    errands.drive()
    assert [mail["Subject"] for mail in mailbox.mails] == ["Lunch?"]
    [lesson] = lessons_of(errands.user, "email")
    assert lesson.wish == "shorter subject"


def test_of_a_batch_one_no_leaves_the_others(errands: Errands) -> None:
    acts = errands.start(*(entry(f"entry {n}", f"Dinner {n}", days=3 + n) for n in range(3)))
    errands.drive()
    errands.say("approve", acts=({"id": str(acts[1].pk), "verdict": "reject", "reason": "not that day"},))
    errands.drive()
    titles = [row.title for row in CalendarEntry.objects.of(errands.user).order_by("starts_at")]
    assert titles == ["Dinner 0", "Dinner 2"]


def test_a_second_answer_is_told_and_changes_nothing(errands: Errands, mailbox: Mailbox) -> None:
    errands.mail()
    errands.drive()
    errands.say("approve")
    with pytest.raises(Conflict):
        errands.say("reject")
    errands.drive()
    assert len(mailbox.mails) == 1


def test_a_day_that_filled_up_meanwhile_brings_the_card_back(errands: Errands) -> None:
    errands.start(entry())
    errands.drive()
    errands.say("approve")
    begins = timezone.now() + timedelta(days=3)
    CalendarEntry.objects.create(
        user=errands.user, title="Dentist", starts_at=begins, ends_at=begins + timedelta(hours=1), zone="UTC"
    )
    assert errands.drive().status == Thread.Status.WAITING
    card = errands.card
    assert card.payload["acts"][0]["difference"] == [
        {"name": "at the same time", "before": [], "after": ["Dentist"]}
    ]
    assert not CalendarEntry.objects.of(errands.user).filter(made_by__isnull=False).exists()
    errands.say("approve")
    assert errands.drive().status == Thread.Status.DONE
    assert CalendarEntry.objects.of(errands.user).filter(made_by__isnull=False).count() == 1


def test_a_card_that_comes_back_keeps_what_was_said_to_its_previews(errands: Errands) -> None:
    errands.start(entry())
    errands.drive()
    errands.say("refine", "title: Dinner with Anna")
    errands.drive()
    errands.say("approve")
    taken(errands, 3)
    errands.drive()
    back = errands.card
    assert back.payload["acts"][0]["difference"]
    assert (back.attempt, back.payload["previews_left"]) == (2, 1)
    assert [entry["said"] for entry in back.history] == ["title: Dinner with Anna"]
    errands.say("refine", "title: Supper")
    errands.drive()
    last = errands.card
    assert (last.attempt, last.refine_allowed) == (3, False)
    assert [entry["said"] for entry in last.history] == ["title: Dinner with Anna", "title: Supper"]
    errands.say("approve")
    assert errands.drive().status == Thread.Status.DONE
    assert len(lessons_of(errands.user, "calendar")) == 2


def moved_to(errands: Errands, act: Action, days: int) -> None:
    """Say yes to an entry, with another day for it."""
    begins = timezone.now() + timedelta(days=days)
    times = {"starts_at": begins.isoformat(), "ends_at": (begins + timedelta(hours=1)).isoformat()}
    errands.say("approve", acts=({"id": str(act.pk), "verdict": "approve", "arguments": times},))


def taken(errands: Errands, days: int) -> None:
    begins = timezone.now() + timedelta(days=days)
    CalendarEntry.objects.create(
        user=errands.user, title="Dentist", starts_at=begins, ends_at=begins + timedelta(hours=1), zone="UTC"
    )


def test_an_entry_moved_by_hand_to_a_taken_hour_is_asked_for_with_what_is_there(errands: Errands) -> None:
    [act] = errands.start(entry(days=3))
    errands.drive()
    taken(errands, 5)
    moved_to(errands, act, 5)
    assert errands.drive().status == Thread.Status.WAITING
    [shown] = errands.card.payload["acts"]
    assert shown["difference"] == [{"name": "at the same time", "before": [], "after": ["Dentist"]}]
    assert shown["reason"] == "It asks again because of what your change brings with it."
    errands.say("approve")
    assert errands.drive().status == Thread.Status.DONE
    [made] = CalendarEntry.objects.of(errands.user).filter(made_by__isnull=False)
    assert made.starts_at.date() == (timezone.now() + timedelta(days=5)).date()


def test_an_entry_moved_by_hand_to_a_free_hour_is_made_at_once(errands: Errands) -> None:
    taken(errands, 3)
    [act] = errands.start(entry(days=3))
    errands.drive()
    moved_to(errands, act, 5)
    assert errands.drive().status == Thread.Status.DONE
    assert CalendarEntry.objects.of(errands.user).filter(made_by__isnull=False).count() == 1


def test_a_held_mail_can_be_stopped_and_leaves_when_its_time_is_over(
    errands: Errands, mailbox: Mailbox, settings: object
) -> None:
    settings.ACT_HOLD_SECONDS = 30  # type: ignore[attr-defined]
    with time_machine.travel(timezone.now(), tick=True) as clock:
        [act] = errands.mail()
        errands.drive()
        errands.say("approve")
        assert errands.drive().status == Thread.Status.WAITING
        assert mailbox.mails == []
        clock.shift(timedelta(seconds=31))
        from trust.ledger.performing import perform

        perform(act.pk)
        assert errands.drive().status == Thread.Status.DONE
    assert len(mailbox.mails) == 1


def test_a_server_that_refuses_leaves_a_failed_act_with_its_reason(
    errands: Errands, mailbox: Mailbox
) -> None:
    mailbox.refusal = "554 no"
    [act] = errands.mail()
    errands.drive()
    errands.say("approve")
    errands.drive()
    act.refresh_from_db()
    assert (act.status, act.error) == (S.FAILED, "The mail server did not take the mail.")
    assert mailbox.mails == []


def test_a_run_whose_worker_died_in_the_act_goes_on_when_the_act_is_given_up(
    errands: Errands, mailbox: Mailbox
) -> None:
    [act] = errands.mail()
    errands.drive()
    errands.say("approve")
    Action.objects.filter(pk=act.pk).update(
        status=S.CLAIMED, attempt=1, deadline_at=timezone.now() + timedelta(minutes=1)
    )
    assert errands.drive().status == Thread.Status.WAITING
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        sweep()
        assert errands.drive().status == Thread.Status.DONE
    act.refresh_from_db()
    assert act.status == S.UNKNOWN
    assert mailbox.mails == []
