"""Data folders that PostgreSQL can live in, and nothing left running afterwards."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data() -> Iterator[Path]:
    """A fresh DATA directly under /tmp: pytest's own folders are closed to the user that root hands to."""
    folder = Path(tempfile.mkdtemp(prefix="ownyou-embedded-test-"))
    folder.chmod(0o755)
    yield folder / "var"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number
