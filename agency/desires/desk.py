"""The desk: all that the nodes of a desire's graphs may do to rows. Nodes know nothing of the ORM."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, Self
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from langchain_core.runnables import RunnableConfig

from agency.desires import assessing, because, contract, escalating, executing, lifecycle, spawning, telling
from agency.desires.alignment import Values
from agency.desires.critique import read_critique
from agency.desires.facts import PlanFacts, facts_of
from agency.desires.findings import Review
from agency.desires.reviewing import alignment_of, safety_of
from agency.desires.verdict import Verdict, verdict_of
from agency.models import Desire, DesireSettings, Plan
from agency.plans.by_model import make_plan
from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.essence import MissionLite, PlanLite
from agency.plans.faults import Fault
from agency.plans.goal import GoalRead, GoalToRead, read_open_goal
from agency.plans.storing import essence, store
from agency.plans.toolview import ToolView, toolbox
from agency.plans.validate import validate
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.standing_in import is_told, stood_in_words
from agency.runtime.current import drive_of
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped
from memory.names import preferences_of
from memory.recall import recall
from trust import decisions
from trust.decisions import Question
from trust.models import Activity, Decision, HardRule, User
from trust.tools import Risk

S = Desire.Stage
LEVEL = 3
RELEVANT, MOST_RECALLED = 0.7, 3


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
        """Open a decision, or find the one that this step opened before."""
        return decisions.ask(
            question,
            user_id=self.desire.user_id,
            key=f"{self.thread_id}:{step}",
            thread_id=self.thread_id,
            subject=lifecycle.subject_of(self.desire),
        ).pk

    def answer(self, decision_id: UUID) -> Decision:
        """A decision of this desire that has ended. Raises `Stopped` for one cancelled or open."""
        decision = Decision.objects.get(pk=decision_id, user_id=self.desire.user_id)
        if decision.status in (Decision.Status.CANCELLED, Decision.Status.OPEN):
            raise Stopped
        return decision


class PlannerDesk(DesireDesk):
    """What planning does."""

    stages = frozenset({S.PLANNING, S.REVIEWING, S.APPROVED})

    @classmethod
    def of(cls, state: Any, config: RunnableConfig) -> Self:
        """One desk for all nodes of a drive. Whoever changes a desire while it is planned cancels its run,
        which the driver sees between two nodes; what a node changes, it changes here as well."""
        desire_id, thread_id = UUID(state["desire_id"]), UUID(config["configurable"]["thread_id"])
        drive = drive_of(thread_id)
        desk = drive.shared("planner desk", lambda: cls(desire_id, thread_id))
        if desk.desire.stage not in cls.stages:
            raise Stopped
        return desk

    @cached_property
    def tools(self) -> list[ToolView]:
        """The tools that a planner may choose from, without those to be left out."""
        return self._without_left_out(self._by_words)

    @cached_property
    def usable(self) -> list[ToolView]:
        """Those, and the one that begins a mission."""
        return self._without_left_out(self._every)

    @cached_property
    def _every(self) -> list[ToolView]:
        """All tools that there are."""
        return toolbox(self.user, by_words=False)

    @property
    def _by_words(self) -> list[ToolView]:
        """Those that a planner may choose by their words."""
        return [tool for tool in self._every if tool.by_words]

    def _without_left_out(self, tools: list[ToolView]) -> list[ToolView]:
        without = set(self.desire.guidance.get("without", []))
        return [tool for tool in tools if tool.enabled and tool.name not in without]

    def guide(self, **more: Any) -> None:
        """Note what the next plan is made with."""
        self.save(guidance={**self.desire.guidance, **more})

    def enrich(self) -> None:
        """Take in a critique: which tools to leave out, and words to read with the wish. Each once."""
        guidance = self.desire.guidance
        stamp = self.desire.critique_at.isoformat() if self.desire.critique_at else ""
        if not self.desire.critique or guidance.get("taken") == stamp:
            return
        wanted = read_critique(self.desire.critique, self._criticised())
        words = [*guidance.get("words", []), *([wanted.words] if wanted.words else [])]
        self.guide(without=[*guidance.get("without", []), *wanted.without], words=words, taken=stamp)
        self._forget("tools", "usable")

    def _criticised(self) -> list[ToolView]:
        """The tools that a critique may mean: those of the plan, or all where it came before one."""
        if self.plan is None:
            return self.usable
        used = {step.tool for _hop, step in self.drawn.steps()}
        return [tool for tool in self.usable if tool.name in used]

    def rules(self) -> list[str]:
        """The person's own rules, in words."""
        return [rule.words for rule in HardRule.objects.filter(user=self.user)]

    def recalled(self) -> list[str]:
        """What memory holds about the wish, in words."""
        found = recall(
            user=self.user,
            query=self.desire.description,
            namespaces=[preferences_of(self.user)],
            limit=MOST_RECALLED,
            threshold=RELEVANT,
        )
        return [one.text for one in found]

    @property
    def wording(self) -> str:
        """The wish, with what was answered and what is to be different."""
        return _joined([self._asked, *self.desire.guidance.get("words", [])])

    @property
    def _asked(self) -> str:
        """The wish, with what was answered."""
        return _joined([self.desire.description, *self.desire.guidance.get("answers", [])])

    def read(self) -> GoalRead:
        """What the wish wants and gives, and what must be asked. Words of a critique with which nothing can
        be made out are left aside: what it refused is left out already."""
        found = self._read(self.wording)
        if (found.mission is None or found.missing) and self.wording != self._asked:
            without = self._read(self._asked)
            return without if without.mission is not None and not without.missing else found
        return found

    def _read(self, text: str) -> GoalRead:
        """Read words with every tool that there is, so that those which ask for one that is left out are
        not taken for something else; what only that one makes is then not wanted."""
        everything = [tool for tool in self._by_words if tool.enabled]
        found = self._read_with(everything, text)
        if len(everything) == len(self.tools):
            return found
        return self._makeable(found) or self._read_with(self.tools, text)

    def _makeable(self, found: GoalRead) -> GoalRead | None:
        """What the tools that are not left out can make of what was read; None where that is nothing."""
        if found.mission is None or found.missing:
            return None
        makes = {gives.base for tool in self.tools for gives in tool.gives.values()}
        outputs = [output for output in found.mission.outputs if output.typed.base in makes]
        wanted = found.mission.model_copy(update={"outputs": outputs})
        try:
            return GoalRead(mission=wanted) if outputs and plan_by_rules(wanted, self.tools) else None
        except NoWay:
            return None

    def _read_with(self, tools: list[ToolView], text: str) -> GoalRead:
        now = timezone.now().astimezone(self.user.zone)
        question = GoalToRead(text=text, language=self.user.language, now=now, tools=tools)
        found = reason(read_open_goal, question, asker=self.asker())
        self.say_how(found.fallback)
        return found.value

    def planned(self) -> bool:
        """Whether this planning has made its plan: a node that runs again makes no second one."""
        started = self.desire.plan_started_at
        return self.plan is not None and started is not None and self.plan.created_at >= started

    def make(self, wanted: MissionLite) -> None:
        """Make a plan with its contract and store it as the next version. Raises `NoWay`, `PlanInvalid`."""
        made = make_plan(wanted, self.tools, asker=self.asker())
        self.say_how(made.fallback)
        self._store(made.plan, made.made_by)

    def make_mission(self) -> bool:
        """Make a plan of one hop that begins a mission, where the wish fits a type of missions; returns
        whether it does."""
        begins = any(tool.name == spawning.BEGIN for tool in self.usable)
        title = spawning.type_for(self.user, self.wording) if begins else ""
        if title:
            self._store(spawning.plan_of_mission(self.wording, title), "rules")
        return bool(title)

    def _store(self, made: PlanLite, made_by: Literal["rules", "model"]) -> None:
        store(
            contract.with_contract(made, self.user),
            user=self.user,
            subject=lifecycle.subject_of(self.desire),
            made_by=made_by,
            tools=self.usable,
            tainted=self.desire.tainted,
            because=because.reasons_of(self.desire, self.plan),
        )
        self._forget("plan", "drawn", "drawn_facts")

    def _forget(self, *names: str) -> None:
        """Look these up anew when they are asked for again."""
        for name in names:
            self.__dict__.pop(name, None)

    def _read_what_is_allowed(self) -> None:
        """Planning may take minutes, in which the person may have taken trust back."""
        self.user.refresh_from_db(fields=["autonomy", "plan_review"])

    def faults(self) -> list[Fault]:
        """What is wrong with the stored plan, by the tools that there are now."""
        self._forget("_every", "tools", "usable")
        return validate(self.drawn, self.usable)

    def escalate(self, words: str) -> None:
        """Ask the person what is to follow, since no plan was found. Raises `Stopped` as `move` does."""
        if not escalating.escalate(self.desire, words, key=f"{self.thread_id}:stuck"):
            raise Stopped

    @cached_property
    def drawn_facts(self) -> PlanFacts:
        """The plan as its reviewers see it."""
        assert self.plan is not None
        return facts_of(self.drawn, user=self.user, risk=Risk(self.plan.risk), outside=self.desire.tainted)

    def review_safety(self) -> Review:
        """What the safety reviewer finds."""
        return safety_of(self.drawn_facts, language=self.user.language, asker=self.asker())

    def review_alignment(self) -> Review:
        """What the alignment reviewer finds."""
        settings = DesireSettings.objects.filter(user=self.user).first()
        mentions = HardRule.objects.filter(user=self.user).values_list("mentions", flat=True)
        values = Values(
            matters=tuple(settings.matters if settings else ()),
            never=tuple(words for words in mentions if words),
        )
        said = [self.wording, *self.drawn_facts.said]
        return alignment_of(values, said, language=self.user.language, asker=self.asker())

    def verdict(self) -> Verdict:
        """Join what the reviewers found with what the person allows by now, and keep it."""
        assert self.plan is not None
        self._read_what_is_allowed()
        reviewed = self.desire.reviewed or {}
        verdict = verdict_of(
            autonomy=self.user.autonomy,
            setting=self.user.plan_review,
            risk=self.plan.risk,
            safety=Review.model_validate(reviewed["safety"]),
            alignment=Review.model_validate(reviewed["alignment"]),
            criticised=executing.is_criticised(self.desire),
        )
        self.save(reviewed={**reviewed, "verdict": verdict.model_dump(mode="json")})
        return verdict

    def keep_review(self, name: str, review: Review) -> None:
        """Keep what a reviewer found."""
        self.say_how(review.fallback)
        self.save(reviewed={**(self.desire.reviewed or {}), name: review.model_dump(mode="json")})

    def note(self, event: str) -> None:
        """Write down for good that a plan was made."""
        plan = self.plan
        if plan is not None:
            lifecycle.note(self.desire, event, version=plan.version, risk=plan.risk, made_by=plan.made_by)

    def tell_started(self, why: str) -> None:
        """Tell that the plan starts without asking, where the person wants to be told."""
        words = _("Started without asking: %(why)s") % {"why": why}
        telling.tell_news(self.desire, telling.What.STARTED, words, key=str(self.desire.plannings))

    def ask_review(self, verdict: Verdict, *, step: str) -> UUID:
        """Put the plan before the person, told by the way that they set."""
        way = telling.way_of(self.user, telling.What.REVIEW)
        asked = self.ask(telling.as_told(self.question(verdict), way), step=step)
        telling.tell_of(Decision.objects.get(pk=asked), way)
        return asked

    def question(self, verdict: Verdict) -> Question:
        """The review that the person is asked for: what is planned, agreed, and found."""
        plan = self.plan
        assert plan is not None
        hops = [hop.name for hop in plan.hops.order_by("position")]
        found = [*self._found("safety"), *self._found("alignment")]
        lines = [*hops, *plan.success_criteria, *(words for words in found if words != verdict.reason)]
        return Question(
            kind=Decision.Kind.REVIEW,
            domain="desires",
            title=_("Start this plan? %(title)s") % {"title": self.desire.title},
            payload={
                "why": verdict.reason,
                "approve_words": _("Start this plan"),
                "reject_words": _("No, let it go"),
                "refine_hint": _("without the mail, look at two more pages …"),
                "refine_words": _("Plan again"),
                "evidence": {"recent": [{"title": line} for line in lines]},
                "plan_version": plan.version,
            },
            refine_allowed=True,
            risk=Decision.Risk(plan.risk),
            attempt=plan.version,
        )

    def _found(self, name: str) -> Sequence[str]:
        review = Review.model_validate((self.desire.reviewed or {}).get(name, {}))
        return [finding.words for finding in review.findings]

    def begin(self) -> None:
        """Start what is approved; with autonomy “observe” it waits."""
        self._read_what_is_allowed()
        executing.begin_if_allowed(self.desire)


class ExecutorDesk(DesireDesk):
    """What executing does."""

    stages = frozenset({S.EXECUTING})

    def step(self) -> executing.Turn:
        """One turn of the operator: think which step is next, do it through the gate, see what came of it."""
        return executing.turn(self.desire, self.thread_id)

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
        asked = self.ask(question, step=f"escalated:{number}")
        escalating.tell(self.desire, Decision.objects.get(pk=asked), way)
        return asked

    def loop_back(self, words: str) -> None:
        """Plan anew with the person's words."""
        executing.loop_back(self.desire, said=words)

    def retry(self) -> bool:
        """Try the same plan again; False where it is not known whether an act of it happened."""
        return executing.retry(self.desire)


def _joined(parts: Sequence[str]) -> str:
    return ". ".join(part.rstrip(". ") for part in parts)


planner_node = with_desk(PlannerDesk.of)
executor_node = with_desk(ExecutorDesk.of)
outcome_node = with_desk(OutcomeDesk.of)
