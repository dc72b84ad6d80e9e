"""A data folder as the first start leaves it, made once a run: the services of each process of the tests, and
every OwnYou that they start, begin with a copy.

Making a cluster, migrating and loading the catalogue take twenty seconds of a processor. That `up` does all
of it in an empty folder is tested in `tests/up`. Nothing is flushed to disk in the copies: a process that is
killed loses nothing by that, only a machine would.
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
UNFLUSHED = "fsync = off\nfull_page_writes = off\n"
_preparing: list[subprocess.Popen[bytes]] = []


def begin_preparing() -> None:
    """Make it in a process of its own, while the processes that need it load the tests.

    What is there already was left by a run that was killed and had this process's number.
    """
    _remove()
    command = [sys.executable, "-m", "tests.plugins.prepared", str(_folder())]
    _preparing.append(subprocess.Popen(command, cwd=PROJECT, start_new_session=True))


def share_secrets(data: Path) -> None:
    """Give a folder the secrets that the prepared one has or will have; the cluster's passwords are among
    them, so whoever reads settings before there is a cluster needs them."""
    _copy_secrets(_folder(), data)


def copy_prepared(to: Path) -> None:
    """Copy the prepared folder's content into an empty one; the first who comes makes it."""
    make(_folder())
    subprocess.run(["cp", "-a", f"{_folder()}/.", str(to)], check=True)


def make(folder: Path) -> None:
    """Make the prepared folder, if nobody has."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _prepare(folder)


def remove_prepared() -> None:
    """Remove what this run's processes share, at the end of the one that leads them."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    for process in _preparing:
        process.wait()
    _remove()


def _remove() -> None:
    for suffix in ("", ".draft", ".secrets"):
        shutil.rmtree(_folder().with_suffix(suffix), ignore_errors=True)
    _folder().with_suffix(".lock").unlink(missing_ok=True)


def _folder() -> Path:
    leader = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    return Path(tempfile.gettempdir()) / f"ownyou-prepared-{leader}"


def _copy_secrets(folder: Path, to: Path) -> None:
    from ownyou.embedded.secrets import FILE_NAME, load_or_make

    secrets = folder.with_suffix(".secrets")
    load_or_make(secrets)
    shutil.copy2(secrets / FILE_NAME, to / FILE_NAME)


def _prepare(folder: Path) -> None:
    from ownyou.embedded.addressing import settings_from
    from ownyou.embedded.fingerprint import note_prepared
    from ownyou.embedded.folders import prepare_folders
    from ownyou.embedded.services import open_postgres, running

    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o755)
    _copy_secrets(folder, draft)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("OWNYOU_")}
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
        environment.pop(name, None)
    environment |= {"DATA": str(draft), "OWNYOU_DATABASE_ROLE": "owner"}
    places = prepare_folders(draft)
    open_postgres(places)
    with (places.cluster / "postgresql.conf").open("a") as settings:
        settings.write(UNFLUSHED)
    with running(draft):
        subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=PROJECT,
            env=environment,
            check=True,
            capture_output=True,
        )
        note_prepared(draft, settings_from(draft).database_owner_url)
    shutil.rmtree(draft / "run", ignore_errors=True)
    draft.rename(folder)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
