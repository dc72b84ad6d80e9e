"""The desk: all that the nodes of a desire's graphs may do to rows. Nodes know nothing of the ORM."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Self
from uuid import UUID

from langchain_core.runnables import RunnableConfig

from agency.desires import agreed, assessing, escalating, executing, lifecycle, spawning, telling
from agency.models import Desire, Plan
from agency.plans.essence import PlanLite
from agency.plans.storing import essence
from agency.reasoning.budget import Asker
from agency.reasoning.standing_in import is_told, stood_in_words
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped
from trust import decisions
from trust.decisions import Question
from trust.models import Activity, Decision, User

S = Desire.Stage
LEVEL = 3


class DesireDesk:
    """One desire, as the graph of one of its threads sees it. Raises `Stopped` where it is at no stage of
    that graph any more."""

    stages: frozenset[str] = frozenset()

    def __init__(self, desire_id: UUID, thread_id: UUID) -> None:
        self.thread_id = thread_id
        found = Desire.objects.select_related("user").filter(pk=desire_id).first()
        if found is None or found.stage not in self.stages:
            raise Stopped
        self.desire = found

    @classmethod
    def of(cls, state: Any, config: RunnableConfig) -> Self:
        """The desk of the run that LangGraph's config names."""
        return cls(UUID(state["desire_id"]), UUID(config["configurable"]["thread_id"]))

    @property
    def user(self) -> User:
        return self.desire.user

    @cached_property
    def plan(self) -> Plan | None:
        """The newest version of the plan, as it was when this node first asked."""
        return executing.plan_of(self.desire)

    @cached_property
    def drawn(self) -> PlanLite:
        """The essence of the newest version, which there is."""
        assert self.plan is not None
        return essence(self.plan)

    def asker(self) -> Asker:
        """For whom questions to the skills are asked."""
        return Asker(self.desire.user_id, self.thread_id, LEVEL)

    def move(self, to: Desire.Stage, text: str, *, key: str, **changes: Any) -> None:
        """Move on. Raises `Stopped` when the desire went elsewhere meanwhile."""
        if not lifecycle.move(self.desire, to, text, key=f"{self.thread_id}:{key}", **changes):
            raise Stopped

    def tell(self, text: str, *, key: str, kind: Activity.Kind = Activity.Kind.AGENT_THINKING) -> None:
        """Say something in the feed, once a step."""
        lifecycle.tell(self.desire, text, key=f"{self.thread_id}:{key}", kind=kind)

    def say_how(self, fallback: str) -> None:
        """Say in the feed, once a run for each reason, where the rules answered since a language model did
        not."""
        if is_told(fallback):
            self.tell(stood_in_words(fallback), key=f"fallback:{fallback}")

    def save(self, **changes: Any) -> None:
        lifecycle.save(self.desire, **changes)

    def ask(self, question: Question, *, step: str) -> UUID:
        """Open a decision, or find the one that this step opened before; returns its id."""
        return self.asked(question, step=step).pk

    def asked(self, question: Question, *, step: str) -> Decision:
        """Open a decision, or find the one that this step opened before."""
        return decisions.ask(
            question,
            user_id=self.desire.user_id,
            key=f"{self.thread_id}:{step}",
            thread_id=self.thread_id,
            subject=lifecycle.subject_of(self.desire),
        )

    def answer(self, decision_id: UUID) -> Decision:
        """A decision of this desire that has ended. Raises `Stopped` for one cancelled or open."""
        decision = Decision.objects.get(pk=decision_id, user_id=self.desire.user_id)
        if decision.status in (Decision.Status.CANCELLED, Decision.Status.OPEN):
            raise Stopped
        return decision


class ExecutorDesk(DesireDesk):
    """What executing does."""

    stages = frozenset({S.EXECUTING})

    def step(self) -> executing.Turn:
        """One turn of the operator: think which step is next, do it through the gate, see what came of it."""
        return executing.turn(self.desire, self.thread_id)

    def take_review_as_ok(self, number: int) -> None:
        """Answer the run's card `number` where the OK to the plan was one to exactly what it would ask."""
        agreed.take_review_as_ok(self.desire, self.thread_id, key=f"{self.thread_id}:ask:{number}")

    def under_way(self) -> list[str]:
        """The run's acts that are held back or being done."""
        return executing.acts_under_way(self.desire, self.thread_id)

    def follows_missions(self) -> bool:
        """Whether a mission that the plan began is under way: the desire is judged when it has ended."""
        return spawning.under_way(self.desire, self.plan)

    def may_go_on(self) -> bool:
        """Whether the person still lets anything be done."""
        return self.user.autonomy != User.Autonomy.OBSERVE

    def summary(self) -> str:
        return executing.summary_of(self.desire)

    def assess(self) -> None:
        """Hand over to the outcome reviewer."""
        executing.assess(self.desire)


class OutcomeDesk(DesireDesk):
    """What judging does."""

    stages = frozenset({S.ASSESSING, S.ESCALATED})

    def judge(self) -> str:
        """Judge the execution once; returns the verdict."""
        return assessing.judge_execution(self.desire, asker=self.asker())

    def outcome(self) -> str:
        """Why, in words."""
        return str(executing.outcome_of(self.desire).text)

    def carry_out(self, verdict: str) -> None:
        """Do what follows from a verdict that needs nobody."""
        executing.carry_out(self.desire, verdict)

    def ask_what_now(self, number: int) -> UUID:
        """Ask what is to follow, once a step, with a notice."""
        way = telling.way_of(self.user, telling.What.NEEDS)
        question = telling.as_told(escalating.what_now(self.outcome()), way)
        asked = self.asked(question, step=f"escalated:{number}")
        escalating.tell(self.desire, asked, way)
        return asked.pk

    def loop_back(self, words: str) -> None:
        """Plan anew with the person's words."""
        executing.loop_back(self.desire, said=words)

    def retry(self) -> bool:
        """Try the same plan again; False where it is not known whether an act of it happened."""
        return executing.retry(self.desire)


executor_node = with_desk(ExecutorDesk.of, language_of=lambda desk: desk.user.language)
outcome_node = with_desk(OutcomeDesk.of, language_of=lambda desk: desk.user.language)
