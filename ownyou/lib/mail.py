"""What all outgoing mail shares: its Message-ID, and which errors say for certain that nothing was sent."""

from __future__ import annotations

import smtplib
from email.utils import parseaddr
from typing import Final
from uuid import UUID

from django.conf import settings

UNREACHED: Final = (smtplib.SMTPConnectError, smtplib.SMTPHeloError, ConnectionRefusedError)
"""The server was not reached."""

REFUSED: Final = (
    smtplib.SMTPAuthenticationError,
    smtplib.SMTPNotSupportedError,
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
)
"""The server answered that it does not take the mail."""


FILES: Final = "django.core.mail.backends.filebased.EmailBackend"
"""What writes each mail into a file: the back end of an instance without a mail server."""


def goes_to_files() -> bool:
    """Whether this instance has no mail server, so that mails are only written down and nobody gets them."""
    return bool(settings.EMAIL_BACKEND == FILES)


def message_id(of: UUID) -> str:
    """The Message-ID of what is mailed for one row: the same each time, so that a second one can be told."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{of}@{domain}>"
