"""Answers too long, too many, of the wrong kind or of somebody else are refused in words, never a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from ownyou.lib.ids import new_id
from trust import approvals, ledger
from trust.models import Action, Decision


def asked(owner: Any, proposal: Any) -> tuple[Decision, Action]:
    [act] = ledger.propose([proposal()], user=owner)
    return approvals.ask_for([act], user=owner, key=f"ask:{act.pk}"), act


def acts(act: Action, **more: Any) -> dict[str, Any]:
    return {"verdict": "approve", "acts": [{"id": str(act.pk), "verdict": "approve", **more}]}


BODIES: dict[str, Any] = {
    "a reason of a megabyte": lambda act: {"verdict": "reject", "text": "x" * 1_000_000},
    "an act's reason of a megabyte": lambda act: {
        "verdict": "approve",
        "acts": [{"id": str(act.pk), "verdict": "reject", "reason": "x" * 1_000_000}],
    },
    "ten thousand acts": lambda act: {"verdict": "approve", "acts": acts(act)["acts"] * 10_000},
    "the same act twice": lambda act: {"verdict": "approve", "acts": acts(act)["acts"] * 2},
    "an act that is not on it": lambda act: {
        "verdict": "approve",
        "acts": [{"id": str(new_id()), "verdict": "approve"}],
    },
    "a list as details": lambda act: acts(act, arguments=[1]),
    "deep details": lambda act: acts(act, arguments={"to": json.loads("[" * 90 + "]" * 90)}),
    "not a number": lambda act: acts(act, arguments={"amount": "nan"}),
    "more than any number": lambda act: acts(act, arguments={"amount": "1e999"}),
    "a verdict that is none": lambda act: {"verdict": "burn"},
    "a standing OK until never": lambda act: acts(act, grant={"until": "99999-99-99"}),
    "a standing OK for all": lambda act: acts(act, grant={"scope": {"everything": True}}),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_does_not_fit_is_refused_and_nothing_is_answered(
    what, owner, post, proposal, browser
) -> None:
    decision, act = asked(owner, proposal)
    answer = browser.post(
        f"/api/decisions/{decision.pk}", json.dumps(BODIES[what](act)), content_type="application/json"
    )
    assert 400 <= answer.status_code < 500, answer.content[:300]
    assert answer.json()["detail"]
    decision.refresh_from_db()
    act.refresh_from_db()
    assert (decision.status, act.status) == (Decision.Status.OPEN, Action.Status.WAITING)


def test_a_stranger_answers_nothing(owner, stranger, post, proposal) -> None:
    decision, act = asked(owner, proposal)
    other = Client()
    other.force_login(stranger)
    answer = other.post(
        f"/api/decisions/{decision.pk}", json.dumps(acts(act)), content_type="application/json"
    )
    assert answer.status_code == 404
    act.refresh_from_db()
    assert act.status == Action.Status.WAITING


def test_bytes_that_no_row_can_hold_are_taken_out_of_words(owner, post, proposal, browser) -> None:
    decision, act = asked(owner, proposal)
    body = {"verdict": "reject", "text": "no\x00 thanks"}
    answer = browser.post(f"/api/decisions/{decision.pk}", json.dumps(body), content_type="application/json")
    assert answer.status_code == 200
    act.refresh_from_db()
    assert act.error == "no thanks"
