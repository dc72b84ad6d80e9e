"""Five days in Paris: a plan that waits for its person for days, is changed in words, and is learned from."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import App
from tests.journeys.test_the_story import ask, sign_up

GOAL = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers"
WORDS = "too many museums, add one day trip outside Paris"
FEEDBACK = "Perfect trip! Hotel location was ideal, itinerary was well-paced"
CENTRAL = "You like to sleep where everything is close."
INDEPENDENT = ("sights", "activities", "restaurants")


@pytest.fixture
def page(app: App, chromium: Any) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=app.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce", locale="en-US"
    )
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


def question(page: Page, title: str) -> Locator:
    """The open card with this title."""
    card = page.locator(".decision.open").filter(has=page.get_by_role("heading", name=title))
    expect(card).to_be_visible()
    return card


def part(page: Page, key: str, status: str) -> Locator:
    """A part of the plan, once it stands as said."""
    found = page.locator(f"#part-{key}")
    expect(found).to_have_class(re.compile(rf"\b{status}\b"))
    return found


def choose(card: Locator, words: str = "", number: int = 0) -> str:
    """Choose an option by words or by number, and return its title."""
    option = card.locator(".option").filter(has_text=words).nth(number)
    title = option.locator("h3").inner_text()
    option.get_by_role("button", name=re.compile("^Choose")).click()
    return title


def plan_of(page: Page) -> dict[str, Any]:
    """The newest draft as data; it keeps all hard constraints."""
    mission = page.url.strip("/").rpartition("/")[2]
    plan: dict[str, Any] = page.context.request.get(f"/api/missions/{mission}/plan").json()
    assert [check for check in plan["checks"] if check["hard"] and not check["ok"]] == []
    return plan


def items_of(plan: dict[str, Any], **wanted: str) -> list[dict[str, Any]]:
    """The things of all days that are as wanted."""
    items = [item for day in plan["days"] for item in day["items"]]
    return [item for item in items if wanted.items() <= item.items()]


def downloaded(page: Page, link: Locator) -> bytes:
    with page.expect_download() as waiting:
        link.click()
    return waiting.value.path().read_bytes()


def test_a_trip_takes_weeks_and_loses_nothing(app: App, page: Page) -> None:
    email = sign_up(page, home="Berlin")
    ask(page, GOAL)
    flights = question(page, "How to get from Berlin to Paris?")
    for key in INDEPENDENT:
        part(page, key, "done")
    part(page, "flights", "asking")
    part(page, "stay", "pending")

    app.let_time_pass(email, days=2)
    page.reload()
    expect(page.locator(".mission-meta")).to_contain_text("2 days ago")
    flight = choose(flights, number=1)
    stays = question(page, "Where to sleep in Paris?")
    expect(part(page, "flights", "done")).to_contain_text(flight)

    app.let_time_pass(email, hours=5)
    page.reload()
    hotel = choose(stays)
    review = question(page, "Draft 1: go with this one?")
    expect(part(page, "stay", "done")).to_contain_text(hotel)
    expect(page.locator(".day")).to_have_count(5)
    first = plan_of(page)
    assert first["budget"]["total"] <= first["budget"]["limit"] == 3000
    assert first["people"] == 2

    review.get_by_label("Not quite? Say what to change").fill(WORDS)
    review.get_by_role("button", name="Draft again").click()
    outside = choose(question(page, "Where to go for the day?"), words="Giverny")
    review = question(page, "Draft 2: go with this one?")
    second = plan_of(page)
    assert second["transport"] == first["transport"]
    assert second["stays"] == first["stays"]
    assert len(items_of(second, category="museum")) < len(items_of(first, category="museum"))
    assert len(items_of(second, name=outside)) == 1
    restaurants = items_of(second, kind="restaurant")
    assert len(restaurants) >= 4
    for restaurant in restaurants:
        expect(page.locator("#trip")).to_contain_text(restaurant["name"])
    page.get_by_role("link", name="What changed").click()
    expect(page.locator("q")).to_have_text(WORDS)
    expect(page.locator(".part-changes .came dd").filter(has_text=outside).first).to_be_visible()
    page.go_back()

    review.get_by_role("button", name="Yes, this one").click()
    expect(page.locator("#result")).to_be_visible()
    files = page.locator(".files")
    summary = downloaded(page, files.get_by_role("link", name="Booking summary"))
    assert summary.startswith(b"%PDF-")
    packed = zipfile.ZipFile(io.BytesIO(downloaded(page, page.get_by_role("link", name="All as a zip"))))
    assert packed.testzip() is None
    assert {"plan.md", "drafts/itinerary_v1.md", "drafts/itinerary_v2.md"} <= set(packed.namelist())
    assert {f"research/{key}.json" for key in (*INDEPENDENT, "flights", "hotels")} <= set(packed.namelist())
    for path in ("final/daily_schedule.md", "final/itinerary.ics"):
        assert outside in packed.read(path).decode()

    app.let_time_pass(email, weeks=4)
    page.reload()
    panel = page.locator("#feedback-place")
    panel.locator("label[for=quality-5]").click()
    panel.get_by_text("Extremely useful").click()
    panel.get_by_text("Yes", exact=True).click()
    panel.get_by_label("In your words").fill(FEEDBACK)
    panel.get_by_role("button", name="Send feedback").click()
    expect(panel).to_contain_text("What I learned")
    expect(panel).to_contain_text(CENTRAL)

    page.goto("/memory/")
    facts = page.locator("#facts")
    for learned in (CENTRAL, "You chose to stay in", "You like a day out of the city.", "Paris trip for May"):
        expect(facts).to_contain_text(learned)
