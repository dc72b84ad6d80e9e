"""Carries a goal out as the product does: asked, driven, questions answered, a draft approved."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from missions.levels.complex import drafts
from missions.models import Mission
from missions.services import create_mission
from missions.trips.checks import broken
from missions.trips.passed import PASSED
from missions.trips.plan import TripPlan
from tests.evals.trips.asked_for import Facts, facts_of
from tests.missions.evenings import V, say, work
from trust.models import Decision, User

ANSWERS = {
    "place": "Paris",
    "date": "in May",
    "duration": "4 days",
    "people": "2",
    "budget": "3000 dollars",
    "origin": "Berlin",
}
"""What is answered to questions that a goal leaves open, by slot."""

MOST_ANSWERS = 25


class Outcome(BaseModel):
    """What came of a goal. `unkept`: hard checks that the delivered plan breaks.

    `planned`: what the plan is of (`asked_for.facts_of`); of one whose budget was raised, as it was before.
    `raised`: the budget that was asked about, since no plan keeps the named one, and agreed to. `moved`: days
    that had passed were put off to the next year, which the plan says, and which is nothing that does not
    fit.
    """

    goal: str
    mission_type: str = ""
    delivered: bool = False
    planned: Facts | None = None
    raised: float | None = None
    moved: bool = False
    unkept: list[str] = []
    misfits: list[str] = []
    problem: str = ""

    @property
    def kept(self) -> bool:
        """A plan was delivered and keeps all hard checks."""
        return self.delivered and not self.unkept


def carried_out(user: User, goal: str) -> Outcome:
    """Carry a goal out to its package: the first option wherever one is asked, and the first draft."""
    outcome = Outcome(goal=goal)
    try:
        mission = _answered(work(create_mission(user=user, goal=goal)), outcome)
    except Exception as error:  # one goal that breaks must not keep the others from being counted
        outcome.problem = f"{type(error).__name__}: {error}"
        return outcome
    outcome.mission_type = mission.mission_type
    outcome.problem = outcome.problem or (mission.problem or "")
    if mission.status == Mission.Status.COMPLETED and "version" in (mission.result or {}):
        _judge(mission, outcome)
    return outcome


def _answered(mission: Mission, outcome: Outcome) -> Mission:
    """The mission once nothing is asked any more."""
    for _turn in range(MOST_ANSWERS):
        decision = Decision.objects.open().filter(subject_id=mission.pk).first()
        if decision is None:
            return mission
        if decision.kind == Decision.Kind.REVIEW and "raises" in decision.payload:
            outcome.raised = decision.payload["raises"]["amount"]
        mission = _say(mission, decision)
    outcome.problem = "it asked without end"
    return mission


def _say(mission: Mission, decision: Decision) -> Mission:
    key = decision.payload.get("part", "review")
    if decision.kind == Decision.Kind.CHOICE:
        return say(mission, key, V.CHOOSE)
    if decision.kind == Decision.Kind.CLARIFICATION:
        return say(mission, key, V.ANSWER, text=_words(decision.payload))
    return say(mission, key, V.APPROVE)


def _words(payload: dict[str, Any]) -> str:
    suggestions = [str(one) for one in payload.get("suggestions", [])]
    without = next((one for one in suggestions if one == "Go on without it"), None)
    return without or ANSWERS.get(str(payload.get("slot")), suggestions[0] if suggestions else "Paris")


def _judge(mission: Mission, outcome: Outcome) -> None:
    draft = drafts.draft_of(mission, mission.result["version"])
    outcome.delivered, outcome.moved = True, PASSED in mission.slots
    outcome.misfits = draft.misfits[1:] if outcome.moved else draft.misfits
    if "days" not in draft.data:
        outcome.problem = "no plan of days"
        outcome.delivered = False
        return
    plan = TripPlan.model_validate(draft.data)
    outcome.planned = facts_of(plan if outcome.raised is None else _before_it_was_raised(mission))
    if outcome.raised is not None and plan.budget.limit != Decimal(str(outcome.raised)):
        outcome.problem = f"{outcome.raised} was agreed to, and the plan says {plan.budget.limit}"
        outcome.delivered = False
    outcome.unkept = [check.name for check in broken(plan.checks)]


def _before_it_was_raised(mission: Mission) -> TripPlan:
    return TripPlan.model_validate(drafts.draft_of(mission, mission.result["version"] - 1).data)
