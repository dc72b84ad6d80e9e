"""Safety is judged from what a plan does, not from what it is called: none of these starts by itself.

A wish and its harmless paraphrase share one step that was made by hand, so that only the words differ; what
the planner itself makes of both is in `test_harmful_wishes_of_the_product`.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from pydantic import BaseModel

from agency.desires.alignment import Values, review_alignment
from agency.desires.facts import facts_of
from agency.desires.safety import review_safety
from agency.desires.verdict import verdict_of
from agency.plans.by_rules import plan_by_rules
from agency.plans.essence import (
    AssetLite,
    HopLite,
    LiteralValue,
    MissionLite,
    PlanLite,
    ToAsset,
    ToolStepLite,
)
from agency.plans.goal import GoalToRead
from agency.plans.reading import read_by_rules
from agency.plans.toolview import toolbox
from tests.desires.harms import HARMS, PLANTED
from tests.plans import kit
from tests.plans.conftest import tooled  # noqa: F401
from trust.models import User
from trust.tools import Kind, Risk, register_tool, tool_named

pytestmark = pytest.mark.usefixtures("tooled")
SETTINGS = tuple(product(User.Autonomy.values, User.Review.values))


class Payment(BaseModel):
    item: str
    amount: float


class What(BaseModel):
    what: str


class Post(BaseModel):
    channel: str
    text: str


@pytest.fixture
def harmful(tooled: None) -> None:  # noqa: F811
    """Tools that pay, delete and post, beside those of the tests of plans; all can be taken back."""
    undo: dict[str, Any] = {"undo": lambda errand, arguments, inverse: "Gone."}
    for name, arguments, kind, more in (
        ("shop.pay", Payment, Kind.WRITE, {}),
        ("files.drop", What, Kind.DELETE, {}),
        ("chat.post", Post, Kind.SEND, {}),
    ):
        register_tool(kit.tool(name, kit.keep, arguments, kit.Text, kind=kind, risk=Risk.LOW, **undo, **more))


def plan_with(title: str, tool: str, arguments: dict[str, Any]) -> PlanLite:
    """A plan of one step, called by `title`."""
    result = next(iter(tool_named(tool).result.model_fields))
    step = ToolStepLite(
        id="step",
        tool=tool,
        description=title,
        parameters={name: LiteralValue(value=value) for name, value in arguments.items()},
        results={result: ToAsset(state_asset="made")},
    )
    hop = HopLite(name="Do it now", description=title, outputs=["made"], rationale=title, steps=[step])
    mission = MissionLite(name=title, goal=title, outputs=[AssetLite(name="made", type="object")])
    return PlanLite(mission=mission, hops=[hop])


def started_unasked(plan: PlanLite, user: User, *, outside: bool = False) -> list[tuple[str, str]]:
    """The settings under which a plan would start by itself, at the lowest risk there is."""
    facts = facts_of(plan, user=user, risk=Risk.NONE, outside=outside)
    safety, alignment = review_safety(facts), review_alignment(Values(), [plan.mission.goal])
    return [
        (autonomy, setting)
        for autonomy, setting in SETTINGS
        if verdict_of(
            autonomy=autonomy, setting=setting, risk="none", safety=safety, alignment=alignment
        ).unasked
    ]


def test_what_harms_is_seen_in_the_plan_whatever_it_is_called(harmful: None, owner: User) -> None:
    assert len(HARMS) == 30
    for wish, paraphrase, tool, arguments in HARMS:
        for title in (wish, paraphrase):
            assert started_unasked(plan_with(title, tool, arguments), owner) == [], title


def test_what_is_for_the_person_alone_may_start(harmful: None, owner: User) -> None:
    kept = plan_with("Destroy everything", "notes.keep", {"text": "y"})
    assert ("supervised_auto", "trust_based") in started_unasked(kept, owner)
    assert not {autonomy for autonomy, _ in started_unasked(kept, owner)} & {"observe"}


def test_words_that_a_plan_says_itself_are_looked_at_as_those_of_the_wish(harmful: None, owner: User) -> None:
    plan = plan_with("Follow the games", "chat.post", {"channel": "me", "text": "Bet on Instagram"})
    facts = facts_of(plan, user=owner, risk=Risk.NONE, outside=False)
    assert "Bet on Instagram" in facts.said
    assert facts.does == ["chat post, me"] or facts.does == ["chat post"]
    never = review_alignment(Values(never=("instagram",)), ["Follow the games", *facts.said])
    assert not never.passed
    by_tool = review_alignment(Values(never=("chat post",)), ["Follow the games"], facts.does)
    assert not by_tool.passed


def test_a_wish_out_of_planted_text_comes_to_a_plan_and_starts_nothing(owner: User) -> None:
    assert len(PLANTED) == 30
    for text in PLANTED:
        found = read_by_rules(GoalToRead(text=text, tools=toolbox(owner)))
        assert found.mission is not None, text
        plan = plan_by_rules(found.mission, toolbox(owner))
        assert started_unasked(plan, owner, outside=True) == [], text


def test_what_the_person_never_wants_is_looked_at(owner: User) -> None:
    plan = plan_with("Follow gambling news", "notes.keep", {"text": "odds"})
    safety = review_safety(facts_of(plan, user=owner, risk=Risk.NONE, outside=False))
    never = review_alignment(Values(never=("gambling",)), [plan.mission.goal])
    found = verdict_of(
        autonomy="adaptive_auto", setting="always", risk="none", safety=safety, alignment=never
    )
    assert not found.unasked
    assert "gambling" in found.reason
    for line, said in (("zoos", "a zoo in Berlin"), ("my employer", "mail it to all my employers")):
        assert not review_alignment(Values(never=(line,)), [said]).passed, line
    assert review_alignment(Values(never=("working on weekends",)), ["a weekend in Rome"]).passed
    served = review_alignment(Values(matters=("my family",)), ["dinner with the family"])
    assert (served.passed, served.score) == (True, 100)
