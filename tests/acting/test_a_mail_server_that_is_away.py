"""A mail for which no server was there: nothing is in doubt, and it can be tried again."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.core.mail.backends.smtp import EmailBackend

from agency.acting.reflexion import lessons_of
from bench.ports import free_port
from tests.acting.conftest import Errands, Mailbox
from trust import ledger
from trust.act_cards import receipt_of_act
from trust.models import Action, TrustScore

S = Action.Status


def sent_while_away(errands: Errands) -> Action:
    errands.mail()
    errands.drive()
    errands.say("approve")
    errands.drive()
    [act] = errands.acts
    assert (act.status, act.away, act.error) == (S.FAILED, True, "The mail server could not be reached.")
    return act


def slams_the_door(settings: Any) -> socket.socket:
    """A server that takes the line and hangs up before it greets."""
    listening = socket.create_server(("127.0.0.1", 0))
    settings.EMAIL_PORT = listening.getsockname()[1]
    listening.shutdown(socket.SHUT_RDWR)
    return listening


@pytest.mark.parametrize("how", ["nobody listens", "no such host", "it hangs up", "no way there"])
def test_it_is_called_away_and_held_against_nobody(
    how: str, world: None, errands: Errands, mailbox: Mailbox, settings: Any, monkeypatch: Any
) -> None:
    if how == "nobody listens":
        settings.EMAIL_PORT = free_port()
    elif how == "no such host":
        settings.EMAIL_HOST = "mail.invalid"
    elif how == "it hangs up":
        slams_the_door(settings)
    else:

        def unreachable(backend: EmailBackend) -> bool:
            raise OSError(113, "No route to host")

        monkeypatch.setattr(EmailBackend, "open", unreachable)  # what the network of another machine says
    act = sent_while_away(errands)
    assert not mailbox.mails
    assert not TrustScore.objects.filter(user=errands.user, failures__gt=0).exists()
    assert not lessons_of(errands.user, "email")
    assert "retry" in receipt_of_act(act).can


def test_tried_again_when_it_is_back_it_goes_out_once(
    world: None, errands: Errands, mailbox: Mailbox, settings: Any
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    act = sent_while_away(errands)
    settings.EMAIL_PORT = port
    ledger.retry(user=errands.user, action_id=act.pk)
    assert ledger.perform(act.pk).status == S.SUCCEEDED
    assert ledger.perform(act.pk).status == S.SUCCEEDED
    assert [mail["To"] for mail in mailbox.mails] == ["anna@example.org"]


def test_a_line_that_breaks_with_the_mail_on_it_stays_in_doubt_and_is_not_tried_again(
    world: None, errands: Errands, mailbox: Mailbox
) -> None:
    mailbox.breaks = True
    errands.mail()
    errands.drive()
    errands.say("approve")
    errands.drive()
    [act] = errands.acts
    assert (act.status, act.away) == (S.UNKNOWN, False)
    assert receipt_of_act(act).can == ["check"]
