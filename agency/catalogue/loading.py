"""The shipped sample catalogue into the table, once for each edition of its files."""

from __future__ import annotations

import hashlib
import io
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db import transaction

from agency.catalogue.importing import SAMPLE, Rejection, parse_rows
from agency.catalogue.rows import CatalogueRow
from agency.catalogue.writing import write_items
from agency.models.catalogue import CatalogueItem, CatalogueLoad
from ownyou.lib.errors import OwnYouError

FOLDER = Path(__file__).with_name("sample")
_EDITION = "1"
"""Goes up when rows are stored differently for the same files."""


class SampleBroken(OwnYouError):
    """The shipped catalogue has a row that does not fit. Reinstall, or mend the file that is named."""

    code = "sample_broken"


def load_sample(folder: Path = FOLDER) -> int:
    """Bring the table's sample rows to the shipped edition; returns how many there are.

    Does nothing when that edition is loaded. Rows that the edition no longer has go. Raises SampleBroken.
    """
    digest = sample_digest(folder)
    loaded = (
        CatalogueLoad.objects.filter(source=SAMPLE, digest=digest).values_list("items", flat=True).first()
    )
    if loaded is not None:
        return loaded
    columns = [row.columns(source=SAMPLE, sample=True) for row in read_sample(folder)]
    with transaction.atomic():
        write_items(SAMPLE, columns)
        shipped = [item["source_id"] for item in columns]
        CatalogueItem.objects.filter(source=SAMPLE).exclude(source_id__in=shipped).delete()
        _note_load(digest, len(columns))
    return len(columns)


def read_sample(folder: Path = FOLDER) -> list[CatalogueRow]:
    """The rows of the shipped files; raises SampleBroken."""
    rows: list[CatalogueRow] = []
    for path in _files(folder):
        parsed, rejected = parse_rows(io.BytesIO(path.read_bytes()), format="json")
        if rejected:
            raise SampleBroken(_broken(path, rejected[0]))
        rows.extend(parsed)
    return rows


@lru_cache(maxsize=8)
def sample_digest(folder: Path = FOLDER) -> str:
    """Digest of the shipped files' names and contents, and of how they are stored."""
    digest = hashlib.sha256(_EDITION.encode())
    for path in _files(folder):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.json"))


def _note_load(digest: str, items: int) -> None:
    values: dict[str, Any] = {"digest": digest, "items": items}
    CatalogueLoad.objects.update_or_create(source=SAMPLE, defaults=values)


def _broken(path: Path, rejection: Rejection) -> str:
    return f"{path.name}, row {rejection.line}, {rejection.field}: {rejection.reason}"
