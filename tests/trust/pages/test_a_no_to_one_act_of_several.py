"""A card with several acts: one is left out, with a reason of its own; a refusal keeps what was said."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pydantic import BaseModel

from tests.trust.acting.conftest import PostOffice, post, proposal  # noqa: F401
from trust import approvals, ledger
from trust.models import Action, Decision, Grant, User

S = Action.Status


@pytest.fixture
def card(owner: User, post: PostOffice, proposal: Any) -> Decision:  # noqa: F811
    acts = ledger.propose([proposal("Ada"), proposal("Bob")], user=owner)
    return approvals.ask_for(acts, user=owner, key="card")


def form(card: Decision, **more: str) -> dict[str, str]:
    """What the page posts when only the first act is ticked."""
    first, second = (act["id"] for act in card.payload["acts"])
    return {
        "verdict": "approve",
        f"act-{first}-shown": "1",
        f"act-{first}-do": "1",
        f"act-{second}-shown": "1",
        f"act-{second}-reason": "Bob has left",
        **more,
    }


def test_one_act_is_done_and_the_other_left_out_with_its_reason(
    client: Client, owner: User, card: Decision
) -> None:
    client.force_login(owner)
    page = client.get("/inbox/").content.decode()
    first, second = (act["id"] for act in card.payload["acts"])
    assert page.count("Why not this one?") >= 2
    assert f'name="act-{second}-reason"' in page
    answer = client.post(f"/decisions/{card.pk}/", form(card), headers={"hx-request": "true"})
    assert answer.status_code == 200
    ada, bob = Action.objects.get(pk=first), Action.objects.get(pk=second)
    assert ada.status == S.APPROVED
    assert (bob.status, bob.error) == (S.REJECTED, "Bob has left")


def test_long_text_by_others_is_folded_but_whole(client: Client, owner: User, post: PostOffice) -> None:  # noqa: F811
    text = "First words of it. " + "More of it. " * 200 + "The very last words."
    wanted = ledger.Proposal("post.send", {"to": "Ada"}, "k", tainted=True, shaped_by=[text])
    approvals.ask_for(ledger.propose([wanted], user=owner), user=owner, key="card")
    client.force_login(owner)
    page = client.get("/inbox/").content.decode()
    assert page.count("First words of it.") == 2
    assert page.count("The very last words.") == 1
    assert "All of it" in page


@pytest.mark.parametrize(
    ("term", "days"), [("", None), ("today", 1), ("week", 7), ("month", 30), ("always", 0)]
)
def test_a_standing_ok_holds_as_long_as_was_chosen(
    client: Client, owner: User, card: Decision, term: str, days: int | None
) -> None:
    client.force_login(owner)
    first, _second = (act["id"] for act in card.payload["acts"])
    assert f'name="act-{first}-grant"' in client.get("/inbox/").content.decode()
    client.post(f"/decisions/{card.pk}/", form(card, **{f"act-{first}-grant": term}))
    grant = Grant.objects.of(owner).first()
    if days is None:
        assert grant is None
        return
    assert grant is not None
    if days == 0:
        assert grant.until is None
        return
    assert grant.until is not None
    left = grant.until - timezone.now()
    assert timedelta(days=days - 1, seconds=-60) <= left <= timedelta(days=days)


def test_all_that_will_run_is_on_the_card(client: Client, owner: User, post: PostOffice) -> None:  # noqa: F811
    text = "First words. " + "More of it. " * 600 + "The very last words."
    approvals.ask_for(
        ledger.propose([ledger.Proposal("post.send", {"to": "Ada", "text": text}, "k")], user=owner),
        user=owner,
        key="card",
    )
    client.force_login(owner)
    page = client.get("/inbox/").content.decode()
    facts, _change, _edits = page.partition("data-edit")
    assert "The very last words." in facts
    assert "Show all" in facts


class Parcel(BaseModel):
    to: dict[str, str]
    lines: list[dict[str, int]] = []


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ('{"name": "Bob", "city": "Rome"}', {"name": "Bob", "city": "Rome"}),
        ('{"name": "Ada"}', {"name": "Ada"}),
        ("not JSON", None),
        ("[1]", None),
    ],
)
def test_named_values_are_shown_whole_and_changed_as_json(
    client: Client,
    owner: User,
    post: PostOffice,  # noqa: F811
    typed: str,
    sent: dict[str, str] | None,
) -> None:
    post.tool("post.parcel", arguments=Parcel, describe=None, scope=None)
    parcel = {"to": {"name": "Ada"}, "lines": [{"books": 3}]}
    [act] = ledger.propose([ledger.Proposal("post.parcel", parcel, "k")], user=owner)
    card = approvals.ask_for([act], user=owner, key="card")
    client.force_login(owner)
    page = unescape(client.get("/inbox/").content.decode())
    assert f'<textarea class="input" id="act-{act.pk}-to"' in page
    assert page.count('"books": 3') == 2, "behind “Show all”, and in the box"
    start = f"act-{act.pk}-"
    said = {f"{start}shown": "1", f"{start}do": "1", f"{start}edits": "1", f"{start}field-to": typed}
    answer = client.post(
        f"/decisions/{card.pk}/", {"verdict": "approve", **said}, headers={"hx-request": "true"}
    )
    act.refresh_from_db()
    if sent is None:
        assert "input" in answer.content.decode(), "the card comes back"
        assert act.status == S.WAITING
    else:
        assert (act.status, act.arguments["to"]) == (S.APPROVED, sent)
        assert act.arguments["lines"] == [{"books": 3}]


def test_a_refused_answer_keeps_what_was_left_out_and_why(
    client: Client, owner: User, card: Decision
) -> None:
    client.force_login(owner)
    _first, second = (act["id"] for act in card.payload["acts"])
    too_long = {f"act-{second}-reason": "x" * 2_001}
    shown = client.post(f"/decisions/{card.pk}/", form(card, **too_long), headers={"hx-request": "true"})
    page = shown.content.decode()
    assert 'value="' + "x" * 100 in page
    assert page.count("checked") == 1
    card.refresh_from_db()
    assert card.status == Decision.Status.OPEN
