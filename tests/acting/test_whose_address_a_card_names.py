"""A mail “to me” names the address that it goes to, on its card and in the OK that may follow."""

from __future__ import annotations

from typing import Any

import pytest

from agency.tools.mail import SEND
from trust import approvals, ledger
from trust.act_cards import acts_of
from trust.act_posts import acts_in
from trust.ledger import Proposal
from trust.models import Decision, Grant
from trust.standing import grants_of

pytestmark = pytest.mark.django_db
MAIL = {"to": "me", "subject": "Three sights", "body": "The Rialto bridge."}


@pytest.fixture
def decision(world: None, owner: Any) -> Decision:
    [act] = ledger.propose([Proposal(tool=SEND.name, arguments=MAIL, key="one")], user=owner)
    return approvals.ask_for([act], user=owner, key="ask:one")


def test_the_card_shows_ones_own_address(decision: Decision, owner: Any) -> None:
    [act] = acts_of(decision)
    [to] = [field for field in act.fields if field.name == "to"]
    assert (to.words, to.value) == (owner.email, owner.email)
    assert act.arguments["to"] == "me"
    assert act.grant_words == f"From now on without asking: Send a mail, only to you ({owner.email})?"


def test_sent_as_it_stands_it_is_no_edit(decision: Decision, owner: Any) -> None:
    [act] = acts_of(decision)
    start = f"act-{act.id}-"
    posted = {start + "shown": "1", start + "do": "on", start + "edits": "1"}
    posted |= {f"{start}field-{field.name}": field.value for field in act.fields}
    [said] = acts_in(posted, decision)
    assert "arguments" not in said


def test_a_standing_ok_names_it_too(world: None, owner: Any) -> None:
    Grant.objects.create(user=owner, agent="email", kind="send", tool=SEND.name, scope={"recipient": "me"})
    [grant] = grants_of(owner)
    assert grant.scope_words == f"to you ({owner.email})"
