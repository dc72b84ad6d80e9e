"""A mail server on loopback, in front of which a mail can get lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from bench.ports import free_port

LOST = "lost@example.org"
"""Mail to this address is taken, and the line breaks before that is said."""


@dataclass
class Post:
    """What arrived, as (recipient, subject), and how OwnYou finds the server."""

    mails: list[tuple[str, str]] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        mail = message_from_bytes(envelope.content or b"", policy=policy.default)
        self.mails.extend((to, str(mail["Subject"])) for to in envelope.rcpt_tos)
        if LOST in envelope.rcpt_tos and server.transport is not None:
            server.transport.abort()
        return "250 taken"

    def subjects_to(self, address: str) -> list[str]:
        """The subjects of the mails to one address, in their order."""
        return [subject for to, subject in self.mails if to == address]


@contextmanager
def post_office() -> Iterator[Post]:
    """The server, listening."""
    post = Post()
    port = free_port()
    smtp = Controller(post, hostname="127.0.0.1", port=port)
    smtp.start()
    post.environment = {
        "OWNYOU_SMTP_HOST": "127.0.0.1",
        "OWNYOU_SMTP_PORT": str(port),
        "OWNYOU_SMTP_TLS": "no",
    }
    try:
        yield post
    finally:
        smtp.stop()
