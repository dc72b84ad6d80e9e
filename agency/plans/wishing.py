"""What a person wished of an agent's drafts before, worked into a plan as it is made.

Then the plan itself says it: what is shown, hashed and done is the same text, whatever is learned meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils import timezone
from django.utils.translation import gettext as _

from agency.acting.drafting import changes_of, wished
from agency.acting.reflexion import Lesson, lessons_of
from agency.models import ToolStep
from agency.plans.essence import LONGEST_WORDS, AssetField, HopLite, LiteralValue, PlanLite, ToolStepLite
from agency.plans.toolview import ToolView
from agency.reasoning.budget import Asker
from agency.reasoning.signing import signature_in
from ownyou.lib.text import shorten
from trust.models import User
from trust.tools import tool_named

WISHED = "wished"
"""By what a part of a plan is so (`agency.models.Plan.because`): a wish from before, with its memory."""


@dataclass(slots=True)
class Wishing:
    """Works wishes into one plan, and keeps which counted."""

    user: User
    views: Mapping[str, ToolView]
    asker: Asker
    counted: list[dict[str, str]] = field(default_factory=list)
    learned: dict[str, list[Lesson]] = field(default_factory=dict)
    """By agent: what it learned."""

    def hop(self, hop: HopLite) -> HopLite:
        """A hop with the wishes that are about its acts; its reasons say so."""
        said: list[str] = []
        steps = [self._step(step, said) for step in hop.steps]
        if not said:
            return hop
        rationale = shorten(" ".join([hop.rationale, *said]), LONGEST_WORDS)
        return hop.model_copy(update={"steps": steps, "rationale": rationale})

    def _step(self, step: ToolStepLite, said: list[str]) -> ToolStepLite:
        view = self.views.get(step.tool)
        if view is None or not view.acts:
            return step
        lessons = self._lessons(tool_named(step.tool, self.user).agent)
        for lesson in lessons:
            changed = self._with_wish(step, view, lesson, lessons)
            if changed != step:
                step = changed
                said.append(_("As you wished before: “%(wish)s”.") % {"wish": shorten(lesson.wish, 120)})
                self.counted.append({"by": WISHED, "tool": step.tool, **lesson.shown})
        return step

    def _lessons(self, agent: str) -> list[Lesson]:
        if agent not in self.learned:
            self.learned[agent] = lessons_of(self.user, agent)
        return self.learned[agent]

    def _with_wish(
        self, step: ToolStepLite, view: ToolView, lesson: Lesson, lessons: list[Lesson]
    ) -> ToolStepLite:
        """A step as one wish has it: in the words that the plan says itself, and under those it comes to."""
        if not lesson.wish or lesson.tool != step.tool:
            return step
        said = {name: part.value for name, part in step.parameters.items() if isinstance(part, LiteralValue)}
        spec, wanted = tool_named(step.tool, self.user), wished(lesson, timezone.now())
        changes = changes_of(self.user, spec, said, wanted, lessons, asker=self.asker) if said else {}
        fresh: dict[str, AssetField | LiteralValue] = {
            name: LiteralValue(value=value)
            for name, value in changes.items()
            if name in said and not view.refusal(name, value)
        }
        mapped = step.parameters | fresh | _signed(step, view, lesson.wish)
        return step.model_copy(update={"parameters": mapped})


def with_wishes(
    plan: PlanLite, views: Mapping[str, ToolView], *, asker: Asker, user: User | None = None
) -> tuple[PlanLite, list[dict[str, str]]]:
    """The plan with what the person wished of drafts like those of its acts, and why it is so (`because`)."""
    if not any(views[step.tool].acts for _hop, step in plan.steps() if step.tool in views):
        return plan, []
    wishing = Wishing(user or User.objects.get(pk=asker.user_id), views, asker)
    return plan.model_copy(update={"hops": [wishing.hop(hop) for hop in plan.hops]}), wishing.counted


def wishes_about(step: ToolStep) -> list[dict[str, str]]:
    """What the person wished before of such acts, as far as it is worked into the step's plan."""
    reasons = step.hop.plan.because or []
    return [
        {"words": one["words"], "url": one["url"]}
        for one in reasons
        if one["by"] == WISHED and one["tool"] == step.tool
    ]


def _signed(step: ToolStepLite, view: ToolView, wish: str) -> dict[str, AssetField]:
    """The texts of a step that are still to come, with the signature that the wish asks for."""
    signature = signature_in(wish)
    return {
        name: part.model_copy(update={"signature": signature})
        for name, part in step.parameters.items()
        if signature and isinstance(part, AssetField) and _is_text(view, name)
    }


def _is_text(view: ToolView, name: str) -> bool:
    type_ = view.takes.get(name)
    return type_ is not None and type_.base == "markdown" and not type_.many
