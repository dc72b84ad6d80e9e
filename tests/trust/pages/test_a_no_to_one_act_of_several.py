"""A card with several acts: one is left out, with a reason of its own; a refusal keeps what was said."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.trust.acting.conftest import PostOffice, post, proposal  # noqa: F401
from trust import approvals, ledger
from trust.models import Action, Decision, User

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
