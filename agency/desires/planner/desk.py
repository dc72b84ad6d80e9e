"""The planner's port to the rows: what planning does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Literal, Self
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from langchain_core.runnables import RunnableConfig

from agency.desires import because, contract, escalating, executing, lifecycle, spawning, telling
from agency.desires.alignment import Values
from agency.desires.critique import read_critique
from agency.desires.desk import DesireDesk, S
from agency.desires.facts import PlanFacts, facts_of
from agency.desires.findings import Review
from agency.desires.noticing import offering
from agency.desires.noticing.patterns import described
from agency.desires.reviewing import alignment_of, safety_of
from agency.desires.verdict import Verdict, verdict_of
from agency.models import DesireSettings, ReasoningCall
from agency.plans.by_model import Background, make_plan
from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.essence import PlanLite
from agency.plans.faults import Fault
from agency.plans.goal import GoalRead, GoalToRead, read_open_goal
from agency.plans.reading import says_how
from agency.plans.storing import store
from agency.plans.titles import names_of_hops
from agency.plans.toolview import ToolView, toolbox
from agency.plans.validate import validate
from agency.reasoning.engine import collected_calls, reason, save_calls
from agency.reasoning.wish_rules import followed, without_how_often
from agency.runtime.current import drive_of
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped
from memory.ahead import read_ahead
from memory.names import preferences_of
from memory.provenance import ProvenanceKind
from memory.recall import recall
from trust.decisions import Question
from trust.models import Decision, HardRule
from trust.tools import Risk

RELEVANT, MOST_RECALLED = 0.7, 3
OWN_WORDS = frozenset(
    {
        ProvenanceKind.USER,
        ProvenanceKind.FEEDBACK,
        ProvenanceKind.ONBOARDING,
        ProvenanceKind.PATTERN,
    }
)
"""Where a memory holds what the person said or did, and no text of others: what is told of a choice quotes
the titles that sources gave."""


class PlannerDesk(DesireDesk):
    """What planning does."""

    stages = frozenset({S.PLANNING, S.REVIEWING, S.APPROVED})

    def __init__(self, desire_id: UUID, thread_id: UUID) -> None:
        super().__init__(desire_id, thread_id)
        self._ahead: Future[Any] | None = None
        self._calls: list[ReasoningCall] = []

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
        guidance = self.desire.guidance
        without = {*guidance.get(executing.WITHOUT, []), *guidance.get(executing.FOR_NOW, [])}
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
        without = [*guidance.get(executing.WITHOUT, []), *wanted.without]
        self.guide(without=without, words=words, taken=stamp)
        self._forget("tools", "usable")

    def _criticised(self) -> list[ToolView]:
        """The tools that a critique may mean: those of the plan, or all where it came before one."""
        if self.plan is None:
            return self.usable
        used = {step.tool for _hop, step in self.drawn.steps()}
        return [tool for tool in self.usable if tool.name in used]

    def see_tools(self) -> int:
        """How many tools there are to plan with."""
        return len(self.tools)

    def see_rules(self) -> list[str]:
        """The person's own rules, in words."""
        return [rule.words for rule in self.hard_rules]

    @cached_property
    def hard_rules(self) -> list[HardRule]:
        """The person's own rules."""
        return list(HardRule.objects.filter(user=self.user))

    def read_ahead(self) -> None:
        """Begin to read what the wish means, beside what comes before that is asked for."""
        self._ahead = read_ahead(self.desire.description)

    def note_ground(self) -> None:
        """Note what the plan is made with: tools, rules, and what memory holds about the wish, in words; of
        that, what the person said themselves."""
        if self._ahead is not None:
            self._ahead.result()
        found = recall(
            user=self.user,
            query=self.desire.description,
            namespaces=[preferences_of(self.user)],
            limit=MOST_RECALLED,
            threshold=RELEVANT,
        )
        self.guide(
            tools=self.see_tools(),
            rules=self.see_rules(),
            recalled=[one.text for one in found],
            remembered=[one.text for one in found if one.provenance.kind in OWN_WORDS],
        )

    @property
    def wording(self) -> str:
        """The wish, with what was answered and what is to be different."""
        return _joined([self._asked, *self.desire.guidance.get("words", [])])

    @property
    def _asked(self) -> str:
        """The wish, with what was answered."""
        said = self.desire.description
        wanted = without_how_often(said) or said if self.desire.every else said
        return _joined([wanted, *self.desire.guidance.get("answers", [])])

    def read(self) -> GoalRead:
        """What the wish wants and gives, and what must be asked. Words of a critique with which nothing can
        be made out are left aside: what it refused is left out already."""
        if offers := offering.offers_in(self.wording):
            whole = offering.wanted(offers, self.tools, goal=self.wording)
            return whole or self._read(described(f"{offers.words} {offers.city}".strip()))
        found = self._read(self.wording)
        if (what := followed(self.wording)) and not self._finds_out(found):
            found = self._read(described(what))
        if (found.mission is None or found.missing) and self.wording != self._asked:
            without = self._read(self._asked)
            return without if without.mission is not None and not without.missing else found
        return found

    def _finds_out(self, found: GoalRead) -> bool:
        """Whether the way to do what was read asks anything outside."""
        asks = {tool.name for tool in self._every if tool.untrusted}
        return found.way is not None and any(step.tool in asks for _hop, step in found.way.steps())

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
        found = reason(read_open_goal, self._question(tools, text), asker=self.asker())
        self.say_how(found.fallback)
        return found.value

    def _question(self, tools: list[ToolView], text: str) -> GoalToRead:
        now = timezone.now().astimezone(self.user.zone)
        return GoalToRead(text=text, language=self.user.language, now=now, tools=tools)

    def planned(self) -> bool:
        """Whether this planning has made its plan: a node that runs again makes no second one."""
        started = self.desire.plan_started_at
        return self.plan is not None and started is not None and self.plan.created_at >= started

    def make(self, found: GoalRead) -> None:
        """Make a plan of what was read, with its contract, and store it as the next version. Raises `NoWay`,
        `PlanInvalid`."""
        assert found.mission is not None
        made = make_plan(
            found.mission,
            self.tools,
            asker=self.asker(),
            background=self._background(),
            way=found.way,
            user=self.user,
        )
        self.say_how(made.fallback)
        self._store(made.plan, made.made_by, made.because)

    def _background(self) -> Background:
        """What the next plan is made with, beside the wish. Words of others are left out of it."""
        guidance = self.desire.guidance
        return Background(
            rules=guidance.get("rules", []),
            remembered=guidance.get("remembered", []),
            lacked=because.lacked(self.desire, self.plan),
        )

    def make_mission(self) -> bool:
        """Make a plan of one hop that begins a mission, where the wish fits a type of missions and does not
        say itself how it is done; returns whether it does."""
        begins = any(tool.name == spawning.BEGIN for tool in self.usable)
        title = spawning.type_for(self.user, self.wording) if begins else ""
        if title and self._says_how():
            return False
        if title:
            self._store(spawning.plan_of_mission(self.wording, title), "rules")
        return bool(title)

    def _says_how(self) -> bool:
        """Whether the wish says itself how it is done: by the way of looking that it names, or since it was
        noticed as one about offers."""
        if offering.offers_in(self.wording):
            return True
        return says_how(self._question(self._by_words, self.wording))

    def _store(
        self, made: PlanLite, made_by: Literal["rules", "model"], wished: Sequence[dict[str, str]] = ()
    ) -> None:
        plan = store(
            contract.with_contract(made, self.user),
            user=self.user,
            subject=lifecycle.subject_of(self.desire),
            made_by=made_by,
            tools=self.usable,
            tainted=self.desire.tainted,
            because=[*because.reasons_of(self.desire, self.plan), *wished],
        )
        self._forget("drawn", "drawn_facts", "alignment", "safety")
        if made_by == "model":  # which may take minutes, in which the person may have changed these
            self._forget("_every", "tools", "usable", "hard_rules", "settings")
        self.plan = plan

    def _forget(self, *names: str) -> None:
        """Look these up anew when they are asked for again."""
        for name in names:
            self.__dict__.pop(name, None)

    def _read_what_is_allowed(self) -> None:
        """Planning may take minutes, in which the person may have taken trust back."""
        self.user.refresh_from_db(fields=["autonomy", "plan_review"])

    def faults(self) -> list[Fault]:
        """What is wrong with the stored plan, by the tools that there are now."""
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

    @cached_property
    def settings(self) -> DesireSettings | None:
        """What the person set about desires, where they did."""
        return DesireSettings.objects.filter(user=self.user).first()

    @cached_property
    def safety(self) -> Review:
        """What the safety reviewer finds."""
        with self._collecting_calls():
            facts, language = self.drawn_facts, self.user.language
            return safety_of(facts, wish=self.wording, language=language, asker=self.asker())

    @cached_property
    def alignment(self) -> Review:
        """What the alignment reviewer finds."""
        values = Values(
            matters=tuple(self.settings.matters if self.settings else ()),
            never=tuple(rule.mentions for rule in self.hard_rules if rule.mentions),
        )
        facts = self.drawn_facts
        said = [self.wording, *facts.said]
        with self._collecting_calls():
            return alignment_of(values, said, facts.does, language=self.user.language, asker=self.asker())

    @contextmanager
    def _collecting_calls(self) -> Iterator[None]:
        """Keep the skills' calls, to be saved with the verdict."""
        with collected_calls() as calls:
            yield
        self._calls.extend(calls)

    def verdict(self) -> Verdict:
        """Join what the reviewers found with what the person allows by now."""
        assert self.plan is not None
        self._read_what_is_allowed()
        alignment, safety = self.alignment, self.safety
        save_calls(self._calls)
        return verdict_of(
            autonomy=self.user.autonomy,
            setting=self.user.plan_review,
            risk=self.plan.risk,
            safety=safety,
            alignment=alignment,
            criticised=executing.is_criticised(self.desire),
        )

    def with_verdict(self, verdict: Verdict) -> dict[str, Any]:
        """What the reviewers found, with the verdict."""
        found = {"alignment": self.alignment, "safety": self.safety, "verdict": verdict}
        return {name: one.model_dump(mode="json") for name, one in found.items()}

    def keep_plan(self) -> None:
        """Keep risk and moment of the plan on the desire, write down for good that it was made, and tell."""
        plan = self.plan
        assert plan is not None
        words = _("The plan: %(hops)s") % {"hops": ", ".join(names_of_hops(plan))}
        key = f"plan:{plan.version}"
        if self.desire.plan_completed_at is not None:
            self.tell(words, key=key)
            return
        lifecycle.save_noted(
            self.desire,
            "planned",
            words,
            key=f"{self.thread_id}:{key}",
            facts={"version": plan.version, "risk": plan.risk, "made_by": plan.made_by},
            risk=plan.risk,
            plan_completed_at=timezone.now(),
        )

    def tell_started(self, why: str) -> None:
        """Tell that the plan starts without asking, where the person wants to be told."""
        words = _("Started without asking: %(why)s") % {"why": why}
        telling.tell_news(self.desire, telling.What.STARTED, words, key=str(self.desire.plannings))

    def ask_review(self, verdict: Verdict, *, step: str) -> UUID:
        """Put the plan before the person, told by the way that they set."""
        way = telling.way_in(self.settings, telling.What.REVIEW)
        asked = self.asked(telling.as_told(self.question(verdict), way), step=step)
        telling.tell_of(asked, way)
        return asked.pk

    def question(self, verdict: Verdict) -> Question:
        """The review that the person is asked for: what is planned, agreed, and found."""
        plan = self.plan
        assert plan is not None
        hops = names_of_hops(plan)
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


def _joined(parts: Sequence[str]) -> str:
    return ". ".join(part.rstrip(". ") for part in parts)


planner_node = with_desk(PlannerDesk.of, language_of=lambda desk: desk.user.language)
