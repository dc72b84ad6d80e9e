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


class Way(StrEnum):
    """Who wants the acts of a batch done: nobody's run, an errand, or the plan of a mission."""

    ALONE = "alone"
    ERRAND = "errand"
    PLAN = "plan"


class Fate(StrEnum):
    """What else happens to a batch. Held are mails, between their OK and their time."""

    NONE = ""
    STOPPED = "stopped one by one while held, or too late"
    GRANTED = "under a standing OK, which is taken back"
    GIVEN_UP = "its mission given up as it is answered"
    GIVEN_UP_HELD = "its mission given up while held"
    PAUSED = "its mission paused as it is answered"
    PAUSED_HELD = "its mission paused while held"


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
    of: Kind | None = None
    series: str = ""
    """What a standing OK for it is limited to."""

    @property
    def kind(self) -> Kind:
        return self.of or KINDS[self.number % len(KINDS)]

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
            Kind.HTTP: {"series": self.series},
        }
        arguments = {WORDS[self.kind]: self.words} | rest.get(self.kind, {})
        return {"tool": TOOL[self.kind], "arguments": arguments, "key": self.key}

    def verdict(self, act_id: str) -> dict[str, Any]:
        """What the answer says of it."""
        if self.said is Said.NO:
            return {"id": act_id, "verdict": "reject", "reason": "Not this one."}
        edit = {"arguments": self.edited} if self.said is Said.EDITED else {}
        grant: dict[str, Any] = {"grant": {}} if self.series else {}
        return {"id": act_id, "verdict": "approve"} | edit | grant


@dataclass(frozen=True)
class Batch:
    """Acts of one card; under a standing OK the first is on it, and the last comes after it was taken back.
    `answered` not at all, or by two who disagree; `expires`: its time is over before it is answered, and it
    is asked again."""

    acts: tuple[Act, ...]
    way: Way
    answered: bool = True
    disputed: bool = False
    expires: bool = False
    fate: Fate = Fate.NONE

    @property
    def refined(self) -> bool:
        return self.acts[0].said is Said.REFINED

    @property
    def on_card(self) -> tuple[Act, ...]:
        return self.acts[:1] if self.fate is Fate.GRANTED else self.acts

    @property
    def covered(self) -> tuple[Act, ...]:
        """Those that the standing OK lets happen without a card."""
        return self.acts[1:-1] if self.fate is Fate.GRANTED else ()

    @property
    def left_open(self) -> tuple[Act, ...]:
        """Those that nobody answers."""
        if self.fate is Fate.GRANTED:
            return self.acts[-1:]
        return () if self.answered else self.acts

    def proposal(self, acts: tuple[Act, ...]) -> dict[str, Any]:
        expires = EXPIRY_SECONDS if self.expires else 0
        return {"way": self.way, "expires": expires, "acts": [act.proposal for act in acts]}


FATED = (  # how many acts, of which kind, and what else happens to them
    (3, Kind.MAIL, Fate.STOPPED),
    (4, Kind.HTTP, Fate.GRANTED),
    (3, Kind.HTTP, Fate.NONE),
    (2, Kind.HTTP, Fate.GIVEN_UP),
    (3, Kind.MAIL, Fate.GIVEN_UP_HELD),
    (2, Kind.HTTP, Fate.PAUSED),
    (3, Kind.MAIL, Fate.PAUSED_HELD),
)
CARDS_BETWEEN = (2, 1, 2, 1, 2, 1, 3)
"""How many simple cards come before each of these: both turns together have fifty acts."""


def batches(first: int, many: int) -> Iterator[Batch]:
    """`many` acts from number `first` on. Every third one is killed."""
    number, turn = first, 0
    for step in count():
        for _ in range(CARDS_BETWEEN[step % len(CARDS_BETWEEN)]):
            if size := _room(SIZES[turn % len(SIZES)], first + many - number):
                yield _card(turn, tuple(_act(n, first) for n in range(number, number + size)))
            number, turn = number + size, turn + 1
        most, kind, fate = FATED[step % len(FATED)]
        if size := _room(most, first + many - number):
            acts = tuple(replace(_act(n, first), of=kind) for n in range(number, number + size))
            yield _fated(step // len(FATED), acts, fate if size == most else Fate.NONE)
        number += size
        if number >= first + many:
            return


def _room(size: int, left: int) -> int:
    return max(0, min(size, left))


def _card(turn: int, acts: tuple[Act, ...]) -> Batch:
    way = Way.ERRAND if turn % 3 != 2 else Way.ALONE
    answered, disputed = turn % 9 != 8, turn % 5 == 4
    if turn % 8 == 0 and way is Way.ERRAND and answered and not disputed:  # of a single act
        acts = (replace(acts[0], said=Said.REFINED, point=acts[0].point and AFTER_CALL),)
    return Batch(acts, way, answered, disputed, expires=turn % 6 == 5)


def _fated(turn: int, acts: tuple[Act, ...], fate: Fate) -> Batch:
    if fate in (Fate.STOPPED, Fate.GRANTED):
        series = f"series {acts[0].number}" if fate is Fate.GRANTED else ""
        acts = tuple(replace(act, said=Said.YES, series=series) for act in acts)
        return Batch(acts, (Way.ALONE, Way.ERRAND)[turn % 2], fate=fate)
    return Batch(acts, Way.PLAN, fate=fate)


def _act(number: int, first: int) -> Act:
    said = {3: Said.NO, 6: Said.EDITED}.get((number - first) % 10, Said.YES)
    turn, left = divmod(number - first, 3)
    point = POINTS[(turn + turn // len(POINTS)) % len(POINTS)]  # so that no kind keeps to one point
    whole_worker = point == WHOLE_WORKER
    dies = not left and (not whole_worker or (turn % 10 == 6 and number - first < MOST_WHOLE))
    return Act(number, point if dies else "", said)
