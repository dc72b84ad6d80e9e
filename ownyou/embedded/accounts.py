"""Who PostgreSQL runs as. It refuses to run as root, so root hands it to an unprivileged user."""

from __future__ import annotations

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from ownyou.embedded.errors import DataUnusable

UNPRIVILEGED = "nobody"


class Identity(TypedDict, total=False):
    """The arguments of subprocess.Popen that change who a child is; empty for ourselves."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """A user of this machine."""

    name: str
    uid: int
    gid: int

    @property
    def identity(self) -> Identity:
        if self.uid == os.geteuid():
            return Identity()
        return Identity(user=self.uid, group=self.gid, extra_groups=[])

    def own(self, path: Path) -> None:
        """Give one file or folder to this account (no descent)."""
        if self.uid != os.geteuid():
            os.chown(path, self.uid, self.gid)

    def can_enter(self, folder: Path) -> bool:
        """Whether this account reaches the folder; asked of the system, so access lists count too."""
        return self.can_run(["/bin/sh", "-c", 'cd "$1"', "sh", str(folder)])

    def can_run(self, command: list[str]) -> bool:
        try:
            done = subprocess.run(command, cwd="/", capture_output=True, timeout=20, **self.identity)
        except (OSError, subprocess.SubprocessError):
            return False
        return done.returncode == 0


def postgres_account(cluster: Path) -> Account:
    """Ourselves; for root the owner of the cluster, or of none yet, OWNYOU_POSTGRES_USER (default nobody)."""
    if os.geteuid() != 0:
        return Account(str(os.geteuid()), os.geteuid(), os.getegid())
    if cluster.exists() and cluster.stat().st_uid != 0:
        owner = cluster.stat()
        return Account(str(owner.st_uid), owner.st_uid, owner.st_gid)
    name = os.environ.get("OWNYOU_POSTGRES_USER") or UNPRIVILEGED
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise DataUnusable(
            f"PostgreSQL does not run as root, and there is no user '{name}' to run it as. "
            "Name one in OWNYOU_POSTGRES_USER, or run OwnYou as an ordinary user."
        ) from None
    return Account(name, entry.pw_uid, entry.pw_gid)
