"""Reminders, notices and their mail: each once, with the link of a page and nothing that answers."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from trust import approvals, ledger, mailing, notices
from trust.models import Decision, Notification
from trust.sweeping import sweep

HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def waiting(owner: Any, post: Any, proposal: Any) -> Decision:
    acts = ledger.propose([proposal()], user=owner)
    return approvals.ask_for(acts, user=owner, key="k")


def setting(owner: Any, value: str) -> None:
    type(owner).objects.filter(pk=owner.pk).update(notice_mail=value)


def rounds(clock: time_machine.Traveller, after: timedelta) -> None:
    """Two sweeps with their mail, `after` that time."""
    clock.shift(after)
    for _ in range(2):
        sweep()
        mailing.mail_due(timezone.now())


def kinds(owner: Any) -> list[str]:
    return sorted(Notification.objects.filter(user=owner).values_list("kind", flat=True))


def test_what_has_waited_for_half_an_hour_is_mailed_once(owner, waiting, clock) -> None:
    rounds(clock, timedelta(minutes=29))
    assert mail.outbox == []
    rounds(clock, timedelta(minutes=1))
    [sent] = mail.outbox
    assert sent.to == [owner.email]
    assert "/inbox" in sent.body
    assert "Send a letter to Ada" in sent.body
    rounds(clock, HALF_AN_HOUR)
    assert len(mail.outbox) == 1
    assert kinds(owner) == ["asked", "reminder"]


def test_what_goes_on_waiting_is_told_again_after_a_day_three_days_and_each_week(
    owner, waiting, clock
) -> None:
    days = timedelta(days=1)
    told = []
    for after in (HALF_AN_HOUR, days, 3 * days, 7 * days, 7 * days):
        rounds(clock, after - timedelta(minutes=1))
        told.append(len(mail.outbox))
        rounds(clock, timedelta(minutes=1))
    assert told == [0, 1, 2, 3, 4], "not a minute too early"
    assert len(mail.outbox) == 5
    unread = Notification.objects.filter(user=owner, kind="reminder", read_at=None)
    assert unread.count() == 1, "an older reminder is put away"


def test_no_link_of_a_mail_answers(owner, waiting, clock, client) -> None:
    import re

    rounds(clock, HALF_AN_HOUR)
    links = re.findall(r"https?://[^/\s]+(/\S*)", mail.outbox[0].body)
    assert links
    [(as_html, kind)] = mail.outbox[0].alternatives
    assert (kind, "<img" in as_html, "url(" in as_html) == ("text/html", False, False)
    in_html = re.findall(r'<a [^>]*href="https?://[^/"]+(/[^"]*)"', as_html)
    assert in_html == [*links, reverse("settings_notices")]
    client.force_login(owner)
    for link in in_html:
        client.get(link)
    waiting.refresh_from_db()
    assert waiting.status == Decision.Status.OPEN


def test_who_wants_no_mail_gets_none_but_sees_the_reminder(owner, waiting, clock) -> None:
    setting(owner, "never")
    rounds(clock, HALF_AN_HOUR)
    assert mail.outbox == []
    assert kinds(owner) == ["asked", "reminder"]


def test_who_wants_mail_at_once_gets_it_at_once(owner, post, proposal, clock) -> None:
    setting(owner, "at_once")
    owner.refresh_from_db()
    acts = ledger.propose([proposal()], user=owner)
    approvals.ask_for(acts, user=owner, key="k")
    rounds(clock, timedelta(seconds=15))
    assert len(mail.outbox) == 1


def test_other_questions_are_mailed_at_once_too(owner, clock) -> None:
    from trust import decisions
    from trust.decisions import Question

    setting(owner, "at_once")
    asked = Question(kind=Decision.Kind.CLARIFICATION, domain="dining", title="For how many?", payload={})
    decisions.ask(asked, user_id=owner.pk, key="q")
    rounds(clock, timedelta(seconds=15))
    assert len(mail.outbox) == 1


def test_what_was_answered_is_neither_reminded_of_nor_mailed(owner, waiting, say, clock) -> None:
    sweep()
    say(waiting, "reject")
    rounds(clock, HALF_AN_HOUR)
    assert mail.outbox == []
    assert not Notification.objects.filter(user=owner, read_at=None).exists()


class Relay:
    """A mail connection that fails as told."""

    def __init__(self, *, opening: Exception | None = None, sending: Exception | None = None) -> None:
        self.opening, self.sending, self.tried = opening, sending, 0

    def open(self) -> None:
        self.tried += 1
        if self.opening:
            raise self.opening

    def send_messages(self, messages: Any) -> None:
        if self.sending:
            raise self.sending

    def close(self) -> None:
        pass


def due(owner: Any) -> Notification:
    return notices.notify(
        user_id=owner.pk, key="n", kind=Notification.Kind.FAILED, text="It failed.", mail=True
    )


@pytest.mark.parametrize(
    "relay",
    [
        Relay(opening=ConnectionRefusedError()),
        Relay(opening=smtplib.SMTPAuthenticationError(535, b"no")),
        Relay(sending=smtplib.SMTPDataError(451, b"later")),
        Relay(sending=smtplib.SMTPRecipientsRefused({})),
    ],
)
def test_what_surely_was_not_sent_is_tried_again_with_patience_and_not_for_ever(
    owner, monkeypatch, clock, relay
) -> None:
    relay.tried = 0
    monkeypatch.setattr(mailing, "get_connection", lambda **_: relay)
    notice = due(owner)
    mailing.mail_due(timezone.now())
    mailing.mail_due(timezone.now())
    assert relay.tried == 1
    for _ in range(20):
        clock.shift(timedelta(hours=1))
        mailing.mail_due(timezone.now())
    assert relay.tried == mailing.MOST_ATTEMPTS
    notice.refresh_from_db()
    assert (notice.mailed_at, notice.mail_attempts) == (None, mailing.MOST_ATTEMPTS)


@pytest.mark.parametrize("trouble", [TimeoutError(), smtplib.SMTPServerDisconnected("gone")])
def test_what_may_have_been_sent_is_not_sent_again(owner, monkeypatch, clock, trouble) -> None:
    relay = Relay(sending=trouble)
    monkeypatch.setattr(mailing, "get_connection", lambda **_: relay)
    due(owner)
    for _ in range(3):
        mailing.mail_due(timezone.now())
        clock.shift(timedelta(hours=1))
    assert relay.tried == 1


def test_a_worker_that_died_while_mailing_leaves_the_mail_unrepeated(owner, monkeypatch) -> None:
    due(owner)

    def die(*_args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mailing, "hand_over", die)
    with pytest.raises(KeyboardInterrupt):
        mailing.mail_due(timezone.now())
    monkeypatch.undo()
    mailing.mail_due(timezone.now())
    assert mail.outbox == []


def test_a_notice_is_told_once_per_key(owner, stranger) -> None:
    assert due(owner).pk == due(owner).pk
    assert due(stranger).pk != due(owner).pk
