"""Whether the database is as this version of the code wants it, found out without importing Django.

What preparing depends on (migrations, locked requirements, shipped catalogue) is hashed. The hash of the last
preparation is kept together with the number of migrations it left in the database, so that a database that
was restored or replaced since is prepared again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import psycopg

from ownyou.embedded.programs import PROJECT

FILE_NAME = "prepared.json"
APPS = ("ownyou", "trust", "memory", "agency", "missions", "feedback")
SHIPPED = "agency/catalogue"


def is_prepared(data: Path, database_url: str) -> bool:
    """Whether nothing has to be done before the programs start."""
    try:
        kept = json.loads((data / FILE_NAME).read_text())
    except (OSError, ValueError):
        return False
    return bool(kept == _state(database_url))


def note_prepared(data: Path, database_url: str) -> None:
    """Remember that the database is ready for this version."""
    (data / FILE_NAME).write_text(json.dumps(_state(database_url)))


def code_digest(project: Path = PROJECT) -> str:
    """A hash over the names and contents of everything that preparing reads."""
    digest = hashlib.sha256()
    for file in _sources(project):
        digest.update(f"{file.relative_to(project)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _sources(project: Path) -> Iterator[Path]:
    yield from sorted(project.glob("requirements.txt"))
    for app in APPS:
        yield from sorted((project / app).rglob("migrations/*.py"))
    shipped = (project / SHIPPED).rglob("*")
    yield from sorted(file for file in shipped if file.is_file() and "__pycache__" not in file.parts)


def _state(database_url: str) -> dict[str, object]:
    return {"code": code_digest(), "migrations": _migrations(database_url)}


def _migrations(database_url: str) -> list[object]:
    """Number of applied migrations and when the last one was, or nothing for a fresh database."""
    try:
        with psycopg.connect(database_url, connect_timeout=5) as connection:
            row = connection.execute("SELECT count(*), max(applied)::text FROM django_migrations").fetchone()
    except psycopg.Error:
        return []
    return list(row or ())
