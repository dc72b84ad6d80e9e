"""What steps and hops that rules made are called, in the language of who reads.

Rows keep the titles of tools as they are declared; they are drawn in words. What a model, a person or another
part of the program called something stays as it was said.
"""

from __future__ import annotations

import re
from functools import cached_property
from uuid import UUID

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils.translation import get_language, override

from agency.models import Hop, Plan, ToolStep
from agency.plans.hopping import described, named
from ownyou.lib.errors import NotFound
from trust.models import User
from trust.tools import AnyTool, tool_named, tools_of

_NUMBERED = re.compile(r"^(.*?)( \(\d+\))?$", re.S)


class Naming:
    """Says what one person's steps and hops are called; the tools of their servers are looked up once."""

    def __init__(self, user: User) -> None:
        self.user = user

    def step(self, step: ToolStep) -> str:
        """What a step does."""
        said = str(step.description)
        if said and not _is_translated():
            return said
        spec = self._tool(step.tool)
        if spec is None:
            return said or step.tool
        return spec.title_words if said in ("", spec.title) else said

    def hop(self, hop: Hop) -> tuple[str, str]:
        """The name and the description of a hop."""
        if not _is_translated():
            return hop.name, hop.description
        specs = [self._tool(step.tool) for step in in_order(hop)]
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

    def _tool(self, name: str) -> AnyTool | None:
        try:
            return tool_named(name)
        except NotFound:
            return self._own.get(name)

    @cached_property
    def _own(self) -> dict[str, AnyTool]:
        return {spec.name: spec for spec in tools_of(self.user)}


def title_of_step(step: ToolStep, user: User) -> str:
    """What a step does."""
    return Naming(user).step(step)


def words_of_hop(hop: Hop, user: User) -> tuple[str, str]:
    """The name and the description of a hop."""
    return Naming(user).hop(hop)


def words_of_hops(plan: Plan) -> dict[UUID, str]:
    """What each hop of a plan is called, by hop, in their order. Hops that are with the plan are not read
    again."""
    if _is_translated():
        prefetch_related_objects([plan], "hops__steps")
    naming = Naming(plan.user)
    return {hop.pk: naming.hop(hop)[0] for hop in sorted(plan.hops.all(), key=lambda hop: hop.position)}


def names_of_hops(plan: Plan) -> list[str]:
    """What the hops of a plan are called, in their order, as `words_of_hops` reads them."""
    return list(words_of_hops(plan).values())


def in_order(hop: Hop) -> list[ToolStep]:
    """The steps of a hop as they run."""
    return sorted(hop.steps.all(), key=lambda step: step.position)


def _is_translated() -> bool:
    """Whether titles may read otherwise than they are declared."""
    return not (get_language() or settings.LANGUAGE_CODE).startswith(settings.LANGUAGE_CODE)
