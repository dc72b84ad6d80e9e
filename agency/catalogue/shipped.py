"""The sample catalogue's files: invented places and offers, labelled so in every file."""

from __future__ import annotations

import hashlib
import io
from functools import lru_cache
from pathlib import Path

from agency.catalogue.importing import Rejection, parse_rows
from agency.catalogue.rows import CatalogueRow
from ownyou.lib.errors import OwnYouError

FOLDER = Path(__file__).with_name("sample")
_EDITION = "1"
"""Goes up when rows are stored differently for the same files."""


class SampleBroken(OwnYouError):
    """The shipped catalogue has a row that does not fit. Reinstall, or mend the file that is named."""

    code = "sample_broken"


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


def _broken(path: Path, rejection: Rejection) -> str:
    return f"{path.name}, row {rejection.line}, {rejection.field}: {rejection.reason}"
