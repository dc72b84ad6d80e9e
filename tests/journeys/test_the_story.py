"""The story: sign up, ask, watch, compare, choose, rate in words, and see that the next time is different."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.http_server import Asked, Reply
from tests.fakes.openstreetmap import overpass_answer
from tests.journeys.conftest import App, enter

GOAL = "Find Italian restaurants in Paris for {day} night, 4 people"
FEEDBACK = "Great but too expensive for a weeknight, and more vegetarian options please"
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}


SLOW_SOURCE = 30.0
"""Seconds that a source lets wait at most; more than a page needs to show it, less than patience lasts."""

OPPOSITES = [("phone", "dark", "no websocket"), ("desktop", "light", "websocket")]
"""Enough for what is not the story itself."""
in_two_ways = pytest.mark.parametrize("page", OPPOSITES, indirect=True, ids=" ".join)


@pytest.fixture(
    params=[
        ("phone", "light", "websocket"),
        ("phone", "dark", "no websocket"),
        ("desktop", "light", "no websocket"),
        ("desktop", "dark", "websocket"),
    ],
    ids=" ".join,
)
def page(request: pytest.FixtureRequest, app: App, chromium: Any) -> Iterator[Page]:
    size, scheme, socket = request.param
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, base_url=app.url, locale="en-US"
    )
    if socket == "no websocket":
        context.route_web_socket(re.compile("/ws/"), lambda route: route.close())
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def link(request: pytest.FixtureRequest, page: Page) -> str:
    """How news comes to the page: "live" by its websocket, "polling" where that is blocked."""
    return "live" if request.node.callspec.params["page"][2] == "websocket" else "polling"


def linked(page: Page, link: str) -> None:
    """News comes to the page by this way, and no other."""
    expect(page.locator("html")).to_have_attribute("data-connection", link)


@contextmanager
def slow_map(app: App) -> Iterator[None]:
    """OpenStreetMap lets everybody wait inside the block: what is shown there is shown while it works."""
    go_on = threading.Event()

    def late(asked: Asked) -> Reply:
        go_on.wait(SLOW_SOURCE)
        return Reply.of(overpass_answer(*app.osm.elements))

    app.forget_answers()
    app.osm.will_say(late)
    try:
        yield
    finally:
        go_on.set()
        app.osm.behave()


def sign_up(page: Page, home: str = "Paris") -> str:
    """Make an account, go through the first steps, and return its address."""
    email = f"mira-{uuid.uuid4().hex[:8]}@example.com"
    page.goto("/accounts/signup/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill("a long quiet evening")
    page.locator("form button[type=submit]").first.click()
    expect(page.get_by_label("Where is home?")).to_be_visible()
    page.get_by_label("Where is home?").fill(home)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#goal")).to_be_visible()
    return email


def ask(page: Page, goal: str) -> None:
    """Write a goal into the ask box of Today."""
    page.goto("/")
    page.locator("#goal").fill(goal)
    page.locator("#goal").press("Enter")
    page.wait_for_url("**/missions/*/")


def test_a_dinner_is_found_chosen_rated_and_learned_from(app: App, page: Page, link: str) -> None:
    sign_up(page)
    with slow_map(app):
        ask(page, GOAL.format(day="Tuesday"))
        linked(page, link)
        expect(page.locator("#source-catalogue")).to_contain_text("found")
        expect(page.locator("#source-openstreetmap")).to_contain_text("asking …")
        expect(page.locator("#mission-progress")).to_be_visible()
        expect(page.locator(".decision.open")).to_have_count(0)
    first = page.locator(".decision.open .option").first
    expect(first).to_be_visible()
    expect(first.locator(".reasons li:not(.miss)").first).to_be_visible()
    expect(page.locator(".decision.open")).to_contain_text("sample data")
    title = first.locator("h3").inner_text()
    first.get_by_role("button", name=re.compile("Choose")).click()
    expect(page.locator("#result")).to_contain_text(title)

    panel = page.locator("#feedback-place")
    panel.locator("label[for=quality-4]").click()
    panel.get_by_text("Yes", exact=True).click()
    panel.get_by_label("In your words").fill(FEEDBACK)
    panel.get_by_role("button", name="Send feedback").click()
    expect(panel).to_contain_text("What I learned")
    expect(panel).to_contain_text("vegetarian")

    ask(page, GOAL.format(day="Wednesday"))
    options = page.locator(".decision.open .option")
    expect(options.first).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Weeknight: under €")
    expect(options.first.locator(".reasons")).to_contain_text("Weeknight: under €")
    expect(options.first.locator(".reasons")).to_contain_text("from your feedback on")

    ask(page, GOAL.format(day="Saturday"))
    expect(options.first).to_be_visible()
    expect(page.locator("#live")).not_to_contain_text("eeknight: under")
    linked(page, link)


@in_two_ways
def test_a_refinement_in_words_looks_again_without_leaving_the_page(app: App, page: Page, link: str) -> None:
    enter(app, page.context)
    ask(page, GOAL.format(day="Friday"))
    linked(page, link)
    expect(page.locator(".decision.open")).to_be_visible()
    page.get_by_label("Not quite? Say what to change").fill("not Italian after all")
    page.get_by_role("button", name="Look again").click()
    expect(page.locator(".decision.open")).to_contain_text("Attempt 2")


@in_two_ways
def test_a_double_ask_makes_one_mission(app: App, page: Page) -> None:
    enter(app, page.context)
    page.goto("/")
    page.locator("#goal").fill("cheaper electricity")
    page.evaluate(
        "() => { const f = document.querySelector('#goal').form; f.requestSubmit(); f.requestSubmit(); }"
    )
    page.wait_for_url("**/missions/*/")
    page.goto("/missions/")
    expect(page.locator(".mission-row")).to_have_count(1)


@pytest.mark.parametrize("page", OPPOSITES[:1], indirect=True, ids=" ".join)
def test_a_goal_that_was_sent_after_the_session_had_ended_is_there_after_the_login(page: Page) -> None:
    email = sign_up(page)
    page.context.clear_cookies(name=re.compile("session"))
    page.locator("#goal").fill("cheaper electricity")
    page.locator("#goal").press("Enter")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill("a long quiet evening")
    page.locator("form button[type=submit]").first.click()
    expect(page.locator("#goal")).to_have_value("cheaper electricity")
    page.locator("#goal").press("Enter")
    page.wait_for_url("**/missions/*/")
    page.goto("/")
    expect(page.locator("#goal")).to_have_value("")


@in_two_ways
def test_options_stand_in_a_table_when_asked_and_what_happens_joins_the_timeline(
    app: App, page: Page, link: str
) -> None:
    enter(app, page.context)
    ask(page, GOAL.format(day="Thursday"))
    linked(page, link)
    expect(page.locator(".decision.open")).to_be_visible()
    page.locator(".decision.open [data-view=table]").click()
    rows = page.locator(".decision.open tbody tr")
    expect(rows.first).to_be_visible()
    title = rows.first.locator("th").evaluate("th => th.firstChild.textContent")
    rows.first.get_by_role("button", name=re.compile("Choose")).click()
    expect(page.locator("#result")).to_contain_text(title)

    steps = page.locator("#timeline .line")
    for words in ("Mission:", "You chose:", "Done:"):
        expect(steps.filter(has_text=words)).to_have_count(1)
    numbers = steps.evaluate_all("lines => lines.map(line => Number(line.dataset.seq))")
    assert numbers == sorted(set(numbers), reverse=True)
    assert steps.evaluate_all(
        "lines => lines.every(line => document.querySelectorAll('#' + line.id).length === 1)"
    )
