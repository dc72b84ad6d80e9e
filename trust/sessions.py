"""Sockets end with their session: a page left open shows nothing more once its person logged out."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save

from ownyou.lib import live
from ownyou.lib.commit import after_commit
from ownyou.lib.ids import parse_id
from trust.models import User

CHECK: dict[str, object] = {"type": "session.check"}


def watch() -> None:
    """Have sockets look whether they may stay open: when a session ends, and when an account changes.

    A new password and a closed account end sessions whose rows stay.
    """
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="sockets of a session")
    for signal in (post_save, post_delete):
        signal.connect(_account_changed, sender=User, dispatch_uid="sockets of an account")


def stored(session_key: str) -> SessionBase:
    """Return a session as it is stored now, not as it was when a socket was opened."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return session


def _session_ended(instance: Session, **_: Any) -> None:
    user_id = parse_id(instance.get_decoded().get(SESSION_KEY))
    if user_id is not None:
        _check_sockets(user_id)


def _account_changed(instance: User, **more: Any) -> None:
    if not more.get("created"):
        _check_sockets(instance.pk)


def _check_sockets(user_id: UUID) -> None:
    after_commit(live.push, user_id, CHECK)
