"""Whoever answers second, in another tab or on the phone, is told what was answered, and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from trust import approvals, ledger
from trust.models import Action, Decision


@pytest.fixture
def asked(owner: Any, post: Any, proposal: Any) -> Decision:
    return approvals.ask_for(ledger.propose([proposal("Ada")], user=owner), user=owner, key="k")


def answer(browser: Client, asked: Decision, verdict: str, text: str = "", **headers: str) -> Any:
    return browser.post(f"/decisions/{asked.pk}/", {"verdict": verdict, "text": text}, headers=headers)


def test_the_loser_of_a_race_is_told_what_was_answered(browser: Client, asked: Decision, say: Any) -> None:
    say(asked, "reject", text="not today")
    late = answer(browser, asked, "approve", **{"HX-Request": "true"})
    told = json.loads(late["X-Told"])
    assert told == "Already answered elsewhere: You said no: not today"
    assert told.replace("'", "&#x27;") in late.content.decode()
    assert Action.objects.get(decision=asked).status == Action.Status.REJECTED


def test_it_is_told_without_script_too(browser: Client, asked: Decision, say: Any) -> None:
    say(asked, "reject")
    late = answer(browser, asked, "approve")
    assert late.status_code == 409
    assert "Already answered elsewhere: You said no." in late.content.decode()


def test_who_answers_first_is_told_no_such_thing(browser: Client, asked: Decision) -> None:
    first = answer(browser, asked, "reject", **{"HX-Request": "true"})
    assert "X-Told" not in first
    assert "elsewhere" not in first.content.decode()
