"""`Idempotency-Key`: a request that comes again is not done again; it gets the answer it had.

The key is claimed by a row of its own; the work and the stored answer are one transaction. So either both
are there or neither: a request that died in the middle left nothing behind, and its claim lapses.
Refused requests (4xx) and failures (5xx) change nothing and keep nothing: they may be sent again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Final
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import IntegrityError, models, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ownyou.lib import crypto
from ownyou.lib.errors import BadParameter, Conflict, InvalidInput
from ownyou.lib.fields import seal
from trust.models import StoredResponse, User

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replay"
KEPT: Final = timedelta(hours=24)
LAPSES: Final = timedelta(seconds=30)
_KEY: Final = re.compile(r"[\x21-\x7e]{1,120}")


class KeyReused(InvalidInput):
    """This Idempotency-Key was used for another request. Use a new key for each new request."""


class StillRunning(Conflict):
    """The same request is being worked on right now. Ask again in a moment."""


def key_of(request: HttpRequest) -> str:
    """Return the request's key; empty when it has none. Raises `BadParameter` for an unusable one."""
    key = request.headers.get(HEADER, "") if request.method == "POST" else ""
    if key and not _KEY.fullmatch(key):
        words = f"{HEADER} takes 1 to 120 visible ASCII characters, without blanks."
        raise BadParameter(words, parameter=HEADER)
    return key


def request_key_of(request: HttpRequest, user: User) -> UUID | None:
    """Return the key as the UUID by which services know a repeated request, or None."""
    key = key_of(request)
    return uuid5(NAMESPACE_OID, f"{user.pk}:{key}") if key else None


def once(request: HttpRequest, user: User, key: str, work: Callable[[], HttpResponse]) -> HttpResponse:
    """Do the work of a request with a key, or give the answer that it had.

    Raises `KeyReused` when the key was used for another request, `StillRunning` while it is worked on.
    """
    fingerprint = fingerprint_of(request, user)
    claim = _claim(user, key, fingerprint)
    if claim.fingerprint != fingerprint:
        raise KeyReused
    if claim.status is not None:
        return _replay(claim)
    try:
        with transaction.atomic():
            response = work()
            if response.status_code < 400:
                _store(claim, response)
            else:
                transaction.set_rollback(True)
    except BaseException:
        _release(claim)
        raise
    if response.status_code >= 400:
        _release(claim)
    return response


def fingerprint_of(request: HttpRequest, user: User) -> str:
    """Tell requests apart without keeping what they say: a hash under the person's own key."""
    text = f"{request.method} {request.get_full_path()}\n{request.body.decode('latin-1')}"
    return crypto.keyed_hash(user.pk, text, purpose="idempotency").hex()


def _claim(user: User, key: str, fingerprint: str) -> StoredResponse:
    """Return the row of the key: a new claim of ours, a lapsed one taken over, or one that has its answer."""
    now = timezone.now()
    StoredResponse.objects.filter(user=user, created_at__lt=now - KEPT).delete()
    try:
        with transaction.atomic():
            return StoredResponse.objects.create(user=user, key=key, fingerprint=fingerprint)
    except IntegrityError:
        row = StoredResponse.objects.filter(user=user, key=key).first()
    if row is None:
        raise StillRunning
    if row.status is None and row.fingerprint == fingerprint:
        _take_over(row)
    return row


def _take_over(row: StoredResponse) -> None:
    now = timezone.now()
    if row.created_at > now - LAPSES or not _mine(row).update(created_at=now):
        raise StillRunning
    row.created_at = now


def _mine(row: StoredResponse) -> models.QuerySet[StoredResponse]:
    """The claim as long as nobody else took it over."""
    return StoredResponse.objects.filter(pk=row.pk, status=None, created_at=row.created_at)


def _store(row: StoredResponse, response: HttpResponse) -> None:
    body = seal(row.user_id, response.content.decode())
    if not _mine(row).update(status=response.status_code, body=body):
        raise StillRunning


def _release(row: StoredResponse) -> None:
    _mine(row).delete()


def _replay(row: StoredResponse) -> HttpResponse:
    response = HttpResponse(row.body, status=row.status, content_type="application/json; charset=utf-8")
    response[REPLAYED] = "true"
    return response
