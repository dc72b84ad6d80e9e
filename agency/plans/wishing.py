"""What a person wished of an agent's drafts before, worked into a plan as it is made.

Then the plan itself says it: what is shown, hashed and done is the same text, whatever is learned meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from agency.acting.drafting import Wanted, changes_of
from agency.acting.reflexion import Lesson, lessons_of
from agency.plans.essence import LONGEST_WORDS, AssetField, HopLite, LiteralValue, PlanLite, ToolStepLite
from agency.plans.toolview import ToolView
from agency.reasoning.budget import Asker
from agency.reasoning.redraft_rules import signature_in
from ownyou.lib.text import shorten
from trust.models import User
from trust.tools import tool_named


def with_wishes(plan: PlanLite, views: Mapping[str, ToolView], *, asker: Asker) -> PlanLite:
    """The plan with what the person wished of drafts like those of its acts; it says so in its reasons."""
    if not any(views[step.tool].acts for _hop, step in plan.steps() if step.tool in views):
        return plan
    user = User.objects.get(pk=asker.user_id)
    return plan.model_copy(update={"hops": [_wished(hop, views, user, asker) for hop in plan.hops]})


def _wished(hop: HopLite, views: Mapping[str, ToolView], user: User, asker: Asker) -> HopLite:
    steps, said = [], []
    for step in hop.steps:
        view = views.get(step.tool)
        if view is not None and view.acts:
            lessons = lessons_of(user, tool_named(step.tool, user).agent)
            for lesson in lessons:
                changed = _with_wish(step, view, lesson, lessons, user, asker)
                if changed != step:
                    step = changed
                    said.append(_("As you wished before: “%(wish)s”.") % {"wish": shorten(lesson.wish, 120)})
        steps.append(step)
    if not said:
        return hop
    rationale = shorten(" ".join([hop.rationale, *said]), LONGEST_WORDS)
    return hop.model_copy(update={"steps": steps, "rationale": rationale})


def _with_wish(
    step: ToolStepLite, view: ToolView, lesson: Lesson, lessons: list[Lesson], user: User, asker: Asker
) -> ToolStepLite:
    """A step as one wish has it: in the words that the plan says itself, and under those it comes to."""
    if not lesson.wish or lesson.tool != step.tool:
        return step
    said = {name: part.value for name, part in step.parameters.items() if isinstance(part, LiteralValue)}
    wanted = Wanted(lesson.wish, timezone.now())
    spec = tool_named(step.tool, user)
    changes = changes_of(user, spec, said, wanted, lessons, asker=asker) if said else {}
    fresh: dict[str, AssetField | LiteralValue] = {
        name: LiteralValue(value=value)
        for name, value in changes.items()
        if name in said and not view.refusal(name, value)
    }
    return step.model_copy(update={"parameters": step.parameters | fresh | _signed(step, view, lesson.wish)})


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
