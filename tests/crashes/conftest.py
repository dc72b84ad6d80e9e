"""One OwnYou as `make up` starts it, to kill parts of; judged by its committed rows."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
import pytest

from tests.fakes.http_server import Asked, Reply
from tests.journeys.conftest import App, running_app, wait_for
from tests.plugins.workers import ends_folder

PATIENCE = 120
"""Seconds that a mission may take to get over a crash on a busy machine."""


@dataclass
class Held:
    """OpenStreetMap holds its answers back until it is let go."""

    app: App
    asked: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def __call__(self, asked: Asked) -> Reply:
        self.asked += 1
        self.over.wait(PATIENCE)
        return self.app.osm._as_documented(asked)

    def wait_until_asked(self) -> None:
        wait_for(lambda: self.asked, seconds=PATIENCE)

    def let_go(self) -> None:
        self.over.set()
        self.app.osm.will_say(self.app.osm._as_documented)


@dataclass
class Story:
    """One mission of one person, followed over HTTP and judged by rows."""

    app: App
    client: httpx.Client
    id: str
    goal: str = ""
    shown: list[str] = field(default_factory=list)

    def query(self, sql: str, *values: object) -> list[Any]:
        """Rows as they are committed; waits while the database is away."""

        def rows() -> list[Any] | None:
            try:
                with self.app.connect() as connection:
                    return [list(connection.execute(sql, values or [self.id]))]
            except psycopg.OperationalError:
                return None

        return wait_for(rows, seconds=PATIENCE)[0]

    @property
    def status(self) -> str:
        return str(self.query("SELECT status FROM missions_mission WHERE id = %s")[0][0])

    def wait_until(self, *statuses: str) -> None:
        try:
            wait_for(lambda: self.status in statuses, seconds=PATIENCE, every=0.25)
        except AssertionError:
            raise AssertionError(
                f"mission is {self.status}, thread {self.thread()}\n{self.app.log.read_text()[-4000:]}"
            ) from None

    def thread(self) -> Any:
        columns = "status, attempt, revision, control, heartbeat_at, now()"
        return self.query(f"SELECT {columns} FROM agency_thread WHERE subject_id = %s")

    def wait_for_report(self, source: str, status: str = "answered") -> None:
        sql = (
            "SELECT count(*) FROM missions_sourcereport WHERE mission_id = %s AND source = %s AND status = %s"
        )
        wait_for(lambda: self.query(sql, self.id, source, status)[0][0], seconds=PATIENCE)

    def choose(self) -> None:
        """Choose the best option; asks again while the pages or the database are away."""
        decision = self.decision()
        body = {"verdict": "choose", "options": [decision["options"][0]["id"]]}
        answer = self.ask("POST", f"/api/decisions/{decision['id']}", json=body)
        assert answer.status_code in (200, 409), answer.text

    def decision(self) -> Any:
        """The open question; notes which options it shows."""
        found = self.ask("GET", f"/api/missions/{self.id}").json()["decision"]
        self.shown = [option["id"] for option in found["options"]]
        return found

    def ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        def answered() -> httpx.Response | None:
            try:
                answer = self.client.request(method, path, **rest)
            except httpx.HTTPError:
                return None
            return answer if answer.status_code < 500 else None

        answer = wait_for(answered, seconds=PATIENCE)
        assert isinstance(answer, httpx.Response)
        return answer

    def judge(self) -> None:
        """Nothing twice, nothing missing: lines, questions, reports, options."""
        self.wait_until("completed")
        user = self.query("SELECT user_id FROM missions_mission WHERE id = %s")[0][0]
        lines = self.query("SELECT seq, key, kind FROM trust_activity WHERE user_id = %s ORDER BY seq", user)
        assert [line[0] for line in lines] == list(range(1, len(lines) + 1))
        kinds = [line[2] for line in lines]
        assert kinds.count("decided") == 1
        assert kinds.count("approval_required") == 1
        assert kinds.count("agent_completed") == 1
        keys = [line[1].removeprefix(f"mission:{self.id}:") for line in lines if line[1]]
        expected = {"created", "plan", "begin:0", "rank:0", "completed"}
        expected |= {f"report:0:{source}:answered" for source in ("catalogue", "openstreetmap")}
        assert expected <= set(keys)
        taken_in = "SELECT bool_and(consumed_at IS NOT NULL) FROM trust_decision WHERE subject_id = %s"
        wait_for(lambda: self.query(taken_in)[0][0], seconds=PATIENCE)  # by the run, as it lets go
        assert self.query("SELECT status FROM trust_decision WHERE subject_id = %s") == [("answered",)]
        reports = self.query(
            "SELECT source, status FROM missions_sourcereport WHERE mission_id = %s ORDER BY source"
        )
        assert reports == [("catalogue", "answered"), ("openstreetmap", "answered")]
        assert set(self.query("SELECT status FROM agency_thread WHERE subject_id = %s")) == {("done",)}
        shown = self.ask("GET", "/api/decisions").json()["items"]
        assert shown == []
        result = self.ask("GET", f"/api/missions/{self.id}").json()["result"]
        assert result["title"]
        assert self.shown, "look at the question, so that its options can be compared"
        assert sorted(self.shown) == sorted(set(self.shown_undisturbed()))

    def shown_undisturbed(self) -> list[str]:
        """The options that somebody else gets for the same goal when nothing is killed."""
        with self.app.client(f"undisturbed-{self.id}@example.com") as client:
            made = client.post("/api/missions", json={"goal": self.goal}).json()
            twin = Story(self.app, client, made["id"], self.goal)
            twin.wait_until("interrupted")
            twin.decision()
        return twin.shown


_shared = ExitStack()


@pytest.fixture(scope="session")
def up() -> App:
    """The OwnYou whose parts are killed. A source that is held back is not given up meanwhile."""
    return _shared.enter_context(running_app(OWNYOU_SOURCE_TIMEOUT=str(PATIENCE)))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Stop it after the last crash: running on beside the other tests, it would take their time."""
    if ends_folder(item, nextitem):
        _shared.close()


@pytest.fixture
def held(up: App) -> Iterator[Held]:
    """OpenStreetMap's answers are held back."""
    made = Held(up)
    up.osm.will_say(made)
    yield made
    made.let_go()


@pytest.fixture
def begin(up: App, request: pytest.FixtureRequest) -> Any:
    """Starts a mission of a person of this test's own; each city is a question of its own for the sources."""
    clients = []

    def start(city: str) -> Story:
        client = up.client(f"{city.replace(' ', '').lower()}-{len(clients)}@example.com")
        clients.append(client)
        goal = f"Find Italian restaurants in {city} for Friday night, 4 people"
        made = client.post("/api/missions", json={"goal": goal}).json()
        return Story(up, client, made["id"], goal)

    yield start
    for client in clients:
        client.close()


def kill(*pids: int) -> None:
    """kill -9, each by its number."""
    assert pids
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def kill_workers(app: App) -> None:
    """Kill the workers and their pool processes."""
    kill(*wait_for(lambda: sorted(app.pids("celery", "worker")), seconds=PATIENCE))


def server_pid(app: App, name: str) -> int:
    """The process of the embedded PostgreSQL ("postmaster.pid") or Redis ("redis.pid")."""
    [file] = app.data.rglob(name)
    return int(file.read_text().split()[0])


@contextmanager
def row_lock(app: App, mission_id: str) -> Iterator[None]:
    """Hold the lock of a mission's row from a connection of our own."""
    with app.connect() as connection, connection.transaction():
        connection.execute("SELECT 1 FROM missions_mission WHERE id = %s FOR NO KEY UPDATE", [mission_id])
        yield


def waits_for_the_row(app: App, table: str = "") -> bool:
    """Whether some session of OwnYou waits for a lock that another holds; with `table`, for one on that."""
    waiting = (
        "SELECT count(*) FROM pg_locks"
        " WHERE NOT granted AND (%(table)s = '' OR relation = to_regclass(%(table)s))"
    )
    with app.connect() as connection:
        found = connection.execute(waiting, {"table": table}).fetchone()
    return bool(found and found[0])
