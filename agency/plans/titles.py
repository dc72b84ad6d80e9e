"""What steps and hops that rules made are called, in the language of who reads.

Rows keep the titles of tools as they are declared; they are drawn in words. What a model, a person or another
part of the program called something stays as it was said.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.translation import get_language, override

from agency.models import Hop, Plan, ToolStep
from agency.plans.hopping import described, named
from ownyou.lib.errors import NotFound
from trust.models import User
from trust.tools import AnyTool, tool_named

_NUMBERED = re.compile(r"^(.*?)( \(\d+\))?$", re.S)


def title_of_step(step: ToolStep, user: User) -> str:
    """What a step does."""
    said = str(step.description)
    if said and not _is_translated():
        return said
    spec = _tool(step, user)
    if spec is None:
        return said or step.tool
    return spec.title_words if said in ("", spec.title) else said


def words_of_hop(hop: Hop, user: User) -> tuple[str, str]:
    """The name and the description of a hop."""
    if not _is_translated():
        return hop.name, hop.description
    specs = [_tool(step, user) for step in in_order(hop)]
    titles = [spec.title for spec in specs if spec is not None]
    words = [spec.title_words for spec in specs if spec is not None]
    if not titles or len(titles) < len(specs) or titles == words:
        return hop.name, hop.description
    stem, number = _NUMBERED.match(hop.name).groups(default="")  # type: ignore[union-attr]
    with override(None):
        kept_name, kept_description = named(titles), described(titles)
    made = bool(stem) and kept_name.startswith(stem)
    name = f"{named(words)}{number}" if made else hop.name
    return name, described(words) if hop.description == kept_description else hop.description


def names_of_hops(plan: Plan) -> list[str]:
    """What the hops of a plan are called, in their order."""
    hops = plan.hops.order_by("position")
    if not _is_translated():
        return [hop.name for hop in hops]
    return [words_of_hop(hop, plan.user)[0] for hop in hops.prefetch_related("steps")]


def in_order(hop: Hop) -> list[ToolStep]:
    """The steps of a hop as they run."""
    return sorted(hop.steps.all(), key=lambda step: step.position)


def _is_translated() -> bool:
    """Whether titles may read otherwise than they are declared."""
    return not (get_language() or settings.LANGUAGE_CODE).startswith(settings.LANGUAGE_CODE)


def _tool(step: ToolStep, user: User) -> AnyTool | None:
    try:
        return tool_named(step.tool, user)
    except NotFound:
        return None
