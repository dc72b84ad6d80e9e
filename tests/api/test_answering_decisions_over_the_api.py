"""What waits for a person, and their answers, as JSON."""

from __future__ import annotations

from typing import Any

import pytest


def test_open_decisions_are_listed_with_their_options(api: Any, choice: Any) -> None:
    page = api.get("/decisions").json()
    assert [item["id"] for item in page["items"]] == [str(choice.pk)]
    assert page["items"][0]["options"][1]["title"] == "Da Prova"
    assert page["next"] is None


def test_a_chosen_option_answers_the_decision(api: Any, choice: Any) -> None:
    answer = api.post(f"/decisions/{choice.pk}", {"verdict": "choose", "options": ["two"]})
    assert answer.status_code == 200
    assert answer.json()["status"] == "answered"
    assert answer.json()["verdict"] == "choose"
    assert "Da Prova" in answer.json()["receipt"]
    assert api.get("/decisions").json()["items"] == []


def test_a_second_answer_is_told_what_the_first_was(api: Any, choice: Any) -> None:
    api.post(f"/decisions/{choice.pk}", {"verdict": "choose", "options": ["two"]})
    answer = api.post(f"/decisions/{choice.pk}", {"verdict": "reject"})
    assert answer.status_code == 409
    assert answer.json()["current"] == {"decision": str(choice.pk), "status": "answered", "verdict": "choose"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"verdict": "perhaps"},
        {"verdict": "choose"},
        {"verdict": "choose", "options": ["three"]},
        {"verdict": "choose", "options": ["one", "two"]},
        {"verdict": "choose", "options": "one"},
        {"verdict": "choose", "options": [1]},
        {"verdict": "refine", "text": ""},
        {"verdict": "refine", "text": "x" * 5_000},
        {"verdict": "answer", "text": "yes"},
        {"verdict": "choose", "options": ["one"], "acts": [{"id": 1}]},
    ],
)
def test_answers_that_do_not_fit_leave_the_decision_open(api: Any, choice: Any, body: Any) -> None:
    answer = api.post(f"/decisions/{choice.pk}", body)
    assert answer.status_code == 422
    assert answer.json()["errors"]
    choice.refresh_from_db()
    assert choice.status == "open"


def test_fields_that_nobody_knows_are_ignored(api: Any, choice: Any) -> None:
    body = {"verdict": "refine", "text": "cheaper", "colour": "blue"}
    assert api.post(f"/decisions/{choice.pk}", body).status_code == 200


def test_a_decision_can_be_looked_up_after_it_was_answered(api: Any, choice: Any) -> None:
    api.post(f"/decisions/{choice.pk}", {"verdict": "reject"})
    assert api.get(f"/decisions/{choice.pk}").json()["verdict"] == "reject"
