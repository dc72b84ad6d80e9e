"""Planning by a language model: a skill whose answer passes the same validation, with the rules behind it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, Field

from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.essence import MissionLite, PlanLite
from agency.plans.failing import with_failures
from agency.plans.goal import ONESELF
from agency.plans.toolview import ToolView, views_of
from agency.plans.validate import validate
from agency.plans.wishing import with_wishes
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skill import Skill
from agency.reasoning.skills.redraft import ADDRESSES
from trust.models import User

MOST_FAULTS = 6
ADDRESSED = frozenset({"address", "url"})
"""Senses of texts that lead to somebody or somewhere."""


class Background(BaseModel):
    """What a planner should know beside the mission: the person's own `rules`, what they said before that
    touches it (`remembered`), and what an earlier plan for it did not bring about (`lacked`)."""

    rules: list[str] = []
    remembered: list[str] = []
    lacked: list[str] = []


class PlanToMake(BaseModel):
    """A mission, the tools that there are for it, and what is known around it; `way`: the plan that rules
    made of it with these tools before."""

    mission: MissionLite
    tools: list[ToolView] = Field(default_factory=list)
    background: Background = Background()
    way: PlanLite | None = Field(None, exclude=True)


class PlanMade(BaseModel):
    """A plan; none where nothing leads to what is wanted."""

    plan: PlanLite | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, who made it, why the rules did where a model was asked, and which wishes from before count."""

    plan: PlanLite
    made_by: Literal["rules", "model"]
    fallback: str = ""
    because: list[dict[str, str]] = field(default_factory=list)


def by_rules(question: PlanToMake) -> PlanMade:
    """The cheapest way backwards; no plan where there is none."""
    if question.way is not None and not any(tool.failures for tool in question.tools):
        return PlanMade(plan=question.way)
    try:
        return PlanMade(plan=plan_by_rules(question.mission, question.tools))
    except NoWay:
        return PlanMade()


def check(question: PlanToMake, reply: PlanMade) -> list[str]:
    """What is wrong with a plan, with hop, step and field: it is told to the model once."""
    if reply.plan is None:
        return ["there must be a plan."]
    wanted, given = question.mission, reply.plan.mission
    wrong = []
    if {asset.name: asset.type for asset in given.outputs} != {a.name: a.type for a in wanted.outputs}:
        wrong.append("mission: the outputs must stay as they are given.")
    known = {asset.name: asset.value for asset in wanted.inputs}
    if any(asset.name not in known or asset.value != known[asset.name] for asset in given.inputs):
        wrong.append("mission: the inputs must stay as they are given.")
    wrong += [f"nobody named {value[:60]}." for value in _addresses_nobody_named(question, reply.plan)]
    return (wrong + [str(fault) for fault in validate(reply.plan, question.tools)])[:MOST_FAULTS]


def _addresses_nobody_named(question: PlanToMake, plan: PlanLite) -> list[str]:
    """Web and mail addresses among the literals that neither the goal, what it gives, nor a rule names."""
    views = {view.name: view for view in question.tools}
    given = [str(asset.value) for asset in question.mission.inputs]
    said = " ".join([question.mission.goal, *given, *question.background.rules]).casefold()
    found: list[str] = []
    for _hop, step in plan.steps():
        view = views.get(step.tool)
        for name, mapping in step.parameters.items():
            if mapping.type != "literal":
                continue
            takes = view.takes.get(name) if view else None
            text = json.dumps(mapping.value, ensure_ascii=False).replace('"', " ")
            whole = [str(mapping.value)] if takes and takes.sense in ADDRESSED else []
            found += [*whole, *(one.rstrip(".,;)") for one in ADDRESSES.findall(text))]
    return [one for one in dict.fromkeys(found) if one != ONESELF and not is_named(one.casefold(), said)]


def is_named(address: str, said: str) -> bool:
    """Whether words hold an address, and not as a part of another one."""
    return re.search(rf"(?<![\w.+@-]){re.escape(address)}(?![\w@-]|\.\w)", said) is not None


plan_hops = Skill("plan_hops", PlanToMake, PlanMade, rules=by_rules, check=check, most_tokens=4_000)


def make_plan(
    mission: MissionLite,
    tools: list[ToolView],
    *,
    asker: Asker,
    background: Background | None = None,
    way: PlanLite | None = None,
    user: User | None = None,
) -> Planned:
    """Return a plan by a model, where one is configured and its plan could run, else by rules.

    Both know what failed lately, and the plan says where it counted. What the person wished of such drafts
    before is worked in. `way`: the plan that rules made of it with these tools before; `user`: whoever the
    asker names. Raises `NoWay`.
    """
    usable = with_failures((tool for tool in tools if tool.enabled), asker.user_id)
    question = PlanToMake(mission=mission, tools=usable, background=background or Background(), way=way)
    reasoned = reason(plan_hops, question, asker=asker)
    made_by: Literal["rules", "model"] = "rules" if reasoned.source == "rules" else "model"
    plan = reasoned.value.plan or plan_by_rules(mission, usable)  # which says what stands in the way
    plan, because = with_wishes(_called(plan, mission), views_of(usable), asker=asker, user=user)
    return Planned(plan, made_by, reasoned.fallback, because)


def _called(plan: PlanLite, wanted: MissionLite) -> PlanLite:
    """A plan whose mission is called as it was given: a person reads their own words, not a planner's."""
    words = {"name": wanted.name, "goal": wanted.goal, "success_criteria": wanted.success_criteria}
    return plan.model_copy(update={"mission": plan.mission.model_copy(update=words)})
