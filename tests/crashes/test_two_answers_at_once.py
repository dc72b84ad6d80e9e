"""A double click, and two browsers that choose at once: one wins, the other is told."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Callable
from typing import Any

import httpx

from tests.crashes.conftest import PATIENCE, Story
from tests.journeys.conftest import App, wait_for

PASSWORD = "a long quiet evening"


def at_once(*asks: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Send requests at the same moment."""
    barrier = threading.Barrier(len(asks))
    answers: list[httpx.Response] = []

    def send(ask: Callable[[], httpx.Response]) -> None:
        barrier.wait()
        answers.append(ask())

    threads = [threading.Thread(target=send, args=(ask,)) for ask in asks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def decided(story: Story) -> int:
    return int(
        story.query(
            "SELECT count(*) FROM trust_activity WHERE subject_id = %s AND kind = 'decided'", story.id
        )[0][0]
    )


def test_two_clients_that_choose_differently(up: App, begin: Any) -> None:
    story = begin("Paris")
    story.wait_until("interrupted")
    decision = story.decision()
    address = f"/api/decisions/{decision['id']}"
    chosen = [option["id"] for option in decision["options"][:2]]

    def choose(option: str) -> Callable[[], httpx.Response]:
        body = {"verdict": "choose", "options": [option]}
        return lambda: httpx.post(up.url + address, json=body, headers=story.client.headers, timeout=60)

    answers = at_once(*[choose(option) for option in chosen * 2])
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    told = [answer.json() for answer in answers if answer.status_code == 409]
    for problem in told:
        assert problem["current"] == {"decision": decision["id"], "status": "answered", "verdict": "choose"}
        assert "answered already" in problem["detail"]
    story.judge()
    assert decided(story) == 1


def test_a_double_click_in_the_browser(up: App, begin: Any) -> None:
    with httpx.Client(base_url=up.url, follow_redirects=False, timeout=60) as browser:
        sign_up(browser)
        story = ask_on_the_page(up, browser)
        story.wait_until("interrupted")
        page = browser.get(f"/missions/{story.id}/").text
        [address] = set(re.findall(r'action="(/decisions/[^"]+)"', page))
        option = re.findall(r'name="option" value="([^"]+)"', page)[0]
        form = {"csrfmiddlewaretoken": token(page), "verdict": "choose", "option": option}
        cookies = dict(browser.cookies)
        headers = {"Referer": up.url}

        def click() -> httpx.Response:
            return httpx.post(up.url + address, data=form, cookies=cookies, headers=headers, timeout=60)

        answers = at_once(click, click)
        assert sorted(answer.status_code for answer in answers) == [302, 409]
        loser = max(answers, key=lambda answer: answer.status_code)
        assert "Already answered elsewhere: You chose" in loser.text
        wait_for(lambda: story.status == "completed", seconds=PATIENCE)
        assert decided(story) == 1


def sign_up(browser: httpx.Client) -> None:
    page = browser.get("/accounts/signup/").text
    form = {
        "csrfmiddlewaretoken": token(page),
        "email": f"click-{uuid.uuid4().hex[:8]}@example.com",
        "password1": PASSWORD,
    }
    answer = browser.post("/accounts/signup/", data=form, headers={"Referer": str(browser.base_url)})
    assert answer.status_code == 302, answer.text


def ask_on_the_page(app: App, browser: httpx.Client) -> Story:
    form = {
        "csrfmiddlewaretoken": token(browser.get("/missions/").text),
        "goal": "Find Italian restaurants in San Francisco for Friday night, 4 people",
        "request_key": str(uuid.uuid4()),
    }
    headers = {"Referer": app.url}
    first, second = (browser.post("/missions/new/", data=form, headers=headers) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"], "a double Ask makes one mission"
    return Story(app, browser, first.headers["Location"].strip("/").split("/")[-1])


def token(page: str) -> str:
    return re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
