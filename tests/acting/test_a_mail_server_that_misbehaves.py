"""A mail server that falls silent or hangs up: before the text nothing was sent, after that who knows."""

from __future__ import annotations

import socketserver
from collections.abc import Iterator
from threading import Thread as Worker
from typing import Any

import pytest
from django.core.mail import get_connection
from django.utils import timezone

from agency.tools import mail
from tests.acting.conftest import Errands
from trust import mailing, notices
from trust.models import Action, Notification, User

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)
ANSWERS = {"EHLO": "250-here\r\n250 STARTTLS", "HELO": "250 here", "DATA": "354 go on", "QUIT": "221 bye"}


class Line(socketserver.StreamRequestHandler):
    """Talks SMTP until it comes to where it breaks: then it hangs up, or says nothing more."""

    server: Server

    def handle(self) -> None:
        if self._breaks("greeting"):
            return
        self._say("220 here")
        while command := self.rfile.readline().decode().strip().upper()[:4]:
            if self._breaks(command):
                return
            if command == "STAR":
                self._say("220 begin")
                self.wfile.write(b"no TLS at all\r\n" * 100)
                return
            self._say(
                "221 bye" * 2_000 if command == self.server.endless_at else ANSWERS.get(command, "250 well")
            )
            if command == "DATA":
                while self.rfile.readline() != b".\r\n":
                    pass
                self.server.texts += 1
                if self._breaks("text"):
                    return
                self._say("250 taken")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())

    def _breaks(self, place: str) -> bool:
        if place != self.server.breaks_at:
            return False
        if self.server.silent:
            self.rfile.read(1)  # until the other side has had enough
        return True


class Server(socketserver.ThreadingTCPServer):
    daemon_threads, breaks_at, endless_at, silent, texts = True, "", "", False, 0


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The server on loopback, and mails going there, with half a second of patience."""
    for module in (mail, mailing):
        monkeypatch.setattr(module, "get_connection", lambda **_: get_connection(timeout=0.5))
    with Server(("127.0.0.1", 0), Line) as found:
        worker = Worker(target=found.serve_forever, args=(0.05,))
        worker.start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = found.server_address
        settings.EMAIL_USE_TLS, settings.EMAIL_HOST_USER = False, ""
        yield found
        found.shutdown()
        worker.join()


PLACES = [
    *(
        (place, silent, S.FAILED)
        for place in ("greeting", "EHLO", "MAIL", "RCPT")
        for silent in (True, False)
    ),
    *((place, silent, S.UNKNOWN) for place in ("DATA", "text") for silent in (True, False)),
    ("STARTTLS", False, S.FAILED),
    *(("QUIT", silent, S.SUCCEEDED) for silent in (True, False)),
    ("nowhere", False, S.SUCCEEDED),
]


@pytest.fixture(params=PLACES, ids=lambda place: f"{place[0]} {'silence' if place[1] else 'hangs up'}")
def expected(request: Any, server: Server, settings: Any) -> str:
    """How an act ends at a server that breaks there."""
    server.breaks_at, server.silent, status = request.param
    settings.EMAIL_USE_TLS = server.breaks_at == "STARTTLS"
    return str(status)


def test_what_a_server_says_at_parting_changes_nothing(errands: Errands, server: Server) -> None:
    server.endless_at = "QUIT"
    [act] = errands.mail()
    errands.drive()
    errands.say("approve")
    errands.drive()
    act.refresh_from_db()
    assert (act.status, server.texts) == (S.SUCCEEDED, 1)


def test_an_act_is_in_doubt_only_once_the_text_was_on_its_way(
    errands: Errands, server: Server, expected: str
) -> None:
    [act] = errands.mail()
    errands.drive()
    errands.say("approve")
    errands.drive()
    act.refresh_from_db()
    assert (act.status, act.away) == (expected, expected == S.FAILED)
    if expected == S.FAILED:
        assert (act.error, server.texts) == ("The mail server could not be reached.", 0)


def test_a_notice_is_mailed_again_only_where_it_surely_was_not(
    owner: User, server: Server, expected: str
) -> None:
    notice = notices.notify(
        user_id=owner.pk, key="n", kind=Notification.Kind.FAILED, text="It failed.", mail=True
    )
    mailing.mail_due(timezone.now())
    notice.refresh_from_db()
    assert (notice.mailed_at is None, notice.mail_attempts) == (
        (True, 1) if expected == S.FAILED else (False, 0)
    )
