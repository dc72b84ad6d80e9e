"""The nodes of the planner. What one finds out for a later one is kept on the desire."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from langgraph.types import interrupt

from agency.desires.desk import S
from agency.desires.planner.desk import PlannerDesk, planner_node
from agency.desires.planner.state import Planning
from agency.desires.verdict import Verdict
from agency.plans.by_rules import NoWay
from agency.plans.goal import Unsaid
from agency.plans.storing import PlanInvalid
from trust.decisions import Question, clarification
from trust.models import Decision

MOST_QUESTIONS = 3


@planner_node
def load(desk: PlannerDesk, state: Planning) -> Planning:
    """See how far the desire is: a run whose worker died goes on from what stands in rows."""
    desk.read_ahead()
    return {"next": "enrich" if desk.desire.stage == S.PLANNING else "verdict"}


@planner_node
def enrich(desk: PlannerDesk, state: Planning) -> Planning:
    """Merge the person's critique into what the plan is made with."""
    desk.enrich()
    return {}


@planner_node
def catalogue(desk: PlannerDesk, state: Planning) -> Planning:
    """See what tools there are to plan with."""
    desk.see_tools()
    return {}


@planner_node
def policies(desk: PlannerDesk, state: Planning) -> Planning:
    """See what the person's own rules are."""
    desk.see_rules()
    return {}


@planner_node
def remember(desk: PlannerDesk, state: Planning) -> Planning:
    """Note what there is to plan with, and what memory holds about the wish."""
    desk.note_ground()
    return {}


@planner_node
def generate(desk: PlannerDesk, state: Planning) -> Planning:
    """Make a plan of the wish: a mission where it fits a type, else of tools; ask what only the person can
    tell."""
    if desk.planned():
        return {"next": "validate"}
    if desk.make_mission():
        return {"next": "validate"}
    found = desk.read()
    questions = state.get("questions", 0)
    if found.missing and questions < MOST_QUESTIONS:
        desk.guide(unsaid=found.missing[0].model_dump())
        return {"next": "tell"}
    if found.mission is None or found.missing:
        return _escalate(desk, _("I do not see how to do this with the tools that I have here."))
    try:
        desk.make(found)
    except (NoWay, PlanInvalid) as error:
        return _escalate(desk, error.message)
    return {"next": "validate"}


def _escalate(desk: PlannerDesk, words: str) -> Planning:
    desk.escalate(words)
    return {"next": "end"}


@planner_node
def tell(desk: PlannerDesk, state: Planning) -> Planning:
    """Ask for what the wish leaves open, and read it again with the answer."""
    number = state.get("questions", 0)
    unsaid = Unsaid.model_validate(desk.desire.guidance["unsaid"])
    asked = desk.ask(_missing(unsaid), step=f"tell:{number}")
    interrupt({"decision": str(asked)})
    decision = desk.answer(asked)
    if decision.verdict != Decision.Verdict.ANSWER:
        desk.move(S.ABANDONED, _("Left there, as you wished"), key="left")
        return {"next": "end"}
    answer = str((decision.answer or {}).get("text", ""))
    answers = desk.desire.guidance.get("answers", [])
    desk.guide(answers=[*answers[:number], answer])
    return {"next": "generate", "questions": number + 1}


def _missing(unsaid: Unsaid) -> Question:
    return clarification(unsaid.question, domain="desires", suggestions=unsaid.suggestions)


@planner_node
def validate(desk: PlannerDesk, state: Planning) -> Planning:
    """Check the stored plan once more, as it will run."""
    if faults := desk.faults():
        return _escalate(desk, str(faults[0]))
    return {"next": "update"}


@planner_node
def update(desk: PlannerDesk, state: Planning) -> Planning:
    """Keep risk and moment of the plan on the desire, and write down that it was made."""
    desk.keep_plan()
    return {}


@planner_node
def align(desk: PlannerDesk, state: Planning) -> Planning:
    """Let the alignment reviewer look."""
    desk.say_how(desk.alignment.fallback)
    return {}


@planner_node
def safe(desk: PlannerDesk, state: Planning) -> Planning:
    """Let the safety reviewer look."""
    desk.say_how(desk.safety.fallback)
    return {}


@planner_node
def verdict(desk: PlannerDesk, state: Planning) -> Planning:
    """Join the reviews: start by itself, with its reason, or have the person look."""
    found = desk.verdict()
    kept = desk.with_verdict(found)
    if desk.desire.stage == S.PLANNING:
        words = _("The plan was reviewed")
        desk.move(S.REVIEWING, words, key=f"reviewed:{desk.desire.plannings}", reviewed=kept)
    else:
        desk.save(reviewed=kept)
    if not found.unasked:
        return {"next": "queue"}
    if desk.desire.stage == S.REVIEWING:
        desk.move(
            S.APPROVED,
            _("Started without asking: %(why)s") % {"why": found.reason},
            key=f"unasked:{desk.desire.plannings}",
            bypassed=True,
            approve_reason=found.reason,
            review_completed_at=timezone.now(),
            reviews=desk.desire.reviews + 1,
        )
        desk.tell_started(found.reason)
    return {"next": "begin"}


@planner_node
def queue(desk: PlannerDesk, state: Planning) -> Planning:
    """Put the plan before the person, and wait. The answer itself moves the desire."""
    number = state.get("asked", 0)
    found = Verdict.model_validate((desk.desire.reviewed or {})["verdict"])
    asked = str(desk.ask_review(found, step=f"review:{number}"))
    interrupt({"decision": asked})
    decision = desk.answer(UUID(asked))
    if decision.verdict == Decision.Verdict.APPROVE:
        return {"next": "begin"}
    if decision.verdict == Decision.Verdict.REFINE:
        return {"next": "enrich", "asked": number + 1}
    return {"next": "queue", "asked": number + 1}


@planner_node
def begin(desk: PlannerDesk, state: Planning) -> Planning:
    """Start what is approved."""
    desk.begin()
    return {"next": "end"}
