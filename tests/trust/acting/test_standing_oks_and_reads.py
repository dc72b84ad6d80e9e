"""What a standing OK covers, what it does not, and reading under one or without."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ownyou.lib.errors import NotFound
from trust import approvals, grants, ledger
from trust.models import Action, Activity, Grant, ToolSwitch, TrustScore
from trust.tools import Kind

S = Action.Status

# Standing OKs --------------------------------------------------------------------------------------------


def grant(owner: Any, say: Any, act: Action, **given: Any) -> Grant:
    card = approvals.ask_for([act], user=owner, key=f"ask:{act.pk}")
    say(card, "approve", {"id": str(act.pk), "grant": given})
    return Grant.objects.of(owner).get(decision_id=card.pk)


def test_a_standing_ok_given_on_the_card_covers_the_same_and_nothing_else(owner, post, proposal, say) -> None:
    [act] = ledger.propose([proposal("Ada@example.com")], user=owner)
    given = grant(owner, say, act)
    assert given.scope == {"recipient": "Ada@example.com"}
    same, other = ledger.propose([proposal("ada@example.com"), proposal("bob@example.com")], user=owner)
    assert [same.status, other.status] == [S.APPROVED, S.WAITING]
    assert (same.rule, same.grant) == ("grant", given)
    ledger.perform(same.pk)
    given.refresh_from_db()
    assert given.used == 1


def test_a_standing_ok_does_not_cover_what_is_tainted_or_grave(owner, post, proposal, say) -> None:
    from trust.tools import Risk

    [act] = ledger.propose([proposal()], user=owner)
    grant(owner, say, act)
    [tainted] = ledger.propose([proposal(tainted=True)], user=owner)
    post.tool(risk=Risk.HIGH)
    [grave] = ledger.propose([proposal()], user=owner)
    assert [tainted.rule, grave.rule] == ["tainted", "risk"]


@pytest.mark.parametrize(
    "given",
    [
        {"scope": {"recipient": "Eve"}},
        {"scope": {"host": "x"}},
        {"until": "2020-01-01T00:00"},
        {"until": "x"},
    ],
)
def test_a_standing_ok_that_does_not_fit_the_act_is_refused(owner, post, proposal, say, given) -> None:
    from ownyou.lib.errors import InvalidInput

    [act] = ledger.propose([proposal()], user=owner)
    with pytest.raises(InvalidInput):
        grant(owner, say, act, **given)
    act.refresh_from_db()
    assert act.status == S.WAITING


def test_an_amount_is_a_limit(owner, post, proposal, say) -> None:
    post.tool(scope=lambda letter: {"recipient": letter.to, "amount": letter.amount})
    [act] = ledger.propose([proposal(more={"amount": 20})], user=owner)
    grant(owner, say, act, scope={"recipient": "Ada", "most": 30})
    amounts = [proposal(more={"amount": amount}) for amount in (30, 31)]
    assert [act.status for act in ledger.propose(amounts, user=owner)] == [S.APPROVED, S.WAITING]


def test_a_standing_ok_ends(owner, post, proposal, say) -> None:
    [act] = ledger.propose([proposal()], user=owner)
    given = grant(owner, say, act, until=(timezone.now() + timedelta(days=1)).isoformat())
    Grant.objects.filter(pk=given.pk).update(until=timezone.now())
    [later] = ledger.propose([proposal()], user=owner)
    assert later.status == S.WAITING


def test_taking_a_standing_ok_back_stops_what_relied_on_it(owner, stranger, post, proposal, say) -> None:
    [act] = ledger.propose([proposal()], user=owner)
    given = grant(owner, say, act)
    [relying] = ledger.propose([proposal()], user=owner)
    with pytest.raises(NotFound):
        grants.revoke(user=stranger, grant_id=given.pk)
    grants.revoke(user=owner, grant_id=given.pk)
    done = ledger.perform(relying.pk)
    assert (done.status, done.rule) == (S.DENIED, "grant_revoked")
    [later] = ledger.propose([proposal()], user=owner)
    assert later.status == S.WAITING


# Reads ---------------------------------------------------------------------------------------------------


def test_a_plain_read_makes_no_row_and_a_private_one_asks(owner, post, proposal) -> None:
    post.tool("post.look", kind=Kind.READ)
    post.tool("post.mailbox", kind=Kind.READ, private=True)
    done = ledger.read("post.look", {"to": "Ada"}, user=owner)
    assert done.result.number == 1
    assert not Action.objects.exists()
    assert Activity.objects.filter(user=owner).count() == 1
    act = ledger.read("post.mailbox", {"to": "Ada"}, user=owner)
    assert act.status == S.WAITING


def test_a_private_read_under_a_standing_ok_counts_as_its_use(owner, post) -> None:
    post.tool("post.read", kind=Kind.READ, private=True, run=post.send)
    Grant.objects.create(user=owner, agent="post", kind="read", scope={})
    assert not isinstance(ledger.read("post.read", {"to": "Ada"}, user=owner), Action)
    grant = Grant.objects.get()
    assert grant.used == 1
    assert grant.used_at is not None


def test_a_read_that_costs_money_keeps_its_row(owner, post) -> None:
    TrustScore.objects.create(user=owner, agent="post", kind="read", level=2)
    post.tool("post.buy", kind=Kind.READ, costs=True)
    act = ledger.read("post.buy", {"to": "Ada"}, user=owner, key="step")
    again = ledger.read("post.buy", {"to": "Ada"}, user=owner, key="step")
    assert (act.status, again.pk) == (S.SUCCEEDED, act.pk)
    assert len(post.sent) == 1


def test_what_an_untrusted_tool_reads_is_tainted(owner, post) -> None:
    post.tool("post.web", kind=Kind.READ, untrusted=True, egress=True)
    assert ledger.read("post.web", {"to": "Ada"}, user=owner).tainted
    asked = ledger.read("post.web", {"to": "Ada"}, user=owner, tainted=True)
    assert (asked.status, asked.rule) == (S.WAITING, "tainted")


def test_reading_is_denied_where_the_tool_is_off_and_writing_is_no_reading(owner, post) -> None:
    post.tool("post.look", kind=Kind.READ)
    ToolSwitch.objects.create(tool="post.look", enabled=False)
    with pytest.raises(ledger.Denied):
        ledger.read("post.look", {"to": "Ada"}, user=owner)
    with pytest.raises(ValueError, match="only read"):
        ledger.read("post.send", {"to": "Ada"}, user=owner)
