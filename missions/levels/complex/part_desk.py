"""The desk of one part: what the nodes of its run may do to rows."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, TypedDict
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from langchain_core.runnables import RunnableConfig

from agency.models.catalogue import CatalogueItem
from agency.runtime.current import drive_of
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped
from agency.sources.base import Offer, SearchRequest, patience
from agency.sources.registry import source_named, sources_for
from missions import lifecycle, subgoals
from missions.brief import Adjustments, Brief
from missions.levels.desk import Desk, mission_row
from missions.models import Mission, Subgoal
from missions.plugins.complex import ComplexMission, Done, Part
from ownyou.lib.fields import seal
from ownyou.lib.prepared import insert_all, rows_where, stored
from trust import activity
from trust.models import Activity, Decision

QUESTIONS = 2.5
"""How many questions' time a source may take for all that one part asks of it."""


class PartState(TypedDict, total=False):
    """What the checkpoint of a part keeps. Its round and attempt are in its row; `sources`: the names of
    those that this attempt asks."""

    subgoal_id: str
    next: str
    source: str
    sources: list[str]
    attempt: int
    again: int
    back: str
    refused: bool
    unclear: bool


class PartDesk(Desk):
    """One part of a mission, as its run sees it. Raises `Stopped` once another run has the part."""

    def __init__(self, subgoal_id: UUID, thread_id: UUID) -> None:
        drive = drive_of(thread_id)
        self.row = drive.shared("part", lambda: _row_of(subgoal_id, thread_id, known=drive.has("user")))
        super().__init__(self.row.mission_id, thread_id)
        self.row.user = self.user
        self._done: Done | None = None

    def _looked_up(self, mission_id: UUID) -> Mission:
        return self.row.mission

    @property
    def planner(self) -> ComplexMission:
        """The mission's type."""
        return planner_of(self)

    def foreseen(self) -> str:
        """What will be missing, on the card of the first part, until the person has chosen anything."""
        said: list[str] = self.mission.understood.get(FORESEEN, [])
        if not said or Subgoal.objects.of(self.mission).values_list("key", flat=True)[0] != self.row.key:
            return ""
        chosen = Decision.objects.filter(subject_id=self.mission.pk, verdict=Decision.Verdict.CHOOSE)
        return "" if chosen.exists() else " ".join(said)

    def nobody_knows(self) -> bool:
        """Whether no source that is switched on can know anything for this part."""
        return self.planner.nobody_knows(self.part, self.brief(), CatalogueItem.objects.cities_with)

    @property
    def part(self) -> Part:
        """The part as the mission's type knows it."""
        return subgoals.part_of(self.row)

    def done(self) -> Done:
        """What the parts before it came to, as it is when the node first asks."""
        if self._done is None:
            known: subgoals.Research = self.drive.shared("research", dict)
            self._done = subgoals.done_of(self.mission, known)
        return self._done

    def whole(self) -> Brief:
        """The goal, with nothing of what was wished for one part alone."""
        return super().brief()

    def brief(self) -> Brief:
        """The goal, with what was wished for this part alone."""
        return brief_of_part(self.row, self.whole())

    def keep(
        self, text: str = "", *, key: str = "", kind: Activity.Kind | None = None, **changes: Any
    ) -> None:
        """Change columns of the part, with a line in the feed. Raises `Stopped` when it is not ours."""
        line = lifecycle.Line(
            f"{self.row.title}: {text}",
            kind or Activity.Kind.AGENT_THINKING,
            key=f"subgoal:{self.row.pk}:{key}",
        )
        change = activity.Change(_keeping(tuple(changes)), "part", self._kept_of(changes))
        if not lifecycle.made(self.mission, change, line if text else None):
            raise Stopped
        for name, value in changes.items():
            setattr(self.row, name, value)

    def _kept_of(self, changes: dict[str, Any]) -> dict[str, Any]:
        values = {"of_mission": self.mission.pk, "of_part": self.row.pk, "of_run": self.thread_id}
        for name, value in ({"updated_at": timezone.now()} | changes).items():
            field = Subgoal._meta.get_field(name)
            sealed = seal(self.row.user_id, value) if name in subgoals.PERSONAL else value
            values[f"new_{name}"] = stored(field, sealed)  # type: ignore[arg-type]
        return values

    def at_work(self) -> None:
        """Say that the part works again after an answer, and its mission with it."""
        with transaction.atomic():
            mission = Mission.objects.select_for_update(no_key=True).get(pk=self.mission.pk)
            Subgoal.objects.filter(
                pk=self.row.pk, thread_id=self.thread_id, status=Subgoal.Status.ASKING
            ).update(status=Subgoal.Status.WORKING, updated_at=timezone.now())
            subgoals.stand(mission)
            self.mission.status = mission.status

    # Changing the whole -------------------------------------------------------------------------------

    def is_as_read(self, names: Collection[str]) -> bool:
        """Hold the mission's row; whether these columns say what was read of them."""
        now = Mission.objects.select_for_update(no_key=True).get(pk=self.mission.pk)
        return all(getattr(now, name) == getattr(self.mission, name) for name in names)

    def check_still_ours(self) -> None:
        """Raises `Stopped` once another run has the part."""
        if not Subgoal.objects.filter(pk=self.row.pk, thread_id=self.thread_id).exists():
            raise Stopped

    def other_runs(self, keys: Collection[str]) -> list[UUID]:
        """The runs of the other parts among `keys`, in order."""
        rows = Subgoal.objects.filter(mission=self.mission, key__in=keys, thread_id__isnull=False)
        return sorted(row.thread_id for row in rows.exclude(pk=self.row.pk) if row.thread_id is not None)

    def questions_of(self, runs: Collection[UUID]) -> list[UUID]:
        """The open questions of some runs."""
        return list(Decision.objects.open().filter(thread_id__in=runs).values_list("pk", flat=True))

    def keep_wishes(self, wishes: dict[str, Any]) -> None:
        """Keep what is wished of this part alone, whichever run has it."""
        rows = Subgoal.objects.filter(pk=self.row.pk)
        rows.update(adjustments=seal(self.user.pk, wishes))

    # Searching ----------------------------------------------------------------------------------------

    @property
    def scope(self) -> dict[str, Any]:
        """Which reports are this search's."""
        return {"part": self.row.key, "round": self.row.attempt}

    def open_reports(self, names: list[str]) -> None:
        """Note that these sources are being asked; what a run notes as it begins, nobody has noted before."""
        if not names or not self.drive.begins:
            return super().open_reports(names)
        reports = self.new_reports(names)
        insert_all(reports)
        self.drive.keep(self._search, reports)

    def requests(self) -> list[SearchRequest]:
        """What is asked of the sources."""
        return self.planner.requests(self.part, self.brief(), self.done())

    def sources(self) -> list[str]:
        """The sources that know what is asked."""
        named = self.planner.sources_of(self.part, self.brief())
        if named is not None:
            return named
        kinds = dict.fromkeys(request.kind for request in self.requests())
        return list(dict.fromkeys(source.name for kind in kinds for source in sources_for(kind)))

    def ask_source(self, name: str) -> None:
        """Put all that concerns it to one source. One that hangs is left after the time of `QUESTIONS`."""
        kinds = source_named(name).kinds
        requests = [request for request in self.requests() if request.kind in kinds]
        self.search(name, *requests, patience=QUESTIONS * patience())

    def chosen(self, ids: list[str]) -> list[Offer]:
        """The offers of the options with these ids."""
        by_id = {one["option"]["id"]: one["offer"] for one in self.row.options}
        return [Offer.model_validate(by_id[one]) for one in ids if one in by_id]


_KEEP = f"""
held AS (SELECT id FROM {Mission._meta.db_table} WHERE id = %(of_mission)s FOR NO KEY UPDATE),
part AS (
    UPDATE {Subgoal._meta.db_table} AS part SET {{changes}} FROM held
    WHERE part.id = %(of_part)s AND part.mission_id = held.id AND part.thread_id = %(of_run)s
    RETURNING part.id
)
"""


@cache
def _keeping(names: tuple[str, ...]) -> str:
    """The UPDATE of columns of a part while its mission is held, as a common table expression, "part"."""
    return _KEEP.format(changes=", ".join(f"{name} = %(new_{name})s" for name in ("updated_at", *names)))


def brief_of_part(row: Subgoal, whole: Brief) -> Brief:
    """The goal, with what was wished for one part alone."""
    own = row.adjustments
    if not own:
        return whole
    slots = {name: value for name, value in {**whole.slots, **own["slots"]}.items() if value is not None}
    adjustments = Adjustments.model_validate(own["adjustments"])
    return whole.model_copy(update={"adjustments": adjustments, "slots": slots})


FORESEEN = "foreseen"
"""In what was understood: what will be missing, in sentences."""


def foreseen_for(desk: Desk, brief: Brief) -> dict[str, Any]:
    """What will be missing for a goal, as part of what was understood."""
    return {FORESEEN: planner_of(desk).foreseen(brief, CatalogueItem.objects.cities_with)}


def planner_of(desk: Desk) -> ComplexMission:
    """The type of a mission of level 3."""
    kind = desk.kind
    assert isinstance(kind, ComplexMission), kind
    return kind


def _row_of(subgoal_id: UUID, thread_id: UUID, *, known: bool) -> Subgoal:
    """The part and its mission as they are when a drive of its run first asks; `known`: the person is.

    Only this run changes the part, and whoever takes it away tells the run. Raises `Stopped` where that was
    before."""
    found = rows_where(Subgoal, "WHERE id = %(id)s", id=subgoal_id)
    if not found or found[0].thread_id != thread_id:
        raise Stopped
    [row] = found
    row.mission = mission_row(row.mission_id, known=known)
    return row


def part_desk_of(state: PartState, config: RunnableConfig) -> PartDesk:
    """The desk of the run that LangGraph's config names."""
    return PartDesk(UUID(state["subgoal_id"]), UUID(config["configurable"]["thread_id"]))


part_node = with_desk(part_desk_of, language_of=lambda desk: desk.user.language)
"""Gives a node of a part's graph its desk."""
