"""The feedback panel of the mission page, and the same over the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from feedback.models import Feedback
from missions.models import Mission

STORY = "Great but too expensive for a weeknight, and more vegetarian options please"
HTMX = {"HX-Request": "true"}
API = {"completion": "complete"}
FORM = {"completion": "complete", "quality": "4", "usefulness": "helpful", "text": STORY}


@pytest.fixture
def browser(owner: Any) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def address(mission: Any) -> str:
    return f"/missions/{mission.pk}/feedback/"


def test_the_form_is_shown_before_anything_was_said(browser: Client, ended: Any) -> None:
    page = browser.get(address(ended()), headers=HTMX)
    assert page.status_code == 200
    text = page.content.decode()
    assert "How did I do?" in text
    assert "<html" not in text
    assert 'value="paused"' not in text


def test_sending_it_shows_what_was_learned_with_undo_and_edit(browser: Client, ended: Any) -> None:
    mission = ended()
    page = browser.post(address(mission), FORM, headers=HTMX).content.decode()
    assert "On weeknights, under $34 a person." in page
    assert "You want more vegetarian options." in page
    assert page.count("/undo/") == 4
    assert page.count("/edit/") == 4
    assert (
        "On weeknights, under $34 a person." in browser.get(address(mission), headers=HTMX).content.decode()
    )


def test_the_persons_own_words_are_shown_with_what_came_of_them(browser: Client, ended: Any) -> None:
    mission = ended()
    browser.post(address(mission), {**FORM, "text": "Lovely <b>evening</b>, thanks"}, headers=HTMX)
    page = browser.get(address(mission), headers=HTMX).content.decode()
    assert '<q dir="auto">Lovely &lt;b&gt;evening&lt;/b&gt;, thanks</q>' in page
    other = ended()
    page = browser.post(address(other), {"quality": "4"}, headers=HTMX).content.decode()
    assert "You said:" not in page


def test_what_nothing_was_learned_from_is_named_beside_what_was(browser: Client, ended: Any) -> None:
    words = "I loved the terrace, but the toilets were dirty. Wonderful!"
    mission = ended()
    page = browser.post(address(mission), {**FORM, "text": words}, headers=HTMX).content.decode()
    assert "nothing was learned from them" in page
    assert '<q dir="auto">the toilets were dirty</q></p>' in page
    answer = browser.post(f"/api/missions/{ended().pk}/feedback", {**API, "text": words}, "application/json")
    assert answer.json()["kept_as_words"] == ["the toilets were dirty"]
    page = browser.post(address(ended()), FORM, headers=HTMX).content.decode()
    assert "nothing was learned from them" not in page


def test_the_form_says_what_of_it_is_required(browser: Client, ended: Any) -> None:
    mission = ended()
    assert "One answer is enough" in browser.get(address(mission), headers=HTMX).content.decode()
    assert browser.post(address(mission), {"usefulness": "helpful"}, headers=HTMX).status_code == 200


def test_an_empty_form_says_nothing_and_stays(browser: Client, ended: Any) -> None:
    mission = ended()
    assert "checked" not in browser.get(address(mission), headers=HTMX).content.decode()
    for unsaid in ({}, {"quality": "", "text": "  "}):
        page = browser.post(address(mission), unsaid, headers=HTMX)
        text = page.content.decode()
        assert page.status_code == 422
        assert "Say at least one thing, such as whether it worked out." in text
        assert text.count('role="alert"') == 1
        assert "Send feedback" in text
    assert not Feedback.objects.exists()
    mission.refresh_from_db()
    assert mission.outcome == mission.Outcome.UNRATED


def test_words_can_be_added_to_a_rating_without_any(browser: Client, ended: Any) -> None:
    mission = ended()
    rated = browser.post(address(mission), {"completion": "failed", "quality": "2"}, headers=HTMX)
    assert "Something to add in words?" in rated.content.decode()
    assert "Something to add in words?" in browser.get(address(mission)).content.decode()
    added = browser.post(address(mission), {"completion": "failed", "text": STORY}, headers=HTMX)
    assert "You want more vegetarian options." in added.content.decode()
    assert "Something to add in words?" not in added.content.decode()
    given = Feedback.objects.get(mission=mission)
    assert (given.completion, given.quality, given.text) == ("failed", 2, STORY)


def test_without_scripts_it_goes_back_to_the_mission(browser: Client, ended: Any) -> None:
    mission = ended()
    assert "<html" in browser.get(address(mission)).content.decode()
    answer = browser.post(address(mission), FORM)
    assert (answer.status_code, answer["Location"]) == (302, f"/missions/{mission.pk}/#feedback-place")


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"quality": "9"}, 422),
        ({"quality": "x"}, 422),
        ({"usefulness": "huge"}, 422),
        ({"completion": "paused"}, 409),
    ],
)
def test_what_is_refused_keeps_what_was_written(
    browser: Client, ended: Any, changed: Any, status: int
) -> None:
    page = browser.post(address(ended()), FORM | changed, headers=HTMX)
    assert page.status_code == status
    assert STORY in page.content.decode()
    assert 'role="alert"' in page.content.decode()


def test_html_in_words_is_shown_as_words(browser: Client, ended: Any) -> None:
    page = browser.post(
        address(ended()), FORM | {"text": "<b>x</b>", "quality": "9"}, headers=HTMX
    ).content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_words_that_teach_nothing_are_said_to_be_kept(browser: Client, ended: Any) -> None:
    page = browser.post(address(ended()), FORM | {"text": "Perfect."}, headers=HTMX).content.decode()
    assert "nothing lasting to learn" in page


def test_words_of_a_language_that_no_rule_reads_are_said_to_be_unread(browser: Client, ended: Any) -> None:
    words = "Bardzo dobre jedzenie, ale za drogo jak na środek tygodnia"
    assert (
        "in English, German, French, Spanish or Italian"
        in browser.get(address(ended()), headers=HTMX).content.decode()
    )
    page = browser.post(address(ended()), FORM | {"text": words}, headers=HTMX).content.decode()
    assert "Without a language model I read English, German, French, Spanish and Italian" in page


def test_undo_and_edit_show_their_state(browser: Client, ended: Any, give: Any) -> None:
    mission = ended()
    limit, diet = give(mission, STORY).learned
    place = f"{address(mission)}{limit.item_id}"
    edited = browser.post(f"{place}/edit/", {"text": "On weeknights, under $60 a person."}, headers=HTMX)
    assert "under $60" in edited.content.decode()
    refused = browser.post(f"{place}/edit/", {"text": " "}, headers=HTMX)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert "I forgot this" in browser.post(f"{place}/undo/", headers=HTMX).content.decode()
    assert browser.post(f"{address(mission)}{diet.item_id}/undo/").status_code == 302


def test_a_stranger_finds_nothing(stranger: Any, ended: Any, give: Any) -> None:
    mission = ended()
    item = give(mission, STORY).learned[0].item_id
    client = Client()
    client.force_login(stranger)
    for path in (address(mission), f"{address(mission)}{item}/undo/", f"{address(mission)}{item}/edit/"):
        assert client.post(path, FORM, headers=HTMX).status_code == 404
    assert client.get(address(mission)).status_code == 404


def test_nobody_is_let_in_without_login(ended: Any) -> None:
    assert Client().post(address(ended()), FORM).status_code in (302, 401)


def test_the_api_answers_with_what_was_learned(browser: Client, ended: Any) -> None:
    mission = ended()
    sent = {"completion": "complete", "quality": 4, "usefulness": "helpful", "text": STORY}
    answer = browser.post(
        f"/api/missions/{mission.pk}/feedback", json.dumps(sent), content_type="application/json"
    )
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert (told["mission_id"], told["quality"]) == (str(mission.pk), 4)
    assert [(one["path"], one["polarity"]) for one in told["learned"]] == [
        ("dining.weeknight_budget", "limit"),
        ("dining.diet.vegetarian", "like"),
    ]
    assert told["learned"][0]["value"]["amount"] == 34


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"quality": 6}, 422),
        ({"quality": "x"}, 422),
        ({"completion": "?"}, 422),
        ({"completion": "paused"}, 409),
    ],
)
def test_the_api_refuses_with_a_problem(browser: Client, ended: Any, changed: Any, status: int) -> None:
    sent = json.dumps({"completion": "complete", **changed})
    answer = browser.post(f"/api/missions/{ended().pk}/feedback", sent, content_type="application/json")
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("application/problem+json")


def test_the_api_hides_strangers_missions(stranger: Any, ended: Any) -> None:
    client = Client()
    client.force_login(stranger)
    sent = json.dumps({"completion": "complete"})
    answer = client.post(f"/api/missions/{ended().pk}/feedback", sent, content_type="application/json")
    assert answer.status_code == 404


def test_the_admin_shows_ratings_and_no_words(helper: Any, ended: Any, give: Any) -> None:
    given = give(ended(), "The marzipan marker was too loud")
    helper.is_superuser = True
    helper.save()
    client = Client()
    client.force_login(helper)
    for path in (
        "",
        f"?q={given.feedback.mission_id}",
        "?q=owner@example.com",
        f"{given.feedback.pk}/change/",
    ):
        page = client.get(f"/admin/feedback/feedback/{path}")
        assert page.status_code == 200
        assert "marzipan" not in page.content.decode()
        assert str(given.feedback.pk) in page.content.decode()


def test_stars_alone_are_kept_and_the_rest_is_asked_for(browser: Client, ended: Any, owner: Any) -> None:
    mission = ended()
    page = browser.post(address(mission), {"quality": "2"}, headers=HTMX).content.decode()
    given = Feedback.objects.get(mission=mission)
    assert (given.completion, given.quality) == ("", 2)
    assert "Kept. One thing is missing: did it work out?" in page
    assert Mission.objects.get(pk=mission.pk).outcome == mission.outcome
    after = browser.post(address(mission), {"completion": "failed"}, headers=HTMX).content.decode()
    given.refresh_from_db()
    assert (given.completion, given.quality) == ("failed", 2)
    assert "One thing is missing" not in after
    assert Mission.objects.get(pk=mission.pk).outcome == Mission.Outcome.FAILED


def test_words_alone_teach_at_once(browser: Client, ended: Any) -> None:
    mission = ended()
    page = browser.post(address(mission), {"text": STORY}, headers=HTMX).content.decode()
    assert "What I learned" in page
    assert "One thing is missing" in page


def test_the_api_keeps_stars_until_the_rest_is_sent(browser: Client, ended: Any) -> None:
    place = f"/api/missions/{ended().pk}/feedback"
    first = browser.post(place, json.dumps({"quality": 5}), content_type="application/json")
    assert (first.status_code, first.json()["completion"], first.json()["quality"]) == (201, "", 5)
    then = browser.post(place, json.dumps({"completion": "complete"}), content_type="application/json")
    assert (then.json()["completion"], then.json()["quality"]) == ("complete", 5)
    assert browser.post(place, json.dumps({}), content_type="application/json").status_code == 422
