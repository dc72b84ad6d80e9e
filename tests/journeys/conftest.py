"""A whole OwnYou, started as `make up` starts it, and a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import redis
from psycopg import sql

from bench.ports import free_port
from tests.fakes.openstreetmap import FakeOpenStreetMap, overpass_node
from tests.fakes.wikivoyage import FakeWikivoyage
from tests.journeys.clerk import Clerk
from tests.journeys.post import Post, post_office
from tests.plugins.not_run import missing
from tests.plugins.prepared import copy_prepared
from tests.plugins.testament import ended_with_us
from tests.plugins.workers import ends_folder

PROJECT = Path(__file__).resolve().parents[2]
START_SECONDS = 300
SLOW = 60_000
"""Milliseconds that a page may take to show what a worker does, on a busy machine: for every `expect`."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MOMENTS_OF_A_PERSON = """
    SELECT moment.table_name, array_agg(moment.column_name::text)
    FROM information_schema.columns AS moment
    JOIN information_schema.columns AS owner USING (table_schema, table_name)
    WHERE table_schema = 'public' AND moment.data_type = 'timestamp with time zone'
      AND owner.column_name = 'user_id' AND table_name <> 'trust_auditentry'
    GROUP BY 1"""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class App:
    """One running OwnYou: its address, its data, its process, its mail server, the OpenStreetMap it asks."""

    url: str
    data: Path
    process: subprocess.Popen[bytes]
    osm: FakeOpenStreetMap
    post: Post
    log: Path
    clerk: Clerk
    environment: dict[str, str] = field(default_factory=dict)

    def manage(self, *arguments: str) -> str:
        """Run a management command in this OwnYou's data and return what it printed."""
        return self.clerk.run(*arguments)

    def client(self, email: str) -> httpx.Client:
        """An API client of a person, who is made if need be."""
        token = self.manage("token", email, "--create").strip().splitlines()[-1]
        return httpx.Client(base_url=self.url, headers={"Authorization": f"Bearer {token}"}, timeout=60)

    def connect(self) -> psycopg.Connection[Any]:
        """A connection to its database, as the owner."""
        from ownyou.embedded import settings_from

        return psycopg.connect(settings_from(self.data).database_owner_url, autocommit=True)

    def forget_answers(self) -> None:
        """Let it ask its sources again for what they have answered before."""
        from ownyou.embedded import settings_from

        with redis.Redis.from_url(settings_from(self.data).redis_url) as kept:
            for key in kept.scan_iter("*source-answer:*", count=1000):
                kept.delete(key)

    def let_time_pass(self, email: str, **span: float) -> None:
        """Make all rows of a person but the audit's, which are final, older by a span, as if so much time had
        gone by since then.

        No clock is touched: the machine, the database and the programs agree about the time as before.
        """
        values = {"email": email, "gone": timedelta(**span)}
        with self.connect() as rows, rows.transaction():
            for table, columns in rows.execute(MOMENTS_OF_A_PERSON).fetchall():
                aged = [sql.SQL("{0} = {0} - %(gone)s").format(sql.Identifier(column)) for column in columns]
                statement = sql.SQL(
                    "UPDATE {} SET {} WHERE user_id = (SELECT id FROM trust_user WHERE email = %(email)s)"
                )
                rows.execute(statement.format(sql.Identifier(table), sql.SQL(", ").join(aged)), values)

    def pids(self, *words: str) -> list[int]:
        """The processes of this OwnYou whose command line has all the words."""
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal() and self._ours(folder, words):
                found.append(int(folder.name))
        return found

    def _ours(self, folder: Path, words: tuple[str, ...]) -> bool:
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environment = (folder / "environ").read_bytes()
        except OSError:
            return False
        mine = f"DATA={self.data}".encode() in environment or str(self.data) in command
        return mine and all(word in command for word in words)


def wait_for(found: Callable[[], Any], *, seconds: float = 60, every: float = 0.1) -> Any:
    """Wait until `found` returns something true, and return it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if value := found():
            return value
        time.sleep(every)
    raise AssertionError(f"not within {seconds} s: {found}")


@contextmanager
def running_app(**environment: str) -> Iterator[App]:
    """Start OwnYou as `make up` does, in a folder and on a port of its own; stop it afterwards."""
    data = Path(tempfile.mkdtemp(prefix="ownyou-journey-"))
    data.chmod(0o755)
    copy_prepared(data)
    port = free_port()
    restaurant = overpass_node(1, {"name": "Da Enzo", "cuisine": "italian"}, lat=48.8570, lon=2.3530)
    with FakeOpenStreetMap(restaurant) as osm, FakeWikivoyage() as guide, post_office() as post:
        values = {
            **{key: value for key, value in os.environ.items() if not key.startswith("OWNYOU_")},
            "DATA": str(data),
            "PORT": str(port),
            "OWNYOU_WATCHDOG_SECONDS": "1",
            "OWNYOU_TRUST_SWEEP_SECONDS": "1",
            "OWNYOU_OVERPASS_SECONDS": "0",
            "OWNYOU_NOMINATIM_SECONDS": "0",
            "OWNYOU_WIKI_SECONDS": "0",
            **osm.environment,
            **guide.environment,
            **post.environment,
            **environment,
        }
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
            values.pop(name, None)
        log = data / "up.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=PROJECT,
                env=values,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        clerk = Clerk({"DJANGO_SETTINGS_MODULE": "ownyou.settings", **values})
        app = App(f"http://localhost:{port}", data, process, osm, post, log, clerk, values)
        try:
            with ended_with_us(data, process.pid):
                _wait_until_up(app)
                yield app
        except Exception:
            print(app.log.read_text()[-10_000:])
            raise
        finally:
            process.send_signal(signal.SIGTERM)
            clerk.leave()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
            shutil.rmtree(data, ignore_errors=True)


def _wait_until_up(app: App) -> None:
    def healthy() -> bool:
        if app.process.poll() is not None:
            raise AssertionError(f"`up` ended: {app.log.read_text()[-3000:]}")
        try:
            return httpx.get(f"{app.url}/healthz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait_for(healthy, seconds=START_SECONDS, every=0.5)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{app.log.read_text()[-3000:]}") from None


_shared = ExitStack()


@pytest.fixture(scope="session")
def app() -> App:
    """The OwnYou that all journeys share; it is patient with sources that tests make slow."""
    return _shared.enter_context(running_app(OWNYOU_SOURCE_TIMEOUT="60"))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Stop it after the last journey: running on beside the other tests, it would take their time."""
    if ends_folder(item, nextitem):
        _shared.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A real browser. Its driver runs an event loop in this thread, beside which Django refuses to ask the
    database, and so it ends with the file."""
    if CHROMIUM is None:
        missing("Chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=SLOW)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        bare = browser.new_context

        def new_context(**state: Any) -> Any:
            context = bare(**state)
            context.set_default_timeout(SLOW)  # clicks and pages, too, wait for workers
            return context

        browser.new_context = new_context  # type: ignore[method-assign]
        yield browser
        browser.close()


ENTER = """
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from trust.models import User
home = {{"name": "Paris", "country": "FR", "lat": 48.8566, "lon": 2.3522}}
who = User(email={email!r}, onboarding="done", home=home, **{fields!r})
who.password = PBKDF2PasswordHasher().encode("a long quiet evening", "salt", iterations=1)  # fast
who.save()
store = SessionStore()
store[SESSION_KEY], store[HASH_SESSION_KEY] = str(who.pk), who.get_session_auth_hash()
store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
store.save()
print("session", settings.SESSION_COOKIE_NAME, store.session_key)
"""


def enter(app: App, context: Any, **fields: str) -> str:
    """Log a new person in without the pages of signing up, which take seconds; returns their address."""
    email = f"mira-{uuid.uuid4().hex[:8]}@example.com"
    said = app.manage("shell", "-c", ENTER.format(email=email, fields=fields))
    name, key = said.split("session ")[-1].split()[:2]
    context.add_cookies([{"name": name, "value": key, "url": app.url}])
    return email
