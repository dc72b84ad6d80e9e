"""A round of chaos: acts are proposed, answered from several sides at once, redelivered, and counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import httpx
from celery import Celery

from ownyou.embedded import celery_url, settings_from
from ownyou.lib import queues
from tests.crashes.chaos.console import Console
from tests.crashes.chaos.fates import FATES
from tests.crashes.chaos.judging import Row, judge
from tests.crashes.chaos.script import EXPIRY_SECONDS, Act, Batch, Kind, batches
from tests.crashes.chaos.sinks import Sinks
from tests.journeys.conftest import App, wait_for

PATIENCE = 400
"""Seconds in which a step must come to its end on a busy machine, and as many more as a round has acts."""
QUIET_SECONDS = 2.0
TAKEN_BACK = (Kind.CALENDAR, Kind.NOTE)
UNANSWERED = frozenset({"waiting", "expired"})
GOING_ON = frozenset({"proposed", "waiting", "approved", "claimed", "undoing"})


@dataclass
class Round:
    """Acts of one person from number `first` on."""

    app: App
    console: Console
    sinks: Sinks
    first: int
    many: int
    ids: dict[str, str] = field(default_factory=dict)
    missions: dict[Batch, str] = field(default_factory=dict)
    approved: set[int] = field(default_factory=set)
    withdrawn: set[int] = field(default_factory=set)
    """Of the approved ones those whose OK was taken back before it was known whether they had begun."""
    faults: list[tuple[str, str]] = field(default_factory=list)
    """What stands wrong in the end: kinds of acts, and what about them."""

    def __post_init__(self) -> None:
        self.batches = list(batches(self.first, self.many))
        self.acts = [act for batch in self.batches for act in batch.acts]
        self.email = f"chaos-{self.first}@example.com"

    @cached_property
    def broker(self) -> Celery:
        return Celery(set_as_current=False, broker=celery_url(settings_from(self.app.data).redis_url))

    @cached_property
    def client(self) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.ask('token')}"}
        return httpx.Client(base_url=self.app.url, headers=headers, timeout=60)

    def play(self) -> list[Row]:
        """Run the round and return its figures, a row for each kind of act."""
        with self.client:
            for batch, begun in zip(self.batches, self._begin_all(), strict=True):
                self.ids |= begun["acts"]
                if begun["mission"]:
                    self.missions[batch] = begun["mission"]
            self.redeliver()
            self.at_once(self.answer, list(reversed(self.batches)))
            self.redeliver(times=2)
            self.come_to_rest()
            self.redeliver()
            time.sleep(QUIET_SECONDS)
            self.come_to_rest()
            rows, told = self.judged()
            self.afterwards(told)
        wrong = {kind for kind, _ in self.faults}
        return [row | {"ok": row["ok"] and row["name"] not in wrong} for row in rows]

    def _begin_all(self) -> list[dict[str, Any]]:
        """Propose what comes before any answer."""
        wanted = [batch.proposal(batch.on_card) for batch in self.batches]
        return self.ask("begin", batches=wanted)  # type: ignore[no-any-return]

    def begin(self, batch: Batch, acts: tuple[Act, ...]) -> None:
        """Propose acts that come later."""
        [begun] = self.ask("begin", batches=[batch.proposal(acts)])
        self.ids |= begun["acts"]

    def ask(self, do: str, **more: Any) -> Any:
        return self.console.ask(do, self.email, **more)

    def at_once(self, work: Callable[[Any], object], things: Sequence[Any]) -> None:
        with ThreadPoolExecutor(4) as people:
            list(people.map(work, things))

    def wait(self, found: Callable[[], Any], *, every: float = 0.2) -> Any:
        return wait_for(found, seconds=PATIENCE + self.many, every=every)

    def rows(self, columns: str, ids: Sequence[str] | None = None) -> list[Any]:
        sql = f"SELECT {columns} FROM trust_action WHERE id = ANY(%s)"
        with self.app.connect() as connection:
            return connection.execute(sql, [list(ids or self.ids.values())]).fetchall()

    def status_of(self, acts: Sequence[Act]) -> set[str]:
        return {status for (status,) in self.rows("status", [self.ids[act.key] for act in acts])}

    def redeliver(self, times: int = 1) -> None:
        """Hand out every task again, as a broker may, also those of acts that nobody approved."""
        rows = self.rows("id, thread_id")
        for act, _ in rows * times:
            self.send("trust.perform_act", act)
        for thread in {thread for _, thread in rows if thread}:
            self.send("agency.runtime.drive_thread", thread)

    def send(self, task: str, subject: object) -> None:
        self.broker.send_task(task, [str(subject)], queue=queues.INTERACTIVE)

    def answer(self, batch: Batch) -> None:
        """Answer a card twice at once: with the same words, or by two who disagree. Before that let it be
        over and ask again, or have it drafted again in words, where the script says so."""
        if batch in self.missions:
            self.wait(lambda: self.find(batch))
        if not batch.answered:
            return
        card = self.wait(lambda: self.card_of(batch))
        if batch.expires:
            time.sleep(EXPIRY_SECONDS)  # the sweep and the one who asks again may both end it
            self.twice(f"/api/decisions/{card}/again", {}, {}, expected=[200, 200])
            self.follow(batch)
            card = self.wait(lambda: self.card_of(batch))
        if batch.refined:
            words = {"verdict": "refine", "text": batch.acts[0].refinement}
            self.twice(f"/api/decisions/{card}", words, words)
            self.wait(lambda: self.follow(batch))
            card = self.wait(lambda: self.card_of(batch))
        FATES.get(batch.fate, Round.say)(self, batch, card)

    def say(self, batch: Batch, card: str) -> None:
        """Say yes twice at once, or yes and no."""
        yes, no = self.words_to(batch), {"verdict": "reject", "text": "None of it."}
        if self.twice(f"/api/decisions/{card}", no if batch.disputed else yes, yes) is yes:
            self.approve(batch)

    def post_answer(self, batch: Batch, card: str) -> int:
        """Say yes, and return whether it counted, as HTTP says it."""
        code = self.client.post(f"/api/decisions/{card}", json=self.words_to(batch)).status_code
        if code == httpx.codes.OK:
            self.approve(batch)
        return code

    def words_to(self, batch: Batch) -> dict[str, Any]:
        return {"verdict": "approve", "acts": [act.verdict(self.ids[act.key]) for act in batch.on_card]}

    def approve(self, batch: Batch) -> None:
        self.approved |= {act.number for act in batch.on_card if act.said != "no"}

    def twice(self, path: str, *bodies: Any, expected: Sequence[int] = (200, 409)) -> Any:
        """Post both bodies at once, and return the one that counted."""
        with ThreadPoolExecutor(2) as clicks:
            answers = list(clicks.map(lambda body: self.client.post(path, json=body), bodies))
        told = [answer.status_code for answer in answers]
        assert sorted(told) == list(expected), [answer.text for answer in answers]
        return bodies[told.index(200)]

    def follow(self, batch: Batch) -> bool:
        """Take the acts that replaced those of a batch for them; whether there are any."""
        keys = {self.ids[act.key]: act.key for act in batch.acts}
        rows = self.rows("id, successor_id", list(keys))
        if any(successor is None for _, successor in rows):
            return False
        self.ids |= {keys[str(act)]: str(successor) for act, successor in rows}
        return True

    def find(self, batch: Batch) -> bool:
        """Whether the run of a batch's mission has proposed its acts."""
        sql = "SELECT id FROM trust_action WHERE subject_id = %s ORDER BY position"
        with self.app.connect() as connection:
            found = [str(act) for (act,) in connection.execute(sql, [self.missions[batch]]).fetchall()]
        if len(found) != len(batch.acts):
            return False
        self.ids |= {act.key: pk for act, pk in zip(batch.acts, found, strict=True)}
        return True

    def card_of(self, batch: Batch) -> Any:
        """The card of a batch, when all its acts are on it."""
        cards = [card for (card,) in self.rows("decision_id", [self.ids[act.key] for act in batch.on_card])]
        return cards[0] if cards[0] and len(set(cards)) == 1 else None

    def come_to_rest(self) -> None:
        """Wait until nothing that was answered is still to happen."""
        unanswered = {self.ids[act.key] for batch in self.batches for act in batch.left_open}
        answered = [act for act in self.ids.values() if act not in unanswered]
        self.wait(lambda: not GOING_ON & {status for (status,) in self.rows("status", answered)}, every=0.5)

    def judged(self) -> tuple[list[Row], dict[str, Any]]:
        told = self.ask("tell")
        status = self.standing(told)
        ruling = {act: told["acts"][self.ids[act.key]]["ruling"] for act in self.acts}
        allowed = {act.number for act in self.acts if ruling[act] == "allow"}
        for batch in self.batches:
            asked = [act for act in batch.covered if ruling[act] == "ask"]
            begun = [
                act for act in batch.left_open if ruling[act] == "ask" and status[act.key] not in UNANSWERED
            ]
            self.faults += [(act.kind, f"{act.words} asked under a standing OK") for act in asked]
            self.faults += [(act.kind, f"{act.words} did not wait for an OK") for act in begun]
        approved = self.approved | allowed
        return judge(self.acts, approved, status, self.seen(told), withdrawn=self.withdrawn), told

    def standing(self, told: dict[str, Any]) -> dict[str, str]:
        return {act.key: told["acts"][self.ids[act.key]]["status"] for act in self.acts}

    def seen(self, told: dict[str, Any]) -> dict[Kind, Counter[str]]:
        return {
            Kind.MAIL: self._mine(self.sinks.mails),
            Kind.HTTP: self._mine(self.sinks.posts),
            Kind.CALENDAR: Counter(told["calendar"]),
            Kind.NOTE: Counter(told["notes"]),
        }

    def _mine(self, words: Sequence[str]) -> Counter[str]:
        numbers = range(self.first, self.first + self.many)
        return Counter(text for text in words if int(text.split()[1].strip(",")) in numbers)

    def afterwards(self, told: dict[str, Any]) -> None:
        """Take acts back, settle the unknown ones, and note what stands wrong then."""
        stood = self.standing(told)
        seen = self.seen(told)
        back = [a for a in self.acts if a.kind in TAKEN_BACK and stood[a.key] == "succeeded" and a.number % 3]
        unknown = {a: seen[a.kind][a.approved_words] > 0 for a in self.acts if stood[a.key] == "unknown"}
        self.at_once(self.take_back, back)
        self.at_once(lambda act: self.settle(act, unknown[act]), list(unknown))
        self.come_to_rest()
        stood |= {act.key: "undone" for act in back}
        stood |= {act.key: "succeeded" if happened else "failed" for act, happened in unknown.items()}
        self.note_faults(stood, seen, gone={act.approved_words for act in back})

    def note_faults(self, wanted: dict[str, str], seen: dict[Kind, Counter[str]], *, gone: set[str]) -> None:
        now = self.ask("tell")
        standing = self.standing(now)
        for act in self.acts:
            stands = standing[act.key]
            if stands != wanted[act.key]:
                self.faults.append((act.kind, f"{act.words} is {stands}, not {wanted[act.key]}"))
        for kind, words in self.seen(now).items():
            left = Counter({text: times for text, times in seen[kind].items() if text not in gone})
            if words != left:
                self.faults.append((kind, f"there is {words - left} too much and {left - words} too little"))

    def take_back(self, act: Act) -> None:
        """Undo an act twice at once, and hand its task out twice more."""
        self.twice(f"/api/actions/{self.ids[act.key]}/undo", {}, {}, expected=[200, 200])
        for _ in range(2):
            self.send("trust.undo_act", self.ids[act.key])

    def settle(self, act: Act, happened: bool) -> None:
        """Say what became of an unknown act; every second time only when asked."""
        path = f"/api/actions/{self.ids[act.key]}/check"
        if act.number % 2:
            self.twice(path, {"happened": happened}, {"happened": happened}, expected=[200, 200])
            return
        self.twice(path, {}, {}, expected=[200, 200])
        question = self.wait(lambda: self.question_about(act))
        said = {"verdict": "answer", "text": "Yes" if happened else "No"}
        self.twice(f"/api/decisions/{question}", said, said)

    def question_about(self, act: Act) -> Any:
        sql = "SELECT id FROM trust_decision WHERE subject_id = %s AND subject_kind = 'act' AND status = %s"
        with self.app.connect() as connection:
            found = connection.execute(sql, [self.ids[act.key], "open"]).fetchone()
        return found and found[0]
