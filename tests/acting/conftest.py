"""Errands, driven as a worker drives them, with a real mail server on loopback that counts what arrives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from agency.acting.errands import start_errand
from agency.models import Thread
from agency.runtime import driving
from bench.ports import free_port
from ownyou.lib.ids import new_id
from trust import decisions
from trust.activity import Subject
from trust.decisions import Answer
from trust.ledger import Proposal
from trust.models import Action, Decision, User


@dataclass
class Mailbox:
    """What arrived at the mail server. `refusal`: the answer to the next mails instead of taking them;
    `breaks`: the line is cut when a mail was taken, before that is said."""

    mails: list[Message] = field(default_factory=list)
    refusal: str = ""
    breaks: bool = False

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refusal:
            return self.refusal
        self.mails.append(message_from_bytes(envelope.content or b""))
        if self.breaks and server.transport is not None:
            server.transport.abort()
        return "250 taken"


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    """A mail server, and Django sending to it."""
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS, settings.EMAIL_HOST_USER = False, ""
    yield box
    controller.stop()


@dataclass
class Errands:
    """A person's errands, step by step."""

    user: User
    subject: Subject = field(default_factory=lambda: Subject("test", new_id()))
    thread_id: Any = None

    def start(self, *proposals: Proposal) -> list[Action]:
        thread, acts = start_errand(user=self.user, subject=self.subject, proposals=proposals)
        self.thread_id = thread.pk
        return acts

    def mail(self, **changes: Any) -> list[Action]:
        arguments = {"to": "anna@example.org", "subject": "Lunch", "body": "On Tuesday at 12?"} | changes
        return self.start(Proposal(tool="mail.send", arguments=arguments, key=f"mail:{new_id()}"))

    def drive(self) -> Thread:
        driving.drive(self.thread_id)
        return Thread.objects.get(pk=self.thread_id)

    @property
    def card(self) -> Decision:
        return Decision.objects.filter(thread_id=self.thread_id).latest("created_at")

    @property
    def acts(self) -> list[Action]:
        return list(Action.objects.filter(thread_id=self.thread_id).order_by("created_at", "pk"))

    def say(self, verdict: str, text: str = "", acts: tuple[dict[str, object], ...] = ()) -> Decision:
        given = Answer(Decision.Verdict(verdict), text=text, acts=acts)
        return decisions.answer(user=self.user, decision_id=self.card.pk, given=given)


@pytest.fixture
def errands(owner: User, settings: Any) -> Errands:
    settings.ACT_HOLD_SECONDS = 0
    return Errands(owner)
