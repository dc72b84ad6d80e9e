"""Makes the folders of DATA, as closed as they can be, and checks that they can be used."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
from pathlib import Path

from ownyou.embedded.accounts import Account, postgres_account
from ownyou.embedded.errors import DataUnusable
from ownyou.embedded.places import Places, short_run_folder

SYSTEM_FOLDER = Path("/var/lib/ownyou")
SPACE_FOR_A_CLUSTER = 400 * 2**20
SPACE_TO_START = 100 * 2**20


def prepare_folders(data: Path) -> Places:
    """The places of DATA with every folder made.

    Folders are 0700. Where another account than ours must pass through to its own folder, DATA and its run
    folder get the search bit (0711): names cannot be listed and files stay as closed as they are.
    Folders above DATA are never touched: if the account cannot pass there, its cluster goes to
    /var/lib/ownyou and `postgres.location` in DATA says so.

    Raises DataUnusable.
    """
    _make_private(data)
    account = postgres_account(Places.of(data).cluster)
    if account.identity:
        _let_through(data)
        if not account.can_enter(data):
            _move_cluster_out(Places.of(data), account)
    places = Places.of(data)
    _check_space(places)
    _make_private(places.run)
    if places.run == short_run_folder(places.data):
        _insist_on_ownership(places.run)
    if account.identity:
        _let_through(places.run)
    _make_private(places.postgres_sockets)
    account.own(places.postgres_sockets)
    for folder in (places.logs, places.redis_folder, places.redis_socket.parent):
        _make_private(folder)
    _check_writable(places.data)
    return places


def remove_short_run_folder(places: Places) -> None:
    """Leave nothing in /tmp once the services have stopped."""
    if places.run == short_run_folder(places.data):
        shutil.rmtree(places.run, ignore_errors=True)


def _make_private(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DataUnusable(f"Cannot make the folder {folder}: {error.strerror}.") from error


def _let_through(folder: Path) -> None:
    mode = stat.S_IMODE(folder.stat().st_mode)
    if not mode & stat.S_IXOTH:
        folder.chmod(mode | stat.S_IXOTH)


def _insist_on_ownership(folder: Path) -> None:
    """Refuse a folder in /tmp that somebody else put there before us, or a link in its place."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        raise DataUnusable(f"{folder} belongs to someone else. Remove it, or choose another DATA.")
    folder.chmod(stat.S_IMODE(status.st_mode) & 0o711)


def _move_cluster_out(places: Places, account: Account) -> None:
    """Choose a cluster folder that the account can reach, once, before there is any cluster."""
    if places.location_file.exists():
        return
    folder = SYSTEM_FOLDER / secrets.token_hex(8)
    try:
        SYSTEM_FOLDER.mkdir(mode=0o711, exist_ok=True)
        folder.mkdir(mode=0o711)
    except OSError as error:
        raise DataUnusable(
            f"PostgreSQL does not run as root but as '{account.name}', who cannot reach {places.data}, and "
            f"{SYSTEM_FOLDER} cannot be made ({error.strerror}). Choose a DATA that '{account.name}' can "
            "reach, or run OwnYou as an ordinary user."
        ) from error
    (folder / "data").write_text(f"{places.data}\n")
    places.location_file.write_text(f"{folder / 'postgres'}\n")


def _check_space(places: Places) -> None:
    cluster = places.cluster if places.cluster.exists() else places.cluster.parent
    needed = SPACE_TO_START if places.cluster.exists() else SPACE_FOR_A_CLUSTER
    free = shutil.disk_usage(cluster).free
    if free < needed:
        raise DataUnusable(
            f"Only {free // 2**20} MB are free at {cluster}; OwnYou needs {needed // 2**20} MB to start. "
            "Make room, or choose another DATA."
        )


def _check_writable(folder: Path) -> None:
    probe = folder / f".probe-{os.getpid()}"
    try:
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        raise DataUnusable(f"Cannot write to {folder}: {error.strerror}. Choose another DATA.") from error
