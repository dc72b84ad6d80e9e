"""Servers on loopback that count what reaches them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from bench.ports import free_port
from tests.crashes.chaos.post import SINK
from tests.fakes.http_server import Asked, FakeServer, Reply

RECIPIENT = "anna@example.org"


@dataclass
class Sinks:
    """The subjects of the mails and the words of the posts that arrived, and how workers find the servers."""

    mails: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if RECIPIENT in envelope.rcpt_tos:  # notices to the person themselves are no acts
            mail = message_from_bytes(envelope.content or b"", policy=policy.default)
            self.mails.append(str(mail["Subject"]))
        return "250 taken"

    def take_post(self, asked: Asked) -> Reply:
        self.posts.append(json.loads(asked.body)["text"])
        return Reply.of({})


@contextmanager
def counting() -> Iterator[Sinks]:
    """Both servers, listening."""
    sinks = Sinks()
    port = free_port()
    smtp = Controller(sinks, hostname="127.0.0.1", port=port)
    smtp.start()
    with FakeServer() as http:
        http.will_say(sinks.take_post)
        sinks.environment = {
            SINK: http.url,
            "OWNYOU_SMTP_HOST": "127.0.0.1",
            "OWNYOU_SMTP_PORT": str(port),
        }
        try:
            yield sinks
        finally:
            smtp.stop()
