"""A plan of six hops and twelve tool steps that do nothing, against twelve such acts in a loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench import acts
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import alternating, milliseconds

HOPS, STEPS = 6, 2
ACTS = HOPS * STEPS
MOST_SAMPLES = 40


def measure(samples: int) -> Iterator[Result]:
    """Run a stored plan from its first step to its end, and as many gated acts, in turn."""
    from ownyou.lib.ids import new_id

    samples = min(samples, MOST_SAMPLES)
    people = iter([acts.autonomous(f"plan{number}@example.com") for number in range(samples + 3)])
    loops = iter([acts.autonomous(f"loop{number}@example.com") for number in range(samples + 3)])

    def product(number: int) -> float:
        from agency.models import Plan

        plan = stored(next(people))
        thread_id = new_id()
        spent = milliseconds(lambda: run(plan, thread_id))
        plan.refresh_from_db()
        assert plan.status == Plan.Status.COMPLETED, plan.status
        return spent

    def reference(number: int) -> float:
        user, thread_id = next(loops), new_id()
        return milliseconds(lambda: [acts.act(user, thread_id) for _ in range(ACTS)])

    value, other = alternating(product, reference, samples)
    yield compared("plan", value, "ms", to="12 gated acts in a loop", reference=other, target=Target(1.5))


def run(plan: Any, thread_id: Any) -> None:
    """Work on step after step, as the graph of open goals does."""
    from agency.plans.running import State, next_step, run_step

    while (upcoming := next_step(plan)) is not None:
        state = run_step(upcoming, thread_id=thread_id)
        assert state is State.DONE, state


def stored(user: Any) -> Any:
    """Store the plan: each step takes what the one before made."""
    from agency.plans.essence import PlanLite
    from agency.plans.storing import store
    from ownyou.lib.ids import new_id
    from trust.activity import Subject

    texts = [{"name": f"text{number}", "type": "string"} for number in range(ACTS + 1)]
    texts[0]["value"] = "Nothing to do."
    goal = {"name": "Do nothing twelve times", "goal": "Do nothing", "success_criteria": ["Nothing is done."]}
    mission = goal | {"inputs": texts[:1], "outputs": texts[-1:]}
    hops = [_hop(number, texts) for number in range(HOPS)]
    plan = PlanLite.model_validate({"mission": mission, "hops": hops})
    return store(plan, user=user, subject=Subject("mission", new_id()))


def _hop(number: int, texts: list[dict[str, str]]) -> dict[str, Any]:
    first = number * STEPS
    made = [text for text in texts[first + 1 : first + STEPS + 1] if text is not texts[-1]]
    return {
        "name": f"Do nothing {number}",
        "description": "Does nothing twice.",
        "inputs": [f"text{first}"],
        "outputs": [f"text{first + STEPS}"],
        "rationale": "It is to be measured.",
        "intermediates": made,
        "steps": [_step(first + step) for step in range(STEPS)],
    }


def _step(number: int) -> dict[str, Any]:
    return {
        "id": f"step{number}",
        "tool": acts.TOOL,
        "description": "Do nothing",
        "parameters": {"text": {"type": "asset_field", "state_asset": f"text{number}"}},
        "results": {"text": {"type": "asset_field", "state_asset": f"text{number + 1}"}},
    }


BENCH = Bench(("plan",), measure)
