"""A mail that lies on the web as an .eml file is read: who wrote it, and its text, plain or HTML."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from agency.tools.shapes import WebPage
from agency.tools.web.fetch import FETCH, Address, fetch
from ownyou.lib.deadline import Deadline
from tests.fakes.http_server import FakeServer, Reply
from trust.models import User
from trust.tools import Errand

EML = {"Content-Type": "message/rfc822"}


@pytest.fixture
def server(settings: object) -> Iterator[FakeServer]:
    settings.ALLOW_PRIVATE_ADDRESSES = True  # type: ignore[attr-defined]
    with FakeServer() as running:
        yield running


def letter(text: str = "") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Jürgen Groß <juergen@example.org>"
    mail["To"] = "mira@example.org"
    mail["Subject"] = "Der Schlüssel"
    mail["Date"] = "Fri, 27 Nov 2026 10:00:00 +0100"
    if text:
        mail.set_content(text)
    return mail


def read(server: FakeServer, mail: bytes) -> WebPage:
    server.will_say(Reply(mail, headers=EML))
    errand = Errand(user=User(email="mira@example.org"), deadline=Deadline.after(60))
    return fetch(errand, Address(url=f"{server.url}/letter.eml")).result.page


def test_its_headers_and_its_plain_text_are_read(server: FakeServer) -> None:
    mail = letter("Er liegt unter der Matte.\nGruß, J.")
    mail.add_alternative("<p>Er liegt woanders.</p>", subtype="html")
    mail.add_attachment(b"%PDF secret", maintype="application", subtype="pdf", filename="a.pdf")
    page = read(server, mail.as_bytes())
    assert page.title == "Der Schlüssel"
    assert page.text.startswith("From: Jürgen Groß <juergen@example.org>\nTo: mira@example.org\nDate: Fri,")
    assert "Er liegt unter der Matte.\nGruß, J." in page.text
    assert "woanders" not in page.text
    assert "secret" not in page.text


def test_html_alone_is_read_as_pages_are(server: FakeServer) -> None:
    mail = letter()
    words = "The key lies under the mat, and the gate stays open until nine, as on every day. " * 3
    html = f"<html><body><script>alert(1)</script><article><p>{words}</p></article></body></html>"
    mail.set_content(html, subtype="html")
    page = read(server, mail.as_bytes())
    assert "The key lies under the mat" in page.text
    assert "alert" not in page.text
    assert "<p>" not in page.text


@pytest.mark.parametrize(
    "mail",
    [
        b"Subject: x\r\nContent-Type: text/plain; charset=no-such-charset\r\n\r\nthe key",
        b"From: <<<\r\nTo: (\r\nDate: never\r\nSubject: =?utf-8?q?=ZZ?=\r\n\r\nthe key",
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\ndGhlIGtleQ==",
        b"From : broken\r\nno header at all\r\n\r\nthe key",
    ],
)
def test_what_is_broken_in_it_hinders_nothing(server: FakeServer, mail: bytes) -> None:
    assert "the key" in read(server, mail).text


def test_what_it_says_is_other_peoples_text() -> None:
    assert FETCH.untrusted
