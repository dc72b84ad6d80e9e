"""An act that needs no OK: claimed as it is written down, done once, ended with its evidence and its line."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agency.models import McpServer
from agency.tools.mcp.offered import tool_of
from trust import activity, approvals, ledger, scores
from trust.ledger import sweeping
from trust.ledger.weighing import Ground
from trust.models import Action, Activity, Grant, HardRule, ToolSwitch, TrustScore
from trust.tools import OutcomeUnknown, ToolFailed, tool_named

S = Action.Status


class Killed(BaseException):
    """The process is gone: no handler of the program sees this."""


@pytest.fixture
def letter(owner: Any, post: Any, proposal: Any) -> Callable[..., Any]:
    """Proposals of letters that leave without asking and can be taken back."""
    post.tool("post.undo", undo=post.undo)
    TrustScore.objects.create(user=owner, agent="post", kind="send", level=3)
    return lambda **changes: proposal(**({"tool": "post.undo"} | changes))


def score(owner: Any) -> TrustScore:
    return TrustScore.objects.get(user=owner, agent="post", kind="send")


def lines(owner: Any) -> list[str]:
    return [line.text for line in Activity.objects.of(owner).order_by("seq")]


@pytest.mark.django_db(transaction=True)
def test_two_statements_and_two_commits_are_enough(owner: Any, post: Any, letter: Any) -> None:
    ledger.act([letter()], user=owner)
    with CaptureQueriesContext(connection) as queries:
        [act] = ledger.act([letter(to="Bob")], user=owner)
    assert len(queries) == 2, "written down and claimed; ended, counted and told"
    assert act.status == S.SUCCEEDED
    stored = Action.objects.get(pk=act.pk)
    for field in Action._meta.concrete_fields:
        assert getattr(stored, field.attname) == getattr(act, field.attname), field.name
    assert (stored.attempt, stored.deadline_at, stored.receipt) == (1, None, "Sent to Bob")
    assert lines(owner) == ["Sent to Ada", "Sent to Bob"]
    assert score(owner).automatic == 2


def observes(owner: Any) -> None:
    owner.autonomy = "observe"
    owner.save()


def has_had_enough(owner: Any) -> None:
    owner.acts_a_day = 1
    owner.save()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "status", "rule"),
    [
        (lambda owner: TrustScore.objects.update(level=2), S.WAITING, "not_autonomous"),
        (lambda owner: TrustScore.objects.update(ceiling=1), S.WAITING, "not_autonomous"),
        (lambda owner: ToolSwitch.objects.create(tool="post.undo", enabled=False), S.DENIED, "tool_off"),
        (lambda owner: HardRule.objects.create(user=owner, words="No post."), S.DENIED, "own_rule"),
        (observes, S.DENIED, "observing"),
        (has_had_enough, S.DENIED, "cap_spent"),
    ],
)
def test_what_changed_since_the_last_act_counts_for_the_next(
    owner: Any, post: Any, letter: Any, change: Any, status: str, rule: str
) -> None:
    ledger.act([letter()], user=owner)
    change(owner)
    [act] = ledger.act([letter(to="Bob")], user=owner)
    assert (act.status, act.rule) == (status, rule)
    assert [line for line in lines(owner) if line.startswith("Sent")] == ["Sent to Ada"]
    assert Action.objects.count() == 2


def test_the_first_evidence_makes_its_row(owner: Any, post: Any, letter: Any) -> None:
    act = Action(user=owner, agent="files", kind="write", title="A file", ruling="allow", status=S.SUCCEEDED)
    scores.note_outcome(act)
    scores.note_outcome(act)
    made = TrustScore.objects.get(user=owner, agent="files")
    fresh = TrustScore(user=owner, agent="files", kind="write", automatic=2)
    for field in TrustScore._meta.concrete_fields:
        if field.name not in ("id", "updated_at"):
            assert getattr(made, field.attname) == getattr(fresh, field.attname), field.name


def test_it_is_claimed_in_the_rows_before_it_happens(owner: Any, post: Any, letter: Any) -> None:
    seen = []

    def look(errand: Any, words: Any) -> Any:
        seen.append(Action.objects.get(pk=errand.action_id))
        return post.send(errand, words)

    post.tool("post.undo", undo=post.undo, run=look)
    ledger.act([letter()], user=owner)
    [claimed] = seen
    assert (claimed.status, claimed.attempt) == (S.CLAIMED, 1)
    assert claimed.deadline_at > timezone.now()


@pytest.mark.parametrize("sent", [False, True])
def test_what_was_killed_in_the_act_is_not_repeated(owner: Any, post: Any, letter: Any, sent: bool) -> None:
    def die(errand: Any, words: Any) -> Any:
        if sent:
            post.send(errand, words)
        raise Killed

    post.tool("post.undo", undo=post.undo, run=die)
    with pytest.raises(Killed):
        ledger.act([letter(key="step")], user=owner)
    post.tool("post.undo", undo=post.undo)
    [again] = ledger.act([letter(key="step")], user=owner)
    assert again.status == S.CLAIMED
    Action.objects.update(deadline_at=timezone.now())
    sweeping.sweep()
    [after] = ledger.act([letter(key="step")], user=owner)
    assert after.status == S.UNKNOWN
    assert len(post.sent) == sent
    assert score(owner).automatic == 0


def test_a_step_that_runs_again_finds_what_became_of_it(owner: Any, post: Any, letter: Any) -> None:
    [first] = ledger.act([letter(key="step")], user=owner)
    [second] = ledger.act([letter(key="step")], user=owner)
    assert (second.pk, second.status, second.result) == (first.pk, S.SUCCEEDED, {"number": 1})
    assert len(post.sent) == 1


@pytest.mark.django_db(transaction=True)
def test_many_that_run_the_same_step_at_once_do_it_once(owner: Any, post: Any, letter: Any) -> None:
    def step(_number: int) -> str:
        try:
            [act] = ledger.act([letter(key="step")], user=owner)
            return str(act.status)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as runs:
        found = list(runs.map(step, range(12)))
    assert set(found) <= {S.CLAIMED, S.SUCCEEDED}
    assert len(post.sent) == 1
    assert score(owner).automatic == 1
    assert lines(owner) == ["Sent to Ada"]


@pytest.mark.parametrize(
    ("trouble", "status", "failures"),
    [
        (ToolFailed("No."), S.FAILED, 1),
        (ToolFailed("Nobody is there.", away=True), S.FAILED, 0),
        (OutcomeUnknown("Silence."), S.UNKNOWN, 0),
        (ValueError(), S.UNKNOWN, 0),
    ],
)
def test_what_goes_wrong_ends_as_any_other_act(owner, post, letter, trouble, status, failures) -> None:
    post.trouble = trouble
    [act] = ledger.act([letter()], user=owner)
    assert act.status == status
    assert (score(owner).automatic, score(owner).failures) == (0, failures)
    assert len(lines(owner)) == 1


def test_a_result_that_comes_after_it_was_given_up_still_counts_once(owner, post, letter) -> None:
    def slow(errand: Any, words: Any) -> Any:
        Action.objects.update(deadline_at=timezone.now())
        sweeping.sweep()
        return post.send(errand, words)

    post.tool("post.undo", undo=post.undo, run=slow)
    [act] = ledger.act([letter()], user=owner)
    assert act.status == S.SUCCEEDED
    assert score(owner).automatic == 1
    assert lines(owner)[-1] == "Sent to Ada"


def test_an_end_that_came_too_late_counts_nothing_and_tells_nothing(
    owner: Any, post: Any, letter: Any
) -> None:
    [act] = ledger.act([letter()], user=owner)
    Action.objects.filter(pk=act.pk).update(status=S.CLAIMED, attempt=2)
    act.status, ended_at = S.CLAIMED, act.ended_at
    assert not ledger.move(act, S.SUCCEEDED, where={"attempt": 1}, receipt="Again")
    assert (act.status, act.receipt, act.ended_at) == (S.CLAIMED, "Sent to Ada", ended_at)
    assert score(owner).automatic == 1
    assert lines(owner) == ["Sent to Ada"]


def test_it_keeps_its_evidence_within_a_larger_transaction(owner: Any, post: Any, letter: Any) -> None:
    with transaction.atomic(), activity.told_last():
        ledger.act([letter()], user=owner)
        assert lines(owner) == []
    assert lines(owner) == ["Sent to Ada"]
    assert score(owner).automatic == 1


def test_several_are_done_in_order_each_claimed_by_itself(owner: Any, post: Any, letter: Any) -> None:
    acts = ledger.act([letter(to=to, position=n) for n, to in enumerate(("Ada", "Bob", "Cy"))], user=owner)
    assert [act.status for act in acts] == [S.SUCCEEDED] * 3
    assert [to for to, _ in post.sent] == ["Ada", "Bob", "Cy"]
    assert score(owner).automatic == 3


def test_what_asks_waits_and_what_is_held_waits_for_its_time(owner: Any, post: Any, letter: Any) -> None:
    [asks] = ledger.act([letter(tool="post.send")], user=owner)
    post.tool("post.held", undo=post.undo, hold=timedelta(minutes=1))
    [held] = ledger.act([letter(tool="post.held")], user=owner)
    assert (asks.status, held.status) == (S.WAITING, S.APPROVED)
    assert post.sent == []


def test_a_standing_ok_is_noted_as_used(owner: Any, post: Any, proposal: Any) -> None:
    grant = Grant.objects.create(
        user=owner, agent="post", kind="send", tool="post.send", scope={"recipient": "Ada"}
    )
    [act] = ledger.act([proposal()], user=owner)
    grant.refresh_from_db()
    assert (act.status, act.grant_id, grant.used) == (S.SUCCEEDED, grant.pk, 1)


def test_an_address_to_which_nothing_went_before_is_asked_about_once(
    owner: Any, post: Any, proposal: Any, say: Any
) -> None:
    post.tool("post.undo", undo=post.undo, recipients=lambda letter: [letter.to])
    TrustScore.objects.create(user=owner, agent="post", kind="send", level=3)
    [first] = ledger.act([proposal(tool="post.undo")], user=owner)
    assert (first.status, first.rule) == (S.WAITING, "new_recipient")
    say(approvals.ask_for([first], user=owner, key="first"), "approve")
    ledger.perform(first.pk)
    [second] = ledger.act([proposal("ADA ", tool="post.undo", more={"text": "again"})], user=owner)
    assert (second.status, second.rule) == (S.SUCCEEDED, "autonomous")
    [other] = ledger.act([proposal("Bob", tool="post.undo")], user=owner)
    assert other.rule == "new_recipient"


def test_the_tools_that_are_there_declare_what_these_rules_ask_for(owner: Any) -> None:
    ground = Ground(owner)

    def rule(tool: str, **arguments: Any) -> str:
        spec = tool_named(tool)
        return ground.weigh(spec, spec.parse(arguments)).ruling.rule

    TrustScore.objects.create(user=owner, agent="email", kind="send", level=3)
    mail = {"subject": "Hello", "body": "Good day"}
    described = {
        "name": "fetch",
        "title": "Fetch",
        "description": "",
        "hints": {},
        "schema": {"type": "object"},
    }
    program = tool_of(McpServer(name="reader", transport="stdio"), described)
    arguments = program.parse({"pages": [{"url": "http://127.0.0.1/admin"}]})
    assert ground.weigh(program, arguments).ruling.rule == "address"
    assert rule("travel.stays", city="Rome", checkin="2030-05-01", checkout="2030-05-03") == "costs"
    ground = Ground(owner)
    assert rule("mail.send", to="me", **mail) == "autonomous"
    assert rule("mail.send", to="anna@example.org", **mail) == "new_recipient"
