"""Understanding a goal: domain, type, level, slots. By rules at once, by the skills in the worker."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from agency.reasoning.budget import Asker
from agency.reasoning.engine import Reasoned, reason
from agency.reasoning.routing.said_plainly import said_plainly
from agency.reasoning.skills.complexity import Complexity, GoalToWeigh, classify_complexity
from agency.reasoning.skills.goal import GoalKind, GoalText, classify_goal
from agency.reasoning.skills.slots import GoalToRead, Slots, extract
from agency.reasoning.slots import COMMON_SLOTS, SlotContext, SlotSpec
from agency.reasoning.slots.gazetteer import is_city
from agency.reasoning.slots.places import is_area
from agency.reasoning.slots.slips import Slip, mended
from agency.reasoning.unread import unread_changes
from missions.brief import Wished
from missions.plugins.discovery import all_types, is_built, type_named
from missions.plugins.routing import recognise, told_by_keyword
from trust.models import User

SURE = 0.45
"""Below this confidence the person is asked what kind of goal it is."""
UNSURE, CLEAR = 0.4, 0.6
"""What is less than clear counts as unsure where nothing else in a goal speaks for a plan of days."""
SURE_OF_DAYS = 0.8
"""What is less sure to be a plan of days may be something else that its words tell."""
PLANNED = 3
"""The level of what is planned in parts."""
LONGEST_EXPLAINED = 100
"""Characters of a goal whose words are looked at one by one."""
AMONG_PEOPLE = frozenset({"email", "contacts"})
"""Domains in which names behind “to” and “from” are people."""
AS_TYPED = "open_goal"
"""The type whose goals may be words to be kept."""
UNCLAIMED = frozenset({"other", "research"})
"""Where a goal lands that no mission and no tool is for."""
_QUESTION = re.compile(
    r"\W*(?:what|how|who|why|when|where|which|is|are|do|does|can|could|speak|say|translate|spell|wie|was|wer|warum|wo"
    r"|welche\w*|ist|kann\w*|sprich|comment|que|qu['’]|quoi|qui|pourquoi|où|est)\b",
    re.IGNORECASE,
)
"""Asks to be told something ("how do you make pasta"), or for words."""


class Understanding(BaseModel):
    """What a sentence means to us. `source` is "model" or "rules"; `wished` is what only a model reads."""

    domain: str
    mission_type: str | None
    level: int
    level_reason: str = ""
    slots: dict[str, Any] = {}
    confidence: float
    source: str = "rules"
    wished: Wished | None = None
    slips: list[Slip] = []
    """Slips of the keyboard that were mended before the sentence was read."""
    read_as: str = ""
    """The sentence with its slips mended; empty where there were none."""

    @property
    def sure(self) -> bool:
        """Whether to go on without asking what kind of goal it is."""
        return self.confidence >= SURE


def specs_for(mission_type: str | None) -> list[SlotSpec]:
    """The slots to look for: those of the type, or the common ones for types not built."""
    if mission_type is not None and is_built(mission_type):
        return list(type_named(mission_type).config.all_slots)
    return [*COMMON_SLOTS, SlotSpec(name="duration", type="duration")]


def context_of(user: User, now: datetime, asked: tuple[str, ...] = ()) -> SlotContext:
    """What is known around a sentence of this person. To the minute, so that an answer can be cached."""
    return SlotContext(
        ref=now.astimezone(user.zone).replace(second=0, microsecond=0, tzinfo=None),
        zone=user.time_zone,
        language=user.language,
        currency=user.currency,
        home=user.home_name,
        asked=asked,
    )


def by_rules(
    text: str, context: SlotContext, mission_type: str | None = None, *, keep: Collection[str] = ()
) -> Understanding:
    """Understand by rules alone; a given mission type is taken as said.

    Slips of the keyboard are mended in what one of the built types is for, but for the words in `keep`; in
    other goals, such as a mail, words stay as they were typed.
    """
    better = mended(text, keep)
    found = _by_rules(better.text, context, mission_type)
    if not better.slips:
        return found
    if found.mission_type in (None, AS_TYPED) or not is_built(found.mission_type):
        return _by_rules(text, context, mission_type)
    return found.model_copy(update={"slips": better.slips, "read_as": better.text})


def _by_rules(text: str, context: SlotContext, mission_type: str | None) -> Understanding:
    kind = _given(mission_type) or _explained(text, kind_by_rules(text), context)
    slots = extract.rules(GoalToRead(text=text, specs=specs_for(kind.mission_type), context=context)).values
    return _weighed(text, _told(text, kind, slots), slots, "rules", asker=None)


def kind_by_rules(text: str) -> GoalKind:
    """What kind of mission a text wants, by rules alone."""
    return _given(recognise(text)) or _settled(text, classify_goal.rules(GoalText(text=text)))


def by_skills(
    text: str, context: SlotContext, asker: Asker, mission_type: str | None = None
) -> Understanding:
    """Understand with the model where one is configured, by rules where not."""
    given = _given(mission_type or recognise(text))
    found = None if given else reason(classify_goal, GoalText(text=text), asker=asker)
    kind = given or _settled(text, found.value if found else GoalKind(domain="other"))
    if _source(found) == "rules":
        kind = _explained(text, kind, context)
    question = GoalToRead(text=text, specs=specs_for(kind.mission_type), context=context)
    if not _searches(kind.mission_type):  # its slots decide nothing: worth no call
        return _weighed(text, kind, extract.rules(question).values, _source(found), asker=None)
    slots = reason(extract, question, asker=asker)
    values = _values(slots.value)
    understood = _weighed(text, _told(text, kind, values), values, _source(found, slots), asker=asker)
    return understood.model_copy(
        update={"wished": None if slots.source == "rules" else wished_in(slots.value)}
    )


def _searches(mission_type: str | None) -> bool:
    """Whether slots are looked for that a search or a plan of the type is made from."""
    return mission_type is not None and is_built(mission_type) and bool(type_named(mission_type).config.slots)


def wished_in(read: Slots) -> Wished:
    """What a model read beside the slots; a wish of no known quality stays as its words."""
    named = [wish.quality for wish in read.wishes if wish.quality]
    return Wished(
        prefer=list(dict.fromkeys(named)), unread=[wish.words for wish in read.wishes if not wish.quality]
    )


def _source(*answers: Reasoned[Any] | None) -> str:
    """Say "model" if a model answered any of the questions, now or before."""
    return "model" if any(answer is not None and answer.source != "rules" for answer in answers) else "rules"


def _settled(text: str, kind: GoalKind) -> GoalKind:
    """The kind of a goal; an unclear one is of the planning type whose keyword it names, and what nobody
    claims of the one that its words say plainly ("I want to learn …")."""
    if kind.domain in UNCLAIMED and (plain := said_plainly(text)):
        return GoalKind(domain="missions", mission_type=plain, confidence=SURE)
    if kind.confidence >= SURE:
        return kind
    named = told_by_keyword(text)
    return GoalKind(domain="missions", mission_type=named, confidence=SURE) if named else kind


def _explained(text: str, kind: GoalKind, context: SlotContext) -> GoalKind:
    """The kind of a goal; what nobody claims is of the type whose slots explain each of its words, one that
    tells the type among them: "Mexikanisch für zwei morgen Abend". So is what is not sure ("Italian in Berlin
    on Friday") and what sounds like a plan of days, and says nothing of one: "Italian in Paris for Friday
    night, 4 people"."""
    unsure = kind.domain == "other" or kind.confidence < SURE
    if not (unsure or _sounds_planned(text, kind)):
        return kind
    if len(text) > LONGEST_EXPLAINED or _QUESTION.match(text):
        return kind
    for one in all_types():
        specs = list(one.config.all_slots)
        if one.config.telling and not unread_changes(text, specs, context):
            slots = extract.rules(GoalToRead(text=text, specs=specs, context=context)).values
            if any(slots.get(name) for name in one.config.telling):
                return GoalKind(domain="missions", mission_type=one.config.type, confidence=SURE)
    return kind


def _sounds_planned(text: str, kind: GoalKind) -> bool:
    """Whether a goal is taken for one that is planned for days, without being sure or having its word."""
    if kind.mission_type is None or kind.confidence >= SURE_OF_DAYS or not is_built(kind.mission_type):
        return False
    planned = type_named(kind.mission_type).config.levels.least == PLANNED
    return planned and told_by_keyword(text) != kind.mission_type


def _told(text: str, kind: GoalKind, slots: dict[str, Any]) -> GoalKind:
    """The kind of a goal, sure enough where a slot is filled that tells its type ("Mexican for two").

    Not sure where it would be planned for days, and nothing in it says so: "a nice evening out with Lena".
    """
    if kind.mission_type is None or not is_built(kind.mission_type):
        return kind
    config = type_named(kind.mission_type).config
    if kind.confidence < SURE and any(slots.get(name) for name in config.telling):
        return kind.model_copy(update={"confidence": SURE})
    planned = config.levels.least == PLANNED and told_by_keyword(text) != kind.mission_type
    if planned and SURE <= kind.confidence < CLEAR and not any(slots.values()):
        return kind.model_copy(update={"confidence": UNSURE})
    return kind


def _given(mission_type: str | None) -> GoalKind | None:
    return GoalKind(domain="missions", mission_type=mission_type, confidence=1.0) if mission_type else None


def _values(slots: Slots) -> dict[str, Any]:
    return {name: value for name, value in slots.values.items() if value not in (None, "", [], {})}


def _without_names(slots: dict[str, Any], domain: str) -> dict[str, Any]:
    """Slots without a “place” that is somebody (“to Paul” in a mail), or that no map knows."""
    place = str(slots.get("place", ""))
    if place and (domain in AMONG_PEOPLE or not (is_city(place) or is_area(place))):
        return {name: value for name, value in slots.items() if name != "place"}
    return slots


def _weighed(
    text: str, kind: GoalKind, slots: dict[str, Any], source: str, *, asker: Asker | None
) -> Understanding:
    if kind.mission_type is None:
        slots = _without_names(slots, kind.domain)
        return Understanding(
            domain=kind.domain,
            mission_type=None,
            level=1,
            slots=slots,
            confidence=kind.confidence,
            source=source,
        )
    if is_built(kind.mission_type):
        slots = type_named(kind.mission_type).settle(slots, text)
    question = GoalToWeigh(text=text, mission_type=kind.mission_type, slots=slots)
    weighed = _complexity(question, kind, asker)
    level = weighed.level
    if is_built(kind.mission_type):
        level = type_named(kind.mission_type).level_of(level, slots)
    return Understanding(
        domain=kind.domain,
        mission_type=kind.mission_type,
        level=level,
        level_reason=weighed.reason,
        slots=slots,
        confidence=kind.confidence,
        source=source,
    )


def _complexity(question: GoalToWeigh, kind: GoalKind, asker: Asker | None) -> Complexity:
    """Weigh a goal, as the model did that told its kind; by rules where a model's word would change nothing,
    so that its calls go elsewhere."""
    if asker is None or not is_built(question.mission_type):
        return classify_complexity.rules(question)
    levels = type_named(question.mission_type).config.levels
    if levels.least == levels.most:
        return classify_complexity.rules(question)
    if kind.level is not None:
        return Complexity(level=kind.level, reason=kind.reason[:200])
    return reason(classify_complexity, question, asker=asker).value
