"""Where the embedded services keep their files: everything lies under DATA, with two exceptions.

A unix socket's path may have 107 bytes (unix(7)), so a long DATA gets a short private folder in /tmp for
its sockets. And when we are root, PostgreSQL runs as an unprivileged user who may not be able to reach DATA
at all; then `postgres.location` in DATA names the folder where the cluster lies instead.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

SOCKET_PATH_LIMIT = 107
LONGEST_SOCKET = "run/postgres/.s.PGSQL.5432"
LOCATION_FILE = "postgres.location"


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files of one DATA; nothing here touches the disk except reading the location file."""

    data: Path
    run: Path
    cluster: Path

    @classmethod
    def of(cls, data: Path) -> Places:
        """The places of DATA as it stands now (absolute, symbolic links resolved)."""
        data = data.expanduser().resolve()
        elsewhere = _cluster_elsewhere(data)
        too_long = len(os.fsencode(data / LONGEST_SOCKET)) > SOCKET_PATH_LIMIT
        return cls(
            data=data,
            run=short_run_folder(data) if too_long or elsewhere else data / "run",
            cluster=elsewhere or data / "postgres",
        )

    @property
    def postgres_sockets(self) -> Path:
        """The folder that PostgreSQL puts its socket into (libpq's `host`)."""
        return self.run / "postgres"

    @property
    def redis_folder(self) -> Path:
        return self.data / "redis"

    @property
    def redis_socket(self) -> Path:
        return self.run / "redis" / "redis.sock"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def location_file(self) -> Path:
        return self.data / LOCATION_FILE

    @property
    def lock_file(self) -> Path:
        """Held (flock) by the `up` that runs on this DATA; its text is that process's id and address."""
        return self.data / "up.lock"

    @property
    def children_file(self) -> Path:
        """What `up` has started, so that the next one finds what a killed one left running."""
        return self.data / "up.children.json"


def short_run_folder(data: Path) -> Path:
    """A short folder that belongs to this DATA and this user alone."""
    digest = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    return Path(f"/tmp/ownyou-{digest}-{os.getuid()}")


def _cluster_elsewhere(data: Path) -> Path | None:
    try:
        return Path((data / LOCATION_FILE).read_text().strip())
    except (FileNotFoundError, NotADirectoryError):
        return None
