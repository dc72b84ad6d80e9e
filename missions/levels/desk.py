"""The desk: all that the nodes of a mission's graph may do to rows. Nodes know nothing of the ORM."""

from __future__ import annotations

import hashlib
import logging
import time
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.models import CatalogueItem, Thread
from agency.reasoning.budget import Asker
from agency.reasoning.engine import collected_calls, save_calls
from agency.runtime.current import drive_of
from agency.runtime.stopping import Stopped
from agency.runtime.threads import start_thread
from agency.sources.allowed import refusal_of
from agency.sources.base import Offer, SearchRequest
from agency.sources.registry import LOCAL, source_named, sources_for
from memory.names import COMPLETED, PREFERENCES, preferences_of
from memory.recall import recall
from missions import lifecycle, open_goals, tastes
from missions.brief import Brief, Taste
from missions.completing import complete
from missions.levels import COMPLEX, COORDINATED, SIMPLE
from missions.levels.asking_desk import STOPPED, AskingDesk
from missions.levels.briefs import brief_of
from missions.levels.sourcing import GRACE, asked_in_time, asked_now
from missions.models import Mission, SourceReport
from missions.plugins.base import MissionType
from missions.plugins.discovery import type_named
from missions.understanding import Understanding, by_skills, context_of
from ownyou.lib.fields import seal
from ownyou.lib.prepared import Along, as_json, insertion_of_many, rows_where, update_of, update_values
from trust import activity
from trust.ledger.weighing import Ground
from trust.models import Activity

log = logging.getLogger(__name__)
_REPORTS = f"""reports AS (
{insertion_of_many("reports", SourceReport, source="moved")} ON CONFLICT DO NOTHING)"""
ALONE = frozenset({SIMPLE, COORDINATED})
"""Graphs whose runs work on their missions alone; that of parts does until its parts have begun."""
UNSEARCHED = (Mission.Status.CREATED, Mission.Status.PLANNING)
"""Statuses in which a run that begins finds no reports: they are written with the move out of them."""
GOING_ON = tuple(status for status in Mission.Status if status not in STOPPED)
RELEVANT = 0.7
"""Design, section 8: relevance from which a memory is about the goal."""
MOST_RECALLED = 3
SAID = ("status", "words", "offers", "count", "sample", "milliseconds", "answered_at")
"""What a source's answer writes."""


class Desk(AskingDesk):
    """One mission, as the graph of one of its threads sees it."""

    def __init__(self, mission_id: UUID, thread_id: UUID) -> None:
        self.thread_id = thread_id
        self.drive = drive_of(thread_id)
        self.mission = self._looked_up(mission_id)
        if self.mission.status in (Mission.Status.ABANDONED, Mission.Status.PAUSED):
            raise Stopped
        self.user = self.drive.shared("user", lambda: self.mission.user)
        self.mission.user = self.user

    def _looked_up(self, mission_id: UUID) -> Mission:
        """The mission: as it is now, or (where no other run works on it) as this drive read and changed it.

        Who stops it says so to the thread, which the driver looks at after each node, and every change of the
        row is made only while it goes on.
        """
        known, graph = self.drive.has("user"), self.drive.thread.graph
        if graph in ALONE or (graph == COMPLEX and self.drive.begins):
            return self.drive.shared("mission", lambda: mission_row(mission_id, known=known))
        return mission_row(mission_id, known=known)

    # Facts --------------------------------------------------------------------------------------------

    @property
    def kind(self) -> MissionType:
        """The mission's type. Raises `UnknownType`."""
        return type_named(self.mission.mission_type)

    @property
    def thread(self) -> Thread:
        """The run that this desk belongs to: after a hand-over a mission has two for a moment."""
        return self.drive.thread

    @property
    def graph(self) -> str:
        """The name of the graph that runs."""
        return self.thread.graph

    def asker(self) -> Asker:
        """For whom questions to the skills are asked."""
        return Asker(self.mission.user_id, self.thread_id, self.mission.level)

    def brief(self) -> Brief:
        """The goal, understood, with what was learned of the person."""
        return brief_of(self.mission, self.tastes)

    @property
    def tastes(self) -> list[Taste]:
        """What was learned of the person, as it is when the run first asks."""
        kind = self.mission.mission_type
        return self.drive.shared(f"tastes of {kind}", lambda: tastes.tastes_of(self.user, kind))

    # Moves --------------------------------------------------------------------------------------------

    def move(
        self,
        to: Mission.Status,
        text: str,
        *,
        key: str,
        kind: Activity.Kind | None = None,
        beside: Along | None = None,
        followed: bool = False,
        **changes: Any,
    ) -> None:
        """Move the mission on and say so in the feed; nothing when it was stopped or stands there already.

        `followed`: the next step comes at once, so that pages may wait for it.
        """
        sealed = {name: self._sealed(name, value) for name, value in changes.items()}
        said = kind or Activity.Kind.STATUS_CHANGED
        line = lifecycle.Line(text, said, key=self._key(key), followed=followed)
        if self.mission.status == to:
            self.save(text, key=key, kind=kind, beside=beside, followed=followed, **changes)
        elif not lifecycle.reach(self.mission, to, line, beside=beside, **sealed):
            self._check_stopped()
        self._take(changes)

    def save(
        self,
        text: str = "",
        *,
        key: str = "",
        kind: Activity.Kind | None = None,
        beside: Along | None = None,
        followed: bool = False,
        **changes: Any,
    ) -> None:
        """Change columns of the mission, with a line in the feed and what is written beside."""
        sealed = {name: self._sealed(name, value) for name, value in changes.items()}
        said = kind or Activity.Kind.AGENT_THINKING
        line = lifecycle.Line(text, said, key=self._key(key), followed=followed)
        if sealed and not lifecycle.change(
            self.mission, sealed, among=GOING_ON, line=line if text else None, beside=beside
        ):
            raise Stopped
        if text and not sealed:
            lifecycle.tell(self.mission, line)
        self._take(changes)

    def complete(self, result: dict[str, Any]) -> None:
        """End the mission with a result that has a `title`, at once. A node that runs again finds it so."""
        if self.mission.status == Mission.Status.COMPLETED:
            return
        if not complete(self.mission, result["title"], result=self._sealed("result", result)):
            raise Stopped
        self._take({"result": result})

    def _going_on(self) -> QuerySet[Mission]:
        return Mission.objects.filter(pk=self.mission.pk).exclude(status__in=STOPPED)

    def _check_stopped(self) -> None:
        if not self._going_on().exists():
            raise Stopped

    def _take(self, changes: dict[str, Any]) -> None:
        for name, value in changes.items():
            setattr(self.mission, name, value)

    def _sealed(self, name: str, value: Any) -> Any:
        personal = {
            "goal",
            "restated",
            "understood",
            "slots",
            "adjustments",
            "applied",
            "shortlist",
            "result",
            "problem",
        }
        return seal(self.mission.user_id, value) if name in personal else value

    def _key(self, key: str) -> str:
        return f"mission:{self.mission.pk}:{key}"

    # Understanding ------------------------------------------------------------------------------------

    def understand(self, asked: tuple[str, ...] = ()) -> Understanding:
        """Read the goal with the skills."""
        context = context_of(self.user, self.mission.created_at, asked)
        given = self.mission.mission_type if self.mission.understood.get("given") else None
        with collected_calls() as calls:
            understood = by_skills(self.mission.wording, context, self.asker(), given)
        save_calls(calls)
        return open_goals.as_plan(understood, self.mission.wording, self.user)

    @property
    def like(self) -> Mission | None:
        """The mission that this one repeats, where that is of the same type."""
        like = self.mission.like
        return like if like is not None and like.mission_type == self.mission.mission_type else None

    def recalled(self) -> list[str]:
        """What memory holds about the goal beside what is applied anyway, in words. It teaches nothing."""
        spaces = {PREFERENCES: preferences_of(self.user), COMPLETED: (COMPLETED, str(self.user.pk))}
        found = recall(
            user=self.user,
            query=self.mission.wording,
            namespaces=[spaces[name] for name in self.kind.config.memory],
            limit=MOST_RECALLED,
            threshold=RELEVANT,
        )
        applied = {taste.words for taste in self.brief().tastes}
        return [one.text for one in found if one.text.rstrip(".") not in applied]

    # Searching ----------------------------------------------------------------------------------------

    def sources(self) -> list[str]:
        """The sources to ask, in the order of preference."""
        known = [source.name for source in sources_for(self.kind.config.offers)]
        preferred = self.kind.config.sources
        return sorted(known, key=lambda name: preferred.index(name) if name in preferred else len(preferred))

    def begin_round(self, names: list[str], text: str, applied: list[str]) -> None:
        """Start searching: note which sources are asked and what is known of the person, and say so."""
        reports = self.new_reports(names)
        beside = Along(_REPORTS, {"reports": as_json(reports)}) if reports else None
        key = f"begin:{self.mission.round}"
        unsearched = self.drive.begins and self.mission.status in UNSEARCHED
        self.move(Mission.Status.EXECUTING, text, key=key, beside=beside, followed=True, applied=applied)
        self.drive.keep(self._search, reports if unsearched else None)

    @property
    def scope(self) -> dict[str, Any]:
        """Which reports are this search's."""
        return {"part": "", "round": self.mission.round}

    def open_reports(self, names: list[str]) -> None:
        """Note that these sources are being asked in this round."""
        self.drive.keep(self._search, None)
        SourceReport.objects.bulk_create(self.new_reports(names), ignore_conflicts=True)

    def new_reports(self, names: list[str]) -> list[SourceReport]:
        """Reports of sources that are being asked in this round, not stored yet."""
        return [
            SourceReport(
                user_id=self.mission.user_id,
                mission=self.mission,
                **self.scope,
                source=name,
                title=_(source_named(name).title),
            )
            for name in names
        ]

    def search(self, name: str, *requests: SearchRequest, patience: float | None = None) -> None:
        """Ask one source and keep what it said. No database connection is held while one outside this
        machine works.

        One that is switched off, or that policy denies, is not asked; its report says so. One outside this
        machine that has not answered within `patience` (seconds; else somewhat more than the requests' own
        limits) counts as one that could not be reached.
        """
        report = next(report for report in self._reports() if report.source == name)
        if report.status == SourceReport.Status.ANSWERED:
            return
        if refused := refusal_of(self.user, source_named(name), requests, ground=self.ground()):
            self._report(report, [], refused, 0, off=True)
            return
        started = time.monotonic()
        if name not in LOCAL:
            connection.close()
            limit = patience or sum(request.timeout for request in requests) + GRACE
            offers, words = asked_in_time(limit, name, requests)
        else:
            offers, words = asked_now(name, requests)
        self._report(report, offers, words, int((time.monotonic() - started) * 1000))

    def ground(self) -> Ground:
        """What policy holds of the person, as it was when the round of searching first asked."""
        return self.drive.shared(f"ground {self.scope}", lambda: Ground(self.user))

    def _report(
        self,
        report: SourceReport,
        offers: list[Offer],
        words: str,
        milliseconds: int,
        *,
        off: bool = False,
    ) -> None:
        status = SourceReport.Status.FAILED if words else SourceReport.Status.ANSWERED
        status = SourceReport.Status.OFF if off else status
        said = words or _("%(source)s answered with %(count)d %(kind)s") % {
            "source": report.title,
            "count": len(offers),
            "kind": self._many(len(offers)),
        }
        kind = Activity.Kind.AGENT_ERROR if words and not off else Activity.Kind.AGENT_THINKING
        report.status, report.words, report.count = status, words or None, len(offers)
        report.offers = [offer.model_dump(mode="json") for offer in offers]
        report.sample = any(offer.sample for offer in offers)
        report.milliseconds, report.answered_at = milliseconds, timezone.now()
        search = f"{report.part}:{report.round}" if report.part else report.round
        if words:  # said once: a wider search or another part that fails alike says no more
            search = hashlib.sha256(words.encode()).hexdigest()[:8]
        key = self._key(f"report:{search}:{report.source}:{status}")
        self.drive.keep(str(report.pk), offers)
        kept = activity.Change(
            f"report AS ({update_of('report', SourceReport, SAID)})",
            "report",
            update_values("report", report, SAID),
        )
        lifecycle.tell(self.mission, lifecycle.Line(said, kind, key=key, followed=True), change=kept)

    def _reports(self) -> list[SourceReport]:
        """The reports of this search, as this drive read and changed them: no other writes them meanwhile."""
        rows = SourceReport.objects.filter(mission=self.mission, **self.scope)
        return self.drive.shared(self._search, lambda: list(rows))

    @property
    def _search(self) -> str:
        return "reports of {part}:{round}".format(**self.scope)

    def _many(self, count: int) -> str:
        return self.kind.config.noun(count)

    def found(self) -> tuple[list[Offer], list[SourceReport]]:
        """Everything that the sources of this round offered, and their reports."""
        reports = list(self._reports())
        order = {name: index for index, name in enumerate(self.kind.config.sources)}
        reports.sort(key=lambda report: order.get(report.source, len(order)))
        brief = self.brief()
        offers = (offer for report in reports for offer in self._offered(report))
        return [self.kind.adapted(offer, brief) for offer in offers], reports

    def _offered(self, report: SourceReport) -> list[Offer]:
        """What a source offered: as this drive heard it, else out of its report."""
        kept: list[Offer] | None = self.drive.kept(str(report.pk))
        return [Offer.model_validate(offer) for offer in report.offers] if kept is None else kept

    def cities_with(self, kind: str) -> list[str]:
        """The cities in which the catalogue knows offers of a kind."""
        return CatalogueItem.objects.cities_with(kind)[kind]

    def hand_over(self, graph: str) -> None:
        """Let another graph take the mission on, once: its level or type turned out otherwise."""
        later = Thread.objects.about("mission", self.mission.pk).filter(
            created_at__gt=self.thread.created_at, graph=graph
        )
        if not later.exists():
            start_thread(
                user_id=self.mission.user_id, graph=graph, subject=lifecycle.subject_of(self.mission)
            )


def mission_row(mission_id: UUID, *, known: bool) -> Mission:
    """A mission as it is now, with its person unless they are `known`. Raises `Mission.DoesNotExist`."""
    if not known:
        return Mission.objects.select_related("user").get(pk=mission_id)
    found = rows_where(Mission, "WHERE id = %(id)s", id=mission_id)
    if not found:
        raise Mission.DoesNotExist
    return found[0]
