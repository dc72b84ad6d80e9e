"""The nodes before the search: what is wanted, what is missing, and what cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from babel import Locale
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning.engine import collected_calls, reason, save_calls
from agency.reasoning.skills.slots import GoalToRead, extract
from agency.reasoning.slots.gazetteer import is_city
from agency.reasoning.slots.places import locate, meant_city
from agency.reasoning.slots.slips import mended
from agency.reasoning.slots.specs import EXCLUDE
from agency.runtime.nodes import Node
from missions.levels import unbuilt
from missions.levels.asking import abandon, step_of, unanswered, wait_for
from missions.levels.asking_desk import Answered
from missions.levels.desk import Desk
from missions.levels.doubts import ANY_DAY, Doubt, doubt_of, no_day_in
from missions.levels.state import State, node
from missions.plugins.discovery import is_built
from missions.understanding import context_of
from trust.decisions import Question, clarification, is_answer
from trust.models import Decision

PATIENCE, MOST_STUCK = 3, 6
"""After so many answers in a row that did not help, stopping is offered as well; and it ends by itself."""
UNCLEAR = gettext_lazy(
    "I cannot look without it, and your last answers did not tell me. We can also leave it."
)
GIVEN_UP = gettext_lazy(
    "Ended: after so many answers I still do not know what is wanted. Say it anew in other words."
)
MOMENTS = frozenset({"date", "time", "datetime"})
"""Types of slots that hold for one time only."""
AS_SAID = frozenset({"text", "product", "place", "choice"})
"""Types of slots for which an answer that no grammar reads is taken as it was said."""


@node
def understand(desk: Desk, state: State) -> State:
    """Read the goal; ask when a piece is missing or cannot be, the kind is unsure or the type not built."""
    return understood(desk, state)


def then(begin: Callable[[Desk, State], State]) -> Node:
    """The node `understand` of a level that begins its search in the same step, where nothing is to be asked
    first: one checkpoint and one look at the mission less."""

    @node
    def understand(desk: Desk, state: State) -> State:
        """Read the goal and begin; or ask."""
        moved = understood(desk, state)
        return {**moved, **begin(desk, {**state, **moved})} if moved["next"] == "go" else moved

    return understand


def understood(desk: Desk, state: State) -> State:
    """The work of `understand`, alone or before a search."""
    mission = desk.mission
    if mission.provisional:
        _read_again(desk)
    if not is_built(mission.mission_type) or not mission.understood.get("sure", True):
        return {"next": "offer_nearest"}
    if desk.kind.graph.get(mission.level) != desk.graph:
        desk.hand_over(desk.kind.graph[mission.level])
        return {"next": "end"}
    _fill_from_last_time(desk)
    return {"next": "clarify" if to_clarify(desk) else "go", "stuck": 0}


def _fill_from_last_time(desk: Desk) -> None:
    """What was wished for last time holds again, and what was answered then is not asked again.

    Days and hours are not carried: those of last time are over.
    """
    like = desk.like
    if like is None:
        return
    refined: dict[str, Any] = like.understood.get("refined", {})
    lasting = {spec.name for spec in desk.kind.config.all_slots if spec.type not in MOMENTS}
    wished = {name: value for name, value in refined.get("slots", {}).items() if _plain(name) in lasting}
    slots = {name: value for name, value in {**desk.mission.slots, **wished}.items() if value is not None}
    if refined:
        desk.save(
            _("As last time: %(words)s") % {"words": "; ".join(refined["words"])},
            key="as-last-time",
            slots=slots,
            adjustments={**refined["adjustments"], "words": []},
            understood={**desk.mission.understood, "refined": refined},
        )
    missing = _missing(desk)
    if missing in like.slots:
        desk.save(slots={**desk.mission.slots, missing: like.slots[missing]})


def _plain(name: str) -> str:
    """The slot that a slot's name is about: `exclude_cuisine` is about `cuisine`."""
    return name.removeprefix(EXCLUDE)


def _read_again(desk: Desk) -> None:
    found = desk.understand()
    desk.save(
        mission_type=found.mission_type or found.domain,
        level=found.level,
        provisional=False,
        slots=found.slots,
        understood={
            **desk.mission.understood,
            "domain": found.domain,
            "confidence": found.confidence,
            "source": found.source,
            "level_reason": found.level_reason,
            "sure": found.sure,
            "wished": found.wished.model_dump() if found.wished else None,
        },
    )


def to_clarify(desk: Desk) -> bool:
    """Whether something must be asked before a search."""
    return _missing(desk) is not None or _doubt(desk) is not None


def _doubt(desk: Desk) -> Doubt | None:
    config = desk.kind.config
    return doubt_of(desk.brief(), config.offers, config.needs, desk.mission.understood.get("answered", ""))


def _missing(desk: Desk) -> str | None:
    """The first needed slot that is neither said nor known otherwise."""
    brief = desk.brief()
    for name in desk.kind.config.needs:
        known = desk.kind.place(brief) if name == "place" else brief.slots.get(name)
        if not known:
            return name
    return None


@node
def clarify(desk: Desk, state: State) -> State:
    """Ask for a needed piece, or about one that cannot be, and read the answer in its light."""
    asked = state.get("asked", 0)
    step = step_of(state, "clarify", asked)
    stuck = state.get("stuck", 0)
    answer = wait_for(desk, step, lambda: _question(desk, again=stuck >= PATIENCE))
    if not answer.given:
        return unanswered(desk, state, answer, back="clarify")
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return abandon(desk)
    open_before = _open(desk)
    _take_answer(desk, answer, step)
    if not to_clarify(desk):
        return {"next": "go", "asked": asked + 1, "stuck": 0}
    stuck = stuck + 1 if _open(desk) == open_before else 0
    if stuck >= MOST_STUCK:
        return abandon(desk, str(GIVEN_UP))
    return {"next": "clarify", "asked": asked + 1, "stuck": stuck}


def _open(desk: Desk) -> tuple[str, str]:
    """What is asked about now."""
    doubt = _doubt(desk)
    return ("doubt", doubt.slot) if doubt is not None else ("missing", _missing(desk) or "")


def _question(desk: Desk, *, again: bool) -> Question:
    doubt = _doubt(desk)
    if doubt is not None:
        own = doubt.suggestions or desk.kind.config.slot(doubt.slot).suggested
        return _asking(desk, doubt.slot, doubt.question, doubt.understood, own, again=again)
    name = _missing(desk) or desk.kind.config.needs[0]
    spec = desk.kind.config.slot(name)
    text = spec.question or _("What about the %(name)s?") % {"name": name}
    if name == "place" and desk.mission.slots.get("place"):
        text = _("I do not know where “%(place)s” is. In which city?") % {
            "place": desk.mission.slots["place"]
        }
    why = " ".join(filter(None, [_where(desk), _("I cannot look without it.")]))
    return _asking(desk, name, text, why, spec.suggested, again=again)


def _where(desk: Desk) -> str:
    """In which country a place was understood to be that few know, where another could be meant."""
    brief = desk.brief()
    place = desk.kind.place(brief) if brief.slots.get("place") else None
    if place is None or is_city(place.name) or place.country == (brief.home or {}).get("country"):
        return ""
    country = Locale.parse(brief.language, sep="-").territories.get(place.country, place.country)
    said = {"place": place.name, "country": country}
    return _("I understood %(place)s in %(country)s; name another place if you mean none there.") % said


def _asking(
    desk: Desk, name: str, text: str, why: str, suggestions: Sequence[str], *, again: bool
) -> Question:
    return clarification(
        text,
        domain=desk.mission.mission_type,
        why=str(UNCLEAR) if again else why,
        suggestions=[*suggestions, *([unbuilt.STOP] if again else [])],
        hint={"date": "date", "people": "number"}.get(desk.kind.config.slot(name).type, "text"),
        slot=name,
    )


def _take_answer(desk: Desk, answer: Answered, step: str) -> None:
    if answer.about == "date" and is_answer(answer.text, ANY_DAY):
        left = {name: value for name, value in desk.mission.slots.items() if name not in MOMENTS}
        if "date" not in desk.mission.slots:  # a day that there is not: answered, so not asked about again
            left["date"] = None
        desk.save(_("Understood: %(words)s") % {"words": answer.text}, key=step, slots=left)
        return
    specs = list(desk.kind.config.all_slots)
    context = context_of(desk.user, timezone.now(), asked=(answer.about,) if answer.about else ())
    typed = _spelt(answer.text, about=desk.kind.config.slot(answer.about).type if answer.about else "")
    with collected_calls() as calls:
        found = reason(extract, GoalToRead(text=typed, specs=specs, context=context), asker=desk.asker())
    save_calls(calls)
    values = found.value.values
    if answer.about and desk.kind.config.slot(answer.about).type in AS_SAID:
        values.setdefault(answer.about, typed)
    slots = desk.kind.answered({**desk.mission.slots, **values}, answer.text, desk.mission.wording)
    understood = {**desk.mission.understood, "answered": answer.text}
    words = _("There is no “%(day)s” in the calendar") if (none := _no_day(desk, answer.text, slots)) else ""
    said = words % {"day": none} if words else _("Understood: %(words)s") % {"words": typed}
    desk.save(said, key=step, slots=slots, understood=understood)


def _spelt(text: str, *, about: str) -> str:
    """An answer with its slips mended; one that names a city may be nothing but its name."""
    if about == "place" and locate(text) is None and (city := meant_city(text.strip())):
        return city
    return mended(text).text


def _no_day(desk: Desk, text: str, slots: dict[str, Any]) -> str:
    """The day that an answer names and no calendar has, where it says no other one; else empty."""
    return "" if "date" in slots else no_day_in(text, desk.brief())


@node
def offer_nearest(desk: Desk, state: State) -> State:
    """Say what cannot be done yet (or is unsure) and offer the nearest things that can."""
    asked = state.get("asked", 0)
    step = step_of(state, "nearest", asked)
    stuck = state.get("stuck", 0)
    answer = wait_for(desk, step, lambda: unbuilt.question_for(desk.mission, again=stuck >= PATIENCE))
    if not answer.given:
        return unanswered(desk, state, answer, back="offer_nearest")
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return abandon(desk)
    restated, given = unbuilt.restated(desk.mission, answer.text)
    stuck = 0 if given else stuck + 1
    if stuck >= MOST_STUCK:
        return abandon(desk, str(GIVEN_UP))
    desk.save(
        _("Going on with: %(restated)s") % {"restated": restated},
        key=step,
        restated=restated,
        mission_type=given or desk.mission.mission_type,
        provisional=True,
        understood={**desk.mission.understood, "given": bool(given)},
    )
    return {"next": "understand", "asked": asked + 1, "stuck": stuck}
