"""What a person does with a card that asks for an OK, in a real browser: on a phone and at a desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import App
from tests.journeys.test_the_story import ask, sign_up

SLOW = 60_000
WIDTHS = {"phone": 360, "desktop": 1440}


@pytest.fixture(params=WIDTHS)
def page(request: pytest.FixtureRequest, app: App, chromium: Any) -> Iterator[Page]:
    """A new person's page."""
    context = chromium.new_context(
        base_url=app.url, viewport={"width": WIDTHS[request.param], "height": 800}, reduced_motion="reduce"
    )
    opened = context.new_page()
    sign_up(opened)
    yield opened
    context.close()


def card_for(page: Page, goal: str) -> Locator:
    """The card that a goal comes to."""
    ask(page, goal)
    card = page.locator(".decision.open")
    expect(card.first).to_be_visible(timeout=SLOW)
    return card.first


def approve(card: Locator) -> None:
    card.get_by_role("button", name=re.compile("^(Keep note|Send mail)")).click()


def test_a_note_is_kept_after_the_ok_and_undone_from_its_receipt(page: Page) -> None:
    card = card_for(page, "write down: the plumber comes on Tuesday")
    expect(card).to_contain_text("the plumber comes on Tuesday")
    expect(card).to_contain_text("Can be undone.")
    approve(card)
    expect(page.locator("#result")).to_be_visible(timeout=SLOW)
    page.goto("/receipts/")
    expect(page.get_by_text("Kept as a note.").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(page.get_by_text("The note is gone again.").first).to_be_visible(timeout=SLOW)


def test_what_is_edited_on_the_card_is_what_is_kept(page: Page) -> None:
    card = card_for(page, "write down: by mlik")
    card.get_by_text("Change", exact=True).click()
    card.get_by_label("Text").fill("buy milk")
    approve(card)
    expect(page.locator("#result")).to_be_visible(timeout=SLOW)
    page.goto("/receipts/")
    expect(page.get_by_text("buy milk").first).to_be_visible()


def test_words_draft_again_until_the_third_preview_and_a_no_ends_it(page: Page) -> None:
    card = card_for(page, "write down: the plumber comes on Tuesday")
    for old, new in (("Tuesday", "Wednesday"), ("Wednesday", "Thursday")):
        refine = page.locator(".decision.open input[data-refine]")
        refine.fill(f"replace {old} with {new}")
        page.get_by_role("button", name="Draft again").click()
        expect(page.locator(".decision.open").first).to_contain_text(f"comes on {new}", timeout=SLOW)
    card = page.locator(".decision.open").first
    expect(card).to_contain_text("Attempt 3 of 3")
    expect(card.get_by_role("button", name="Draft again")).to_have_count(0)
    card.get_by_text("No", exact=True).click()
    card.get_by_role("button", name="No, do not do it").click()
    expect(page.get_by_text("Part of it did not work").first).to_be_visible(timeout=SLOW)
