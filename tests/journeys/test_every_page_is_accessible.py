"""Every page, narrow and wide, light and dark: axe finds nothing, and nothing scrolls sideways."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from ownyou.middleware import server_error
from tests.journeys.conftest import App, enter, wait_for
from tests.journeys.pages import ACCOUNT, DOORS, PAGES
from tests.journeys.test_pursuing import pursue
from tests.journeys.test_the_story import ask

EMPTY = ("/", "/inbox/", "/missions/", "/memory/", "/receipts/", "/agency/")
ONLY_WRONG: dict[str, Any] = {"resultTypes": ["violations"]}
"""axe need not describe what is right."""
OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules whose findings depend on colours."""
WITHOUT_COLOURS = {rule: {"enabled": False} for rule in OF_COLOUR}
WHEN_COLOURS_REST = """async () => {
    const until = performance.now() + 10_000;
    while (performance.now() < until && document.getAnimations().some(one => one instanceof CSSTransition))
        await new Promise(requestAnimationFrame);
}"""
WIDTHS = {"phone": 360, "desktop": 1440}
"""Where pages have another order of things; a tablet shows one of the two."""


RARE = """
from memory.names import preferences_of
from memory.provenance import BY_USER
from memory.writing import correct, remember
from missions.models import Mission
from trust import decisions
from trust.activity import Subject
from trust.models import User
who = User.objects.get(email={email!r})
def mission(goal, status, **more):
    return Mission.objects.create(
        user=who, goal=goal, mission_type="dining", level=2, provisional=False, status=status, **more)
failed = mission("Sushi for Saturday, 2 people", "failed", problem="Nothing answered in time.")
asks = mission("Dinner on Sunday", "interrupted")
decisions.ask(
    decisions.clarification("For how many is it?", domain="dining", why="I cannot look without it.",
                            suggestions=["2", "4"], hint="number"),
    user_id=who.pk, key="rare", subject=Subject("mission", asks.pk),
)
kept = remember(user=who, namespace=preferences_of(who), key="dining.quiet", text="You like it quiet",
                value={{"polarity": "like", "value": "quiet"}}, provenance=BY_USER).item
correct(user=who, item_id=kept.pk, text="You like it very quiet")
print("made", failed.pk, asks.pk)
"""
"""Makes a failed mission, one that asks a question, and a memory with a history; prints where they are."""


@pytest.fixture(scope="module")
def person(app: App, chromium: Any) -> dict[str, Any]:
    """Somebody with missions that ask for a choice and for an OK, one that is done, one that acted under a
    standing OK, a desire whose plan was changed, and the cookies of their session."""
    context = chromium.new_context(base_url=app.url, viewport={"width": 1440, "height": 900})
    enter(app, context)
    page = context.new_page()
    ask(page, "best price for Sony WH-1000XM5 headphones")
    option = page.locator(".decision.open .option").first
    expect(option).to_be_visible()
    option.get_by_role("button", name=re.compile("Choose")).click()
    expect(page.locator("#result")).to_be_visible()
    done = page.url
    ask(page, "write down: the plumber comes on Tuesday")
    expect(page.get_by_label("From now on without asking")).to_be_visible()
    page.get_by_label("From now on without asking").select_option("month")
    page.get_by_role("button", name="Keep note").click()
    expect(page.locator("#result")).to_be_visible()
    receipt = page.locator("#result a[href^='/receipts/']").get_attribute("href")
    ask(page, "send a mail to anna@example.org: lunch on Tuesday at 12")
    expect(page.get_by_role("button", name="Send mail")).to_be_visible()
    to_approve = page.url
    ask(page, "Find Italian restaurants in Paris for Friday night, 4 people")
    expect(page.locator(".decision.open .option").first).to_be_visible()
    dinner = page.url
    pursue(page, "look up Giverny on Wikivoyage and mail it to me")
    expect(page.get_by_role("button", name="Start this plan")).to_be_visible()
    page.locator("input[data-refine]").fill("summarise it")
    page.get_by_role("button", name="Plan again").click()
    expect(page.locator("#version-1")).to_be_visible()
    of_desire = [page.url, f"{page.url}edit/"]
    pages = [dinner, to_approve, receipt, done, f"{done}feedback/", f"{done}next/", *of_desire]
    state = {"state": context.storage_state(), "pages": pages}
    context.close()
    return state


@pytest.fixture(params=WIDTHS)
def view(request: pytest.FixtureRequest, app: App, chromium: Any, person: dict[str, Any]) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=app.url,
        viewport={"width": WIDTHS[request.param], "height": 800},
        color_scheme="light",
        reduced_motion="reduce",
        storage_state=person["state"],
    )
    yield context.new_page()
    context.close()


def check(page: Page, address: str, *, colours: bool) -> list[str]:
    """Open a page and return what is wrong with it; with its `colours` too, in the light and in the dark."""
    page.emulate_media(color_scheme="light")
    page.goto(address)
    page.wait_for_load_state("load")
    found = violations(page, ONLY_WRONG if colours else ONLY_WRONG | {"rules": WITHOUT_COLOURS})
    if colours:
        page.emulate_media(color_scheme="dark")
        page.evaluate(WHEN_COLOURS_REST)
        found += violations(page, ONLY_WRONG | {"runOnly": OF_COLOUR})
    return [f"{address}: {each}" for each in named(found)] + too_wide(page, address)


def violations(page: Page, options: dict[str, Any]) -> list[Any]:
    """What axe finds."""
    from axe_playwright_python.sync_playwright import Axe

    found: list[Any] = Axe().run(page, options=options).response["violations"]
    return found


def named(found: list[Any]) -> list[str]:
    """A sentence for each violation."""
    return [f"{v['id']} {v['nodes'][0]['target']} {v['help']}" for v in found]


def too_wide(page: Page, address: str) -> list[str]:
    """A sentence if the page scrolls sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{address}: scrolls {wide} px sideways"] if wide > 0 else []


def test_no_page_has_a_violation_or_scrolls_sideways(view: Page, person: dict[str, Any]) -> None:
    addresses = [*PAGES, *person["pages"]]
    widest = view.viewport_size == {"width": WIDTHS["desktop"], "height": 800}  # where all colours are seen
    assert [wrong for address in addresses for wrong in check(view, address, colours=widest)] == []


def test_no_page_scrolls_sideways_on_a_tablet(app: App, chromium: Any, person: dict[str, Any]) -> None:
    context = chromium.new_context(
        base_url=app.url, viewport={"width": 768, "height": 1024}, storage_state=person["state"]
    )
    page, wide = context.new_page(), []
    for address in [*PAGES, *person["pages"]]:
        page.goto(address)
        wide += too_wide(page, address)
    context.close()
    assert wide == []


def test_the_doors_are_accessible_too(app: App, chromium: Any) -> None:
    context = chromium.new_context(base_url=app.url, viewport={"width": 360, "height": 740})
    page = context.new_page()
    assert [wrong for address in DOORS for wrong in check(page, address, colours=True)] == []
    context.close()


def test_states_that_are_rarely_seen_are_accessible(app: App, chromium: Any) -> None:
    """Pages of the account, empty pages, failures, questions, parts of a mission, what opens on a page."""
    context = chromium.new_context(
        base_url=app.url, viewport={"width": 360, "height": 740}, reduced_motion="reduce"
    )
    email = enter(app, context)
    page = context.new_page()
    wrong = [each for address in (*ACCOUNT, *EMPTY) for each in check(page, address, colours=False)]
    with app.client(email) as api:
        goal = {"goal": "5-day Paris trip for May, $3000, 2 travelers"}
        trip = api.post("/api/missions", json=goal).json()["id"]
        made = app.manage("shell", "-c", RARE.format(email=email)).split("made ")[-1].split()
        for address in (f"/missions/{each}/" for each in made):
            wrong += check(page, address, colours=True)
        wrong += [each for address in ("/inbox/", "/") for each in check(page, address, colours=False)]
        page.goto("/memory/")
        for name, shown in {
            "Change": "form.wide",
            "History": "div.history",
            "Forget": "form.history",
        }.items():
            page.get_by_role("button", name=f"{name}: You like it very quiet").click()
            page.locator(f".memory {shown}").wait_for()
            wrong += [f"memory, {name}: {each}" for each in named(violations(page, ONLY_WRONG))]
        for keys in ("?", "Control+k", "/"):
            page.goto("/memory/")
            page.keyboard.press(keys)
            expect(page.locator("dialog[open]")).to_be_visible()
            wrong += [f"dialog of {keys}: {each}" for each in named(violations(page, ONLY_WRONG))]
        wrong += plan_in_all_its_states(page, api, trip)
    assert wrong == []
    context.close()


def plan_in_all_its_states(page: Page, api: httpx.Client, trip: str) -> list[str]:
    """What is wrong with the pages of a plan: while it asks, as a draft, two drafts compared, delivered."""
    place = f"/missions/{trip}/"
    wait_for(lambda: open_cards(api, trip))
    wrong = check(page, place, colours=True)
    first = draft_of(api, trip)
    wrong += check(page, place, colours=True)
    answer(api, first, {"verdict": "refine", "text": "Fewer museums"})
    wait_for(lambda: first not in [card["id"] for card in open_cards(api, trip)])
    second = draft_of(api, trip)
    wrong += check(page, f"{place}drafts/1/2/", colours=True)
    answer(api, second, {"verdict": "approve"})
    wait_for(lambda: api.get(f"/api/missions/{trip}").json()["status"] == "completed")
    files = ("plan.md", "final/daily_schedule.md", "research/hotels.json")
    for address in (place, *(f"{place}files/{name}" for name in files)):
        wrong += check(page, address, colours=True)
    return wrong


def open_cards(api: httpx.Client, mission: str) -> list[Any]:
    cards: list[Any] = api.get(f"/api/missions/{mission}").json()["decisions"]
    return cards


def answer(api: httpx.Client, decision: str, words: dict[str, Any]) -> None:
    assert api.post(f"/api/decisions/{decision}", json=words).status_code == 200


def draft_of(api: httpx.Client, mission: str) -> str:
    """Choose the first option of whatever is asked until a draft waits for an OK; return its decision."""

    def drafted() -> str:
        for card in open_cards(api, mission):
            if card["kind"] == "review":
                return str(card["id"])
            answer(api, card["id"], {"verdict": "choose", "options": [card["options"][0]["id"]]})
        return ""

    return str(wait_for(drafted))


def test_the_page_of_a_fault_is_accessible(app: App, chromium: Any) -> None:
    """The page that stands in for one that broke, as the browser would get it from the app."""
    fault = server_error(RequestFactory().get("/")).content
    context = chromium.new_context(base_url=app.url, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.route("**/broken/", lambda route: route.fulfill(status=500, body=fault, content_type="text/html"))
    assert check(page, "/broken/", colours=True) == []
    context.close()


def test_it_can_be_used_by_keyboard_alone(app: App, chromium: Any) -> None:
    context = chromium.new_context(base_url=app.url, viewport={"width": 1440, "height": 900})
    enter(app, context)
    page = context.new_page()
    page.goto("/memory/")
    page.keyboard.press("?")
    expect(page.locator("#keys[open]")).to_be_visible()
    page.keyboard.press("Escape")
    for letter, where in (("i", "**/inbox/"), ("c", "**/receipts/")):
        page.keyboard.press("g")
        page.keyboard.press(letter)
        page.wait_for_url(where)
    page.keyboard.press("ControlOrMeta+K")
    page.keyboard.type("memory")
    expect(page.locator("#palette a.palette-item").first).to_contain_text("Memory")
    page.keyboard.press("Enter")
    page.wait_for_url("**/memory/")
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.type("cheaper electricity " + uuid.uuid4().hex[:4])
    page.keyboard.press("Enter")
    page.wait_for_url("**/missions/*/")
    expect(page.locator(".decision.open .option").first).to_be_visible()
    in_card = "document.activeElement.closest('.decision.open') !== null"
    for _ in range(60):
        if page.evaluate(in_card):
            break
        page.keyboard.press("Tab")
    assert page.evaluate(in_card)
    page.keyboard.press("r")
    expect(page.locator(".decision.open [data-refine]")).to_be_focused()
    options = page.locator(".decision.open [data-option]")
    options.first.focus()
    page.keyboard.press("j")
    expect(options.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(options.first).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator("#result")).to_be_visible()
    context.close()
