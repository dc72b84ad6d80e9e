"""The nodes of one part: ask the sources side by side, reflect, let the person choose, settle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from agency.reasoning.choice_words import named
from agency.reasoning.skills.refinement import Refinement
from agency.runtime.nodes import to_next
from agency.sources.base import Offer
from missions import refining, subgoals
from missions.levels.asking import unanswered, wait_for
from missions.levels.asking_desk import Answered
from missions.levels.changing import TRY_AGAIN, read_words
from missions.levels.chosen import taken_by
from missions.levels.complex.part_desk import PartDesk, PartState, part_desk_of, part_node
from missions.levels.complex.part_questions import CANNOT, WITH_THESE, WITHOUT, question_of
from missions.levels.complex.retaking import BEFORE, every_shown, not_cheaper
from missions.levels.complex.whole import change_the_whole
from missions.levels.searching import ENOUGH, REPLANS_AT_MOST
from missions.merging import merge
from missions.models import SourceReport, Subgoal
from missions.options import option_of
from missions.plugins.complex import Judged
from trust.decisions import is_answer
from trust.models import Activity, Decision

MOST_OPTIONS = 15


@part_node
def begin(desk: PartDesk, state: PartState) -> PartState:
    """Note which sources this attempt asks."""
    names = desk.sources()
    desk.open_reports(names)
    return {"next": "search" if names else "reflect", "attempt": desk.row.attempt, "sources": names}


def fan_out(state: PartState, config: RunnableConfig) -> list[Send] | str:
    """One worker for each source, side by side."""
    names = state["sources"] if "sources" in state else part_desk_of(state, config).sources()
    return [Send("search", {**state, "source": name}) for name in names] or "reflect"


@part_node
def search(desk: PartDesk, state: PartState) -> PartState:
    """One worker: ask one source."""
    desk.ask_source(state["source"])
    return {}


@part_node
def reflect(desk: PartDesk, state: PartState) -> PartState:
    """Judge what was found. If it is not enough, look another way, at most twice; then ask."""
    if desk.row.attempt > state.get("attempt", desk.row.attempt):
        return {"next": "begin"}
    offers, reports = desk.found()
    judged = _judged(desk, merge(offers))
    if judged.confidence < ENOUGH and _widened(desk, judged, reports):
        return {"next": "begin"}
    _keep_research(desk, judged)
    _keep_judged(desk, judged, reports)
    if not judged.options and judged.confidence < ENOUGH and desk.nobody_knows() and _took_contingency(desk):
        return {"next": "settle"}
    asks = judged.confidence < ENOUGH or (judged.ask and judged.options)
    return {"next": "choose" if asks else "settle"}


def _judged(desk: PartDesk, offers: list[Offer]) -> Judged:
    """Judge what was not shown before others were asked for; where that is nothing, all, which is said."""
    brief, done = desk.brief(), desk.done()
    seen = brief.adjustments.seen
    new = [one for one in offers if desk.kind.mark(one) not in seen]
    judged = desk.planner.judge(desk.part, new, brief, done)
    if judged.options or not seen:
        return judged
    every = brief.model_copy(update={"adjustments": brief.adjustments.model_copy(update={"seen": []})})
    judged = desk.planner.judge(desk.part, offers, every, done)
    options = sorted(judged.options, key=lambda one: desk.kind.mark(one.offer) in seen)
    return replace(judged, options=options, ask=judged.take == 1, facts={**judged.facts, "no_others": True})


def _widened(desk: PartDesk, judged: Judged, reports: Sequence[SourceReport]) -> bool:
    """Begin another attempt with wider wishes, where there are any left and anybody answers."""
    answered = any(report.status == SourceReport.Status.ANSWERED for report in reports)
    if not answered or desk.row.replans >= REPLANS_AT_MOST:
        return False
    widened = desk.planner.widen_part(desk.part, desk.brief())
    if widened is None:
        return False
    wider, words = widened
    desk.keep(
        _("%(n)s fit; trying %(words)s") % {"n": len(judged.options), "words": words},
        key=f"replan:{desk.row.attempt}",
        adjustments=subgoals.wishes_of(desk.row, wider, desk.whole()),
        attempt=desk.row.attempt + 1,
        replans=desk.row.replans + 1,
        confidence=judged.confidence,
    )
    return True


def _keep_research(desk: PartDesk, judged: Judged) -> None:
    ranked = [one.offer for one in judged.options]
    subgoals.keep_research(desk.row, ranked, judged.left_out, desk.planner.research_name(desk.part))


def _keep_judged(desk: PartDesk, judged: Judged, reports: Sequence[SourceReport]) -> None:
    scene = desk.planner.part_scene(desk.part, desk.brief(), desk.done())
    options = [
        {"option": option_of(one, scene, desk.planner), "offer": one.offer.model_dump(mode="json")}
        for one in judged.options[:MOST_OPTIONS]
    ]
    taken = [] if judged.ask else [one.offer.model_dump(mode="json") for one in judged.options[: judged.take]]
    desk.keep(
        _found_words(judged),
        key=f"judged:{desk.row.attempt}",
        options=options,
        chosen=taken,
        facts={
            **judged.facts,
            "question": judged.question,
            subgoals.CLOSER: judged.closer,
            "left_out": judged.left_out,
            BEFORE: _shown_before(desk, {one["option"]["title"] for one in options}),
            "unreachable": [one.words for one in reports if one.status in SourceReport.SILENT],
        },
        risks=judged.risks,
        note=None if judged.ask else judged.settled or None,
        confidence=judged.confidence,
        needs_review=judged.confidence < ENOUGH,
    )


def _shown_before(desk: PartDesk, now: set[str]) -> list[dict[str, Any]]:
    """The options of earlier attempts that are not among those shown now, the newest last."""
    by_title = {
        one["option"]["title"]: one for one in every_shown(desk.row) if one["option"]["title"] not in now
    }
    return list(by_title.values())[-MOST_OPTIONS:]


def _taken_from_before(desk: PartDesk, words: str) -> str:
    """The id of the option of an earlier attempt that words take by its name, shown again; empty for none."""
    before = desk.row.facts.get(BEFORE, [])
    every = every_shown(desk.row)
    place = named(words, [one["option"]["title"] for one in every]) if before else None
    if place is None or place >= len(before):
        return ""
    desk.keep(options=[every[place], *desk.row.options])
    taken: str = every[place]["option"]["id"]
    return taken


def _found_words(judged: Judged) -> str:
    if not judged.options:
        return _("nothing to choose from") if judged.confidence < ENOUGH else _("worked out")
    left_out = f" ({judged.left_out})" if judged.left_out else ""
    return _("%(n)s fit%(left_out)s") % {"n": len(judged.options), "left_out": left_out}


def _took_contingency(desk: PartDesk) -> bool:
    """Let what the type holds ready stand in for what the person goes on without, and say so."""
    found = desk.planner.instead(desk.part, desk.brief(), desk.done())
    if found is None:
        return False
    desk.keep(
        found.note or desk.part.contingency,
        key=f"instead:{desk.row.attempt}",
        chosen=[offer.model_dump(mode="json") for offer in found.chosen],
        facts={**desk.row.facts, **found.facts},
        note=found.note,
        needs_review=True,
    )
    return True


@part_node
def choose(desk: PartDesk, state: PartState) -> PartState:
    """Ask the person to choose, or what may be different where nothing fits."""
    refused = state.get("refused", False)
    name = "why" if refused else "choose"
    again = state.get("again", 0)
    step = f"{name}:{state.get('attempt', 0)}:{again}"
    question = question_of(desk, refused=refused)
    answer = wait_for(desk, step, lambda: question(desk, unclear=state.get("unclear", False)))
    if not answer.given:
        return _unanswered(desk, state, answer)
    if desk.row.attempt > state.get("attempt", desk.row.attempt):
        return {"next": "begin", "refused": False, "unclear": False}
    desk.at_work()
    if answer.verdict == Decision.Verdict.CHOOSE:
        return _chosen(desk, answer.options)
    if desk.row.chosen and is_answer(answer.text, WITH_THESE):
        return {"next": "settle"}
    if is_answer(answer.text, WITHOUT) or (answer.verdict == Decision.Verdict.REJECT and refused):
        return _left_out(desk)
    if answer.verdict == Decision.Verdict.REJECT and not answer.text:
        return {"next": "choose", "refused": True, "unclear": False}
    if is_answer(answer.text, TRY_AGAIN):
        return _look_again(desk)
    if answer.verdict != Decision.Verdict.REJECT and (option_id := _taken_from_before(desk, answer.text)):
        return _chosen(desk, [option_id])
    if dearer := not_cheaper(desk, answer.text):
        desk.keep(facts={**desk.row.facts, CANNOT: [dearer]})
        return {**_anew(state), "unclear": True}
    shown = [one["option"] for one in desk.row.options]
    read = read_words(desk, answer.text, shown)
    if answer.verdict != Decision.Verdict.REJECT and (option := taken_by(read, shown)):
        return _chosen(desk, [option["id"]])
    if change_the_whole(desk, answer.text, read):
        return {"next": "end"}
    if _take_words(desk, answer.text, read):
        return {"next": "begin", "refused": False, "unclear": False}
    cannot = desk.planner.cannot(answer.text, desk.whole())
    desk.keep(facts={**desk.row.facts, CANNOT: cannot})
    return {**_anew(state), "unclear": True}


def _anew(state: PartState) -> PartState:
    return {"next": "choose", "again": state.get("again", 0) + 1}


def _unanswered(desk: PartDesk, state: PartState, answer: Answered) -> PartState:
    """Ask anew: parts of a mission wait as long as it takes."""
    found = unanswered(desk, {"again": state.get("again", 0)}, answer, back="choose")
    return {"next": "settle"} if found["next"] == "end" else _anew(state)


def _chosen(desk: PartDesk, ids: list[str]) -> PartState:
    offers = desk.chosen(ids)
    desk.keep(
        _("you chose %(title)s") % {"title": ", ".join(offer.title for offer in offers)},
        key=f"chosen:{desk.row.attempt}",
        chosen=[offer.model_dump(mode="json") for offer in offers],
    )
    return {"next": "settle"}


def _left_out(desk: PartDesk) -> PartState:
    if _took_contingency(desk):
        return {"next": "settle"}
    desk.keep(_("left out, as you wished"), key=f"without:{desk.row.attempt}", status=Subgoal.Status.SKIPPED)
    return {"next": "settle"}


def _look_again(desk: PartDesk) -> PartState:
    desk.keep(_("looking again"), key=f"again:{desk.row.attempt}", attempt=desk.row.attempt + 1)
    return {"next": "begin", "refused": False, "unclear": False}


def _take_words(desk: PartDesk, words: str, read: Refinement) -> bool:
    """Begin another attempt with what should be different; False: not understood.

    A value that a person names for one part ("under $90 a night") is that part's alone.
    """
    brief, part = desk.brief(), desk.part
    taken = refining.taken_in(
        brief,
        words,
        desk.planner.meant_of_part(part, words, read, brief),
        lambda after: desk.planner.refine_part(part, words, read, after),
        shown=[one["option"] for one in desk.row.options],
    )
    if taken is None:
        return False
    after, said = taken
    desk.keep(
        _("looking again: %(words)s") % {"words": ", ".join(said) or words},
        key=f"refined:{desk.row.attempt}",
        kind=Activity.Kind.STATUS_CHANGED,
        adjustments=subgoals.wishes_of(desk.row, after, desk.whole()),
        attempt=desk.row.attempt + 1,
        replans=0,
    )
    return True


@part_node
def settle(desk: PartDesk, state: PartState) -> PartState:
    """Note that the part is done. Its run ends, which wakes the supervisor."""
    if desk.row.status != Subgoal.Status.SKIPPED:
        desk.keep(_settled_words(desk), key=f"done:{desk.row.round}", kind=Activity.Kind.AGENT_COMPLETED,
                  status=Subgoal.Status.DONE)  # fmt: skip
    return {"next": "end"}


def _settled_words(desk: PartDesk) -> str:
    titles = list(dict.fromkeys(Offer.model_validate(offer).title for offer in desk.row.chosen))[:3]
    if not titles:
        return _("done")
    words = _("done: %(titles)s") % {"titles": ", ".join(titles)}
    return f"{words}. {desk.row.note}" if desk.row.note else words


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of one part."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(PartState)
    for one in (begin, search, reflect, choose, settle):
        graph.add_node(one.__name__, one)
    graph.add_edge(START, "begin")
    graph.add_conditional_edges("begin", fan_out, ["search", "reflect"])
    graph.add_edge("search", "reflect")
    graph.add_conditional_edges("reflect", to_next, {way: way for way in ("begin", "choose", "settle")})
    graph.add_conditional_edges(
        "choose", to_next, {"begin": "begin", "choose": "choose", "settle": "settle", "end": END}
    )
    graph.add_edge("settle", END)
    return graph
