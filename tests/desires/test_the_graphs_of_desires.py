"""Every step of noticing, planning, doing and judging is a node of its graph, on a way from its start."""

from __future__ import annotations

import pytest

from agency.runtime.graphs import spec_of

STEPS = {
    "desire.generator": {"detect", "take", "log"},
    "desire.proactive": {"analyse", "notice", "propose", "fade"},
    "desire.review": {"matters", "analyse", "notice", "propose", "fade", "report"},
    "desire.planner": {
        "load", "enrich", "catalogue", "policies", "remember", "generate", "tell", "validate", "update",
        "align", "safe", "verdict", "queue", "begin",
    },
    "desire.executor": {
        "load", "context", "execute", "ask", "redraft", "hold", "follow", "reflect", "log", "update",
    },
    "desire.outcome": {"load", "judge", "carry_out", "ask"},
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_each_graph_has_its_steps_and_all_of_them_are_reached(name: str) -> None:
    drawn = spec_of(name, 1).build().compile().get_graph()
    assert set(drawn.nodes) - {"__start__", "__end__"} == STEPS[name]
    reached, new = set(), {"__start__"}
    while new:
        reached |= new
        new = {edge.target for edge in drawn.edges if edge.source in new} - reached
    assert reached == set(drawn.nodes)


def test_a_plan_is_reviewed_before_it_can_begin() -> None:
    drawn = spec_of("desire.planner", 1).build().compile().get_graph()
    before = {"begin": {edge.source for edge in drawn.edges if edge.target == "begin"}}
    assert before["begin"] == {"verdict", "queue"}
    ways = {(edge.source, edge.target) for edge in drawn.edges}
    assert {("update", "align"), ("align", "safe"), ("safe", "verdict")} <= ways
