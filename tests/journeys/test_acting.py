"""What a person does with a card that asks for an OK, in a real browser: on a phone and at a desk."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, TimeoutError, expect

from tests.journeys.conftest import App, enter, wait_for
from tests.journeys.post import LOST
from tests.journeys.test_the_story import ask

WIDTHS = {"phone": 360, "desktop": 1440}
PLUMBER = "the plumber comes on Tuesday"


def _open(app: App, chromium: Any, width: int, **state: Any) -> Page:
    context = chromium.new_context(
        base_url=app.url, viewport={"width": width, "height": 800}, reduced_motion="reduce", **state
    )
    page: Page = context.new_page()
    return page


@pytest.fixture(params=WIDTHS)
def page(request: pytest.FixtureRequest, app: App, chromium: Any) -> Iterator[Page]:
    """A new person's page, on a phone and at a desk."""
    opened = _open(app, chromium, WIDTHS[request.param])
    enter(app, opened.context)
    yield opened
    opened.context.close()


@pytest.fixture
def desk(app: App, chromium: Any) -> Iterator[Page]:
    """A new person's page, at a desk."""
    opened = _open(app, chromium, WIDTHS["desktop"])
    enter(app, opened.context)
    yield opened
    opened.context.close()


@pytest.fixture
def phone(app: App, chromium: Any) -> Iterator[Page]:
    """A new person's page, on a phone."""
    opened = _open(app, chromium, WIDTHS["phone"])
    enter(app, opened.context)
    yield opened
    opened.context.close()


@pytest.fixture
def elsewhere(app: App, chromium: Any, desk: Page) -> Iterator[Page]:
    """The same person's second browser: their phone."""
    opened = _open(app, chromium, WIDTHS["phone"], storage_state=desk.context.storage_state())
    yield opened
    opened.context.close()


def card_for(page: Page, goal: str) -> Locator:
    """The card that a goal comes to."""
    ask(page, goal)
    card = page.locator(".decision.open")
    expect(card).to_be_visible()
    return card


def approve(card: Locator) -> None:
    card.locator("button.choose").click()


def key_on(page: Page, card: Locator, key: str) -> None:
    """A key on the card, as it has the focus."""
    card.locator("button.choose").focus()
    page.keyboard.press(key)


def done(page: Page) -> Locator:
    """The result of the mission that is open."""
    result = page.locator("#result")
    expect(result).to_be_visible()
    return result


def receipts(page: Page) -> Locator:
    """The list on the page of receipts, opened."""
    page.goto("/receipts/")
    return page.locator("#receipts-list")


def test_a_note_is_kept_after_the_ok_and_undone_from_its_receipt(page: Page) -> None:
    card = card_for(page, f"write down: {PLUMBER}")
    expect(card).to_contain_text(PLUMBER)
    expect(card).to_contain_text("Can be undone.")
    approve(card)
    done(page)
    kept = receipts(page)
    expect(kept).to_contain_text("Kept as a note.")
    kept.get_by_role("button", name=re.compile("^Undo")).click()
    expect(kept).to_contain_text("The note is gone again.")
    expect(kept).not_to_contain_text("Being undone")
    expect(kept.get_by_role("button")).to_have_count(0)


def test_what_happened_while_an_answer_was_on_its_way_is_shown_when_it_comes(desk: Page) -> None:
    approve(card_for(desk, f"write down: {PLUMBER}"))
    done(desk)
    kept = receipts(desk)
    expect(desk.locator("html[data-connection=live]")).to_be_attached()

    def late(route: Route) -> None:
        answer = route.fetch()
        wait_for(lambda: "gone again" in desk.context.request.get("/receipts/").text(), seconds=60)
        time.sleep(0.5)  # the push is there before the answer
        route.fulfill(response=answer)

    desk.route(re.compile("/undo/"), late)
    kept.get_by_role("button", name=re.compile("^Undo")).click()
    expect(kept).to_contain_text("The note is gone again.")


def test_what_happened_is_shown_although_the_answer_got_lost(desk: Page) -> None:
    approve(card_for(desk, f"write down: {PLUMBER}"))
    done(desk)
    kept = receipts(desk)
    expect(desk.locator("html[data-connection=live]")).to_be_attached()

    def lost(route: Route) -> None:
        route.fetch()
        wait_for(lambda: "gone again" in desk.context.request.get("/receipts/").text(), seconds=60)
        time.sleep(0.5)
        route.abort()

    desk.route(re.compile("/undo/"), lost)
    kept.get_by_role("button", name=re.compile("^Undo")).click()
    expect(kept).to_contain_text("The note is gone again.")


def test_what_is_edited_on_the_card_is_what_is_kept(desk: Page) -> None:
    card = card_for(desk, "write down: by mlik")
    key_on(desk, card, "e")
    desk.keyboard.press("ControlOrMeta+A")
    desk.keyboard.type("buy milk")
    approve(card)
    done(desk)
    kept = receipts(desk)
    expect(kept).to_contain_text("Keep the note “buy milk”")


A_LINE = """
from missions.models import Mission
from trust.activity import Subject, record
from trust.models import Activity
mission = Mission.objects.select_related("user").get(pk={mission!r})
subject = Subject("mission", mission.pk)
kind = Activity.Kind.AGENT_ERROR
record(user_id=mission.user_id, kind=kind, text="Something else happened", subject=subject)
"""


def test_details_that_do_not_fit_come_back_on_the_card_with_what_was_typed(app: App, desk: Page) -> None:
    card = card_for(desk, "send a mail to anna@example.org: lunch on Tuesday at 12")
    card.get_by_text("Change", exact=True).click()
    card.get_by_label("To", exact=True).fill("anna at example.org")
    approve(card)
    expect(card.get_by_role("status")).to_contain_text("not an e-mail address")
    expect(card.get_by_label("To", exact=True)).to_have_value("anna at example.org")
    app.manage("shell", "-c", A_LINE.format(mission=desk.url.rstrip("/").rsplit("/", 1)[-1]))
    expect(desk.get_by_text("Something else happened").first).to_be_attached()  # the page was drawn anew
    expect(card.get_by_role("status")).to_contain_text("not an e-mail address")
    expect(card.get_by_label("To", exact=True)).to_have_value("anna at example.org")
    card.get_by_label("To", exact=True).fill("anna@example.org")
    approve(card)
    expect(card).to_have_count(0)


def test_a_no_with_its_reason_ends_it_and_is_kept(desk: Page) -> None:
    card = card_for(desk, f"write down: {PLUMBER}")
    key_on(desk, card, "x")
    desk.keyboard.type("I know that already")
    card.get_by_role("button", name="No, do not do it").click()
    expect(desk.locator("#live")).to_contain_text("I know that already")
    desk.get_by_role("button", name="Leave it there").click()
    expect(desk.locator("#mission-state")).to_contain_text("Given up")
    kept = receipts(desk)
    expect(kept).to_contain_text("You said no")
    expect(kept.get_by_role("button")).to_have_count(0)


def test_words_draft_again_until_the_third_preview_whose_history_is_shown(page: Page) -> None:
    card = card_for(page, f"write down: {PLUMBER}")
    for old, new in (("Tuesday", "Wednesday"), ("Wednesday", "Thursday")):
        card.locator("input[data-refine]").fill(f"replace {old} with {new}")
        card.get_by_role("button", name="Draft again").click()
        expect(card.locator(".act-facts").last).to_contain_text(f"comes on {new}")
        expect(card.locator(".act-difference ins")).to_contain_text(new)
        expect(card.locator(".act-difference del")).to_contain_text(old)
    expect(card).to_contain_text("Attempt 3 of 3")
    expect(card.get_by_role("button", name="Draft again")).to_have_count(0)
    card.get_by_text("Earlier", exact=False).click()
    expect(card).to_contain_text("replace Tuesday with Wednesday")
    expect(card).to_contain_text("replace Wednesday with Thursday")
    approve(card)
    done(page)
    expect(receipts(page)).to_contain_text("comes on Thursday")


def set_expiry(app: App, number: str | None, after: str) -> None:
    with app.connect() as rows:
        later = f"UPDATE trust_decision SET expires_at = now() + interval '{after}' WHERE id = %s"
        rows.execute(later, [number])


def minutes_left(app: App, number: str | None) -> float:
    left = "SELECT extract(epoch FROM expires_at - now()) / 60 FROM trust_decision WHERE id = %s"
    with app.connect() as rows:
        return float(rows.execute(left, [number]).fetchone()[0])


def test_what_expired_while_its_mission_was_open_is_asked_again_and_done(app: App, page: Page) -> None:
    card = card_for(page, f"write down: {PLUMBER}")
    expect(card).to_contain_text("Without an answer in 5 minutes it is not done")
    expect(page.locator("html[data-connection=live]")).to_be_attached()
    number = card.get_attribute("data-expires")
    set_expiry(app, number, "1 minute")
    page.reload()
    wait_for(lambda: minutes_left(app, number) > 4)  # it is in view
    expect(page.locator("html[data-connection=live]")).to_be_attached()
    set_expiry(app, number, "-1 hour")
    act = page.get_by_role("article", name=re.compile("^Nobody answered in time"))
    again = act.get_by_role("button", name="Ask again")
    expect(again).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Nobody answered in time; nothing was done.")
    again.click()
    asked = page.locator(".decision.open[data-expires]")
    expect(asked).to_be_visible()
    approve(asked)
    expect(done(page)).to_contain_text("Kept as a note.")
    expect(page.locator(".decision.open")).to_have_count(0)


def hold_longer(app: App) -> int:
    """Hold the mail back longer than a busy browser may need to stop it; whether there is one."""
    with app.connect() as rows:
        later = "UPDATE trust_action SET not_before = now() + interval '10 minutes'"
        return rows.execute(f"{later} WHERE status = 'approved' AND not_before > now()").rowcount


def test_a_mail_can_be_stopped_in_the_moment_before_it_leaves(app: App, phone: Page) -> None:
    to = "stopped@example.org"
    approve(card_for(phone, f"send a mail to {to}: lunch on Tuesday at 12"))
    wait_for(lambda: hold_longer(app))
    act = phone.locator(".act-receipt")
    expect(act).to_contain_text("About to happen, can be stopped")
    act.get_by_role("button", name=re.compile("^Stop")).click()
    expect(act).to_contain_text("Stopped; not done")
    assert app.post.subjects_to(to) == []


def press(card: Locator, name: str) -> None:
    """Press a button of a card that may be put into a closed fold at any moment, when another card comes."""
    for _attempt in range(12):
        expect(card).to_have_count(1)
        card.evaluate("card => card.closest('details')?.setAttribute('open', '')")
        try:
            return card.get_by_role("button", name=name).click(timeout=5_000)
        except TimeoutError:
            continue
    raise AssertionError(card.evaluate("card => card.closest('main').outerHTML"))


def test_an_act_of_which_nobody_knows_is_checked_by_asking_and_never_repeated(app: App, phone: Page) -> None:
    sent_before = len(app.post.subjects_to(LOST))
    approve(card_for(phone, f"send a mail to {LOST}: lunch on Tuesday at 12"))
    either = re.compile("About to happen|Not known whether it happened")
    expect(phone.locator(".act-receipt")).to_contain_text(either)
    kept = receipts(phone)
    expect(kept).to_contain_text("Not known whether it happened")
    kept.get_by_role("button", name=re.compile("^Check")).click()
    expect(phone.locator("#rail-count:not(:empty), #bar-count:not(:empty)")).to_have_count(2)
    phone.goto("/inbox/")
    question = phone.locator(".decision.open").filter(has_text="Did this happen?")
    press(question, "Yes")
    expect(phone.locator("#inbox-list")).to_contain_text("Nothing needs you")
    kept = receipts(phone)
    expect(kept).to_contain_text("You said that it happened.")
    assert len(app.post.subjects_to(LOST)) == sent_before + 1


def test_a_standing_ok_given_on_a_card_lets_the_next_act_through(phone: Page) -> None:
    card = card_for(phone, f"write down: {PLUMBER}")
    card.get_by_label("From now on without asking").select_option("month")
    approve(card)
    done(phone)
    ask(phone, "write down: buy milk")
    done(phone)
    expect(phone.locator(".decision.open")).to_have_count(0)
    phone.goto("/trust/")
    grants = phone.locator("#grants")
    expect(grants).to_contain_text("Keep a note")
    grants.get_by_role("button", name=re.compile("^Take back")).click()
    expect(phone.locator("#grants")).not_to_contain_text("Keep a note")
    expect(card_for(phone, "write down: buy eggs")).to_contain_text("buy eggs")


def test_one_browser_answers_and_the_other_is_told(desk: Page, elsewhere: Page) -> None:
    card = card_for(desk, f"write down: {PLUMBER}")
    elsewhere.goto("/inbox/")
    approve(elsewhere.locator(".decision.open"))
    expect(elsewhere.locator("#inbox-list")).to_contain_text("Kept as a note.")
    done(desk)
    expect(card).to_have_count(0)


def test_an_answer_that_comes_second_says_so_and_changes_nothing(desk: Page, elsewhere: Page) -> None:
    card_for(desk, f"write down: {PLUMBER}")
    elsewhere.context.route_web_socket(re.compile("/ws/"), lambda route: route.close())
    elsewhere.route(re.compile("/live/"), lambda route: route.abort())
    elsewhere.goto("/inbox/")
    stale = elsewhere.locator("#inbox-list .decision")
    expect(stale).to_be_visible()
    desk.locator(".decision.open").get_by_text("No", exact=True).click()
    desk.get_by_role("button", name="No, do not do it").click()
    expect(desk.locator(".decision.open")).to_have_count(0)
    approve(stale)
    expect(stale.get_by_role("status")).to_be_visible()
    expect(stale).to_contain_text("You said no")
    kept = receipts(desk)
    expect(kept).to_contain_text("You said no")
    expect(kept).not_to_contain_text("Kept as a note.")


TWO_NOTES = """
from agency.acting.errands import start_errand
from ownyou.lib.ids import new_id
from trust.activity import Subject
from trust.ledger import Proposal
from trust.models import User
wanted = [
    Proposal("notes.save", {{"text": text}}, f"two:{{text}}", position=n) for n, text in enumerate({texts!r})
]
start_errand(user=User.objects.get(email={email!r}), subject=Subject("test", new_id()), proposals=wanted)
"""
"""Lets somebody be asked about two acts on one card."""


def card_of_two(app: App, page: Page, email: str, *texts: str) -> Locator:
    app.manage("shell", "-c", TWO_NOTES.format(email=email, texts=texts))
    page.goto("/inbox/")
    card = page.locator(".decision.open")
    expect(card).to_contain_text("2 acts need your OK")
    return card


def shows_both(place: Locator) -> None:
    """What was done as it was changed, and what was not, with the reason."""
    done, left_out = (place.locator(".act-receipt").filter(has_text=what) for what in ("oat", "eggs"))
    expect(done).to_contain_text("Kept as a note.")
    expect(done.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()
    expect(left_out).to_contain_text("You said no")
    expect(left_out).to_contain_text("there are some")
    expect(left_out.get_by_role("button")).to_have_count(0)


def test_each_of_two_acts_on_a_card_ends_as_it_was_said(app: App, chromium: Any) -> None:
    page = _open(app, chromium, WIDTHS["phone"])
    email = enter(app, page.context)
    card = card_of_two(app, page, email, "buy milk", "buy eggs")
    card.get_by_text("Change", exact=True).first.click()
    card.get_by_label("Text").first.fill("buy oat milk")
    card.get_by_role("checkbox", name="buy eggs").uncheck()
    card.get_by_label("Why not this one?").last.fill("there are some")
    approve(card)
    expect(page.locator("#inbox-list")).to_contain_text("Nothing needs you")
    shows_both(page.locator("#inbox-list"))
    shows_both(receipts(page))
    card = card_of_two(app, page, email, "buy bread", "buy jam")
    card.get_by_text("No", exact=True).click()
    card.get_by_label("Why not? Words are optional").last.fill("we are away")
    card.get_by_role("button", name="No to all").click()
    expect(page.locator("#inbox-list")).to_contain_text("Nothing needs you")
    kept = receipts(page).locator(".act-receipt").filter(has_text=re.compile("bread|jam"))
    expect(kept).to_have_count(2)
    expect(kept.filter(has_text="You said no").filter(has_text="we are away")).to_have_count(2)
    page.context.close()
