"""What was not analysed yet of a person's memory and activity, each once, and the evidence that it gives.

The cursor and the evidence of a batch are written in one transaction: a worker that dies in between leaves
both as they were, and what is read again writes nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from agency.desires.noticing import hearing, making
from agency.desires.noticing.patterns import Signal, signals_of_goal, signals_of_mission, topics_of
from agency.models import DesireCursor, DesireEvidence, Heard
from memory.models import MemoryItem, MemoryRevision
from memory.names import COMPLETED, PREFERENCES
from memory.provenance import ProvenanceKind
from ownyou.lib.crypto import keyed_hash
from ownyou.lib.ids import new_id
from ownyou.lib.prepared import prepared_cursor
from trust.models import Activity, User

BATCH: Final = 1_000
MISSION: Final = "mission"
GOAL_LINE: Final = "Mission: "
THEIR_OWN: Final = frozenset({ProvenanceKind.USER, ProvenanceKind.CONVERSATION, ProvenanceKind.ONBOARDING})
"""What the person said themselves. No pattern is read from what an agent or an import wrote."""
NOTED: Final = ProvenanceKind.AGENT
"""What an agent noted: a wish that it words is kept apart, as one in words of others."""

type Outside = Callable[[UUID, set[UUID]], set[UUID]]
"""Of a person's missions, by id, those whose goal is in words of others."""
_outside: list[Outside] = []


def register_outside(outside: Outside) -> None:
    """Let the missions say which of theirs are in words of others: those show nothing of the person."""
    _outside[:] = [outside]


def in_others_words(user: User, missions: set[UUID]) -> set[UUID]:
    """Those of these missions whose goal is in words of others."""
    return set().union(*(outside(user.pk, missions) for outside in _outside)) if missions else set()


@dataclass(frozen=True, slots=True)
class Seen:
    """One memory or line of the feed: what it is about, when it happened, what it signals."""

    kind: DesireEvidence.Kind
    id: UUID
    about: UUID
    at: datetime
    signals: list[Signal]
    words: str = ""
    """What the person, or an agent, wrote, in which a wish may be said."""
    tainted: bool = False


@dataclass(slots=True)
class Batch:
    """What one look reads: how far it goes, what was seen, and which memories were forgotten."""

    revision: int
    seq: int
    full: bool
    seen: list[Seen] = field(default_factory=list)
    forgotten: set[UUID] = field(default_factory=set)


def analyse_next(user: User) -> bool:
    """Analyse the next batch of what is new; returns whether there is more."""
    cursor = DesireCursor.objects.get_or_create(user=user)[0]
    batch = _read(user, cursor)
    with transaction.atomic():
        here = DesireCursor.objects.select_for_update().get(pk=user.pk)
        if (here.revision, here.seq) != (cursor.revision, cursor.seq):
            return True  # somebody else analysed it meanwhile
        _write(user, batch)
        _note_where_it_is(user, batch)
    return batch.full


def _note_where_it_is(user: User, batch: Batch) -> None:
    DesireCursor.objects.filter(pk=user.pk).update(
        revision=batch.revision, seq=batch.seq, looked_at=timezone.now()
    )


def _read(user: User, cursor: DesireCursor) -> Batch:
    revisions = list(
        MemoryRevision.objects.filter(user=user, id__gt=cursor.revision)
        .order_by("id")
        .values_list("id", "item_id", "action")[:BATCH]
    )
    newest = Activity.objects.filter(user=user).aggregate(Max("seq"))["seq__max"] or 0
    lines = list(
        Activity.objects.filter(
            user=user,
            seq__gt=cursor.seq,
            seq__lte=newest,
            kind=Activity.Kind.AGENT_STARTED,
            subject_kind=MISSION,
        )
        .order_by("seq")
        .only("id", "seq", "text", "subject_id", "created_at", "user_id")[:BATCH]
    )
    actions = MemoryRevision.Action
    new = {item for _id, item, action in revisions if action == actions.REMEMBERED}
    batch = Batch(
        revision=revisions[-1][0] if revisions else cursor.revision,
        seq=lines[-1].seq if len(lines) == BATCH else newest,
        full=len(revisions) == BATCH or len(lines) == BATCH,
        forgotten={item for _id, item, action in revisions if action == actions.FORGOTTEN},
    )
    shown = [*memories_seen(user, new), *(seen for line in lines if (seen := line_seen(line)))]
    others = in_others_words(user, {one.about for one in shown if not one.words})
    batch.seen = [one for one in shown if one.words or one.about not in others]
    return batch


def memories_seen(user: User, ids: Iterable[UUID]) -> list[Seen]:
    """What memories that are still there show. An import shows nothing; an agent's note, a wish."""
    wanted = MemoryItem.objects.filter(user=user, pk__in=list(ids)).order_by("id")
    home, kind = user.home_name or "", DesireEvidence.Kind.MEMORY
    missions = wanted.filter(namespace__0=COMPLETED, provenance_kind=ProvenanceKind.MISSION)
    seen = [
        Seen(kind, item, mission or item, at, signals_of_mission(value, home=home))
        for item, value, mission, at in missions.values_list("id", "value", "provenance_id", "created_at")
    ]
    theirs = wanted.filter(namespace__0=PREFERENCES, provenance_kind__in=(*THEIR_OWN, NOTED))
    for item, value, text, at, source in theirs.values_list(
        "id", "value", "text", "created_at", "provenance_kind"
    ):
        plain = source == NOTED or _is_preference(value)
        topics = [] if plain else topics_of(text)
        seen.append(Seen(kind, item, item, at, topics, text, tainted=source == NOTED))
    return seen


def _is_preference(value: object) -> bool:
    """Whether it is a taste, which missions use: not something that the person came back to."""
    return isinstance(value, dict) and "polarity" in value


def line_seen(line: Activity) -> Seen | None:
    """What a line of the feed shows: that a mission was begun, in the person's words."""
    text = line.text.removeprefix(GOAL_LINE)
    if text == line.text or line.subject_id is None:
        return None
    signals = signals_of_goal(text)
    return Seen(DesireEvidence.Kind.ACTIVITY, line.pk, line.subject_id, line.created_at, signals)


def seen_again(user: User, evidence: Iterable[DesireEvidence]) -> dict[UUID, Seen]:
    """What pieces of evidence refer to, read again, by its id; what is gone is left out."""
    rows = list(evidence)
    memories = [row.seen_id for row in rows if row.kind == DesireEvidence.Kind.MEMORY]
    lines = [row.seen_id for row in rows if row.kind == DesireEvidence.Kind.ACTIVITY]
    shown = memories_seen(user, memories) if memories else []
    if lines:
        found = Activity.objects.filter(user=user, pk__in=lines)
        shown += [seen for line in found if (seen := line_seen(line)) is not None]
    return {seen.id: seen for seen in shown}


def pattern_of(user_id: UUID, signal: Signal) -> bytes:
    """The 16 bytes that stand for a person's pattern."""
    return keyed_hash(user_id, signal.name, purpose="desire.pattern")


_EVIDENCE: Final = f"""
INSERT INTO {DesireEvidence._meta.db_table} (user_id, id, kind, pattern, about, seen_id, at)
SELECT %(user)s, * FROM unnest(%(id)s::uuid[], %(kind)s::text[], %(pattern)s::bytea[], %(about)s::uuid[],
    %(seen)s::uuid[], %(at)s::timestamptz[])
ON CONFLICT DO NOTHING
"""
"""A column each, for a thousand memories signal a few thousand things."""


def _write_evidence(user: User, shown: Iterable[Seen]) -> None:
    """Write down what each thing signals; what is there stays as it is."""
    rows = [(seen, pattern_of(user.pk, signal)) for seen in shown for signal in seen.signals]
    if not rows:
        return
    columns: dict[str, Any] = {
        "user": user.pk,
        "id": [new_id() for _row in rows],
        "kind": [str(seen.kind) for seen, _pattern in rows],
        "pattern": [pattern for _seen, pattern in rows],
        "about": [seen.about for seen, _pattern in rows],
        "seen": [seen.id for seen, _pattern in rows],
        "at": [seen.at for seen, _pattern in rows],
    }
    with prepared_cursor() as cursor:
        cursor.execute(_EVIDENCE, columns)


def _write(user: User, batch: Batch) -> None:
    """Write down the evidence of a batch, take back what was forgotten, and hear wishes in notes."""
    _write_evidence(user, batch.seen)
    for seen in batch.seen:
        if seen.words:
            hearing.hear(
                user=user,
                text=seen.words,
                origin=Heard.Origin.MEMORY,
                about=seen.id,
                tainted=seen.tainted,
            )
    if batch.forgotten:
        making.take_back(user, batch.forgotten)
