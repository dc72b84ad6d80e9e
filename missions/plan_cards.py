"""A plan as a person sees it: its hops with their steps, what each makes, and the text that came of it."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.models import Hop
from agency.plans.cards import HopCard, hop_cards, made_words
from missions import open_goals
from missions.models import Mission
from missions.plan_inputs import PlanInput, inputs_of, why_fixed
from ownyou.lib.markdown import to_html


class PlanCard(BaseModel):
    """One version of a plan. `text`: the Markdown that came of it, empty until there is one. `inputs`: what
    it starts from; `fixed`: why that cannot be changed now, empty where it can. Version 0: there was no plan,
    a model looked it up."""

    version: int
    made_words: str
    hops: list[HopCard]
    text: str = ""
    inputs: list[PlanInput] = []
    fixed: str = ""

    @property
    def html(self) -> SafeString:
        """The text for the page, sanitised."""
        return mark_safe(to_html(self.text))


def plan_card(mission: Mission) -> PlanCard | None:
    """Present the newest plan of a mission, or the text that came without one; None without either."""
    if mission.mission_type != open_goals.TYPE:
        return None
    text = str((mission.result or {}).get("text", ""))
    plan = open_goals.plan_of(mission)
    if plan is None:
        return PlanCard(version=0, made_words="", hops=[], text=text) if text else None
    return PlanCard(
        version=plan.version,
        made_words=made_words(plan),
        hops=_as_it_stands(mission, hop_cards(plan)),
        text=text,
        inputs=inputs_of(mission, plan),
        fixed=why_fixed(mission),
    )


def _as_it_stands(mission: Mission, hops: list[HopCard]) -> list[HopCard]:
    """A hop that was begun waits with its mission while that asks the person."""
    if mission.status == Mission.Status.INTERRUPTED:
        for hop in hops:
            if hop.status == Hop.Status.EXECUTING:
                hop.status, hop.words = "asking", _("asks you")
    return hops
