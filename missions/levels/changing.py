"""Taking in what should be different, and beginning the next round with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning.choice_words import named
from agency.reasoning.engine import collected_calls, reason, save_calls
from agency.reasoning.skills.refinement import Refinement, WordsToRefine, extract_refinement
from agency.reasoning.slots.slips import mended
from missions import refining, slips
from missions.brief import Adjustments
from missions.levels.asking import abandon
from missions.levels.asking_desk import Answered
from missions.levels.chosen import choose, taken_by
from missions.levels.desk import Desk
from missions.levels.doubts import no_day_in
from missions.levels.state import State
from missions.levels.understanding import to_clarify
from missions.models import Mission
from missions.understanding import context_of
from trust.decisions import is_answer
from trust.models import Decision

TRY_AGAIN = gettext_lazy("Try again")
"""Offered where a source could not be reached: the same search once more."""

ASK_THERE = gettext_lazy("show them, I will ask there")
"""Offered where places do not tell whether they serve a needed diet; the need itself stays remembered."""


def look_again(desk: Desk) -> State:
    """Go on with the next round; what the new words made impossible is asked about first."""
    return {"next": "clarify" if to_clarify(desk) else "again", "refused": False, "unclear": False}


def take_words(desk: Desk, answer: Answered, step: str) -> State | None:
    """Read what should be different, apply it, and look again in a new round; None: not understood.

    Words that take one of the options are as good as its button.
    """
    if is_answer(answer.text, TRY_AGAIN):
        return _look_again(desk, step, _("Looking again"))
    if is_answer(answer.text, ASK_THERE):
        adjusted = desk.brief().adjustments.model_copy(update={"ask_there": True})
        adjusted.words = [*adjusted.words, answer.text][-refining.MOST_WORDS :]
        text = _("Looking again, also at places that do not tell: ask there before you order")
        return _look_again(desk, step, text, adjustments=adjusted.model_dump(mode="json"))
    if typed := slips.taken_back(desk.mission, answer.text):
        text = _("Looking again with “%(typed)s”, as you typed it") % {"typed": typed}
        return _look_again(desk, step, text, **slips.as_typed(desk.mission, typed, desk.user))
    if answer.verdict != Decision.Verdict.REJECT and (option := shown_before(desk, answer.text)):
        return _taken(desk, answer, option)
    refinement = read_words(desk, answer.text, desk.mission.shortlist)
    if refinement.give_up:
        return abandon(desk)
    if answer.verdict != Decision.Verdict.REJECT and (option := taken_by(refinement, desk.mission.shortlist)):
        return _taken(desk, answer, option)
    refinement = _as_meant(desk, refinement, answer.text)
    if refinement.empty:
        desk.note_what_came(answer, unclear=True)
        none = no_day_in(answer.text, desk.brief())
        said = (
            _("There is no “%(day)s” in the calendar, so nothing changed") % {"day": none}
            if none
            else _("I did not understand “%(text)s”, so nothing changed") % {"text": answer.text}
        )
        desk.save(said, key=f"unclear:{step}")
        return None
    return _apply(desk, refinement, answer.text, step)


def _as_meant(desk: Desk, refinement: Refinement, words: str) -> Refinement:
    """The refinement with its values as the type means them: "lunch instead" has hours on the day known."""
    day = {"date": desk.mission.slots["date"]} if desk.mission.slots.get("date") else {}
    before = desk.mission.slots.get("time")

    def new(slots: dict[str, Any], text: str) -> dict[str, Any]:
        meant = desk.kind.values_meant(day | slots, text)
        if "time" not in slots and _lies_within(before, meant.get("time")):
            meant.pop("time", None)  # "a cheaper dinner" is at the hour that was said
        return {name: value for name, value in meant.items() if name in slots or name not in day}

    left_out = [phrase for phrase in refinement.left_out if not new({}, phrase)]
    return refinement.model_copy(update={"slots": new(refinement.slots, words), "left_out": left_out})


def _lies_within(time: Any, hours: Any) -> bool:
    begins = time.get("start") if isinstance(time, dict) else time
    return isinstance(hours, dict) and begins is not None and hours["start"] <= begins <= hours["end"]


def _taken(desk: Desk, answer: Answered, option: dict[str, Any]) -> State:
    """Choose what words took; their receipt says so."""
    desk.note_what_came(answer, chosen=option["title"])
    return choose(desk, option)


def shown_before(desk: Desk, text: str) -> dict[str, Any] | None:
    """The option of an earlier list of this mission that words take by its name, unless it is shown now."""
    if not desk.mission.adjustments or not desk.mission.adjustments.get("words"):
        return None
    shown = {option["title"] for option in desk.mission.shortlist}
    before = {option["title"]: option for option in desk.options_before() if option["title"] not in shown}
    titles = [*before, *shown]
    place = named(text, titles)
    return before.get(titles[place]) if place is not None else None


def read_words(desk: Desk, text: str, shown: Sequence[dict[str, Any]]) -> Refinement:
    """Read what should be different from what is shown; empty where nothing was understood."""
    mission = desk.mission
    titles = [option["title"] for option in shown]
    question = WordsToRefine(
        text=mended(text, keep=" ".join(titles).split()).text,
        goal=mission.wording,
        slots=mission.slots,
        titles=titles,
        extremes=refining.extremes_of(shown),
        specs=list(desk.kind.config.all_slots),
        context=context_of(desk.user, timezone.now()),
    )
    if desk.was_offered(text) and not (offered := extract_refinement.rules(question)).empty:
        return offered
    with collected_calls() as calls:
        refinement = reason(extract_refinement, question, asker=desk.asker()).value
    save_calls(calls)
    return refinement


def _apply(desk: Desk, refinement: Refinement, words: str, step: str) -> State:
    mission = desk.mission
    adjustments, slots, said = refining.refined(
        Adjustments.model_validate(mission.adjustments or {}),
        _first_slots(mission) if refinement.afresh else mission.slots,
        refinement,
        shown=mission.shortlist,
        words=words,
    )
    wished = desk.brief().model_copy(update={"adjustments": adjustments, "slots": slots})
    adjustments = desk.kind.within_reach(wished)
    text = ": ".join([_("Looking again"), *([", ".join(said)] if said else [])])
    changed = adjustments.model_dump(mode="json")
    lasting = {**changed, "seen": []}  # another time all is new
    understood = {**mission.understood, "refined": _refined(mission, lasting, slots, words)}
    return _look_again(desk, step, text, adjustments=changed, slots=slots, understood=understood)


def _first_slots(mission: Mission) -> dict[str, Any]:
    """The slots as the goal was read, before any wish changed them."""
    first: dict[str, Any] = mission.understood.get("refined", {}).get("first", {})
    kept = {name: value for name, value in mission.slots.items() if name not in first}
    return kept | {name: value for name, value in first.items() if value is not None}


def _refined(
    mission: Mission, adjustments: dict[str, Any], slots: dict[str, Any], words: str
) -> dict[str, Any]:
    """What wishes have made of the goal since it was read: a mission like this one begins with it.

    A slot that was taken away is None.
    """
    before: dict[str, Any] = mission.understood.get("refined", {})
    names = {*slots, *mission.slots}
    new = {name: slots.get(name) for name in names if slots.get(name) != mission.slots.get(name)}
    return {
        "first": {name: mission.slots.get(name) for name in new} | before.get("first", {}),
        "adjustments": adjustments,
        "slots": {**before.get("slots", {}), **new},
        "words": [*before.get("words", []), words],
    }


def _look_again(desk: Desk, step: str, text: str, **changes: Any) -> State:
    changes |= {"round": desk.mission.round + 1, "replans": 0, "shortlist": []}
    desk.move(Mission.Status.EXECUTING, text, key=f"refine:{step}", **changes)
    return look_again(desk)
