"""The parts of missions of level 3 as rows: made once, started when ready, settled, opened again.

Rows are locked in one order: thread, mission, subgoal, feed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from agency import artifacts
from agency.models import Artifact, ReasoningCall, Thread
from agency.runtime.stopping import Stopped
from agency.runtime.threads import is_stopped, new_thread, store_threads
from agency.sources.base import Offer
from missions import levels, lifecycle
from missions.brief import Brief
from missions.lifecycle import Line
from missions.models import Mission, Subgoal
from missions.plugins.complex import Done, Found, Part
from ownyou.lib.errors import NotFound
from ownyou.lib.fields import seal
from ownyou.lib.prepared import Along, as_json, insertion_of_many, prepared_cursor, rows_where
from trust.activity import Subject
from trust.models import Activity, Decision

S = Subgoal.Status
SUBJECT = "subgoal"
PERSONAL = frozenset(
    {"title", "contingency", "adjustments", "options", "chosen", "facts", "risks", "note", "problem"}
)
"""Columns that hold a person's words."""
CLOSER = "closer"
"""In a part's facts: what could go wrong by the last closer look (`look_closer`)."""

FRESH: dict[str, Any] = {
    "status": S.PENDING,
    "thread_id": None,
    "replans": 0,
    "confidence": None,
    "needs_review": False,
}
_EMPTY: dict[str, Any] = {
    "options": [],
    "chosen": [],
    "facts": {},
    "risks": [],
    "note": None,
    "problem": None,
}


def part_of(row: Subgoal) -> Part:
    """A row as its mission's type knows it."""
    return Part(row.key, row.title, row.coordinator, tuple(row.depends_on), row.contingency or "")


OF_THE_PLAN = ("position", "title", "depends_on", "contingency")
"""What of a part is as the plan has it now."""


def write_down(mission: Mission, parts: Sequence[Part]) -> None:
    """Make rows of a plan's parts. Those that are there keep what came of them; those no longer in it go."""
    Subgoal.objects.bulk_create(
        _rows_of(mission, parts),
        update_conflicts=True,
        unique_fields=["mission", "key"],
        update_fields=OF_THE_PLAN,
    )
    leave_only(mission, parts)


def written_along(mission: Mission, parts: Sequence[Part], calls: Sequence[ReasoningCall]) -> Along:
    """The parts as `write_down` makes them and keeps those that are there, and the calls by which they were
    found, to be written along with the mission's move."""
    values = {"parts": as_json(_rows_of(mission, parts)), "calls": as_json(calls) if calls else "[]"}
    return Along(_ALONG, values)


_ALONG = f"""
parts AS (
    {insertion_of_many("parts", Subgoal, source="moved")}
    ON CONFLICT (mission_id, key) DO UPDATE SET {", ".join(f"{it} = EXCLUDED.{it}" for it in OF_THE_PLAN)}
), calls AS ({insertion_of_many("calls", ReasoningCall, source="moved")})
"""


def _rows_of(mission: Mission, parts: Sequence[Part]) -> list[Subgoal]:
    return [
        Subgoal(
            user_id=mission.user_id,
            mission=mission,
            key=part.key,
            position=position,
            title=part.title,
            coordinator=part.coordinator,
            depends_on=list(part.depends_on),
            contingency=part.contingency or None,
        )
        for position, part in enumerate(parts)
    ]


def leave_only(mission: Mission, parts: Sequence[Part]) -> None:
    """Drop the parts that are not in the plan any more."""
    keys = [part.key for part in parts]
    Subgoal.objects.filter(mission=mission).exclude(key__in=keys).delete()


def reopen(mission: Mission, keys: Iterable[str], *, wishes: bool = False) -> None:
    """Have parts run again, in a new round each. With `wishes` what was said of their options still holds."""
    rows = Subgoal.objects.filter(mission=mission, key__in=list(keys))
    forgotten = [row.pk for row in rows if not (wishes and _said_of(row))]
    rows.filter(pk__in=forgotten).update(adjustments=seal(mission.user_id, None))
    rows.update(
        **FRESH,
        **{name: seal(mission.user_id, value) for name, value in _EMPTY.items()},
        round=F("round") + 1,
        attempt=F("attempt") + 1,
        updated_at=timezone.now(),
    )


def wishes_of(row: Subgoal, after: Brief, whole: Brief) -> dict[str, Any]:
    """What a part's brief has of its own: its adjustments, and the slots that are not the mission's."""
    own = {
        name: after.slots.get(name)
        for name in {*after.slots, *whole.slots}
        if after.slots.get(name) != whole.slots.get(name)
    }
    before: dict[str, Any] = (row.adjustments or {}).get("slots", {})
    return {"adjustments": after.adjustments.model_dump(mode="json"), "slots": {**before, **own}}


def keep_wishes(mission: Mission, wishes: Mapping[str, dict[str, Any]]) -> None:
    """Keep what is wished of parts alone, by their keys, whichever run has them."""
    for key, wish in wishes.items():
        rows = Subgoal.objects.filter(mission=mission, key=key)
        rows.update(adjustments=seal(mission.user_id, wish))


def _said_of(row: Subgoal) -> list[str]:
    """The words that a person said about a part's options."""
    own: dict[str, Any] = row.adjustments or {}
    words: list[str] = own.get("adjustments", {}).get("words", [])
    return words


def start_ready(mission: Mission, parent: Thread) -> list[UUID]:
    """Start each part that waits for nothing any more, as a child of `parent`; return all that are under way.

    A part is claimed by a conditional update in the transaction that makes its thread: it is started once.
    Raises `Stopped` once the mission was paused or given up.
    """
    rows = rows_of(mission)
    settled = {row.key for row in rows if row.status in Subgoal.SETTLED}
    ready = [row for row in rows if row.status == S.PENDING and set(row.depends_on) <= settled]
    begun = _start(mission, ready, parent) if ready else []
    if len(begun) < len(ready):  # another run of the supervisor has begun some
        rows = rows_of(mission)
    under_way = [row.thread_id for row in rows if row.status in Subgoal.UNDER_WAY and row.thread_id]
    return [*under_way, *(pk for pk in begun if pk not in under_way)]


def _start(mission: Mission, rows: Sequence[Subgoal], parent: Thread) -> list[UUID]:
    threads = {
        row.pk: new_thread(
            user_id=mission.user_id, graph=levels.PART, subject=Subject(SUBJECT, row.pk), parent=parent
        )
        for row in rows
    }
    facts: dict[str, Any] = {
        "parts": list(threads),
        "threads": [thread.pk for thread in threads.values()],
        "rounds": [row.round for row in rows],
        "pending": S.PENDING.value,
        "working": S.WORKING.value,
        "now": timezone.now(),
    }
    with transaction.atomic():
        # First, as threads are locked before the feed: the parts' runs refer to this one's row.
        if is_stopped(parent.pk):
            raise Stopped
        with prepared_cursor() as cursor:
            cursor.execute(_CLAIM, facts)
            claimed = {pk for (pk,) in cursor.fetchall()}
        begun = [row for row in rows if row.pk in claimed]
        store_threads([threads[row.pk] for row in begun])
        for row in begun:
            key = f"subgoal:{row.pk}:started:{row.round}"
            words = _("%(part)s: begun") % {"part": row.title}
            lifecycle.tell(mission, Line(words, Activity.Kind.AGENT_STARTED, key=key))
    return [threads[row.pk].pk for row in begun]


_CLAIM = f"""
UPDATE {Subgoal._meta.db_table} AS part SET status = %(working)s, thread_id = begun.thread,
    updated_at = %(now)s
FROM unnest(%(parts)s::uuid[], %(threads)s::uuid[], %(rounds)s::int[]) AS begun(id, thread, round)
WHERE part.id = begun.id AND part.status = %(pending)s AND part.round = begun.round RETURNING part.id
"""


def stand_in(mission: Mission, found: Found) -> None:
    """Settle a part that failed with what stands in for it."""
    columns = {
        "chosen": [offer.model_dump(mode="json") for offer in found.chosen],
        "facts": found.facts,
        "note": found.note,
    }
    Subgoal.objects.filter(mission=mission, key=found.key, status=S.FAILED).update(
        status=S.DONE,
        needs_review=True,
        **{name: seal(mission.user_id, value) for name, value in columns.items()},
    )


def leave_out(mission: Mission, keys: Iterable[str]) -> None:
    """Go on without parts that failed."""
    Subgoal.objects.filter(mission=mission, key__in=list(keys), status=S.FAILED).update(status=S.SKIPPED)


def rows_of(mission: Mission) -> list[Subgoal]:
    """All parts, in their order."""
    return rows_where(Subgoal, _PARTS, mission=mission.pk)


_PARTS = "WHERE mission_id = %(mission)s ORDER BY position"
_DONE = "WHERE mission_id = %(mission)s AND status = 'done' ORDER BY position"


def settled_of(mission: Mission) -> list[Subgoal]:
    """The parts that are done."""
    return rows_where(Subgoal, _DONE, mission=mission.pk)


def failed_of(mission: Mission) -> list[Subgoal]:
    """The parts whose run broke down."""
    return list(Subgoal.objects.of(mission).filter(status=S.FAILED))


def confidence_of(rows: Sequence[Subgoal]) -> float | None:
    """As sure as the least sure of these parts; None where none of them says."""
    return min((row.confidence for row in rows if row.confidence is not None), default=None)


def doubtful(mission: Mission) -> list[str]:
    """The titles of the parts that something was taken for though it fits only in part."""
    return [row.title for row in settled_of(mission) if row.needs_review and row.chosen]


def children_of(mission: Mission) -> list[Thread]:
    """The runs of the parts of a mission that have not ended."""
    ids = Subgoal.objects.filter(mission=mission, thread_id__isnull=False).values("thread_id")
    return list(Thread.objects.filter(pk__in=ids).exclude(status__in=Thread.ENDED).order_by("pk"))


def moved(thread: Thread, to: str) -> None:
    """Move a part with its run, in the same transaction; the mission stands as its parts do."""
    found = rows_where(Subgoal, _OF_RUN, but=_WORDS, id=thread.subject_id, thread=thread.pk)
    if not found or (mission := lifecycle.row_to_move(found[0].mission_id, held=True)) is None:
        return
    [row] = found
    if to == Thread.Status.WAITING:
        _under_way(row).update(status=S.ASKING, updated_at=timezone.now())
    elif to == Thread.Status.FAILED:
        _break(row, thread.error or _("Something went wrong."))
    stand(mission)


def broke(row: Subgoal, reason: str) -> bool:
    """Note that a part under way broke down, and let its mission stand so; False where it is not any more."""
    mission = lifecycle.row_to_move(row.mission_id, held=True)
    if mission is None or not _break(row, reason):
        return False
    stand(mission)
    return True


def _break(row: Subgoal, reason: str) -> bool:
    changes = {"problem": seal(row.user_id, reason), "updated_at": timezone.now()}
    return bool(_under_way(row).update(status=S.FAILED, **changes))


def _under_way(row: Subgoal) -> QuerySet[Subgoal]:
    """A part as it stands now, if the run that is known here still works on it."""
    return Subgoal.objects.filter(pk=row.pk, thread_id=row.thread_id, status__in=Subgoal.UNDER_WAY)


_WORDS = tuple(sorted(PERSONAL))
_OF_RUN = "WHERE id = %(id)s AND thread_id = %(thread)s"


def stand(mission: Mission) -> None:
    """Let a mission work while one of its parts does, and else wait for the person where one asks."""
    if mission.status in (Mission.Status.PAUSED, *Mission.ENDED):
        return
    with prepared_cursor() as cursor:
        cursor.execute(_STATUSES, {"mission": mission.pk})
        under_way = {status for (status,) in cursor.fetchall()}
    if S.WORKING in under_way:
        if mission.status != Mission.Status.EXECUTING:  # else there is nothing to change
            lifecycle.move(mission, Mission.Status.EXECUTING)
    elif S.ASKING in under_way or _asks(mission):
        lifecycle.move(mission, Mission.Status.INTERRUPTED)


_STATUSES = f"SELECT DISTINCT status FROM {Subgoal._meta.db_table} WHERE mission_id = %(mission)s"


def _asks(mission: Mission) -> bool:
    return Decision.objects.open().filter(subject_id=mission.pk).exists()


# What came of the parts -------------------------------------------------------------------------------------


type Research = dict[UUID, list[Offer]]
"""What was read of research before, by the attempt that made it: what is kept is not changed any more."""


def done_of(mission: Mission, known: Research | None = None) -> Done:
    """What is settled so far, by the keys of the parts. What is `known` is not read again."""
    return {row.key: found_of(row, known) for row in settled_of(mission)}


def take_shown(row: Subgoal, one: dict[str, Any], place: int) -> None:
    """Take an option that a part has shown ("option", "offer"), in the place of what was taken there."""
    options = [one, *(other for other in row.options if other["option"]["id"] != one["option"]["id"])]
    chosen = [one["offer"] if at == place else offer for at, offer in enumerate(row.chosen)]
    values = {"options": options, "chosen": chosen}
    sealed = {name: seal(row.user_id, value) for name, value in values.items()}
    Subgoal.objects.filter(pk=row.pk).update(**sealed)


def found_of(row: Subgoal, known: Research | None = None) -> Found:
    """What came of one part."""
    return Found(
        key=row.key,
        offers=researched(row, known),
        chosen=[Offer.model_validate(offer) for offer in row.chosen],
        facts=row.facts,
        note=row.note or "",
        failed=row.needs_review and not row.options,
    )


def look_closer(row: Subgoal, risks: Sequence[str]) -> None:
    """Put what a closer look shows that could go wrong in the place of what the last one showed."""
    before = row.facts.get(CLOSER, [])
    if before == list(risks):
        return
    row.risks = list(dict.fromkeys([*risks, *(one for one in row.risks if one not in before)]))
    row.facts = {**row.facts, CLOSER: list(risks)}
    row.save(update_fields=["risks", "facts"])


def keep_research(row: Subgoal, offers: Sequence[Offer], left_out: str, name: str) -> None:
    """Keep what was found, best first, as a file of the mission called `name`; once for each attempt."""
    content = {"offers": [offer.model_dump(mode="json") for offer in offers], "left_out": left_out}
    artifacts.keep(
        user=row.user,
        subject=Subject("mission", row.mission_id),
        path=f"research/{name}.json",
        content=json.dumps(content, ensure_ascii=False, indent=1).encode(),
        media_type="application/json",
        made_by=uuid5(row.pk, f"research:{row.attempt}"),
    )


def researched(row: Subgoal, known: Research | None = None) -> list[Offer]:
    """The offers that the newest research kept, best first; those of the options where it is gone."""
    made = uuid5(row.pk, f"research:{row.attempt}")
    if known is not None and made in known:
        return list(known[made])
    kept = Artifact.objects.filter(user_id=row.user_id, subject_id=row.mission_id, made_by=made).first()
    try:
        offers = json.loads(artifacts.read(kept))["offers"] if kept else []
    except NotFound:
        offers = []
    found = [Offer.model_validate(offer) for offer in offers or [one["offer"] for one in row.options]]
    if known is not None and offers:
        known[made] = list(found)
    return found
