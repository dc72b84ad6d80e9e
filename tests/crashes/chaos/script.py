"""What is to happen in a round of chaos: acts in batches, what each dies of, and what is said to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Any

from tests.crashes.chaos.points import AFTER_CALL, POINTS, WHOLE_WORKER
from tests.crashes.chaos.sinks import RECIPIENT

EPOCH = datetime(2031, 1, 1, tzinfo=UTC)
SIZES = (1, 3, 2, 4)
EXPIRY_SECONDS = 2.0
MOST_WHOLE = 100
"""Whole workers die among the first acts of a round only: each takes seconds to come back."""


class Kind(StrEnum):
    """What the acts do, and the field of their arguments that has their words."""

    MAIL = "mail"
    HTTP = "http"
    CALENDAR = "calendar entry"
    NOTE = "note"


KINDS = tuple(Kind)
TOOL = {
    Kind.MAIL: "mail.send",
    Kind.HTTP: "chaos.post",
    Kind.CALENDAR: "calendar.add",
    Kind.NOTE: "notes.save",
}
WORDS = {Kind.MAIL: "subject", Kind.HTTP: "text", Kind.CALENDAR: "title", Kind.NOTE: "text"}


class Said(StrEnum):
    """What the person says to an act; `REFINED`: in words first, and yes to the next preview."""

    YES = "yes"
    NO = "no"
    EDITED = "edited"
    REFINED = "refined"


@dataclass(frozen=True)
class Act:
    """One act. Its words are its own, so that what reaches a server can be told apart."""

    number: int
    point: str = ""
    said: Said = Said.YES

    @property
    def kind(self) -> Kind:
        return KINDS[self.number % len(KINDS)]

    @property
    def key(self) -> str:
        return f"chaos:{self.number}"

    @property
    def words(self) -> str:
        return f"act {self.number}" + (f" [{self.point}]" if self.point else "")

    @property
    def edited(self) -> dict[str, str]:
        return {WORDS[self.kind]: self.approved_words}

    @property
    def refinement(self) -> str:
        return f"{WORDS[self.kind]}: {self.approved_words}"

    @property
    def approved_words(self) -> str:
        return f"{self.words}, {self.said}" if self.said in (Said.EDITED, Said.REFINED) else self.words

    @property
    def proposal(self) -> dict[str, Any]:
        begins = EPOCH + timedelta(hours=3 * self.number)
        rest: dict[Kind, dict[str, str]] = {
            Kind.MAIL: {"to": RECIPIENT, "body": "On Tuesday?"},
            Kind.CALENDAR: {"starts_at": begins.isoformat()},
        }
        arguments = {WORDS[self.kind]: self.words} | rest.get(self.kind, {})
        return {"tool": TOOL[self.kind], "arguments": arguments, "key": self.key}

    def verdict(self, act_id: str) -> dict[str, Any]:
        """What the answer says of it."""
        if self.said is Said.NO:
            return {"id": act_id, "verdict": "reject", "reason": "Not this one."}
        edit = {"arguments": self.edited} if self.said is Said.EDITED else {}
        return {"id": act_id, "verdict": "approve"} | edit


@dataclass(frozen=True)
class Batch:
    """Acts of one card. `run`: an errand waits for them. `answered` not at all, or by two who disagree;
    `expires`: its time is over before it is answered, and it is asked again."""

    acts: tuple[Act, ...]
    run: bool
    answered: bool
    disputed: bool
    expires: bool

    @property
    def refined(self) -> bool:
        return self.acts[0].said is Said.REFINED

    @property
    def proposal(self) -> dict[str, Any]:
        expires = EXPIRY_SECONDS if self.expires else 0
        return {"run": self.run, "expires": expires, "acts": [act.proposal for act in self.acts]}


def batches(first: int, many: int) -> Iterator[Batch]:
    """`many` acts from number `first` on. Every third one is killed."""
    number = first
    for turn in count():
        size = min(SIZES[turn % len(SIZES)], first + many - number)
        if size <= 0:
            return
        acts = tuple(_act(n, first) for n in range(number, number + size))
        run, answered, disputed = turn % 3 != 2, turn % 9 != 8, turn % 5 == 4
        if turn % 8 == 0 and run and answered and not disputed:  # of a single act
            acts = (replace(acts[0], said=Said.REFINED, point=acts[0].point and AFTER_CALL),)
        yield Batch(acts, run, answered, disputed, expires=turn % 6 == 5)
        number += size


def _act(number: int, first: int) -> Act:
    said = {3: Said.NO, 6: Said.EDITED}.get((number - first) % 10, Said.YES)
    turn, left = divmod(number - first, 3)
    point = POINTS[(turn + turn // len(POINTS)) % len(POINTS)]  # so that no kind keeps to one point
    whole_worker = point == WHOLE_WORKER
    dies = not left and (not whole_worker or (turn % 10 == 6 and number - first < MOST_WHOLE))
    return Act(number, point if dies else "", said)
