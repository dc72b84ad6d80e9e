"""The card of a mission: one typed presenter for page, websocket, API and terminal."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from missions.costs import Cost, costs_of
from missions.models import Mission, SourceReport
from missions.plugins.discovery import is_built, type_named
from missions.rows import MissionRow, PartsDone, held_of, parts_of, row_fields, waiting_of
from missions.slot_words import SlotWords, slot_words
from missions.thinking import rules_stood_in
from ownyou.lib.cards import Card
from ownyou.lib.prepared import rows_where
from trust.act_cards import url_of_act
from trust.cards import DecisionCard, card_of
from trust.lines import ActivityLine
from trust.models import Action, Decision
from trust.timeline import timeline_of
from trust.wording import agent_title

RECEIPTS = 5
MOST_ASKED = 25
UNFOLDED = 8
"""Lines of a timeline that a phone shows without being asked."""


class SourceLine(Card):
    """What one source said."""

    name: str
    title: str
    status: Literal["pending", "answered", "failed", "off"]
    words: str
    count: int
    sample: bool
    milliseconds: int = 0


class MadeLine(Card):
    """What one act of a mission came to, and where it is shown."""

    words: str
    url: str = ""


class ResultCard(Card):
    """What came of it. `made`: what its words tell of acts."""

    title: str
    words: str
    made: list[MadeLine] = []
    link: str = ""
    booking_link: str = ""
    source: str = ""
    source_title: str = ""
    sample: bool = False

    @property
    def pieces(self) -> list[MadeLine]:
        """Its words, those about an act apart, with where the act is shown."""
        pieces: list[MadeLine] = []
        rest = self.words
        for one in self.made:
            before, told, after = rest.partition(one.words)
            if told:
                pieces, rest = [*pieces, MadeLine(words=before), one], after
        return [piece for piece in (*pieces, MadeLine(words=rest)) if piece.words]


class MissionCard(MissionRow):
    """A mission as its own page shows it."""

    type_title: str
    level_words: str
    cost_words: str
    cost_hint: str = ""
    cost_usd: Decimal
    like_last_time_url: str
    slots: dict[str, Any]
    slots_words: list[SlotWords]
    applied: list[str]
    recalled: list[str]
    confidence: float | None
    sources: list[SourceLine]
    result: ResultCard | None
    understood_by: str
    rules_words: str = ""
    timeline: list[ActivityLine] = []
    earlier: int | None = None
    receipts: list[DecisionCard] = []

    @property
    def result_repeats_goal(self) -> bool:
        """Whether the title of the result says only what was asked for, so that its words say more."""
        if self.result is None or not self.result.words:
            return False
        return self.goal.casefold().startswith(self.result.title.casefold().rstrip("… "))

    @property
    def fold(self) -> int | None:
        """The number below which lines of the timeline are folded away on a phone; None for a short one."""
        return self.timeline[-UNFOLDED].seq if len(self.timeline) > UNFOLDED + UNFOLDED // 2 else None

    @property
    def applied_beside(self) -> list[str]:
        """The learned preferences that were used and that no open card says of all its options."""
        said = {words.casefold() for card in self.decisions for words in card.shared_reasons}
        return [words for words in self.applied if words.casefold() not in said]


def card_for(mission: Mission) -> MissionCard:
    """Present one mission, with what waits and what the sources said."""
    return cards_for([mission])[0]


def live_card_for(mission: Mission) -> MissionCard:
    """Present one mission as its page draws it again: with what was asked and is settled."""
    asked = _asked_of(mission)
    waiting = [decision for decision in asked if decision.status == Decision.Status.OPEN]
    card = _cards([mission], {mission.pk: waiting})[0]
    settled = [decision for decision in asked if decision.status != Decision.Status.OPEN]
    card.rules_words = rules_stood_in(mission)
    card.receipts = [card_of(decision, shown=0) for decision in settled[:RECEIPTS]]
    return card


def page_card_for(mission: Mission) -> MissionCard:
    """Present one mission as its page shows it at first: with all that happened."""
    card = live_card_for(mission)
    card.timeline, card.earlier = timeline_of(mission.user_id, mission.pk)
    return card


def cards_for(missions: list[Mission]) -> list[MissionCard]:
    """Present missions with three more queries in all (open decisions, reports, costs)."""
    return _cards(missions, waiting_of(mission.pk for mission in missions))


def _cards(missions: list[Mission], waiting: dict[UUID, list[Decision]]) -> list[MissionCard]:
    ids = [mission.pk for mission in missions]
    reports: dict[UUID, list[SourceReport]] = {}
    for report in rows_where(SourceReport, _OF_MISSIONS, but=("offers",), missions=ids):
        reports.setdefault(report.mission_id, []).append(report)
    costs = costs_of(missions)
    parts, held = parts_of(missions), held_of(missions)
    return [
        _card(
            mission,
            waiting.get(mission.pk, []),
            parts.get(mission.pk),
            [row for row in reports.get(mission.pk, []) if row.round == mission.round and not row.part],
            costs.get(mission.pk, Cost()),
            held.get(mission.pk),
        )
        for mission in missions
    ]


def _asked_of(mission: Mission) -> list[Decision]:
    """Return what was asked: what is open first, oldest on top, then what is settled, newest on top."""
    return rows_where(Decision, _ASKED, mission=mission.pk, most=MOST_ASKED)


_OF_MISSIONS = "WHERE mission_id = ANY(%(missions)s::uuid[]) ORDER BY created_at"
_ASKED = """
WHERE subject_id = %(mission)s
ORDER BY (status = 'open') DESC, answered_at DESC, created_at LIMIT %(most)s
"""


def _card(
    mission: Mission,
    waiting: list[Decision],
    parts: PartsDone | None,
    reports: list[SourceReport],
    cost: Cost,
    held: Action | None,
) -> MissionCard:
    fields = row_fields(mission, waiting, [report.status for report in reports], parts, held)
    if mission.was_chosen:
        fields["can"] = {*fields["can"], "another"}
    return MissionCard(
        **fields,
        decisions=[card_of(decision) for decision in waiting],
        type_title=_type_title(mission),
        level_words={1: _("quick"), 2: _("several sources"), 3: _("a plan")}[mission.level],
        cost_words=cost.words(mission.user.language, mission.user.currency) or _("no cost"),
        cost_hint=cost.hint(mission.user.language, mission.user.currency),
        cost_usd=cost.usd,
        like_last_time_url=reverse("mission_act", args=[mission.pk, "again"]),
        slots=mission.slots,
        slots_words=slot_words(mission),
        applied=mission.applied,
        recalled=[str(text) for text in mission.understood.get("recalled", [])],
        confidence=mission.confidence,
        sources=[_source(report) for report in reports],
        result=_result(mission),
        understood_by=str(mission.understood.get("source", "rules")),
    )


def _type_title(mission: Mission) -> str:
    if is_built(mission.mission_type):
        return type_named(mission.mission_type).config.title_words
    return agent_title(mission.mission_type)


def _source(report: SourceReport) -> SourceLine:
    words = {
        SourceReport.Status.PENDING: _("asking …"),
        SourceReport.Status.ANSWERED: ngettext("%d found", "%d found", report.count) % report.count,
        SourceReport.Status.FAILED: (report.words or _("could not be reached")).removeprefix(
            f"{report.title} "
        ),
        SourceReport.Status.OFF: (report.words or _("not asked")).removeprefix(f"{report.title} "),
    }[SourceReport.Status(report.status)]
    return SourceLine(
        name=report.source,
        title=report.title,
        status=report.status,
        words=words,
        count=report.count,
        sample=report.sample,
        milliseconds=report.milliseconds,
    )


def _result(mission: Mission) -> ResultCard | None:
    """What came of it, with where the option that was chosen came from."""
    if not mission.result:
        return None
    option = mission.result.get("option") or {}
    origin = {name: option[name] for name in ("source", "source_title", "sample") if name in option}
    made = [
        MadeLine(words=one["words"], url=url_of_act(UUID(one["act"])))
        for one in mission.result.get("made", [])
    ]
    return ResultCard.model_validate({**origin, **mission.result, "made": made})
