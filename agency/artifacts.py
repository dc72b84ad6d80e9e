"""Keeping and reading artifacts: encrypted bytes on Django's storage, one row a version."""

from __future__ import annotations

import posixpath
import re
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from agency.models import Artifact
from ownyou.lib import crypto, storage
from ownyou.lib.errors import InvalidInput, NotFound
from ownyou.lib.ids import new_id
from ownyou.lib.prepared import insert_if_free, prepared_cursor
from ownyou.lib.text import clean_line
from trust.activity import Subject
from trust.models import User

MOST_BYTES = 20_000_000
MOST_PATH = 200
CONTEXT = "agency_artifact.content"
_DOTS = re.compile(r"^\.+$")


def clean_path(path: str) -> str:
    """Return `path` as a relative path without tricks. Raises `InvalidInput`."""
    parts = [clean_line(part).replace("\\", " ").strip() for part in path.split("/")]
    parts = [part for part in parts if part]
    if not parts or any(_DOTS.match(part) for part in parts):
        raise InvalidInput(_("“%(path)s” is not a file's name.") % {"path": path[:60]}, field="path")
    joined = posixpath.join(*parts)
    if len(joined) > MOST_PATH:
        raise InvalidInput(
            _("A file's path has at most %(most)s characters.") % {"most": MOST_PATH}, field="path"
        )
    return joined


def keep(
    *,
    user: User,
    subject: Subject,
    path: str,
    content: bytes,
    media_type: str = "text/markdown",
    tainted: bool = False,
    made_by: UUID | None = None,
) -> Artifact:
    """Store a new version of the file at `path`. The same act (`made_by`) stores it once.

    Raises `InvalidInput` for a path that is none, or more than 20 MB, and `NoSpaceLeft`.
    """
    path = clean_path(path)
    subject_id = subject.id or user.pk
    if len(content) > MOST_BYTES:
        raise InvalidInput(
            _("A file has at most %(most)s MB; nothing was kept.") % {"most": MOST_BYTES // 1000000},
            field="content",
        )
    path_hash = _path_hash(user.pk, path)
    same: dict[str, Any] = {"user": user.pk, "subject": subject_id, "path": path_hash, "made": made_by}
    newest, made = _known(same)
    if made is not None:
        return Artifact.objects.get(pk=made)
    stored = _store(f"artifacts/{user.pk}/{new_id()}", crypto.encrypt(user.pk, content, context=CONTEXT))
    columns = {
        "user": user,
        "subject_kind": subject.kind,
        "subject_id": subject_id,
        "path": path,
        "path_hash": path_hash,
        "media_type": media_type,
        "size": len(content),
        "stored": stored,
        "tainted": tainted,
        "made_by": made_by,
    }
    while True:
        row = Artifact(version=newest + 1, **columns)
        if insert_if_free(row):
            return row
        newest, made = _known(same)  # somebody else stored this version meanwhile
        if made is not None:
            default_storage.delete(stored)
            return Artifact.objects.get(pk=made)


def _known(same: dict[str, Any]) -> tuple[int, UUID | None]:
    """The newest version of a file, 0 where there is none, and the one that the same act has stored."""
    with prepared_cursor() as cursor:
        cursor.execute(_KNOWN, same)
        version, made = cursor.fetchone()
    return version, made


_KNOWN = f"""
SELECT COALESCE(max(version), 0), (array_agg(id) FILTER (WHERE made_by = %(made)s))[1]
FROM {Artifact._meta.db_table}
WHERE user_id = %(user)s AND subject_id = %(subject)s AND path_hash = %(path)s
"""


def _store(name: str, content: bytes) -> str:
    """Write a file, wholly or not at all; returns its name."""
    try:
        return default_storage.save(name, ContentFile(content))
    except OSError as error:
        with suppress(OSError):
            default_storage.delete(name)
        if storage.is_full(error):
            raise storage.NoSpaceLeft from error
        raise


def read(artifact: Artifact) -> bytes:
    """The content. Raises `NotFound` when its file is gone from the storage."""
    try:
        with default_storage.open(artifact.stored) as file:
            return crypto.decrypt(file.read(), context=CONTEXT)
    except FileNotFoundError:
        raise NotFound(_("This file is not in the storage any more.")) from None


def erase(*, user: User, subject: Subject) -> int:
    """Delete all versions of all files about something, for good; returns how many. Their bytes go once the
    transaction is over."""
    rows = Artifact.objects.of(user).about(subject.kind, subject.id)
    stored = list(rows.values_list("stored", flat=True))
    rows.delete()
    transaction.on_commit(partial(_delete_files, stored))
    return len(stored)


def _delete_files(names: list[str]) -> None:
    for name in names:
        default_storage.delete(name)


def _path_hash(user_id: UUID, path: str) -> str:
    return crypto.keyed_hash(user_id, path, purpose="artifact path").hex()
