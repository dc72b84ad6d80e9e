"""Open goals: read, plan, then one tool step after the other through the gate, and say what came of it."""

from __future__ import annotations

from typing import Any, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from agency.acting import nodes as acting
from agency.models import Plan
from agency.plans import running
from agency.plans.acts import done_for_good
from agency.plans.by_model import make_plan
from agency.plans.by_rules import NoWay
from agency.plans.changing import retry_hop, take_up_late
from agency.plans.essence import MissionLite, PlanLite
from agency.plans.running import State as Stands
from agency.plans.storing import essence, store
from agency.plans.swapping import reduced
from agency.plans.titles import names_of_hops, words_of_hop
from agency.plans.toolview import ToolView, toolbox
from agency.reasoning import model
from agency.reasoning.standing_in import stood_in_words
from agency.runtime.nodes import to_next
from missions import lifecycle, open_goals, outside, refusals
from missions.levels import asking, unbuilt, understanding
from missions.levels.asking import abandon, unanswered, wait_for
from missions.levels.desk import Desk
from missions.levels.state import node
from missions.models import Mission
from ownyou.lib.errors import Conflict
from trust.decisions import Question, clarification, is_answer
from trust.models import Activity, Decision

S = Mission.Status
RETRY, LEAVE = gettext_lazy("Try again"), gettext_lazy("Leave it there")
AGAIN = gettext_lazy("Ask again")
MOST_QUESTIONS = 3


class OpenState(TypedDict, total=False):
    """`asked` counts the cards of this run, `refined` is the card whose words are worked in; `questions`
    counts what was asked about the goal, `tries` how often parts were tried again, `heard` tells that the
    reason of a no was planned with. The rest as in the other levels."""

    mission_id: str
    next: str
    asked: int
    refined: str
    questions: int
    tries: int
    heard: bool
    again: int
    back: str


@node
def read(desk: Desk, state: Any) -> Any:
    """Read the goal and make a plan of it; ask what only the person can tell. A plan that is there holds."""
    if (plan := open_goals.plan_of(desk.mission)) is not None:
        return _begin(desk, plan)
    found = open_goals.read_goal(desk.mission.wording, desk.user, desk.asker())
    questions = state.get("questions", 0)
    if found.missing and questions < MOST_QUESTIONS:
        desk.save(understood={**desk.mission.understood, "unsaid": found.missing[0].model_dump()})
        return _look_up_or("tell", state) if found.mission is None else {"next": "tell"}
    if found.mission is None or found.missing:
        return _look_up_or("offer_nearest", state)
    try:
        return _begin(desk, _planned(desk, found.mission))
    except NoWay:
        return _look_up_or("offer_nearest", state)


def _look_up_or(otherwise: str, state: Any) -> OpenState:
    """Where no plan fits, a model looks it up, before the person is asked; without one the rules go on."""
    return {"next": otherwise if state.get("questions") or not model.configured() else "look_up"}


def _begin(desk: Desk, plan: Plan) -> OpenState:
    """Say what the plan is and start on it."""
    hops = ", ".join(names_of_hops(plan))
    text = _("The plan: %(hops)s") % {"hops": hops}
    desk.move(S.EXECUTING, text, key=f"plan:{plan.version}", kind=Activity.Kind.AGENT_STARTED)
    return {"next": "step"}


def _planned(desk: Desk, wanted: MissionLite, tools: list[ToolView] | None = None) -> Plan:
    """Make a plan, of all tools or of some, and store it. Raises `NoWay`."""
    planned = make_plan(wanted, toolbox(desk.user) if tools is None else tools, asker=desk.asker())
    return _stored(desk, planned.plan, made_by=planned.made_by, because=planned.because)


def _stored(desk: Desk, plan: PlanLite, **more: Any) -> Plan:
    """Store a plan as the next version of the mission's."""
    subject, tainted = lifecycle.subject_of(desk.mission), outside.shaped_goal(desk.mission)
    return store(plan, user=desk.user, subject=subject, tainted=tainted, **more)


@node
def look_up(desk: Desk, state: Any) -> Any:
    """Let a model look it up with tools that only read, and keep the answer; say so where it cannot."""
    text = _("No plan of tools reaches it, so the language model looks it up. It can only read.")
    desk.move(S.EXECUTING, text, key="look-up", kind=Activity.Kind.AGENT_STARTED)
    found = open_goals.looked_up(desk.mission, desk.asker())
    if found.waits:
        return {"next": "ask"}
    if found.problem:
        desk.save(stood_in_words(found.problem), key="looked-up", kind=Activity.Kind.AGENT_ERROR)
        return {"next": "tell" if "unsaid" in desk.mission.understood else "offer_nearest"}
    desk.save(result=open_goals.answer_of(desk.mission, found, desk.thread_id))
    return {"next": "reflect"}


@node
def tell(desk: Desk, state: Any) -> Any:
    """Ask for what the goal leaves open, and read it again with the answer."""
    questions = state.get("questions", 0)
    answer = wait_for(desk, asking.step_of(state, "tell", questions), lambda: _missing(desk))
    if not answer.given:
        return unanswered(desk, state, answer, back="tell")
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return abandon(desk)
    asked = desk.mission.understood["unsaid"]["name"]
    wording = open_goals.told(desk.mission.wording, asked, answer.text, desk.user)
    desk.save(_("Understood: %(words)s") % {"words": answer.text}, key=f"told:{questions}", restated=wording)
    return {"next": "read", "questions": questions + 1}


def _missing(desk: Desk) -> Question:
    unsaid = desk.mission.understood["unsaid"]
    return clarification(unsaid["question"], domain=open_goals.TYPE, suggestions=unsaid["suggestions"])


@node
def step(desk: Desk, state: Any) -> Any:
    """Work on the next tool step as far as it goes."""
    plan = open_goals.plan_of(desk.mission)
    if plan is None:  # a look-up was given its OK
        return {"next": "look_up"}
    upcoming = running.next_step(plan)
    if upcoming is None:
        return {"next": "finish"}
    stands = running.run_step(upcoming, thread_id=desk.thread_id)
    if stands is Stands.ASKS:
        return {"next": "ask"}
    return {"next": "hold" if stands is Stands.HELD else "step"}


@node
def hold(desk: Desk, state: Any) -> Any:
    """Wait for acts that are held back, so that they can still be stopped."""
    if ids := open_goals.acts_under_way(desk.mission, desk.thread_id):
        text = _("It waits a moment, so that you can still stop it")
        desk.move(S.EXECUTING, text, key=f"held:{ids[0]}")
        interrupt({"acts": ids})
    return {"next": "step"}


@node
def finish(desk: Desk, state: Any) -> Any:
    """Say what came of the plan; offer to try again what did not work."""
    plan = open_goals.plan_of(desk.mission)
    assert plan is not None
    plan.refresh_from_db()
    if running.next_step(plan) is not None:  # an input was changed meanwhile
        return {"next": "step"}
    if plan.status == plan.Status.COMPLETED:
        desk.save(result=open_goals.result_of(desk.mission, plan))
        return {"next": "reflect"}
    if take_up_late(plan):
        return {"next": "step"}
    open_goals.learn(desk.thread_id)  # a no counts at once, also when the same is tried again
    if (heard := _after_a_no(desk, plan, state)) is not None:
        return heard
    tries = state.get("tries", 0)
    step = asking.step_of(state, open_goals.FAILED, tries)
    answer = wait_for(desk, step, lambda: _what_failed(plan))
    if not answer.given:
        return unanswered(desk, state, answer, back="finish")
    if (
        answer.verdict == Decision.Verdict.REJECT
        or is_answer(answer.text, LEAVE)
        or unbuilt.is_no(answer.text)
    ):
        return abandon(desk, open_goals.left_words(plan))
    refused = open_goals.refused_tools(plan, answer.text)
    return _planned_without(desk, plan, refused, state) if refused else _tried_again(plan, state)


def _after_a_no(desk: Desk, plan: Plan, state: Any) -> Any:
    """Plan once with the reason of a no; where it asks for nothing else, what was found is the result. None
    where something else is left of the plan, or nothing was found."""
    if refusals.take_up_changed(plan):
        return {"next": "step", "heard": True}
    refusal = refusals.refusal_of(plan)
    if refusal is None:
        return None
    if not state.get("heard") and (otherwise := refusals.made_otherwise(refusal, desk.mission)):
        return {**_begin(desk, _stored(desk, otherwise)), "heard": True}
    if not state.get("heard") and refusals.changed_by(refusal, thread_id=desk.thread_id, asker=desk.asker()):
        refusals.take_up_changed(plan)
        return {"next": "step", "heard": True}
    result = refusals.result_without(refusal, desk.mission)
    if result is None:
        return None
    desk.save(result=result)
    return {"next": "reflect"}


def _planned_without(desk: Desk, before: Plan, refused: set[str], state: Any) -> Any:
    """Plan anew without the tools that the answer refuses; where nothing is left, the question stays."""
    tools = [tool for tool in toolbox(desk.user) if tool.name not in refused]
    done = done_for_good(before, tools)
    if (rest := reduced(essence(before), refused, tools, done=done)) is not None:
        return {**_begin(desk, _stored(desk, rest)), "tries": state.get("tries", 0) + 1}
    if done and not open_goals.is_left(before, refused):
        desk.save(result=open_goals.result_of(desk.mission, before))
        return {"next": "reflect"}
    found = open_goals.read_goal(desk.mission.wording, desk.user, desk.asker(), tools)
    if found.mission is None or found.missing:
        return asking.asked_anew(state, "finish")
    try:
        plan = _planned(desk, found.mission, tools)
    except NoWay:
        return asking.asked_anew(state, "finish")
    return {**_begin(desk, plan), "tries": state.get("tries", 0) + 1}


def _tried_again(plan: Plan, state: Any) -> Any:
    """Open what failed again; where that may not be, because it may have happened, the question stays."""
    if take_up_late(plan):
        return {"next": "step"}
    try:
        for hop in open_goals.failed_hops(plan):
            retry_hop(hop)
    except Conflict:
        return asking.asked_anew(state, "finish")
    return {"next": "step", "tries": state.get("tries", 0) + 1}


def _what_failed(plan: Plan) -> Question:
    failed = open_goals.failed_hops(plan)
    wanted, barred = open_goals.were_refused(failed), open_goals.were_denied(plan, failed)
    again = [] if barred else [AGAIN if wanted else RETRY]
    asks = _("Part of it did not work. Shall I try again?")
    if barred:
        asks = _("This may not be done as things are set. Shall I leave it?")
    elif wanted:
        asks = _("Not done. Shall I ask you again?")
    return clarification(
        asks,
        domain=open_goals.TYPE,
        why=" ".join(hop.error or words_of_hop(hop, plan.user)[0] for hop in failed),
        suggestions=[*again, LEAVE],
    )


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of open goals."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(OpenState)
    own = (
        understanding.understand,
        understanding.offer_nearest,
        asking.ask_again,
        read,
        tell,
        look_up,
        step,
        hold,
        finish,
    )
    for one in own:
        graph.add_node(one.__name__, one)
    for name in ("ask", "redraft", "reflect"):
        graph.add_node(name, getattr(acting, name))
    graph.add_edge(START, "understand")
    graph.add_conditional_edges(
        "understand", to_next, {"go": "read", "offer_nearest": "offer_nearest", "end": END}
    )
    for name, ways in WAYS.items():
        graph.add_conditional_edges(name, to_next, {way: PLACES.get(way, way) for way in ways})
    graph.add_edge("redraft", "ask")
    graph.add_edge("reflect", END)
    return graph


PLACES = {"act": "step", "end": END}
"""After an OK the plan goes on: its step performs what was approved."""
WAYS = {
    "offer_nearest": ("understand", "offer_nearest", "ask_again", "end"),
    "ask_again": ("tell", "offer_nearest", "finish", "ask_again", "end"),
    "read": ("tell", "step", "look_up", "offer_nearest"),
    "look_up": ("ask", "tell", "offer_nearest", "reflect"),
    "tell": ("read", "ask_again", "tell", "end"),
    "step": ("step", "ask", "hold", "look_up", "finish"),
    "ask": ("ask", "redraft", "act"),
    "hold": ("step",),
    "finish": ("reflect", "step", "finish", "ask_again", "end"),
}
