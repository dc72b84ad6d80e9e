"""Whoever has many things waiting gets one mail that lists them, and its subject says what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from trust import approvals, ledger, mailing
from trust.models import Decision, Notification, User
from trust.sweeping import sweep

HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def ask(post: Any, proposal: Any, clock: time_machine.Traveller) -> Callable[[User, str], Decision]:
    def asked(user: User, to: str) -> Decision:
        clock.shift(timedelta(seconds=1))
        acts = ledger.propose([proposal(to)], user=user)
        return approvals.ask_for(acts, user=user, key=f"to {to}")

    return asked


def later(clock: time_machine.Traveller, after: timedelta) -> None:
    clock.shift(after)
    sweep()
    mailing.mail_due(timezone.now())


def test_many_are_listed_in_one_mail(owner: User, stranger: User, ask: Any, clock: Any) -> None:
    for name in ("Ada", "Bob", "Cleo"):
        ask(owner, name)
    ask(stranger, "Dora")
    later(clock, HALF_AN_HOUR)
    mine, theirs = sorted(mail.outbox, key=lambda sent: sent.to != [owner.email])
    named = [line.removeprefix("- ") for line in mine.body.splitlines() if line.startswith("- Send")]
    assert mine.subject == f"3 things wait for you: {named[0]} …", "all are told of at one frozen moment"
    for name in ("Ada", "Bob", "Cleo"):
        assert f"- Send a letter to {name}\n  http" in mine.body
    assert "Dora" not in mine.body
    assert theirs.to == [stranger.email]


def test_a_single_one_is_named_in_the_subject(owner: User, ask: Any, clock: Any) -> None:
    ask(owner, "Ada")
    later(clock, HALF_AN_HOUR)
    [sent] = mail.outbox
    assert sent.subject == "OwnYou: Still waits for you: Send a letter to Ada"


def test_what_is_due_soon_after_comes_together_an_hour_later(owner: User, ask: Any, clock: Any) -> None:
    ask(owner, "Ada")
    for name in ("Bob", "Cleo"):
        clock.shift(timedelta(minutes=10))
        ask(owner, name)
    for _minute in range(6):
        later(clock, timedelta(minutes=10))
    assert [len(sent.body.split("http")) - 1 for sent in mail.outbox] == [1]
    later(clock, timedelta(minutes=20))
    [_first, second] = mail.outbox
    assert second.subject.startswith("2 things wait for you: Send a letter to Bob")


def test_a_mail_server_that_is_away_gets_the_same_mail_later(
    owner: User, ask: Any, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: Any) -> None:
        raise mailing.Unreached("away")

    for name in ("Ada", "Bob"):
        ask(owner, name)
    with monkeypatch.context() as broken:
        broken.setattr(mailing, "hand_over", away)
        later(clock, HALF_AN_HOUR)
    assert not Notification.objects.exclude(mailed_at=None).exists()
    later(clock, timedelta(minutes=1))
    [sent] = mail.outbox
    assert sent.subject.startswith("2 things wait for you")
