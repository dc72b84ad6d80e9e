"""The card of a mission: one typed presenter for page, websocket, API and terminal."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from babel.dates import format_timedelta
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from pydantic import TypeAdapter, ValidationError

from agency.reasoning import value_words
from missions import measuring, money, slips, trip_slots
from missions.brief import Adjustments
from missions.costs import Cost, costs_of
from missions.distances import distance_in_words
from missions.limits import budget_in_words
from missions.models import Mission, SourceReport
from missions.plugins.discovery import is_built, type_named
from missions.refining import wishes_in_words
from missions.rows import MissionRow, PartsDone, held_of, parts_of, row_fields, waiting_of
from missions.thinking import rules_stood_in
from missions.trips.options import ways_in_words
from missions.when import slots_in_words
from ownyou.lib.cards import Card
from ownyou.lib.locales import number_in_words
from ownyou.lib.prepared import rows_where
from trust.act_cards import url_of_act
from trust.cards import DecisionCard, card_of
from trust.lines import ActivityLine
from trust.models import Action, Decision, User
from trust.timeline import timeline_of
from trust.wording import agent_title

RECEIPTS = 5
MOST_ASKED = 25
IN_UNITS = {
    "usage": gettext_lazy("%(number)s kWh"),
    "data": gettext_lazy("at least %(number)s GB"),
    "speed": gettext_lazy("at least %(number)s Mbit/s"),
}
"""Numbers that say nothing without what they count."""

LABELS = {
    "people": gettext_lazy("People"),
    "place": gettext_lazy("Where"),
    "near": gettext_lazy("Near"),
    "budget": gettext_lazy("Budget"),
    "cuisine": gettext_lazy("Cuisine"),
    "diet": gettext_lazy("Diet"),
    "product": gettext_lazy("Product"),
    "exclude_product": gettext_lazy("Not"),
    "bill": gettext_lazy("Bill"),
    "usage": gettext_lazy("Yearly use"),
    "data": gettext_lazy("Data"),
    "unlimited": gettext_lazy("Unlimited data"),
    "speed": gettext_lazy("Speed"),
    "current": gettext_lazy("You pay"),
    "genre": gettext_lazy("Kind"),
    "audience": gettext_lazy("For whom"),
    "entry": gettext_lazy("Entry"),
    "price_level": gettext_lazy("Price"),
    "open": pgettext_lazy("opening hours", "Open"),
    "green": gettext_lazy("Green"),
    "delivery": gettext_lazy("Delivery"),
    "measures": gettext_lazy("Limits"),
    "company": gettext_lazy("Company"),
    "fly": gettext_lazy("Getting there"),
    "saving": gettext_lazy("Money"),
    "exclude_cuisine": gettext_lazy("Not cuisine"),
    "exclude_place": gettext_lazy("Not place"),
    "exclude_genre": gettext_lazy("Not genre"),
    "bundle": gettext_lazy("Together"),
    "origin": gettext_lazy("From"),
    "duration": gettext_lazy("How long"),
    "helpers": gettext_lazy("Helpers"),
    **trip_slots.LABELS,
}

NAMES = frozenset(
    {"place", "cities", "origin", "product", "helpers", "drivers", "riders", "wanted", "excluded"}
)
"""Slots that hold names and the person's own words, which are called the same in every language."""

UNFOLDED = 8
"""Lines of a timeline that a phone shows without being asked."""


class SlotWords(Card):
    """One thing that was understood, in words."""

    label: str
    value: str


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


def slot_words(mission: Mission) -> list[SlotWords]:
    """What was understood, in words: "Friday, 4 December 2026", "4 people", "Italian"."""
    language = mission.user.language
    words = []
    if when := slots_in_words(mission.slots, language):
        words.append(SlotWords(label=_("When"), value=when))
    if mended := slips.in_words(mission):
        words.append(SlotWords(label=_("Spelling"), value=mended))
    for name, value in mission.slots.items():
        if name in _said_otherwise(mission.slots):
            continue
        text = trip_slots.trip_words(name, value, mission.slots, language)
        if text := _value_words(name, value, mission.user) if text is None else text:
            text = budget_in_words(mission, text) if name == "budget" else text
            words.append(SlotWords(label=_label(name), value=text))
    read = (mission.understood.get("wished") or {}).get("prefer", [])
    if wishes := wishes_in_words(Adjustments.model_validate(mission.adjustments or {}), read):
        words.append(SlotWords(label=_("Wishes"), value=", ".join(wishes)))
    return words


def _said_otherwise(slots: dict[str, Any]) -> set[str]:
    """Slots that need no words of their own: the times stand under "when", the days that were taken, and what
    stands in for days that have passed, are said by the plan, a bundle names its products."""
    names = {"date", "time", "passed", "begins"}
    names |= {"cities"} if slots.get("place") else set()
    return names | {"product"} if slots.get("bundle") else names


def _label(name: str) -> str:
    if name in LABELS:
        return str(LABELS[name])
    return name.replace("exclude_", _("not ")).replace("_", " ").capitalize()


def _value_words(name: str, value: Any, user: User) -> str:
    language = user.language
    if name == "people":
        return (
            ngettext("%d person", "%d people", int(value)) % int(value)
            if isinstance(value, int)
            else str(value)
        )
    if isinstance(value, dict) and "amount" in value:
        return _money_words({**value, "bound": ""} if name == "current" else value, language)
    if isinstance(value, dict) and ("of" in value or "km" in value):
        around = pgettext("near", "you") if value.get("of") == "me" else value.get("of") or ""
        return f"{around} ({distance_in_words(value['km'], user.home)})" if value.get("km") else str(around)
    if value is True:
        return _("yes")
    if name == "saving":
        return _("as cheap as possible")
    if name == "fly":
        return ways_in_words(str(value))
    if name == "duration":
        return _duration_words(value, language)
    if name in IN_UNITS and isinstance(value, int | float):
        return str(IN_UNITS[name]) % {"number": number_in_words(value)}
    if name == "measures" and isinstance(value, list):
        return ", ".join(measuring.limit_in_words(limit) for limit in value if len(limit) > 1)
    if name == "price_level" and isinstance(value, dict):
        return _("not too expensive") if value.get("max") else _("upscale")
    if name.removeprefix("exclude_") in NAMES:
        return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)
    if isinstance(value, list):
        return ", ".join(_named(item) for item in value)
    return (
        value_words.in_words(value)
        if not isinstance(value, dict)
        else ", ".join(f"{k} {v}" for k, v in value.items())
    )


def _named(value: object) -> str:
    return value_words.titled(str(value).replace("_", " "))


def _duration_words(value: Any, language: str) -> str:
    try:
        span = TypeAdapter(timedelta).validate_python(value)
    except ValidationError:
        return str(value)
    return format_timedelta(span, granularity="day" if span.days else "minute", threshold=2, locale=language)


def _money_words(value: dict[str, Any], language: str) -> str:
    amount = money.in_words(Decimal(str(value["amount"])), value.get("currency") or "USD", language)
    bound = {"max": _("at most"), "min": _("at least"), "about": _("about")}.get(value.get("bound") or "", "")
    per = {"person": _("a person"), "night": _("a night"), "month": _("a month")}.get(
        value.get("per") or "", ""
    )
    return " ".join(part for part in (bound, amount, per) if part)


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
