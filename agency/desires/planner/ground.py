"""What a plan is made from: the tools, the person's rules, what memory holds, and the wish as it is read."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import cached_property
from typing import Any

from django.utils import timezone

from agency.desires import executing
from agency.desires.critique import read_critique
from agency.desires.desk import DesireDesk
from agency.desires.noticing import offering
from agency.desires.noticing.patterns import described
from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.goal import GoalRead, GoalToRead, read_open_goal
from agency.plans.toolview import ToolView, toolbox
from agency.reasoning.engine import reason
from agency.reasoning.wish_rules import followed, without_how_often
from memory.ahead import read_ahead
from memory.names import preferences_of
from memory.provenance import ProvenanceKind
from memory.recall import recall
from trust.models import HardRule

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


class Ground(DesireDesk):
    """The part of the planner's desk that gathers what a plan is made from."""

    _ahead: Future[Any] | None = None

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
            whole = offering.wanted(offers, self.usable, goal=self.wording)
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
        now = timezone.now().astimezone(self.user.zone).replace(second=0, microsecond=0)
        return GoalToRead(text=text, language=self.user.language, now=now, tools=tools)

    def _forget(self, *names: str) -> None:
        """Look these up anew when they are asked for again."""
        for name in names:
            self.__dict__.pop(name, None)


def _joined(parts: Sequence[str]) -> str:
    return ". ".join(part.rstrip(". ") for part in parts)
