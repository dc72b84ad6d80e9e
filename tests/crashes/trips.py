"""A trip to two cities: followed over HTTP, answered as a person does, judged by its committed rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psutil
from psycopg import sql
from redis import Redis

from ownyou.embedded import settings_from
from tests.crashes.conftest import PATIENCE, Story, kill, waits_for_the_row
from tests.journeys.conftest import App, wait_for

GOAL = "6 days in Rome and Florence in April, from Berlin, 2 people, budget $4000"
FLIGHTS, ROME, FLORENCE = "from Berlin to Rome", "sleep in Rome", "sleep in Florence"
WORDS = "slower"
TOLD = (
    "subgoal:",
    *(f"mission::{what}" for what in ("parts", "report", "draft", "refine", "delivered", "complet")),
)
PARTS_RUN = "SELECT count(*) FROM agency_thread WHERE user_id = %s AND graph = 'mission.part'"
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CHOOSE, REFINE, APPROVE = "choose", "refine", "approve"


class Trip(Story):
    """One trip of one person."""

    def asked(self, *titles: str) -> list[dict[str, Any]]:
        """The open questions with these words in their titles, once all of them are asked."""

        def found() -> list[dict[str, Any]] | None:
            mission = self.ask("GET", f"/api/missions/{self.id}").json()
            named = [self._named(mission["decisions"], title) for title in titles]
            return named if all(named) else None  # type: ignore[return-value]

        try:
            questions: list[dict[str, Any]] = wait_for(found, seconds=PATIENCE, every=0.25)
        except AssertionError:
            raise AssertionError(f"{titles} not asked: {self.status}, {self.statuses()}") from None
        return questions

    def _named(self, decisions: Sequence[dict[str, Any]], title: str) -> dict[str, Any] | None:
        return next((one for one in decisions if title in one["title"]), None)

    def say(self, title: str, verdict: str, text: str = "") -> None:
        """Answer the question with these words in its title; a choice takes the first option."""
        [decision] = self.asked(title)
        options = [decision["options"][0]["id"]] if verdict == CHOOSE else []
        body = {"verdict": verdict, "options": options, "text": text}
        answer = self.ask("POST", f"/api/decisions/{decision['id']}", json=body)
        assert answer.status_code == 200, answer.text

    def statuses(self) -> dict[str, str]:
        """How each part stands."""
        return dict(self.query("SELECT key, status FROM missions_subgoal WHERE mission_id = %s"))

    def wait_for_parts(self, **statuses: str) -> None:
        """Wait until these parts stand so."""
        wait_for(lambda: statuses.items() <= self.statuses().items(), seconds=PATIENCE)

    def judge(self) -> None:
        """The feed has no gap, every run has ended, and every answer was taken in."""
        self.wait_until("completed")
        numbers = self.query("SELECT seq FROM trust_activity WHERE user_id = %s ORDER BY seq", self.user)
        assert [row[0] for row in numbers] == list(range(1, len(numbers) + 1))
        threads = self.query("SELECT status FROM agency_thread WHERE user_id = %s", self.user)
        assert set(threads) == {("done",)}
        waiting = self.query(
            "SELECT count(*) FROM trust_decision WHERE subject_id = %s AND consumed_at IS NULL"
        )
        assert waiting == [(0,)]

    def outcome(self) -> dict[str, object]:
        """All that came of it, counted in committed rows and read as a client reads it, apart from ids."""
        plan = self.ask("GET", f"/api/missions/{self.id}/plan").json()
        files = self.ask("GET", f"/api/missions/{self.id}/artifacts").json()["items"]
        return {
            "plan": {name: plan[name] for name in ("days", "stays", "transport", "budget", "versions")},
            "files": Counter((file["path"], file["version"]) for file in files),
            "stored": self.query("SELECT count(*) FROM agency_artifact WHERE subject_id = %s"),
            "parts": self._counted("missions_subgoal", "key, status, round, attempt", "mission_id"),
            "runs": self.query(PARTS_RUN, self.user),
            "reports": self._counted("missions_sourcereport", "part, round, source, status", "mission_id"),
            "asked": self._counted("trust_decision", "kind, status, verdict", "subject_id"),
            "feed": self._told(),
        }

    def unlike(self, expected: dict[str, object]) -> dict[str, object]:
        """What came of it otherwise than expected: what is too much and what is missing."""
        found = self.outcome()
        return {
            name: _difference(value, found[name]) for name, value in expected.items() if found[name] != value
        }

    def _told(self) -> Counter[str]:
        """The lines of the feed by their keys, without ids; understanding is told in one way or another."""
        keys = self.query("SELECT key FROM trust_activity WHERE subject_id = %s AND key <> ''")
        plain = (UUIDS.sub("", key) for (key,) in keys)
        return Counter(key for key in plain if key.startswith(TOLD))

    @property
    def user(self) -> object:
        return self.query("SELECT user_id FROM missions_mission WHERE id = %s")[0][0]

    def _counted(self, table: str, columns: str, about: str) -> Counter[Any]:
        return Counter(self.query(f"SELECT {columns} FROM {table} WHERE {about} = %s"))


def _difference(expected: object, found: object) -> object:
    if isinstance(expected, Counter) and isinstance(found, Counter):
        return {"too much": found - expected, "missing": expected - found}
    return {"expected": expected, "found": found}


@contextmanager
def no_writes(app: App, table: str) -> Iterator[None]:
    """Nobody's changes to a table get through; once somebody waits to make one, the body runs."""
    with app.connect() as connection, connection.transaction():
        statement = sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE")
        connection.execute(statement.format(sql.Identifier(table)))
        yield


def wait_for_a_writer(app: App, table: str = "") -> None:
    """Wait until somebody wants to change what `no_writes` holds; with `table`, a row of that."""
    wait_for(lambda: waits_for_the_row(app, table), seconds=PATIENCE)


def forget_answers(app: App) -> None:
    """Drop what the sources answered before, so that the same questions are asked again."""
    kept = Redis.from_url(settings_from(app.data).redis_url)
    for key in kept.scan_iter("*source-answer*"):
        kept.delete(key)
    kept.close()


def kill_pools(app: App) -> None:
    """Kill the processes that work, and leave those that started them."""

    def in_pools() -> list[int]:
        workers = set(app.pids("celery", "worker"))
        return sorted(pid for pid in workers if _parent(pid) in workers)

    kill(*wait_for(in_pools, seconds=PATIENCE))


def _parent(pid: int) -> int | None:
    try:
        return psutil.Process(pid).ppid()
    except psutil.NoSuchProcess:  # it ended since it was listed
        return None
