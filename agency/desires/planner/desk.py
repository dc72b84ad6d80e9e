"""The planner's port to the rows: what planning does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Literal, Self
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from langchain_core.runnables import RunnableConfig

from agency.desires import agreed, because, contract, escalating, executing, lifecycle, spawning, telling
from agency.desires.alignment import Values
from agency.desires.desk import S
from agency.desires.facts import PlanFacts, facts_of
from agency.desires.findings import Review
from agency.desires.noticing import offering
from agency.desires.planner.ground import Ground
from agency.desires.reviewing import alignment_of, safety_of
from agency.desires.verdict import Verdict, verdict_of
from agency.models import DesireSettings, ReasoningCall
from agency.plans.by_model import Background, make_plan
from agency.plans.essence import PlanLite
from agency.plans.faults import Fault
from agency.plans.goal import GoalRead
from agency.plans.reading import says_how
from agency.plans.storing import store
from agency.plans.titles import names_of_hops
from agency.plans.validate import validate
from agency.reasoning.engine import collected_calls, save_calls
from agency.runtime.current import drive_of
from agency.runtime.nodes import with_desk
from agency.runtime.stopping import Stopped
from trust.decisions import Question
from trust.models import Decision
from trust.tools import Risk


class PlannerDesk(Ground):
    """What planning does."""

    stages = frozenset({S.PLANNING, S.REVIEWING, S.APPROVED})

    def __init__(self, desire_id: UUID, thread_id: UUID) -> None:
        super().__init__(desire_id, thread_id)
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
            self.usable if offering.offers_in(self.wording) else self.tools,
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
        goals = agreed.goals_in(self.drawn)
        criteria = [_("Agreed: %(what)s") % {"what": words} for words in plan.success_criteria]
        lines = [
            _("The plan: %(hops)s") % {"hops": ", ".join(hops)},
            *agreed.lines_of(goals),
            *criteria,
            *(words for words in found if words != verdict.reason),
        ]
        return Question(
            kind=Decision.Kind.REVIEW,
            domain="desires",
            title=_("Start this plan? “%(title)s”") % {"title": self.desire.title},
            payload={
                "why": verdict.reason,
                "approve_words": _("Start this plan"),
                "reject_words": _("No, let it go"),
                "refine_hint": _("without the mail, look at two more pages …"),
                "refine_words": _("Plan again"),
                "evidence": {"recent": [{"title": line} for line in lines]},
                "plan_version": plan.version,
                agreed.SHOWN: agreed.hashes_of(self.desire, goals),
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


planner_node = with_desk(PlannerDesk.of, language_of=lambda desk: desk.user.language)
