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


def message_id(of: UUID) -> str:
    """The Message-ID of what is mailed for one row: the same each time, so that a second one can be told."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{of}@{domain}>"
