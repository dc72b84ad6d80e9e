"""The nodes that the graphs of level 1 and level 2 share. Each does one thing and returns what comes next.

A node that asks does nothing before `interrupt()` but derive: LangGraph runs it again from its first line
when the answer is there. State holds ids, numbers and enumerations only; a person's words stay in rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypedDict
from uuid import UUID

from django.db import connections
from django.utils import timezone
from langchain_core.runnables import RunnableConfig
from langgraph.types import interrupt

from agency.models import ReasoningCall
from agency.reasoning.engine import collected_calls, reason, save_calls
from agency.reasoning.skills.reasons import OptionFacts, OptionsToExplain, write_reasons
from agency.reasoning.skills.refinement import WordsToRefine, extract_refinement
from agency.reasoning.skills.slots import GoalToRead, extract
from missions import options as option_cards
from missions import refining
from missions.brief import Adjustments
from missions.levels import unbuilt
from missions.levels.desk import Answered, Desk
from missions.merging import merge
from missions.models import Mission
from missions.plugins.discovery import is_built
from missions.ranking import Scored
from missions.understanding import context_of
from missions.when import slots_in_words
from trust.decisions import Question
from trust.models import Activity, Decision

S = Mission.Status
ENOUGH = 0.7
REPLANS_AT_MOST = 2
SHOWN = 5
PATIENCE = 3
"""After so many questions that did not help, stopping is offered as well."""
UNCLEAR = "I cannot look without it, and your last answers did not tell me. We can also leave it."
AS_SAID = frozenset({"text", "product", "place", "choice"})
"""Types of slots for which an answer that no grammar reads is taken as it was said."""


class State(TypedDict, total=False):
    """What the checkpoint keeps: the mission, its round, where to go next, and how often things were asked.

    The row's round moves on before the checkpoint's does. A node that runs again because the worker died in
    between sees that (`_moved_on`), and does not move it twice.
    """

    mission_id: str
    next: str
    source: str
    round: int
    asked: int
    refused: bool


class Node(Protocol):
    """A node as LangGraph calls it."""

    __name__: str

    def __call__(self, state: State, config: RunnableConfig) -> State: ...


def desk_of(state: State, config: RunnableConfig) -> Desk:
    """The desk of the run that LangGraph's config names."""
    return Desk(UUID(state["mission_id"]), UUID(config["configurable"]["thread_id"]))


def node(work: Callable[[Desk, State], State]) -> Node:
    """Give a node its desk, and return database connections of pool threads when it is done."""

    def run(state: State, config: RunnableConfig) -> State:
        try:
            return work(desk_of(state, config), state)
        finally:
            connections.close_all()

    run.__name__ = work.__name__
    run.__doc__ = work.__doc__
    return run


def _moved_on(desk: Desk, state: State) -> bool:
    """Whether this node ran before and has begun the next round already."""
    return desk.mission.round > state.get("round", desk.mission.round)


# Understanding ------------------------------------------------------------------------------------------


@node
def understand(desk: Desk, state: State) -> State:
    """Read the goal; ask when a needed piece is missing, the kind is unsure, or the type is not built."""
    mission = desk.mission
    if mission.provisional:
        _read_again(desk)
    if not is_built(mission.mission_type) or not mission.understood.get("sure", True):
        return {"next": "offer_nearest"}
    if desk.kind.graph.get(mission.level) != desk.graph:
        desk.hand_over(desk.kind.graph[mission.level])
        return {"next": "end"}
    _fill_from_last_time(desk)
    return {"next": "clarify" if _missing(desk) else "go"}


def _fill_from_last_time(desk: Desk) -> None:
    """What was asked and answered last time is not asked again."""
    before = desk.slots_last_time()
    missing = _missing(desk) if before else None
    if missing in before:
        desk.save(slots={**desk.mission.slots, missing: before[missing]})


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
        },
    )


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
    """Ask for the needed piece that is missing, and read the answer in its light."""
    asked = state.get("asked", 0)
    step = f"clarify:{asked}"
    decision = desk.asked(step) or _ask_missing(desk, step, again=asked >= PATIENCE)
    interrupt({"decision": str(decision)})
    answer = desk.answer(decision)
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return _abandon(desk)
    _take_answer(desk, answer, step)
    return {"next": "understood" if _missing(desk) is None else "clarify", "asked": asked + 1}


def _ask_missing(desk: Desk, step: str, *, again: bool) -> UUID:
    name = _missing(desk) or desk.kind.config.needs[0]
    spec = desk.kind.config.slot(name)
    text = spec.ask or f"What about the {name}?"
    if name == "place" and desk.mission.slots.get("place"):
        text = f"I do not know where “{desk.mission.slots['place']}” is. In which city?"
    return desk.ask(
        Question(
            kind=Decision.Kind.CLARIFICATION,
            domain=desk.mission.mission_type,
            title=text,
            payload={
                "question": text,
                "slot": name,
                "suggestions": [*spec.suggestions, *([unbuilt.STOP] if again else [])],
                "hint": {"date": "date", "people": "number"}.get(spec.type, "text"),
                "why": UNCLEAR if again else "I cannot look without it.",
            },
        ),
        step=step,
    )


def _take_answer(desk: Desk, answer: Answered, step: str) -> None:
    specs = list(desk.kind.config.all_slots)
    context = context_of(desk.user, timezone.now(), asked=(answer.about,) if answer.about else ())
    with collected_calls() as calls:
        found = reason(
            extract, GoalToRead(text=answer.text, specs=specs, context=context), asker=desk.asker()
        )
    save_calls(calls)
    values = found.value.values
    if answer.about and desk.kind.config.slot(answer.about).type in AS_SAID:
        values.setdefault(answer.about, answer.text)
    desk.save("Understood: " + answer.text, key=step, slots={**desk.mission.slots, **values})


@node
def offer_nearest(desk: Desk, state: State) -> State:
    """Say what cannot be done yet (or is unsure) and offer the nearest things that can."""
    asked = state.get("asked", 0)
    step = f"nearest:{asked}"
    decision = desk.asked(step) or desk.ask(unbuilt.question_for(desk.mission), step=step)
    interrupt({"decision": str(decision)})
    answer = desk.answer(decision)
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return _abandon(desk)
    restated, given = unbuilt.restated(desk.mission, answer.text)
    desk.save(
        f"Going on with: {restated}",
        key=step,
        restated=restated,
        mission_type=given or desk.mission.mission_type,
        provisional=True,
        understood={**desk.mission.understood, "given": bool(given)},
    )
    return {"next": "understand", "asked": asked + 1}


# Searching ----------------------------------------------------------------------------------------------


def begin(desk: Desk) -> list[str]:
    """Start a round of searching: note what was understood and which sources are asked."""
    names = desk.sources()
    applied = desk.kind.applied(desk.brief())
    words = slots_in_words(desk.mission.slots, desk.user.language)
    text = f"Looking for {desk.kind.config.nouns.many}" + (f": {words}" if words else "")
    desk.begin_round(names, text, applied)
    return names


@node
def execute(desk: Desk, state: State) -> State:
    """Level 1: ask the sources one after the other, filter and rank."""
    names = begin(desk)
    request = desk.kind.request(desk.brief())
    for name in names:
        desk.search(name, request)
    _shortlist(desk)
    return {"next": "present", "round": desk.mission.round}


@node
def plan(desk: Desk, state: State) -> State:
    """Level 2: recall what was learned and decide which sources to ask."""
    found: dict[str, Any] = {}
    if desk.mission.round == 0:
        found["understood"] = {**desk.mission.understood, "recalled": desk.recalled()}
    if desk.mission.status == S.CREATED:
        kind = Activity.Kind.AGENT_STARTED
        desk.move(S.PLANNING, "Planning the search", key="plan", kind=kind, **found)
    else:
        desk.save(**found)
    begin(desk)
    return {"next": "search", "round": desk.mission.round}


@node
def search(desk: Desk, state: State) -> State:
    """Level 2: ask one source. Runs side by side with its siblings."""
    desk.search(state["source"], desk.kind.request(desk.brief()))
    return {}


@node
def aggregate(desk: Desk, state: State) -> State:
    """Merge, filter, and reflect: is this enough for the goal? If not, search another way, at most twice."""
    if _moved_on(desk, state):
        return {"next": "plan"}
    kept, _, reports = _kept(desk)
    confidence = _confidence(len(kept), [report.status for report in reports])
    widened = None
    if confidence < ENOUGH and desk.mission.replans < REPLANS_AT_MOST:
        widened = desk.kind.widen(desk.brief(), desk.mission.replans + 1)
    if widened is None:
        text = f"{len(kept)} of what was found fit"
        desk.move(S.REFLECTING, text, key=f"reflect:{desk.mission.round}", confidence=confidence)
        return {"next": "rank"}
    adjustments, words = widened
    desk.move(
        S.REFLECTING,
        f"Only {len(kept)} fit; trying {words}",
        key=f"reflect:{desk.mission.round}",
        confidence=confidence,
    )
    desk.move(
        S.REPLANNING,
        f"Searching again, {words}",
        key=f"replan:{desk.mission.round}",
        adjustments=adjustments.model_dump(mode="json"),
        round=desk.mission.round + 1,
        replans=desk.mission.replans + 1,
    )
    return {"next": "plan"}


def _confidence(fits: int, statuses: list[str]) -> float:
    answered = sum(status == "answered" for status in statuses) / max(len(statuses), 1)
    return round(0.8 * min(1.0, fits / 3) + 0.2 * answered, 2)


def _kept(desk: Desk) -> tuple[list[Any], dict[str, int], list[Any]]:
    """The offers that meet the hard wishes, why the others do not (counted), and the sources' reports."""
    offers, reports = desk.found()
    scene = desk.kind.scene(desk.brief())
    kept: list[Any] = []
    dropped: dict[str, int] = {}
    for offer in merge(offers):
        verdict = desk.kind.check(offer, scene)
        if verdict.drop:
            dropped[verdict.drop] = dropped.get(verdict.drop, 0) + 1
        else:
            kept.append(offer)
    return kept, dropped, reports


@node
def rank(desk: Desk, state: State) -> State:
    """Score what was kept and keep the best as options."""
    _shortlist(desk)
    return {"next": "present"}


def _shortlist(desk: Desk) -> None:
    kept, dropped, _reports = _kept(desk)
    scene = desk.kind.scene(desk.brief())
    scored = desk.kind.rank(kept, scene)
    calls = _explain(desk, scored)
    options = [option_cards.option_of(one, scene, desk.kind) for one in scored]
    left_out = ", ".join(
        f"{count} {reason}" for reason, count in sorted(dropped.items(), key=lambda item: -item[1])
    )
    found = len(kept) + sum(dropped.values())
    text = f"Compared {found} {desk.kind.config.nouns.many}; {len(kept)} fit" + (
        f" ({left_out})" if left_out else ""
    )
    understood = {**desk.mission.understood, "found": found, "fit": len(kept), "left_out": left_out}
    desk.save(text, key=f"rank:{desk.mission.round}", shortlist=options, understood=understood, calls=calls)


def _explain(desk: Desk, scored: list[Scored]) -> list[ReasoningCall]:
    """Put one short reason in front of what was learned, for the options that are shown first."""
    shown = scored[:SHOWN]
    if not shown:
        return []
    facts = [
        OptionFacts(
            title=one.offer.title, strongest=option_cards.strongest(one), weakest=option_cards.weakest(one)
        )
        for one in shown
    ]
    with collected_calls() as calls:
        question = OptionsToExplain(goal=desk.mission.wording, options=facts)
        reasons = reason(write_reasons, question, asker=desk.asker()).value.reasons
    for one, text in zip(shown, reasons, strict=False):
        if text:
            one.reasons.insert(0, text)
    return calls


# Presenting and taking the answer -----------------------------------------------------------------------


@node
def present(desk: Desk, state: State) -> State:
    """Ask the person to choose; take a choice, a refinement in words, or a no (with words: a refinement)."""
    step = f"present:{state.get('round', desk.mission.round)}"
    decision = desk.asked(step) or desk.ask(_choice(desk), step=step)
    interrupt({"decision": str(decision)})
    answer = desk.answer(decision)
    if answer.verdict == Decision.Verdict.CHOOSE:
        return _chosen(desk, answer)
    if _moved_on(desk, state):
        return {"next": "again", "refused": False}
    if answer.verdict != Decision.Verdict.REJECT or answer.text:
        return _refine(desk, answer, step)
    if state.get("refused") or not desk.mission.shortlist:
        return _abandon(desk)
    return {"next": "ask_why", "refused": True}


def _choice(desk: Desk) -> Question:
    options = desk.mission.shortlist
    facts = desk.mission.understood
    history = desk.mission.adjustments.get("words", [])
    if not options:
        return _nothing_found(desk)
    title = desk.kind.question(
        desk.brief(), int(facts.get("fit", len(options))), int(facts.get("found", len(options)))
    )
    return Question(
        kind=Decision.Kind.CHOICE,
        domain=desk.mission.mission_type,
        title=title,
        payload={
            "options": options,
            "most": 1,
            "why": f"Left out: {facts['left_out']}." if facts.get("left_out") else "",
            "refine_suggestions": desk.kind.config.refine,
        },
        refine_allowed=True,
        attempt=len(history) + 1,
        history=list(history),
    )


def _nothing_found(desk: Desk) -> Question:
    left_out = desk.mission.understood.get("left_out")
    why = f"What there was did not fit: {left_out}." if left_out else "No source had anything for this."
    return Question(
        kind=Decision.Kind.CLARIFICATION,
        domain=desk.mission.mission_type,
        title="Nothing fits. What may I change?",
        payload={
            "question": "Nothing fits. What may I change?",
            "why": why,
            "suggestions": [
                *(["further away is fine"] if desk.kind.config.widen else []),
                "ignore my preferences",
                *(["tomorrow"] if desk.mission.slots.get("date") else []),
                unbuilt.STOP,
            ],
            "hint": "text",
        },
    )


def _chosen(desk: Desk, answer: Answered) -> State:
    option = desk.option(answer.options[0])
    result = {
        "title": option["title"],
        "option": option,
        "words": " · ".join(
            part for part in (option["price_words"], option["when_words"], option["where_words"]) if part
        ),
        "link": option["link"],
        "booking_link": option["booking_link"],
    }
    desk.save(result=result)
    return {"next": "complete"}


def _refine(desk: Desk, answer: Answered, step: str) -> State:
    """Read what should be different, apply it, and search again in a new round."""
    mission = desk.mission
    question = WordsToRefine(
        text=answer.text,
        goal=mission.wording,
        slots=mission.slots,
        titles=[option["title"] for option in mission.shortlist],
        specs=list(desk.kind.config.all_slots),
        context=context_of(desk.user, timezone.now()),
    )
    with collected_calls() as calls:
        refinement = reason(extract_refinement, question, asker=desk.asker()).value
    save_calls(calls)
    if refinement.give_up:
        return _abandon(desk)
    adjustments, slots, said = refining.refined(
        Adjustments.model_validate(mission.adjustments or {}),
        mission.slots,
        refinement,
        shown=mission.shortlist,
        words=answer.text,
    )
    text = "Looking again: " + (
        ", ".join(said) if said else f"I did not understand “{answer.text}”, so nothing changed"
    )
    changes: dict[str, Any] = {
        "adjustments": adjustments.model_dump(mode="json"),
        "slots": slots,
        "round": mission.round + 1,
        "replans": 0,
        "shortlist": [],
    }
    desk.move(S.EXECUTING, text, key=f"refine:{step}", **changes)
    return {"next": "again", "refused": False}


@node
def ask_why(desk: Desk, state: State) -> State:
    """None of these: ask once what was missing, then search again or stop."""
    step = f"why:{state.get('round', desk.mission.round)}"
    decision = desk.asked(step) or desk.ask(_why_not(desk), step=step)
    interrupt({"decision": str(decision)})
    answer = desk.answer(decision)
    if _moved_on(desk, state):
        return {"next": "again", "refused": False}
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return _abandon(desk)
    return _refine(desk, answer, step)


def _why_not(desk: Desk) -> Question:
    text = "None of these. What should be different?"
    return Question(
        kind=Decision.Kind.CLARIFICATION,
        domain=desk.mission.mission_type,
        title=text,
        payload={
            "question": text,
            "why": "With a word or two I can look again; otherwise I stop here.",
            "suggestions": [*desk.kind.config.refine, "stop"],
            "hint": "text",
        },
    )


def _abandon(desk: Desk) -> State:
    desk.move(S.ABANDONED, "Stopped, as you wished", key="abandoned")
    return {"next": "end"}


@node
def complete(desk: Desk, state: State) -> State:
    """Say what was chosen. The mission's completion itself is committed when the thread is released."""
    return {"next": "end"}
