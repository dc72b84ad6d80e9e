"""Plans by rules go backwards from what is wanted, over what tools say of themselves."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.essence import AssetLite, MissionLite, PlanLite
from agency.plans.toolview import view_of
from agency.plans.types import forget_asset_type, register_asset_type
from agency.plans.validate import validate
from tests.plans import kit
from tests.plans.plans import asset
from trust.tools import AnyTool, Done, Errand, Kind, Risk

TOPICS = asset("topics", "string:topic", many=True, value=["Giverny", "Fontainebleau"])
ME = asset("recipient", "string:address", value="me")


def mission(goal: str, inputs: list[dict[str, Any]], *outputs: dict[str, Any]) -> MissionLite:
    given = [AssetLite.model_validate(one) for one in inputs]
    wanted = [AssetLite.model_validate(one) for one in outputs]
    return MissionLite(name="Two places", goal=goal, inputs=given, outputs=wanted)


def plan(wanted: MissionLite, *more: AnyTool, tools: tuple[AnyTool, ...] = kit.TOOLS) -> PlanLite:
    made = plan_by_rules(wanted, [*tools, *more])
    assert validate(made, [*tools, *more]) == []
    return made


def used(made: PlanLite) -> list[str]:
    return [step.tool for _, step in made.steps()]


def test_what_is_wanted_is_made_from_what_is_given() -> None:
    goal = "collect what the guide says about it into one page"
    made = plan(mission(goal, [TOPICS, ME], asset("page", "markdown"), asset("mail", "email")))
    assert used(made) == ["guide.look_up", "pages.join", "mail.send"]
    assert [hop.name for hop in made.hops] == ["Make one page of several", "Send a mail"]
    assert [hop.inputs for hop in made.hops] == [["topics"], ["recipient", "page"]]


def test_a_step_over_a_list_makes_a_list() -> None:
    made = plan(mission("collect it into one page", [TOPICS], asset("page", "markdown")))
    pages = made.hops[0].intermediates[0]
    assert (pages.name, pages.collection_type) == ("pages", "array")


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("summarise it", "pages.sum"),
        ("give me the gist", "pages.sum"),
        ("fasse es zusammen", "pages.sum"),
        ("put it together on one page", "pages.join"),
        ("rassemble le tout sur une seule page", "pages.join"),
    ],
)
def test_the_words_choose_among_tools_that_make_the_same(words: str, last: str) -> None:
    topic = asset("topic", "string:topic", value="Giverny")
    made = plan(mission(words, [topic], asset("text", "markdown", description=words)))
    assert used(made) == ["guide.look_up", last]


def test_what_one_output_made_serves_the_next() -> None:
    url = asset("url", "string:url", value="https://example.com/a")
    made = plan(
        mission(
            "summarise the page and save it as a note",
            [url],
            asset("summary", "markdown", description="summarise the page"),
            asset("note", "database_entity", description="save it as a note"),
        )
    )
    assert used(made) == ["web.read", "pages.sum", "notes.keep"]
    assert made.hops[-1].inputs == ["summary"]


def test_words_that_are_given_need_no_search() -> None:
    text = asset("text", "string:text", value="call the plumber")
    made = plan(mission("write it down", [text], asset("note", "database_entity")))
    assert used(made) == ["notes.keep"]


def test_a_topic_is_not_written_down_as_if_it_were_a_text() -> None:
    topic = asset("topic", "string:topic", value="opening hours of the Louvre")
    made = plan(mission("put it into my notes", [topic], asset("note", "database_entity")))
    assert len(used(made)) > 1


def test_a_number_that_was_said_goes_where_it_fits() -> None:
    made = plan(
        mission(
            "search the web and list the three best",
            [
                asset("topic", "string:topic", value="rare ferns"),
                asset("count", "number", value=3, description="search the web"),
            ],
            asset("hits", "search_result", description="search the web"),
        )
    )
    assert made.hops[0].steps[0].parameters["most"].model_dump() == {
        "type": "asset_field",
        "state_asset": "count",
        "path": None,
        "signature": "",
    }


def test_an_input_that_nothing_needs_is_left_out_of_the_plan() -> None:
    made = plan(mission("collect it into one page", [TOPICS, ME], asset("page", "markdown")))
    assert [given.name for given in made.mission.inputs] == ["topics"]


@pytest.mark.parametrize(
    ("outputs", "missing", "tool"),
    [
        ([asset("mail", "email")], "to", "mail.send"),
        ([asset("article", "pubmed_article")], "article", ""),
    ],
)
def test_what_nobody_can_make_is_named(outputs: list[dict[str, Any]], missing: str, tool: str) -> None:
    with pytest.raises(NoWay) as stopped:
        plan(mission("mail it", [TOPICS], *outputs))
    assert (stopped.value.missing.name, stopped.value.tool) == (missing, tool)


def test_a_tool_that_is_switched_off_is_not_planned_with() -> None:
    off = [view_of(spec, enabled=spec.name != "guide.look_up") for spec in kit.TOOLS]
    plan = plan_by_rules(mission("collect it into one page", [TOPICS], asset("page", "markdown")), off)
    assert [step.tool for _, step in plan.steps()] == ["web.search", "pages.list"]
    neither = [view_of(spec, enabled=spec.name not in ("guide.look_up", "web.search")) for spec in kit.TOOLS]
    with pytest.raises(NoWay):
        plan_by_rules(mission("collect it into one page", [TOPICS], asset("page", "markdown")), neither)


def test_reading_is_preferred_to_acting_and_low_risk_to_high() -> None:
    def rival(name: str, **more: Any) -> AnyTool:
        return dataclasses.replace(kit.LOOK_UP, name=name, **more)

    rivals = (
        rival("a.writes", kind=Kind.WRITE),
        rival("b.is_risky", risk=Risk.HIGH),
        rival("c.costs", costs=True),
    )
    made = plan(mission("collect it into one page", [TOPICS], asset("page", "markdown")), *rivals)
    assert used(made)[0] == "guide.look_up"


class Sample(BaseModel):
    rock: str


class Survey(BaseModel):
    sample: Sample
    age: float


class Where(BaseModel):
    quarry: str


class Verdict(BaseModel):
    verdict: Survey


class Drilled(BaseModel):
    sample: Sample


@pytest.fixture
def geology() -> Iterator[tuple[AnyTool, ...]]:
    """Tools and types that nobody has thought of."""
    register_asset_type("rock_sample", Sample)
    register_asset_type("survey", Survey)

    def drill(errand: Errand, where: Where) -> Done[Drilled]:
        return Done(Drilled(sample=Sample(rock=where.quarry)))

    def date(errand: Errand, drilled: Drilled) -> Done[Verdict]:
        return Done(Verdict(verdict=Survey(sample=drilled.sample, age=3.5)))

    yield (
        kit.tool("rocks.drill", drill, Where, Drilled, consumes={"quarry": "string:quarry"},
                 produces={"sample": "rock_sample"}),
        kit.tool("rocks.date", date, Drilled, Verdict, consumes={"sample": "rock_sample"},
                 produces={"verdict": "survey"}),
    )  # fmt: skip
    forget_asset_type("rock_sample")
    forget_asset_type("survey")


def test_a_new_tool_with_new_types_is_found_and_used(geology: tuple[AnyTool, ...]) -> None:
    quarry = asset("quarry", "string:quarry", value="Carrara")
    made = plan(mission("How old is the rock?", [quarry], asset("age", "survey")), *geology)
    assert used(made) == ["rocks.drill", "rocks.date"]
    assert made.hops[0].intermediates[0].type == "rock_sample"


def test_a_tool_of_a_type_that_nobody_registered_is_left_alone() -> None:
    odd = dataclasses.replace(kit.LOOK_UP, name="odd", produces={"page": "hologram"})
    assert used(plan(mission("collect it", [TOPICS], asset("page", "markdown")), odd))


OTHER_GUIDE = dataclasses.replace(kit.LOOK_UP, name="atlas.look_up", title="Look it up in an atlas", verbs=())


def test_a_tool_that_failed_lately_comes_after_one_that_does_the_same_and_the_plan_says_so() -> None:
    wanted = mission("collect it into one page", [TOPICS], asset("page", "markdown"))
    tools = [view_of(one) for one in (*kit.TOOLS, OTHER_GUIDE)]
    first = used(plan_by_rules(wanted, tools))[0]
    failing = [one.counting(3) if one.name == first else one for one in tools]
    made = plan_by_rules(wanted, failing)
    assert {first, used(made)[0]} == {"guide.look_up", "atlas.look_up"}
    assert "did not work lately, so this is tried instead" in made.hops[0].rationale
    assert "lately" not in plan_by_rules(wanted, tools).hops[0].rationale


def test_a_tool_that_failed_lately_is_still_used_where_nothing_else_does_it() -> None:
    wanted = mission("collect it into one page", [TOPICS], asset("page", "markdown"))
    tools = [view_of(one) for one in (kit.LOOK_UP, kit.JOIN)]
    failing = [one.counting(3) if one.name == "guide.look_up" else one for one in tools]
    made = plan_by_rules(wanted, failing)
    assert used(made) == ["guide.look_up", "pages.join"]
    assert "nothing here is better for it" in made.hops[0].rationale


def test_a_tool_that_lost_for_another_reason_is_not_said_to_be_replaced_for_its_failures() -> None:
    """It takes and makes the same kinds of things, but does something else: it would not have been taken."""
    wanted = mission("collect it into one page", [TOPICS], asset("page", "markdown"))
    verbs = ("find recipes for cooking", "what can I cook with it")
    cooking = dataclasses.replace(kit.LOOK_UP, name="recipes.find", title="Find recipes", verbs=verbs)
    tools = [view_of(one) for one in (kit.LOOK_UP, kit.JOIN, cooking)]
    assert used(plan_by_rules(wanted, tools)) == ["guide.look_up", "pages.join"]
    made = plan_by_rules(wanted, [one.counting(3) if one.name == "recipes.find" else one for one in tools])
    assert used(made) == ["guide.look_up", "pages.join"]
    assert not any("lately" in hop.rationale for hop in made.hops)
