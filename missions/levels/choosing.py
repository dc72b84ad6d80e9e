"""The nodes after the search: show the options, take a choice, a wish in words, or a no."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agency.reasoning import value_words
from agency.reasoning.choice_words import number_taken
from agency.reasoning.unread import preferred, unread_demands
from missions import slips
from missions.also_wished import also_wished
from missions.brief import Brief
from missions.levels import changing, unbuilt, wideners
from missions.levels.asking import abandon, asked_anew, step_of, unanswered, wait_for
from missions.levels.changing import ASK_THERE, TRY_AGAIN
from missions.levels.chosen import choose
from missions.levels.desk import Desk
from missions.levels.state import State, moved_on, node
from missions.understanding import context_of
from trust.decisions import Question, clarification
from trust.models import Decision

OTHERS = gettext_lazy("show me others")
WITHOUT_LIMIT = gettext_lazy("without this limit")
ANY_DISTANCE = gettext_lazy("any distance")
ANY_HOUR = wideners.ANY_HOUR
"""Offered where what was learned of a price leaves options out; it stays learned."""
NOT_UNDERSTOOD = gettext_lazy(
    "I did not understand that, so nothing changed. Say it in other words, or name the one you take."
)


@node
def present(desk: Desk, state: State) -> State:
    """Ask the person to choose; take a choice, a refinement in words, or a no (with words: a refinement)."""
    step = step_of(state, "present", state.get("round", desk.mission.round))
    unclear, beyond = state.get("unclear", False), state.get("beyond", False)
    answer = wait_for(desk, step, lambda: _choice(desk, unclear=unclear, beyond=beyond))
    if not answer.given:
        return unanswered(desk, state, answer, back="present")
    if answer.verdict == Decision.Verdict.CHOOSE:
        return choose(desk, desk.option(answer.options[0]))
    if moved_on(desk, state):
        return changing.look_again(desk)
    rejected = answer.verdict == Decision.Verdict.REJECT
    if not rejected or answer.text:
        changed = changing.take_words(desk, answer, step)
        number = number_taken(answer.text) or 0
        beyond = 0 < len(desk.mission.shortlist) < number
        return changed or {**_say_unclear(state, "ask_why" if rejected else "present"), "beyond": beyond}
    if state.get("refused") or not desk.mission.shortlist:
        return abandon(desk)
    return {"next": "ask_why", "refused": True, "unclear": False}


def _say_unclear(state: State, name: str) -> State:
    """Ask once more, saying that the words were not understood; nothing is searched meanwhile."""
    return {**asked_anew(state, name), "unclear": True}


def _so_many(options: int) -> str:
    """What is said where an option was taken by a number that none has."""
    words: str = ngettext(
        "There is only this one. Say “yes” to take it, or what should be different.",
        "There are only %(options)d. Name the one you take, or say what should be different.",
        options,
    )
    return words % {"options": options}


def _choice(desk: Desk, *, unclear: bool, beyond: bool = False) -> Question:
    options = desk.mission.shortlist
    facts = desk.mission.understood
    history = desk.mission.adjustments.get("words", [])
    if not options:
        return _nothing_found(desk, unclear=unclear)
    title = desk.kind.question(
        desk.brief(), int(facts.get("fit", len(options))), int(facts.get("found", len(options)))
    )
    left_out = _("Left out: %(left_out)s.") % {"left_out": facts["left_out"]} if facts.get("left_out") else ""
    return Question(
        kind=Decision.Kind.CHOICE,
        domain=desk.mission.mission_type,
        title=title,
        payload={
            "options": options,
            "most": 1,
            "why": (_so_many(len(options)) if beyond else str(NOT_UNDERSTOOD))
            if unclear
            else " ".join(filter(None, [*_notes(desk), left_out, _reason_of_need(desk), _not_judged(desk)])),
            "refine_suggestions": _suggested(desk),
        },
        refine_allowed=True,
        attempt=len(history) + 1,
        history=list(history),
    )


def _notes(desk: Desk) -> list[str]:
    """What to know about all options before they are compared."""
    return [
        no_others(desk.mission.understood),
        _the_rest(desk),
        _landmark(desk),
        desk.kind.remark(desk.mission.shortlist, desk.brief()),
        desk.kind.note(desk.brief()),
        _not_looked_for(desk),
    ]


def _not_looked_for(desk: Desk) -> str:
    """That a goal asks for a second thing, which no option here is."""
    words = also_wished(desk.mission.goal, str(desk.mission.mission_type))
    if not words:
        return ""
    return _("I look for one thing at a time: ask me for “%(words)s” as well.") % {"words": words}


def _the_rest(desk: Desk) -> str:
    """That more fits than is shown, and which words show it."""
    shown = len(desk.mission.shortlist)
    if int(desk.mission.understood.get("fit", shown)) <= shown:
        return ""
    return _("The best %(shown)d are listed; “%(words)s” brings the next.") % {
        "shown": shown,
        "words": OTHERS,
    }


def no_others(facts: dict[str, Any]) -> str:
    """What is said where others were asked for and there are none; else empty."""
    return _("Nothing else fits: these are all.") if facts.get("no_others") else ""


def _not_judged(desk: Desk) -> str:
    """What was wished for and nothing tells of, in the goal or since: theirs to check."""
    brief = desk.brief()
    untold = [value_words.in_words(wish) for wish in desk.mission.understood.get("untold", [])]
    words = [*untold, *_unread_in_goal(desk, brief), *brief.adjustments.unread]
    if not words:
        return ""
    said = ", ".join(f"“{phrase}”" for phrase in dict.fromkeys(words))
    return _("No source tells of %(words)s: look at the options for that yourself.") % {"words": said}


def _unread_in_goal(desk: Desk, brief: Brief) -> list[str]:
    if brief.wished is not None:
        return brief.wished.unread
    context = context_of(desk.user, desk.mission.created_at)
    return unread_demands(brief.goal, desk.kind.config.all_slots, context)


def _suggested(desk: Desk) -> list[str]:
    """What is offered to change; not what holds already, nor what lies further than anybody goes."""
    brief = desk.brief()
    idle = () if desk.kind.reaches_further(brief) else (_("further away is fine"),)
    offered = [words for words in desk.kind.to_refine(brief) if words not in idle and not holds(words, brief)]
    limit = [str(WITHOUT_LIMIT)] if _limit_cuts(desk, brief) else []
    limit += [str(ANY_DISTANCE)] if desk.kind.distance_learned(brief) else []
    limit += [str(ANY_HOUR)] if desk.kind.scene(brief).usual_hours else []
    ask_there = [str(ASK_THERE)] if _to_ask_there(desk) else []
    return [*ask_there, *limit, *slips.to_take_back(desk.mission), *offered]


def _limit_cuts(desk: Desk, brief: Brief) -> bool:
    """Whether a learned limit holds here and something that was found does not fit."""
    facts, shown = desk.mission.understood, len(desk.mission.shortlist)
    cut = int(facts.get("found", shown)) > int(facts.get("fit", shown))
    return cut and bool(desk.kind.limits_applied(desk.kind.scene(brief)))


def holds(words: str, brief: Brief) -> bool:
    """Whether the qualities that words wish for are wished for already ("green only")."""
    wished = set(preferred(words))
    stated = {name for name, value in brief.slots.items() if value == "yes"}
    return bool(wished) and wished <= {*preferred(brief.goal), *brief.wishes, *stated}


def _nothing_found(desk: Desk, *, unclear: bool) -> Question:
    need = _to_ask_there(desk)
    return clarification(
        _("No place says that it has %(diet)s options. Shall I show them all the same?") % {"diet": need}
        if need
        else _("Nothing fits. What may I change?"),
        domain=desk.mission.mission_type,
        why=str(NOT_UNDERSTOOD) if unclear else _why_nothing(desk),
        # Translators: what is offered here comes back as words that the rules of refinement must understand.
        suggestions=[
            *([TRY_AGAIN] if desk.mission.understood.get("unreached") else []),
            *([ASK_THERE] if need else []),
            *wideners.helpful(desk),
            *slips.to_take_back(desk.mission),
            unbuilt.STOP,
        ],
    )


def _why_nothing(desk: Desk) -> str:
    facts = desk.mission.understood
    said = (
        _("What there was did not fit: %(left_out)s.") % {"left_out": facts["left_out"]}
        if facts.get("left_out")
        else ""
    )
    said = " ".join(
        filter(
            None,
            [
                _landmark(desk),
                said,
                _reason_of_need(desk),
                wideners.not_known_here(desk),
                *facts.get("off", []),
            ],
        )
    )
    if unreached := facts.get("unreached"):
        missed = _("Could not be reached: %(sources)s.") % {"sources": ", ".join(unreached)}
        return f"{said} {missed}".strip()
    return said or _("No source had anything for this.")


def _to_ask_there(desk: Desk) -> str:
    """The needed diet, in words, of which places that were left out do not tell."""
    return desk.kind.to_ask_there(desk.brief(), _left_out(desk))


def _reason_of_need(desk: Desk) -> str:
    """What the person told that places are left out for."""
    told = desk.kind.reason_of_need(desk.brief()) if _to_ask_there(desk) else ""
    return _("I go by this: %(told)s.") % {"told": told} if told else ""


def _left_out(desk: Desk) -> str:
    return str(desk.mission.understood.get("left_out", ""))


def _landmark(desk: Desk) -> str:
    """The line about a landmark that was not found; empty where there was none."""
    return str(desk.mission.understood.get("landmark", ""))


@node
def ask_why(desk: Desk, state: State) -> State:
    """None of these: ask once what was missing, then search again or stop."""
    step = step_of(state, "why", state.get("round", desk.mission.round))
    unclear = state.get("unclear", False)
    answer = wait_for(desk, step, lambda: _why_not(desk, unclear=unclear))
    if not answer.given:
        return unanswered(desk, state, answer, back="ask_why")
    if moved_on(desk, state):
        return changing.look_again(desk)
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return abandon(desk)
    return changing.take_words(desk, answer, step) or _say_unclear(state, "ask_why")


def _why_not(desk: Desk, *, unclear: bool) -> Question:
    return clarification(
        _("None of these. What should be different?"),
        domain=desk.mission.mission_type,
        why=str(NOT_UNDERSTOOD)
        if unclear
        else _("With a word or two I can look again; otherwise I stop here."),
        suggestions=[*_suggested(desk), unbuilt.STOP],
    )
