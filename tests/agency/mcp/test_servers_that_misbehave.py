"""Servers are killed, hang, fail and change; what was approved happens once or not, and is told as it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from agency.tools.mcp.servers import connect_program, connect_server, list_anew, remove_server
from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import Conflict, InvalidInput, NotFound, OwnYouError
from trust import ledger
from trust.ledger import Proposal, sweeping
from trust.models import Action, AuditEntry, Grant, Notification, TrustScore
from trust.tools import Errand, Kind, OutcomeUnknown, Risk, ToolFailed, tool_named, tools_of

S = Action.Status


def test_tools_are_listed_with_what_their_hints_make_stricter(connected, owner) -> None:
    tools = {spec.name: spec for spec in tools_of(owner)}
    look, put, wipe = (tools[f"mcp.board.{name}"] for name in ("look", "put", "wipe"))
    assert (look.kind, put.kind, wipe.kind) == (Kind.READ, Kind.WRITE, Kind.DELETE)
    assert (look.risk, put.risk, wipe.risk) == (Risk.LOW, Risk.MEDIUM, Risk.HIGH)
    assert all(spec.untrusted and spec.private and spec.egress for spec in (look, put, wipe))
    assert not any(spec.reversible for spec in (look, put, wipe))


def test_an_approved_act_asks_the_server_once(connected, talkative, do) -> None:
    act = do("mcp.board.put", words="hello")
    assert act.status == S.SUCCEEDED
    assert act.result["text"] == "Put: hello"
    assert talkative.heard() == ["put hello"]
    ledger.perform(act.pk)
    assert talkative.heard() == ["put hello"]


def test_arguments_that_do_not_fit_the_servers_schema_are_refused(connected, owner, talkative) -> None:
    with pytest.raises(InvalidInput):
        ledger.propose([Proposal("mcp.board.put", {"words": 7}, key="k")], user=owner)
    assert talkative.heard() == []


def test_a_server_killed_between_list_and_call_fails_in_words(connected, talkative, do) -> None:
    talkative.kill()
    act = do("mcp.board.put", words="hello")
    assert act.status == S.FAILED
    assert act.error == "The server “board” could not be reached."
    assert act.away


def test_a_server_that_dies_in_the_call_leaves_the_act_unknown_and_is_not_asked_again(
    connected, talkative, do
) -> None:
    act = do("mcp.board.die")
    assert act.status == S.UNKNOWN
    assert act.error == "The server “board” broke off.", "it is noticed at once, not when the time is over"
    talkative.start()
    assert ledger.perform(act.pk).status == S.UNKNOWN
    assert talkative.heard() == ["die"]


def test_what_a_server_says_may_be_done_twice_is_not_repeated(connected, owner, talkative) -> None:
    assert not any(spec.idempotent for spec in tools_of(owner) if spec.name.startswith("mcp."))
    [act] = ledger.propose([Proposal("mcp.board.put_again", {"words": "hello"}, key="k")], user=owner)
    lost = {"status": S.CLAIMED, "attempt": 1, "deadline_at": timezone.now() - timedelta(seconds=1)}
    Action.objects.filter(pk=act.pk).update(**lost)  # as if our own worker had died in it
    sweeping.sweep()
    act.refresh_from_db()
    assert act.status == S.UNKNOWN
    assert ledger.perform(act.pk).status == S.UNKNOWN
    assert talkative.heard() == []


def test_a_tool_that_says_it_failed_is_believed(connected, do) -> None:
    act = do("mcp.board.refuse", words="x")
    assert act.status == S.FAILED
    assert "board is full" in act.error


def test_a_tool_that_never_answers_is_unknown_when_it_writes_and_failed_when_it_reads(
    connected, owner, talkative
) -> None:
    for name, problem in (("hang", OutcomeUnknown), ("hang_reading", ToolFailed)):
        spec = tool_named(f"mcp.board.{name}", owner)
        with pytest.raises(problem, match="did not answer in time"):
            spec.run(Errand(user=owner, deadline=Deadline.after(2.5)), spec.parse({}))
    assert talkative.heard() == ["hang", "hang_reading"]


def test_a_tool_whose_schema_changed_since_it_was_listed_is_not_used(connected, owner, talkative, do) -> None:
    talkative.kill()
    talkative.start("changed")
    act = do("mcp.board.put", words="hello")
    assert act.status == S.FAILED
    assert "not what it was" in act.error
    assert talkative.heard() == []
    assert AuditEntry.objects.filter(event="mcp_tools_changed", subject_id=connected.pk).count() == 1
    fresh = tool_named("mcp.board.put", owner)
    assert "everybody_may_read" in fresh.arguments.model_json_schema()["properties"]


def trusting(owner: Any) -> None:
    TrustScore.objects.create(user=owner, agent="mcp:board", kind="read", level=2)
    for tool in ("look", "put"):
        Grant.objects.create(user=owner, agent="mcp:board", kind="write", tool=f"mcp.board.{tool}", scope={})


def test_a_server_whose_tools_changed_is_trusted_no_more_than_at_first(connected, owner, talkative) -> None:
    trusting(owner)
    assert not isinstance(ledger.read("mcp.board.look", {"place": "Giverny"}, user=owner), Action)
    talkative.kill()
    talkative.start("changed")
    list_anew(user=owner, server_id=connected.pk)
    standing = Grant.objects.of(owner).standing(timezone.now())
    assert [grant.tool for grant in standing] == ["mcp.board.look"], "what did not change stays allowed"
    asks = ledger.read("mcp.board.look", {"place": "Rouen"}, user=owner)
    assert isinstance(asks, Action)
    assert asks.status == S.WAITING
    [notice] = Notification.objects.of(owner).filter(kind="trust")
    assert "“board” have changed" in notice.text
    list_anew(user=owner, server_id=connected.pk)
    assert Notification.objects.of(owner).filter(kind="trust").count() == 1


def test_another_server_under_an_old_name_begins_with_no_trust(connected, owner, talkative) -> None:
    trusting(owner)
    remove_server(user=owner, server_id=connected.pk)
    connect_server(user=owner, name="board", url=talkative.url)
    assert not Grant.objects.of(owner).standing(timezone.now()).exists()
    assert isinstance(ledger.read("mcp.board.look", {"place": "Rouen"}, user=owner), Action)


def test_no_two_servers_that_a_person_may_use_have_one_name(world, owner, helper, settings: Any) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = True
    helper.is_superuser = True
    connect_program(admin=helper, name="clock", command=["/bin/false"])
    with pytest.raises(Conflict):
        connect_server(user=owner, name="clock", url="http://127.0.0.1:1/mcp")
    connect_server(user=owner, name="mine", url="http://127.0.0.1:1/mcp")
    with pytest.raises(Conflict):
        connect_program(admin=helper, name="mine", command=["/bin/false"])


def test_a_server_that_is_gone_keeps_its_list_and_says_so(connected, owner, talkative) -> None:
    talkative.kill()
    server = list_anew(user=owner, server_id=connected.pk)
    assert server.error == "The server “board” could not be reached."
    assert len(server.tools) == 9


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:1/mcp", "http://169.254.169.254/mcp", "http://10.0.0.1/mcp"]
)
def test_a_private_address_is_refused(world, owner, settings: Any, address: str) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = False
    with pytest.raises(OwnYouError) as refused:
        connect_server(user=owner, name="inside", url=address)
    assert refused.value.status < 500
    assert not owner.mcp_servers.exists()


def test_a_strangers_server_is_not_there(connected, stranger) -> None:
    assert not [spec for spec in tools_of(stranger) if spec.name.startswith("mcp.")]
    with pytest.raises(NotFound):
        tool_named("mcp.board.put", stranger)
    with pytest.raises(NotFound):
        ledger.propose([Proposal("mcp.board.put", {"words": "x"}, key="k")], user=stranger)
    with pytest.raises(NotFound):
        list_anew(user=stranger, server_id=connected.pk)
