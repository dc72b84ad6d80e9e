"""What can go wrong when the embedded services start; the text is what the person at the terminal reads."""

from __future__ import annotations


class CannotStart(Exception):
    """OwnYou cannot start; the message says why and what to do."""


class SecretsUnreadable(CannotStart):
    """The kept secrets are there, but cannot be used."""


class DataUnusable(CannotStart):
    """The data folder cannot be written, is full, or is of another version."""


class ServiceFailed(CannotStart):
    """PostgreSQL or Redis did not come up; the message carries the last lines of its log."""


class AlreadyRunning(CannotStart):
    """Another `up` works on the same data folder."""


class PortTaken(CannotStart):
    """Something else listens on the port."""
