"""A round of chaos: acts are proposed, answered from several sides at once, redelivered, and counted."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import httpx
from celery import Celery

from ownyou.embedded import celery_url, settings_from
from ownyou.lib import queues
from tests.crashes.chaos.judging import Row, judge
from tests.crashes.chaos.script import Batch, Kind, batches
from tests.crashes.chaos.sinks import Sinks
from tests.journeys.conftest import App, wait_for

PATIENCE = 400
"""Seconds in which a round must come to rest on a busy machine."""


@dataclass
class Round:
    """Acts of one person from number `first` on."""

    app: App
    sinks: Sinks
    first: int
    many: int
    ids: dict[str, str] = field(default_factory=dict)
    approved: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.batches = list(batches(self.first, self.many))
        self.email = f"chaos-{self.first}@example.com"

    @cached_property
    def broker(self) -> Celery:
        return Celery(set_as_current=False, broker=celery_url(settings_from(self.app.data).redis_url))

    def play(self) -> list[Row]:
        """Run the round and return its figures, a row for each kind of act."""
        with self.app.client(self.email) as client:
            words = json.dumps([batch.proposal for batch in self.batches])
            self.ids = json.loads(self.app.manage("begin_acts", self.email, words))
            self.redeliver()
            with ThreadPoolExecutor(4) as people:
                list(people.map(lambda batch: self.answer(client, batch), reversed(self.batches)))
            self.redeliver()
            wait_for(self.at_rest, seconds=PATIENCE, every=0.5)
            self.redeliver()
            time.sleep(3)
            wait_for(self.at_rest, seconds=PATIENCE, every=0.5)
        return self.judged()

    def rows(self, columns: str) -> list[Any]:
        with self.app.connect() as connection:
            ids = list(self.ids.values())
            return connection.execute(
                f"SELECT {columns} FROM trust_action WHERE id = ANY(%s)", [ids]
            ).fetchall()

    def redeliver(self) -> None:
        """Hand out every task twice, as a broker may, also those of acts that nobody approved."""
        for act, thread in self.rows("id, thread_id") * 2:
            self.broker.send_task("trust.perform_act", [str(act)], queue=queues.INTERACTIVE)
            if thread:
                self.broker.send_task("agency.runtime.drive_thread", [str(thread)], queue=queues.INTERACTIVE)

    def answer(self, client: httpx.Client, batch: Batch) -> None:
        """Answer a card twice at once: with the same words, or by two who disagree."""
        if not batch.answered:
            return
        decision = wait_for(lambda: self.card_of(batch), seconds=PATIENCE)
        acts = [act.verdict(self.ids[act.key]) for act in batch.acts]
        yes = {"verdict": "approve", "acts": acts}
        no = {"verdict": "reject", "text": "None of it."}
        with ThreadPoolExecutor(2) as clicks:
            given = [no, yes] if batch.disputed else [yes, yes]
            answers = list(
                clicks.map(lambda body: client.post(f"/api/decisions/{decision}", json=body), given)
            )
        told = [answer.status_code for answer in answers]
        assert sorted(told) == [200, 409], [answer.text for answer in answers]
        if given[told.index(200)] is yes:
            self.approved |= {act.number for act in batch.acts if act.said != "no"}

    def card_of(self, batch: Batch) -> Any:
        """The card of a batch, when all its acts are on it."""
        ids = {self.ids[act.key] for act in batch.acts}
        cards = [card for act, card in self.rows("id, decision_id") if str(act) in ids]
        return cards[0] if cards[0] and len(set(cards)) == 1 else None

    def at_rest(self) -> bool:
        """Nothing that was answered is still to happen."""
        unanswered = {self.ids[act.key] for batch in self.batches if not batch.answered for act in batch.acts}
        going_on = {"proposed", "waiting", "approved", "claimed"}
        return not any(
            state in going_on and str(act) not in unanswered for act, state in self.rows("id, status")
        )

    def judged(self) -> list[Row]:
        told = json.loads(self.app.manage("tell_acts", self.email))
        seen = {
            Kind.MAIL: self._mine(self.sinks.mails),
            Kind.HTTP: self._mine(self.sinks.posts),
            Kind.CALENDAR: Counter(told["calendar"]),
            Kind.NOTE: Counter(told["notes"]),
        }
        acts = [act for batch in self.batches for act in batch.acts]
        status = {act["key"]: act["status"] for act in told["acts"]}
        allowed = {act["key"] for act in told["acts"] if act["ruling"] == "allow"}
        approved = self.approved | {act.number for act in acts if act.key in allowed}
        return judge(acts, approved, status, seen)

    def _mine(self, words: Sequence[str]) -> Counter[str]:
        numbers = range(self.first, self.first + self.many)
        return Counter(text for text in words if int(text.split()[1].strip(",")) in numbers)
