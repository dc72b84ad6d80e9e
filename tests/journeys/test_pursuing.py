"""A desire in a real browser: from a wish to its judged end, with all that a person does on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import App, enter

WISH = "look up Giverny on Wikivoyage and mail it to me"


@pytest.fixture
def page(app: App, chromium: Any) -> Iterator[Page]:
    """A new person's page, at a desk."""
    context = chromium.new_context(
        base_url=app.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    enter(app, context)
    errors: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


def pursue(page: Page, wish: str) -> None:
    """Take a desire on from the page of desires."""
    page.goto("/agency/")
    page.get_by_label("In your words").fill(wish)
    page.get_by_role("button", name="Pursue it").click()
    page.wait_for_url("**/agency/*-*/")


def state(page: Page, words: str) -> None:
    expect(page.locator("#desire-state")).to_contain_text(words, ignore_case=True)


def test_a_wish_is_planned_criticised_approved_watched_looped_back_and_done(page: Page) -> None:
    pursue(page, WISH)
    state(page, "waits for your look")
    expect(page.locator("#desire-plan")).to_contain_text("Agreed: it is done when")
    expect(page.locator("#desire-plan .flow-hop").first).to_contain_text("Giverny")
    card = page.locator(".decision.open")
    card.locator("input[data-refine]").fill("summarise it")
    card.get_by_role("button", name="Plan again").click()
    expect(page.locator("#plan-title")).to_contain_text("2")
    expect(page.locator("#history")).to_contain_text("From plan 1 to plan 2")
    expect(page.locator("#version-1 ins").first).to_be_visible()

    state(page, "waits for your look")
    page.get_by_role("button", name="Start this plan").click()
    ask = page.locator(".decision.open").filter(has_text="Your OK?")
    expect(ask).to_be_visible()
    expect(page.locator("#execution")).to_contain_text("Giverny")
    ask.get_by_text("No", exact=True).click()
    ask.get_by_label("Why not?").fill("do not mail it. save it as a note")
    ask.get_by_role("button", name="No, do not do it").click()

    expect(page.locator("#plan-title")).to_contain_text("3")
    expect(page.locator("#history")).to_contain_text("Planned anew")
    state(page, "waits for your look")
    expect(page.locator("#desire-plan")).not_to_contain_text("mail")
    page.goto("/agency/")
    row = page.locator("#section-review .card")
    row.get_by_role("link").first.focus()
    page.keyboard.press("a")
    expect(row).to_have_count(0)
    page.locator("#desire-sections").get_by_role("link", name=WISH).first.click()
    keep = page.locator(".decision.open").filter(has_text="Keep the note")
    expect(keep).to_be_visible()
    keep.locator("button.choose").click()
    state(page, "done")
    expect(page.locator("#history")).to_contain_text("You have everything that was agreed.")


def test_a_harmless_wish_starts_by_itself_and_says_why(page: Page) -> None:
    page.goto("/settings/desires/")
    page.locator("input[name=autonomy][value=supervised_auto]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    expect(page.locator("input[name=autonomy][value=supervised_auto]")).to_be_checked()
    pursue(page, "look up Giverny on Wikivoyage and summarise it")
    state(page, "done")
    expect(page.locator("#auto-reason")).to_contain_text("Started without asking")
    expect(page.locator("#auto-reason")).to_contain_text("Supervised")
    expect(page.locator("#desire-text")).to_contain_text("village on the Seine")
    page.get_by_role("link", name="Change").click()
    page.get_by_label("Title").fill("The garden at Giverny")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("The garden at Giverny")
