"""What all outgoing mail shares: its Message-ID, and what is known of it when its way out breaks."""

from __future__ import annotations

import smtplib
from contextlib import suppress
from email.utils import parseaddr
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage

REFUSED: Final = (
    smtplib.SMTPAuthenticationError,
    smtplib.SMTPNotSupportedError,
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
)
"""The server answered that it does not take the mail."""


class Unreached(Exception):
    """The line to the mail server broke, or never came about, before the text was on its way: it was not
    sent."""


class Refused(Exception):
    """The mail server answered that it does not take the mail, or it is none."""


class InDoubt(Exception):
    """The line broke when the text was on its way: whether it was sent is not known."""


def hand_over(message: EmailMessage, connection: Any) -> None:
    """Send a mail over a connection of Django's back ends, and close that.

    Raises `Unreached`, `Refused` or `InDoubt`; the first two say for certain that nothing was sent. The
    text is on its way from the moment that DATA is said to the server. A back end that shows no SMTP line is
    taken at its word that a mail is out once it was asked to send.
    """
    begun: list[bool] = []
    try:
        connection.open()
        _watch(connection, begun)
        connection.send_messages([message])
    except (*REFUSED, ValueError) as error:  # ValueError: no mail can be made of these addresses
        raise Refused(type(error).__name__) from error
    except (smtplib.SMTPException, OSError) as error:
        raise (InDoubt if begun else Unreached)(type(error).__name__) from error
    finally:
        with suppress(smtplib.SMTPException, OSError):  # what is said at parting changes nothing
            connection.close()


def _watch(connection: Any, begun: list[bool]) -> None:
    """Let `begun` say when the text of a mail is on its way."""
    line = getattr(connection, "connection", None)
    if not isinstance(line, smtplib.SMTP):
        begun.append(True)
        return
    send = line.data

    def data(text: Any) -> Any:
        begun.append(True)
        return send(text)

    setattr(line, "data", data)  # noqa: B010  a method of this one line


FILES: Final = "django.core.mail.backends.filebased.EmailBackend"
"""What writes each mail into a file: the back end of an instance without a mail server."""


def goes_to_files() -> bool:
    """Whether this instance has no mail server, so that mails are only written down and nobody gets them."""
    return bool(settings.EMAIL_BACKEND == FILES)


def message_id(of: UUID) -> str:
    """The Message-ID of what is mailed for one row: the same each time, so that a second one can be told."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{of}@{domain}>"
