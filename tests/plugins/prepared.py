"""A data folder as the first start leaves it, made once a run: an OwnYou of the tests begins with a copy.

Making a cluster, migrating and loading the catalogue take twenty seconds of a processor. That `up` does all
of it in an empty folder is tested in `tests/up`.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def copy_prepared(to: Path) -> None:
    """Copy the prepared folder's content into an empty one; the first who comes makes it."""
    folder = _folder()
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _prepare(folder)
    subprocess.run(["cp", "-a", f"{folder}/.", str(to)], check=True)
    shutil.rmtree(to / "run", ignore_errors=True)


def remove_prepared() -> None:
    """Remove what this run's processes share, at the end of the one that leads them."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    shutil.rmtree(_folder(), ignore_errors=True)
    _folder().with_suffix(".lock").unlink(missing_ok=True)


def _folder() -> Path:
    leader = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    return Path(tempfile.gettempdir()) / f"ownyou-prepared-{leader}"


def _prepare(folder: Path) -> None:
    from ownyou.embedded.addressing import settings_from
    from ownyou.embedded.fingerprint import note_prepared
    from ownyou.embedded.services import running

    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o755)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("OWNYOU_")}
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
        environment.pop(name, None)
    environment |= {"DATA": str(draft), "OWNYOU_DATABASE_ROLE": "owner"}
    with running(draft):
        subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=PROJECT,
            env=environment,
            check=True,
            capture_output=True,
        )
        note_prepared(draft, settings_from(draft).database_owner_url)
    draft.rename(folder)
