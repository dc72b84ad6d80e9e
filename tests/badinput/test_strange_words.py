"""Strange goals, refinements and answers: taken, or refused in words with the text still in its box."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client

from agency.models import Thread
from missions.models import Mission
from missions.services import create_mission
from ownyou.lib.errors import InvalidInput
from tests.badinput.conftest import EMPTY, STRANGE, TOO_LONG, make_mission, make_question
from tests.missions.steps import answer_first, drive, refresh
from trust.models import Activity, Decision


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_goal_is_taken_and_shown_as_text(db: None, browser: Client, name: str) -> None:
    answer = browser.post("/missions/new/", {"goal": STRANGE[name]})
    assert answer.status_code == 302
    for address in (answer["Location"], "/", "/missions/", "/activity/", "/inbox/"):
        page = browser.get(address)
        assert page.status_code == 200, address
        text = page.content.decode()
        assert "<script>alert(1)" not in text
        assert "<img src=x" not in text
        assert "\u202e" not in text
        assert "\x00" not in text
    if name == "template syntax":
        assert "{{ settings.SECRET_KEY }}" in html.unescape(text + browser.get("/missions/").content.decode())


@pytest.mark.parametrize("goal", EMPTY)
def test_an_empty_goal_is_refused_in_words(db: None, browser: Client, goal: str) -> None:
    answer = browser.post("/missions/new/", {"goal": goal})
    assert answer.status_code == 422
    assert "Write a few words" in answer.content.decode()
    assert not Mission.objects.exists()


def test_a_goal_that_is_too_long_stays_in_its_box(db: None, browser: Client) -> None:
    answer = browser.post("/missions/new/", {"goal": TOO_LONG})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "at most 2,000" in page
    assert TOO_LONG.strip() in page
    assert (Mission.objects.count(), Thread.objects.count(), Activity.objects.count()) == (0, 0, 0)


def test_a_request_key_that_is_none_is_no_reason_to_fail(db: None, browser: Client) -> None:
    answer = browser.post("/missions/new/", {"goal": "pasta in Paris", "request_key": "x\x00'"})
    assert answer.status_code == 302


def test_strange_missions_all_come_to_a_question_or_an_end(world: None, owner: Any) -> None:
    for name, goal in STRANGE.items():
        mission = create_mission(user=owner, goal=goal)
        drive(mission)
        mission = refresh(mission)
        assert mission.status == "interrupted", (name, mission.status, mission.problem)
        Mission.objects.filter(pk=mission.pk).update(status="abandoned")


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_answer_is_taken(db: None, browser: Client, owner: Any, name: str) -> None:
    kind, verdict = ("clarification", "answer") if name in ("NUL", "SQL") else ("choice", "refine")
    question = make_question(owner, make_mission(owner), kind)
    answer = browser.post(f"/decisions/{question.pk}/", {"verdict": verdict, "text": STRANGE[name]})
    assert answer.status_code == 302
    question.refresh_from_db()
    assert question.status == "answered"
    assert "\x00" not in str(question.answer)
    page = browser.get(answer["Location"]).content.decode()
    assert "<script>alert(1)" not in page


@pytest.mark.parametrize("words", [TOO_LONG, *EMPTY], ids=["too long", "empty", "blank", "NUL", "marks"])
@pytest.mark.parametrize(("kind", "verdict"), [("choice", "refine"), ("clarification", "answer")])
@pytest.mark.parametrize("htmx", [True, False])
def test_an_answer_that_cannot_be_taken_stays_in_its_box_and_the_question_open(
    db: None, browser: Client, owner: Any, words: str, kind: str, verdict: str, htmx: bool
) -> None:
    question = make_question(owner, make_mission(owner), kind)
    headers = {"HX-Request": "true"} if htmx else {}
    answer = browser.post(f"/decisions/{question.pk}/", {"verdict": verdict, "text": words}, headers=headers)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == (200 if htmx else 422)
    assert "Your answer" in page
    assert words.strip("\x00\x01\u202e\n ") in page
    question.refresh_from_db()
    assert question.status == "open"
    assert not Activity.objects.filter(kind="decided").exists()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"verdict": "dance"},
        {"verdict": "choose"},
        {"verdict": "choose", "option": "two"},
        {"verdict": "choose", "option": ["one", "one"]},
        {"verdict": "choose", "option": "<b>\x00"},
        {"verdict": "approve"},
        {"verdict": "answer", "text": "Chez Test"},
    ],
    ids=str,
)
def test_an_answer_that_does_not_fit_is_refused(db: None, browser: Client, owner: Any, form: Any) -> None:
    question = make_question(owner, make_mission(owner))
    answer = browser.post(f"/decisions/{question.pk}/", form)
    assert answer.status_code == 422
    question.refresh_from_db()
    assert question.status == "open"


def test_strange_refinements_of_a_real_mission_lead_to_the_next_question(world: None, owner: Any) -> None:
    mission = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    drive(mission)
    for name in ("HTML", "SQL", "template syntax", "no words"):
        answer_first(mission, "refine", text=STRANGE[name])
        drive(mission)
        assert refresh(mission).status == "interrupted", name
    with pytest.raises(InvalidInput):
        answer_first(mission, "refine", text="")
    assert Decision.objects.filter(status="open").count() == 1


def test_strange_answers_to_a_question_for_a_place_ask_again(world: None, owner: Any) -> None:
    owner.home = None
    owner.save()
    mission = create_mission(user=owner, goal="Italian dinner for Friday night, 4 people")
    drive(mission)
    for words in ("'; DROP TABLE x", "<b>Qwxzk</b>", "Paris"):
        answer_first(mission, "answer", text=words)
        drive(mission)
    mission = refresh(mission)
    assert (mission.status, Decision.objects.get(status="open").kind) == ("interrupted", "choice")


@pytest.mark.parametrize("name", ["NUL", "HTML", "SQL", "digits"])
def test_strange_searches_and_forms_never_break_a_page(db: None, browser: Client, name: str) -> None:
    words = STRANGE[name]
    for address, field in (
        ("/missions/", "q"),
        ("/missions/", "tab"),
        ("/missions/", "before"),
        ("/palette/", "q"),
        ("/activity/", "filter"),
        ("/activity/", "before"),
        ("/memory/", "q"),
        ("/memory/", "query"),
        ("/receipts/", "agent"),
        ("/receipts/", "status"),
        ("/live/", "region"),
        ("/live/", "after"),
    ):
        assert browser.get(address, {field: words}).status_code == 200, (address, field)
    for address, form in (
        ("/memory/add/", {"text": words}),
        ("/settings/", {"name": words, "home": words, "time_zone": words}),
        ("/welcome/", {"home": words, "time_zone": words}),
        ("/welcome/tastes/", {"places": words, "cuisines": words}),
        ("/accounts/login/", {"login": words, "password": words}),
        ("/accounts/signup/", {"email": words, "password1": words}),
        ("/accounts/password/reset/", {"email": words}),
    ):
        assert browser.post(address, form).status_code < 500, address
