"""What must happen when a process of the tests is killed, and so cannot clear up after itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WHEN_WE_ARE_GONE = 'folder=$1; shift; cat >/dev/null; kill "$@"; sleep 20; rm -rf "$folder"'
"""The pipe of `cat` ends with us; what is killed gets its time to write into the folder for the last time."""


@contextmanager
def ended_with_us(folder: Path, *pids: int) -> Iterator[None]:
    """Inside the block, our sudden end ends those processes too and removes their folder."""
    executor = subprocess.Popen(
        ["sh", "-c", WHEN_WE_ARE_GONE, "sh", str(folder), *map(str, pids)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        executor.kill()
        executor.communicate()
