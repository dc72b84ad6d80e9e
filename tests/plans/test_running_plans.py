"""A plan runs step by step through the gate; a changed input runs again only what depends on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from agency.acting.reflexion import reflect_on
from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.changing import change_input, retry_hop
from agency.plans.essence import PlanLite
from agency.plans.failing import failures_of, with_failures
from agency.plans.running import State, next_step, run_step
from agency.plans.storing import PlanInvalid, essence, store
from agency.plans.toolview import toolbox
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.ids import new_id
from tests.plans import kit
from tests.plans.plans import PLAN, asset, batch, hop, literal, of, spoiled, step
from trust import approvals, decisions
from trust.activity import Subject
from trust.decisions import Answer
from trust.models import Action, Activity, Decision, User

pytestmark = pytest.mark.usefixtures("tooled")
Store = Callable[[dict[str, Any]], Plan]


@pytest.fixture
def stored(owner: User) -> Store:
    subject = Subject("mission", new_id())
    return lambda data: store(PlanLite.model_validate(data), user=owner, subject=subject)


def run(plan: Plan) -> list[tuple[str, State]]:
    """Run a plan until it is done or waits for somebody; which tools were worked on, and how they stood."""
    steps: list[tuple[str, State]] = []
    while (following := next_step(plan)) is not None:
        state = run_step(following)
        steps.append((following.tool, state))
        if state in (State.ASKS, State.HELD):
            break
    plan.refresh_from_db()
    return steps


def value_of(plan: Plan, name: str) -> Any:
    return plan.assets.get(name=name).value


def answer(plan: Plan, user: User, verdict: str = "approve", text: str = "") -> None:
    """Ask for every waiting act of a plan, and answer."""
    acts = list(Action.objects.filter(subject_id=plan.subject_id).waiting())
    decision = approvals.ask_for(acts, user=user, key=f"ask:{acts[0].pk}")
    decisions.answer(user=user, decision_id=decision.pk, given=Answer(Decision.Verdict(verdict), text=text))


def test_a_plan_runs_until_it_needs_an_ok(stored: Store) -> None:
    plan = stored(PLAN)
    assert run(plan) == [
        ("guide.look_up", State.DONE), ("pages.join", State.DONE), ("mail.send", State.ASKS)
    ]  # fmt: skip
    assert kit.calls == {"guide.look_up": 2, "pages.join": 1}
    assert value_of(plan, "page") == "All of Giverny.\nAll of Fontainebleau."
    assert [h.status for h in plan.hops.all()] == ["completed", "completed", "executing"]
    assert plan.status == Plan.Status.EXECUTING


def test_one_element_of_a_list_is_taken_alone_and_one_that_is_missing_fails_the_step(stored: Store) -> None:
    wanted = {"hops__2__inputs": ["page", "recipient", "pages"]}
    plan = stored(spoiled(**wanted, hops__2__steps__0__parameters__subject=of("pages", "1.title")))
    run(plan)
    act = Action.objects.get(subject_id=plan.subject_id)
    assert act.arguments["subject"] == "Fontainebleau"
    plan = stored(spoiled(**wanted, hops__2__steps__0__parameters__subject=of("pages", "7.title")))
    assert run(plan)[-1] == ("mail.send", State.FAILED)


def test_a_model_is_told_the_fields_of_what_a_tool_makes(owner: User) -> None:
    outputs = {tool.name: tool.outputs for tool in toolbox(owner)}
    assert outputs["web.search"]["hits"].startswith("search_result[] (title, url")
    assert outputs["pages.join"] == {"text": "markdown"}


def test_after_the_ok_the_act_happens_once_and_the_plan_is_done(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    answer(plan, owner)
    assert run(plan) == [("mail.send", State.DONE)]
    assert run(plan) == []
    assert kit.calls["mail.send"] == 1
    assert plan.status == Plan.Status.COMPLETED
    assert value_of(plan, "mail") == {"to": "me", "subject": "Two places"}


def test_a_step_that_is_worked_on_twice_acts_once(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    waiting = next_step(plan)
    assert waiting is not None
    assert run_step(waiting) == State.ASKS
    answer(plan, owner)
    assert run_step(waiting) == State.DONE
    waiting.refresh_from_db()
    assert Action.objects.filter(tool="mail.send").count() == 1
    assert kit.calls["mail.send"] == 1


def test_a_no_fails_the_hop_in_words_and_keeps_what_was_made(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    answer(plan, owner, "reject", text="Not today")
    assert run(plan) == [("mail.send", State.REFUSED)]
    mail = plan.hops.get(position=2)
    assert mail.status == Hop.Status.FAILED
    assert mail.error == "Use mail.send: You said no: Not today"
    assert plan.status == Plan.Status.FAILED
    assert value_of(plan, "page").startswith("All of Giverny")


def test_a_failed_step_fails_its_hop_with_its_words_and_can_be_tried_again(stored: Store) -> None:
    plan = stored(PLAN)
    kit.broken.add("pages.join")
    assert run(plan)[-1] == ("pages.join", State.FAILED)
    broken = plan.hops.get(position=1)
    assert (broken.status, broken.error) == (Hop.Status.FAILED, "Use pages.join: The line was cut.")
    assert next_step(plan) is None
    assert plan.status == Plan.Status.FAILED
    line = Activity.objects.filter(kind=Activity.Kind.AGENT_ERROR, agent="plans").get()
    assert "The line was cut." in line.text
    kit.broken.clear()
    retry_hop(broken)
    assert run(plan) == [("pages.join", State.DONE), ("mail.send", State.ASKS)]
    assert kit.calls["guide.look_up"] == 2


def test_a_hop_that_has_not_failed_is_not_tried_again(stored: Store) -> None:
    with pytest.raises(Conflict):
        retry_hop(stored(PLAN).hops.get(position=0))


def test_an_act_that_may_have_happened_is_not_tried_again(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    answer(plan, owner)
    Action.objects.filter(tool="mail.send").update(status=Action.Status.UNKNOWN)
    assert run(plan) == [("mail.send", State.FAILED)]
    with pytest.raises(Conflict):
        retry_hop(plan.hops.get(position=2))


def test_what_is_made_from_others_words_is_tainted_and_says_where_it_is_from(stored: Store) -> None:
    plan = stored(PLAN)
    run(plan)
    facts = {a.name: (a.tainted, a.lineage, a.made_by and a.made_by.tool) for a in plan.assets.all()}
    assert facts["topics"] == (False, [], None)
    assert facts["pages"] == (True, ["topics"], "guide.look_up")
    assert facts["page"] == (True, ["pages"], "pages.join")
    act = Action.objects.get(tool="mail.send")
    assert act.tainted
    assert act.shaped_by == ["All of Giverny. All of Fontainebleau."]


def six_hops() -> dict[str, Any]:
    """Two strands that meet in the fifth hop; the sixth keeps a note of it."""
    return {
        "mission": {
            "name": "Compare two places",
            "goal": "Compare what the guide and the web say",
            "inputs": [
                asset("place", "string:topic", value="Giverny"),
                asset("query", "string:topic", value="gardens"),
            ],
            "outputs": [asset("note", "database_entity")],
        },
        "hops": [
            hop("Read the guide", ["place"], ["page"],
                step("a", "guide.look_up", {"topic": of("place")}, {"page": of("page")}),
                between=[asset("page", "webpage")]),
            hop("Sum it up", ["page"], ["gist"],
                step("b", "pages.sum", {"page": of("page")}, {"text": of("gist")}),
                between=[asset("gist", "markdown")]),
            hop("Search the web", ["query"], ["hits"],
                step("c", "web.search", {"query": of("query"), "most": literal(2)},
                     {"hits": of("hits"), "total": {"type": "discard"}}),
                between=[asset("hits", "search_result", many=True)]),
            hop("Read and join hits", ["hits"], ["found"],
                step("d", "links.read", {"url": of("hits", "url")}, {"page": of("read")}),
                step("e", "pages.join", {"pages": of("read")}, {"text": of("found")}),
                between=[asset("read", "webpage", many=True), asset("found", "markdown")]),
            hop("Compare the two", ["gist", "found"], ["both"],
                step("f", "texts.compare", {"left": of("gist"), "right": of("found")}, {"text": of("both")}),
                between=[asset("both", "markdown")]),
            hop("Keep a note", ["both"], ["note"],
                step("g", "notes.keep", {"text": of("both")}, {"text": of("note")})),
        ],
    }  # fmt: skip


@pytest.fixture
def done(stored: Store, owner: User) -> Plan:
    """The plan of six hops, whole."""
    plan = stored(six_hops())
    run(plan)
    answer(plan, owner)
    assert run(plan) == [("notes.keep", State.DONE)]
    assert plan.status == Plan.Status.COMPLETED
    kit.calls.clear()
    return plan


def test_a_changed_input_runs_again_only_what_depends_on_it(done: Plan, owner: User) -> None:
    stale = change_input(done, "query", "painters")
    assert [one.tool for one in stale] == [
        "web.search", "links.read", "pages.join", "texts.compare", "notes.keep"
    ]  # fmt: skip
    assert {a.name for a in done.assets.filter(status=Asset.Status.STALE)} == {
        "hits", "read", "found", "both", "note"
    }  # fmt: skip
    assert [h.status for h in done.hops.all()] == ["completed"] * 2 + ["resolved"] * 4
    run(done)
    answer(done, owner)
    run(done)
    assert done.status == Plan.Status.COMPLETED
    assert kit.calls == {"web.search": 1, "web.read": 2, "pages.join": 1, "texts.compare": 1, "notes.keep": 1}
    steps = ToolStep.objects.filter(hop__plan=done).order_by("hop__position", "position")
    assert [one.run for one in steps] == [
        0, 0, 1, 1, 1, 1, 1
    ]  # fmt: skip


def test_a_change_that_changes_nothing_further_down_stops_there(done: Plan) -> None:
    """The hits are the same pages in the end: reading them again, and the acts after it, are spared."""
    change_input(done, "query", "gardens of painters")
    states = dict(run(done))
    assert states["web.search"] == State.DONE
    assert states["links.read"] == State.UNCHANGED
    assert states["notes.keep"] == State.UNCHANGED
    assert done.status == Plan.Status.COMPLETED
    assert kit.calls == {"web.search": 1}


def test_the_same_value_again_changes_nothing(done: Plan) -> None:
    assert change_input(done, "query", "gardens") == []
    assert run(done) == []


def test_an_act_that_waits_is_replaced_when_its_input_changes(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    change_input(plan, "recipient", "anna@example.com")
    assert run(plan) == [("mail.send", State.ASKS)]
    acts = Action.objects.filter(tool="mail.send").order_by("pk")
    assert [act.status for act in acts] == ["superseded", "waiting"]
    assert acts[1].arguments["to"] == "anna@example.com"


def asked_again(plan: Plan, user: User, verdict: str = "approve") -> None:
    """Let the card for a plan's waiting acts run out of time, ask for them once more, and answer that."""
    acts = list(Action.objects.filter(subject_id=plan.subject_id).waiting().order_by("position"))
    card = approvals.ask_for(acts, user=user, key=f"ask:{acts[0].pk}", expires=timedelta(minutes=5))
    Decision.objects.filter(pk=card.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    again = approvals.ask_again(user=user, decision_id=card.pk)
    decisions.answer(user=user, decision_id=again.pk, given=Answer(Decision.Verdict(verdict)))


def test_what_replaced_an_act_counts_as_done_before(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    asked_again(plan, owner)
    run(plan)
    assert kit.calls["mail.send"] == 1
    change_input(plan, "recipient", "anna@example.com")
    run(plan)
    answer(plan, owner, "reject")  # so that the step remembers this act, not the one that was done
    run(plan)
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    assert run(plan) == [("mail.send", State.ASKS)]
    act = Action.objects.filter(tool="mail.send").waiting().get()
    assert (act.rule, act.arguments["to"]) == ("caution", "anna@example.com")
    assert act.reason is not None
    assert act.reason.startswith("This was done before, on ")


def test_an_input_stays_while_it_is_not_known_whether_what_was_asked_again_happened(
    stored: Store, owner: User
) -> None:
    plan = stored(batch())
    run(plan)
    asked_again(plan, owner)
    run(plan)
    assert kit.calls["mail.send"] == 2
    second = Action.objects.get(tool="mail.send", position=1, successor=None)
    Action.objects.filter(pk=second.pk).update(status=Action.Status.UNKNOWN)
    with pytest.raises(Conflict, match="do not know yet"):
        change_input(plan, "recipient", ["anna@example.com"])


def test_the_card_of_what_is_asked_again_closes_when_its_input_changes(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    run(plan)
    [act] = Action.objects.filter(subject_id=plan.subject_id).waiting()
    card = approvals.ask_for([act], user=owner, key="ask", expires=timedelta(minutes=5))
    Decision.objects.filter(pk=card.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    again = approvals.ask_again(user=owner, decision_id=card.pk)
    change_input(plan, "recipient", "anna@example.com")
    again.refresh_from_db()
    assert again.status == Decision.Status.SUPERSEDED
    assert not Action.objects.filter(subject_id=plan.subject_id).waiting().exists()


@pytest.mark.parametrize(
    ("name", "value"), [("recipient", "Anna"), ("recipient", None), ("topics", "Giverny")]
)
def test_an_input_takes_no_value_that_does_not_fit(stored: Store, name: str, value: Any) -> None:
    with pytest.raises(InvalidInput):
        change_input(stored(PLAN), name, value)


def test_what_is_no_input_cannot_be_changed(stored: Store) -> None:
    with pytest.raises(NotFound):
        change_input(stored(PLAN), "page", "mine")


def test_a_batch_with_a_no_keeps_the_rest(stored: Store, owner: User) -> None:
    plan = stored(batch())
    run(plan)
    acts = list(Action.objects.filter(tool="mail.send").order_by("position"))
    decision = approvals.ask_for(acts, user=owner, key="batch")
    verdicts: list[dict[str, object]] = [
        {"id": str(acts[0].pk), "verdict": "reject", "reason": "no"},
        {"id": str(acts[1].pk), "verdict": "approve"},
    ]
    decisions.answer(
        user=owner, decision_id=decision.pk, given=Answer(Decision.Verdict.APPROVE, acts=tuple(verdicts))
    )
    assert run(plan) == [("mail.send", State.DONE)]
    assert value_of(plan, "mail") == [{"to": "a@example.com", "subject": "Two places"}]


def test_a_stored_plan_reads_back_as_it_was(stored: Store) -> None:
    def without_ids(plan: PlanLite) -> dict[str, Any]:
        said = plan.model_dump()
        for one in (one for h in said["hops"] for one in h["steps"]):
            one.pop("id")
        return said

    for data in (PLAN, six_hops()):
        assert without_ids(essence(stored(data))) == without_ids(PlanLite.model_validate(data))


def test_a_new_version_replaces_the_one_before(stored: Store) -> None:
    first, second = stored(PLAN), stored(PLAN)
    first.refresh_from_db()
    assert (first.version, first.status) == (1, Plan.Status.REPLACED)
    assert (second.version, second.status) == (2, Plan.Status.VALID)


def test_the_risk_of_a_plan_is_the_highest_of_its_steps(stored: Store) -> None:
    assert stored(PLAN).risk == "low"
    assert stored(six_hops()).risk == "none"


def test_a_plan_that_could_not_run_is_not_stored(stored: Store) -> None:
    with pytest.raises(PlanInvalid, match="step read, tool: there is no tool “nothing”"):
        stored(spoiled(hops__0__steps__0__tool="nothing"))
    assert not Plan.objects.exists()


def test_an_act_whose_source_was_away_says_nothing_of_its_tool(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    kit.away.add("mail.send")
    run(plan)
    answer(plan, owner)
    run(plan)
    act = Action.objects.get(tool="mail.send")
    assert (act.status, act.away) == ("failed", True)
    assert ToolStep.objects.get(hop__plan=plan, tool="mail.send").away
    reflect_on(act)
    assert not failures_of(owner.pk)


def test_what_failed_is_counted_for_the_next_plan_until_it_works_again(stored: Store, owner: User) -> None:
    plan = stored(PLAN)
    kit.broken.add("guide.look_up")
    run(plan)
    assert failures_of(owner.pk) == {"guide.look_up": 1}
    [look_up] = [one for one in with_failures(toolbox(owner), owner.pk) if one.name == "guide.look_up"]
    assert look_up.failures == 1
    kit.broken.clear()
    retry_hop(plan.hops.get(status=Hop.Status.FAILED))
    run(plan)
    assert not failures_of(owner.pk)
    kit.broken.add("mail.send")
    answer(plan, owner)
    run(plan)
    reflect_on(Action.objects.get(tool="mail.send"))
    assert failures_of(owner.pk) == {"mail.send": 1}
