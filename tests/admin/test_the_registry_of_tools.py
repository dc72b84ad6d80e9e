"""Admins see every tool with its use, and switch one off for everybody; others cannot."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.trust.acting.conftest import post, proposal, say
from trust import approvals, ledger
from trust.models import Action, AuditEntry, ToolSwitch, User
from trust.switches import registry_for
from trust.tools import Kind, ToolFailed

__all__ = ["post", "proposal", "say"]
pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def admin(helper: Any) -> Client:
    User.objects.filter(pk=helper.pk).update(is_superuser=True)
    client = Client()
    client.force_login(helper)
    return client


def test_every_tool_is_listed_with_use_and_failures(admin, helper, owner, post, proposal, say) -> None:
    for name, trouble in (("Ada", None), ("Bob", OSError("gone"))):
        post.trouble = trouble
        [act] = ledger.propose([proposal(name)], user=owner)
        say(approvals.ask_for([act], user=owner, key=name), "approve")
        ledger.perform(act.pk)
    row = next(row for row in registry_for(helper) if row.name == "post.send")
    assert (row.uses, row.failures, row.reversible, row.enabled) == (2, 1, False, True)
    page = admin.get(reverse("admin:trust_toolswitch_changelist")).content.decode()
    assert "post.send" in page
    assert "mail.send" in page


def test_reads_that_leave_no_act_are_counted_too(helper, owner, post) -> None:
    post.tool("post.look", kind=Kind.READ, agent="research")
    ledger.read("post.look", {"to": "Ada"}, user=owner)
    post.trouble = OSError("gone")
    with pytest.raises(ToolFailed):
        ledger.read("post.look", {"to": "Ada"}, user=owner)
    row = next(row for row in registry_for(helper) if row.name == "post.look")
    assert (row.uses, row.failures) == (2, 1)
    assert not Action.objects.exists()


def test_a_switched_off_tool_does_nothing_for_anybody(admin, owner, post, proposal) -> None:
    answer = admin.post(reverse("admin:tool_switch"), {"tool": "post.send", "on": "no"})
    assert answer.status_code == 302
    [act] = ledger.propose([proposal()], user=owner)
    assert (act.status, act.rule) == (Action.Status.DENIED, "tool_off")
    admin.post(reverse("admin:tool_switch"), {"tool": "post.send", "on": "yes"})
    [act] = ledger.propose([proposal()], user=owner)
    assert act.status == Action.Status.WAITING
    facts = [entry.facts for entry in AuditEntry.objects.filter(event="tool_switched").order_by("at")]
    assert facts == [{"tool": "post.send", "on": False}, {"tool": "post.send", "on": True}]


def test_a_tool_that_is_gone_can_be_switched_on_again(admin, helper) -> None:
    ToolSwitch.objects.create(tool="old.tool", enabled=False)
    assert "old.tool" in {row.name for row in registry_for(helper)}
    admin.post(reverse("admin:tool_switch"), {"tool": "old.tool", "on": "yes"})
    assert "old.tool" not in {row.name for row in registry_for(helper)}


def test_staff_without_the_right_and_strangers_switch_nothing(helper, stranger, post) -> None:
    for person in (helper, stranger):
        client = Client()
        client.force_login(person)
        answer = client.post(reverse("admin:tool_switch"), {"tool": "post.send", "on": "no"})
        assert answer.status_code in (302, 403)
    assert not ToolSwitch.objects.exists()
