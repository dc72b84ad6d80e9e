"""Every transition of trust: what counts, when a level changes, and who changed it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ownyou.lib.errors import Conflict
from trust import decisions, ledger, scores
from trust.decisions import Answer
from trust.models import Action, Activity, AuditEntry, Decision, TrustScore
from trust.scores import Event
from trust.tools import ToolFailed

OK, AUTO, NO, FAIL, UNDO = Event.SUCCESS, Event.AUTOMATIC, Event.REJECTION, Event.FAILURE, Event.UNDO


def act(owner: Any) -> Action:
    return Action(user=owner, agent="post", kind="send", title="A letter")


@pytest.fixture
def live(owner: Any, post: Any) -> Callable[..., TrustScore]:
    """Puts a score somewhere, lets events happen, and returns it."""
    post.tool("post.hold", undo=post.undo)

    def happen(*events: Event, **at: int) -> TrustScore:
        TrustScore.objects.update_or_create(user=owner, agent="post", kind="send", defaults=at)
        for event in events:
            scores.note(act(owner), event)
        return scores.level_of(owner.pk, "post", "send")

    return happen


@pytest.mark.parametrize(
    ("at", "events", "level", "streak"),
    [
        ({"level": 1}, [OK], 1, 1),
        ({"level": 1}, [OK] * 9, 1, 9),
        ({"level": 1}, [OK] * 10, 2, 0),
        ({"level": 1}, [OK] * 9 + [NO] + [OK] * 9, 1, 9),
        ({"level": 1}, [OK] * 9 + [NO] + [OK] * 10, 2, 0),
        ({"level": 1}, [OK] * 9 + [UNDO, OK], 1, 1),
        ({"level": 1}, [OK] * 9 + [FAIL, OK], 2, 0),
        ({"level": 1}, [AUTO] * 20, 1, 0),
        ({"level": 1, "ceiling": 1}, [OK] * 20, 1, 20),
        ({"level": 1}, [NO, UNDO, FAIL, FAIL], 1, 0),
        ({"level": 2}, [OK] * 10, 2, 10),
        ({"level": 2}, [NO], 2, 0),
        ({"level": 2}, [UNDO], 2, 0),
        ({"level": 2}, [FAIL] * 3, 2, 0),
        ({"level": 3}, [OK] * 30, 3, 30),
        ({"level": 3}, [AUTO] * 3, 3, 0),
        ({"level": 3}, [NO], 2, 0),
        ({"level": 3}, [UNDO], 2, 0),
        ({"level": 3}, [FAIL], 3, 0),
        ({"level": 3}, [FAIL, FAIL], 2, 0),
        ({"level": 3}, [FAIL, AUTO, FAIL], 3, 0),
        ({"level": 3}, [FAIL, OK, FAIL], 3, 1),
    ],
)
def test_a_level_follows_what_happened(live, at, events, level, streak) -> None:
    score = live(*events, **at)
    assert (score.level, score.streak) == (level, streak)


def test_everything_is_counted(live) -> None:
    score = live(OK, OK, AUTO, NO, FAIL, FAIL, UNDO)
    counted = (score.successes, score.automatic, score.rejections, score.failures, score.undos)
    assert counted == (2, 1, 1, 2, 1)
    assert score.failure_streak == 2


@pytest.mark.parametrize(
    ("at", "events", "changes"),
    [({"level": 1}, [OK] * 10, (1, 2)), ({"level": 3}, [NO], (3, 2)), ({"level": 3}, [FAIL, FAIL], (3, 2))],
)
def test_each_change_is_told_and_audited(owner, live, at, events, changes) -> None:
    live(*events, **at)
    line = Activity.objects.get(user=owner, kind=Activity.Kind.TRUST_ESCALATION)
    entry = AuditEntry.objects.get(user_id=owner.pk, event="trust_changed")
    assert (line.detail["before"], line.detail["after"]) == changes
    assert (entry.facts["before"], entry.facts["after"]) == changes


def offered(owner: Any) -> list[Decision]:
    return list(Decision.objects.of(owner).open().filter(subject_kind="trust"))


def test_level_three_is_offered_after_ten_more_with_its_evidence_and_taken_only_by_a_yes(owner, live) -> None:
    score = live(*[OK] * 20)
    assert score.level == 2
    [decision] = offered(owner)
    assert (decision.kind, decision.thread_id) == ("review", None)
    assert decision.payload["evidence"]["successes"] == 20
    assert decision.payload["evidence"]["covers"] == ["Send a letter"]
    decisions.answer(user=owner, decision_id=decision.pk, given=Answer(Decision.Verdict.APPROVE))
    assert scores.level_of(owner.pk, "post", "send").level == 3
    assert [entry.actor for entry in AuditEntry.objects.filter(event="trust_changed")] == [owner, None]


def test_a_no_to_the_offer_keeps_the_level_and_it_is_offered_again_after_ten_more(owner, live) -> None:
    live(*[OK] * 10, level=2)
    [decision] = offered(owner)
    decisions.answer(user=owner, decision_id=decision.pk, given=Answer(Decision.Verdict.REJECT))
    assert live(*[OK] * 9).level == 2
    assert offered(owner) == []
    live(OK)
    assert len(offered(owner)) == 1


@pytest.mark.parametrize("event", [NO, FAIL, UNDO])
def test_an_offer_is_withdrawn_when_something_goes_wrong(owner, live, event) -> None:
    live(*[OK] * 10, level=2)
    assert live(event).level == 2
    assert offered(owner) == []
    with pytest.raises(Conflict):
        scores.accept_offer(user=owner, agent="post", kind="send")


def test_nothing_is_offered_where_no_tool_can_be_taken_back(owner, post, live) -> None:
    from trust.tools import unregister_tool

    unregister_tool("post.hold")
    live(*[OK] * 20, level=2)
    assert offered(owner) == []


def test_reading_is_never_offered_more(owner, post) -> None:
    TrustScore.objects.create(user=owner, agent="post", kind="read", level=2)
    for _ in range(20):
        scores.note(Action(user=owner, agent="post", kind="read", title="A"), OK)
    assert offered(owner) == []


def test_level_three_cannot_be_taken_without_an_offer(owner, live) -> None:
    live(OK, level=2)
    with pytest.raises(Conflict):
        scores.accept_offer(user=owner, agent="post", kind="send")


def test_an_open_offer_can_be_accepted_on_the_trust_page(owner, live) -> None:
    live(*[OK] * 10, level=2)
    assert scores.accept_offer(user=owner, agent="post", kind="send").level == 3
    assert offered(owner) == []


@pytest.mark.parametrize(("before", "after"), [(3, 2), (2, 1), (1, 1)])
def test_lowering_is_a_ceiling_until_it_is_lifted(owner, live, before, after) -> None:
    live(level=before)
    score = scores.lower(user=owner, agent="post", kind="send")
    assert (score.level, score.ceiling) == (after, after)
    assert live(*[OK] * 30).level == after
    assert offered(owner) == []
    lifted = scores.lift(user=owner, agent="post", kind="send")
    assert (lifted.level, lifted.ceiling) == (after, 3)
    assert {entry.facts["ceiling"] for entry in AuditEntry.objects.filter(event="trust_changed")} == {
        after,
        3,
    }


def test_lowered_reading_asks_until_it_is_lifted(owner, post) -> None:
    from trust.ledger.weighing import Ground
    from trust.tools import Kind

    spec = post.tool("post.look", kind=Kind.READ)
    assert Ground(owner).level(spec) == 2
    scores.lower(user=owner, agent="post", kind="read")
    assert Ground(owner).level(spec) == 1
    scores.lift(user=owner, agent="post", kind="read")
    assert Ground(owner).level(spec) == 2


def test_a_private_read_starts_at_level_one(owner, post) -> None:
    from trust.ledger.weighing import Ground
    from trust.tools import Kind

    assert Ground(owner).level(post.tool("post.mailbox", kind=Kind.READ, private=True)) == 1


def test_outcomes_of_real_acts_count(owner, post, proposal, say) -> None:
    from trust import approvals

    acts = ledger.propose([proposal(), proposal(), proposal()], user=owner)
    decision = approvals.ask_for(acts, user=owner, key="k")
    say(decision, "approve", {"id": str(acts[0].pk), "verdict": "reject"})
    ledger.perform(acts[1].pk)
    post.trouble = ToolFailed("The post office is shut.")
    ledger.perform(acts[2].pk)
    score = scores.level_of(owner.pk, "post", "send")
    assert (score.successes, score.rejections, score.failures) == (1, 1, 1)
