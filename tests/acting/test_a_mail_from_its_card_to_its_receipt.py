"""A mail on the pages: edited, refused, stopped in time, looked after; and those who would harm it."""

from __future__ import annotations

import html
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from tests.acting.conftest import Errands, Mailbox
from trust import ledger
from trust.act_cards import acts_of
from trust.models import Action, Decision, User

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def form(decision: Decision, **changes: str) -> dict[str, str]:
    """The card's form as a browser sends it, with some details changed."""
    posted = {"verdict": "approve"}
    for act in acts_of(decision):
        start = f"act-{act.id}-"
        posted |= {f"{start}{name}": "on" for name in ("shown", "do", "edits")}
        posted |= {f"{start}field-{field.name}": changes.get(field.name, field.value) for field in act.fields}
    return posted


def test_what_was_typed_on_the_card_is_what_arrives(
    errands: Errands, mailbox: Mailbox, browser: Client
) -> None:
    errands.mail()
    errands.drive()
    browser.post(
        f"/decisions/{errands.card.pk}/", form(errands.card, subject="Dinner \u202eevil", body="At 8?\x00")
    )
    errands.drive()
    [mail] = mailbox.mails
    assert "Dinner" in str(mail["Subject"])
    assert "Mail sent to anna@example.org." in browser.get("/receipts/").content.decode()


MARKED = (
    "## Giverny\n\nTake the **train** to [the garden](https://example.org/garden?id=7).\n\n"
    "![](https://example.net/seen.png) <script>alert(1)</script> [run](javascript:alert(1))\n\n"
    "[unseen]: https://example.net/ 'nobody reads this'\n"
)


def test_marks_of_markdown_are_read_by_nobody_and_the_card_shows_what_goes_out(
    errands: Errands, mailbox: Mailbox, browser: Client
) -> None:
    errands.mail(body=MARKED)
    errands.drive()
    [field] = [field for field in acts_of(errands.card)[0].fields if field.name == "body"]
    assert (field.value, "##" in field.words) == (MARKED.strip(), False), "what is edited is the text itself"
    assert field.words in html.unescape(browser.get("/inbox/").content.decode())
    browser.post(f"/decisions/{errands.card.pk}/", form(errands.card))
    errands.drive()
    [sent] = mailbox.mails
    plain, as_html = [part.get_payload(decode=True).decode() for part in sent.get_payload()]
    assert sent.get_content_type() == "multipart/alternative"
    assert plain.replace("\r\n", "\n").strip() == field.words.strip()
    assert (
        "Giverny\n-------\n\nTake the train to the garden (https://example.org/garden?id=7)." in field.words
    )
    assert "<h2>Giverny</h2>" in as_html
    for harm in ("<img", "<script", 'href="javascript', "example.net"):
        assert harm not in as_html
    assert "nobody reads this" not in plain, "what no part shows is in none"


def test_words_without_marks_go_out_as_they_are(errands: Errands, mailbox: Mailbox, browser: Client) -> None:
    body = "Good day,\n\n2 rooms, please: a_b and 3 * 4.\n\nKind regards\nMira"
    errands.mail(body=body)
    errands.drive()
    browser.post(f"/decisions/{errands.card.pk}/", form(errands.card))
    errands.drive()
    assert (
        mailbox.mails[0].get_payload(0).get_payload(decode=True).decode().replace("\r\n", "\n").strip()
        == body
    )


def test_a_mail_to_oneself_goes_where_the_card_says(
    errands: Errands, mailbox: Mailbox, browser: Client, owner: User
) -> None:
    errands.mail(to="me")
    errands.drive()
    assert owner.email in browser.get("/inbox/").content.decode()
    browser.post(f"/decisions/{errands.card.pk}/", form(errands.card))
    errands.drive()
    assert [mail["To"] for mail in mailbox.mails] == [owner.email]
    assert errands.acts[0].arguments["to"] == "me"


@pytest.mark.parametrize(
    "to", ["anna@example.org\r\nBcc: thief@example.net", "a@example.org, b@example.org", "", "@"]
)
def test_an_address_that_is_none_comes_back_and_nothing_leaves(
    errands: Errands, mailbox: Mailbox, browser: Client, to: str
) -> None:
    errands.mail()
    errands.drive()
    answer = browser.post(f"/decisions/{errands.card.pk}/", form(errands.card, to=to))
    assert answer.status_code == 422
    errands.drive()
    assert (errands.card.status, mailbox.mails) == ("open", [])


def test_a_line_break_in_a_subject_makes_no_header(
    errands: Errands, mailbox: Mailbox, browser: Client
) -> None:
    errands.mail()
    errands.drive()
    browser.post(f"/decisions/{errands.card.pk}/", form(errands.card, subject="Hi\r\nBcc: thief@example.net"))
    errands.drive()
    assert all(mail["Bcc"] is None and mail["To"] == "anna@example.org" for mail in mailbox.mails)


def test_a_no_with_a_reason_is_on_its_receipt(errands: Errands, mailbox: Mailbox, browser: Client) -> None:
    errands.mail()
    errands.drive()
    posted = {"verdict": "reject", "text": "not before Friday"}
    assert browser.post(f"/decisions/{errands.card.pk}/", posted).status_code == 302
    errands.drive()
    assert "not before Friday" in browser.get("/receipts/").content.decode()
    assert (errands.acts[0].status, mailbox.mails) == (S.REJECTED, [])


def held(errands: Errands, browser: Client) -> Action:
    errands.mail()
    errands.drive()
    browser.post(f"/decisions/{errands.card.pk}/", form(errands.card))
    [act] = errands.acts
    assert act.status == S.APPROVED
    return act


def test_a_held_mail_is_stopped_by_its_person_only_and_once(
    errands: Errands, mailbox: Mailbox, browser: Client, stranger: User, settings: Any
) -> None:
    settings.ACT_HOLD_SECONDS = 120
    act = held(errands, browser)
    other = Client()
    other.force_login(stranger)
    assert other.post(f"/receipts/{act.pk}/stop/").status_code == 404
    for verb in ("stop", "stop", "undo", "retry", "happened"):
        assert browser.post(f"/receipts/{act.pk}/{verb}/").status_code in (302, 404)
    Action.objects.filter(pk=act.pk).update(not_before=timezone.now() - timedelta(minutes=1))
    errands.drive()
    act.refresh_from_db()
    assert (act.status, mailbox.mails) == (S.CANCELLED, [])


def test_a_mail_nobody_knows_of_is_asked_about_and_never_sent_again(
    errands: Errands, mailbox: Mailbox, browser: Client
) -> None:
    mailbox.breaks = True
    act = held(errands, browser)
    errands.drive()
    act.refresh_from_db()
    assert act.status == S.UNKNOWN
    for verb in ("retry", "undo", "stop"):
        browser.post(f"/receipts/{act.pk}/{verb}/")
    browser.post(f"/receipts/{act.pk}/check/")
    browser.post(f"/receipts/{act.pk}/happened/")
    browser.post(f"/receipts/{act.pk}/not-happened/")
    act.refresh_from_db()
    assert (act.status, len(mailbox.mails)) == (S.SUCCEEDED, 1)


def test_ten_clicks_at_once_send_one_mail(
    errands: Errands, mailbox: Mailbox, browser: Client, owner: User
) -> None:
    errands.mail()
    errands.drive()
    posted, address = form(errands.card), f"/decisions/{errands.card.pk}/"

    def click(_number: int) -> int:
        try:
            client = Client()
            client.cookies = browser.cookies
            return client.post(address, posted).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(click, range(10)))
    errands.drive()
    for act in errands.acts:
        ledger.perform(act.pk)
    assert set(answers) <= {302, 409}
    assert len(mailbox.mails) == 1
