"""Reading one page of the web, from a local server that is well, slow, large, or no page at all."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest

from agency.tools.web.fetch import FETCH, Address, fetch
from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import InvalidInput
from tests.fakes.http_server import FakeServer, Reply
from trust.models import User
from trust.tools import Errand, ToolFailed

PAGE = """<!doctype html><html><head><title>Giverny | Travel</title></head><body>
<nav><a href="/">Home</a><a href="/login">Log in</a></nav>
<article><h1>Giverny</h1><p>Giverny is a village in Normandy, best known for the gardens of Claude Monet,
who lived here for more than forty years and painted its water lilies again and again.</p>
<p>The gardens are open from April to November. <script>alert(1)</script>
Trains run from Paris to Vernon.</p></article>
<footer>Copyright</footer></body></html>"""
HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.fixture(autouse=True)
def loopback_allowed(settings: object) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = True  # type: ignore[attr-defined]


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as running:
        yield running


def read(server: FakeServer, *, seconds: float = 60.0, path: str = "/giverny") -> object:
    errand = Errand(user=User(email="mira@example.org"), deadline=Deadline.after(seconds))
    return fetch(errand, Address(url=server.url + path)).result.page


def why_not(server: FakeServer, *, seconds: float = 60.0) -> str:
    with pytest.raises(ToolFailed) as caught:
        read(server, seconds=seconds)
    return caught.value.message


def test_a_page_is_read_without_its_frame(server: FakeServer) -> None:
    server.will_say(Reply(PAGE.encode(), headers=HTML))
    page = read(server)
    assert "gardens of Claude Monet" in page.text
    assert "alert" not in page.text
    assert "Log in" not in page.text
    assert page.title.startswith("Giverny")
    assert page.url == f"{server.url}/giverny"
    assert page.fetched_at is not None


def test_plain_text_is_taken_as_it_is(server: FakeServer) -> None:
    server.will_say(Reply(b"line one\nline \x00two", headers={"Content-Type": "text/plain"}))
    assert read(server).text == "line one\nline two"


def test_redirects_are_followed_a_few_times_only(server: FakeServer) -> None:
    server.will_say(Reply(status=302, headers={"Location": "/again"}))
    assert why_not(server) == "The page sends its readers round in circles."


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b"", status=404, headers=HTML), "There is no such page (HTTP 404)."),
        (Reply(b"", status=500, headers=HTML), "The page could not be read (HTTP 500)."),
        (
            Reply(b"%PDF", headers={"Content-Type": "application/pdf"}),
            "The address leads to application/pdf, not to a page that can be read.",
        ),
        (Reply(b"<html></html>", headers=HTML), "The page has no text that can be read without a browser."),
        (Reply(b"x" * 6_000_000, headers=HTML), "The page is larger than 5 MB and was not read."),
    ],
)
def test_what_cannot_be_read_says_why(server: FakeServer, reply: Reply, words: str) -> None:
    server.will_say(reply)
    assert why_not(server) == words


@pytest.mark.parametrize(
    ("reply", "away"),
    [
        (Reply(b"", status=503), True),
        (Reply(b"", status=429), True),
        (Reply(b"", status=404), False),
        (Reply(b"", status=403), False),
        (Reply(b"<html></html>", headers=HTML), False),
    ],
)
def test_a_server_that_is_not_there_now_is_away(server: FakeServer, reply: Reply, away: bool) -> None:
    server.will_say(reply)
    with pytest.raises(ToolFailed) as caught:
        read(server)
    assert caught.value.away is away


def test_what_nobody_listens_to_is_away() -> None:
    with FakeServer() as closed:
        pass
    with pytest.raises(ToolFailed) as caught:
        read(closed)
    assert caught.value.away


def test_a_server_that_drips_is_left_at_the_deadline(server: FakeServer) -> None:
    server.will_say(Reply(PAGE.encode(), headers=HTML, drip=0.2))
    assert why_not(server, seconds=0.7) == "The page did not answer in time."


def test_a_private_address_is_refused_before_anything_is_sent(server: FakeServer, settings: object) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = False  # type: ignore[attr-defined]
    with pytest.raises(InvalidInput, match="private network"):
        FETCH.parse({"url": server.url})
    assert server.asked == []


@pytest.mark.parametrize("packed", ["gzip, gzip", "br", "zstd", "gzip,deflate"])
def test_a_page_that_is_packed_twice_or_strangely_is_not_unpacked(server: FakeServer, packed: str) -> None:
    once = gzip.compress(b"<html><body>" + b"a" * 3_000_000 + b"</body></html>")
    server.will_say(Reply(gzip.compress(once), headers=HTML | {"Content-Encoding": packed}))
    assert "packed" in why_not(server)
    assert server.asked[0].headers.get("Accept-Encoding", "gzip, deflate") == "gzip, deflate"


def test_a_page_that_is_packed_once_is_read_and_its_size_is_that_of_what_is_in_it(server: FakeServer) -> None:
    server.will_say(Reply(gzip.compress(PAGE.encode()), headers=HTML | {"Content-Encoding": "gzip"}))
    assert "gardens of Claude Monet" in read(server).text
    server.will_say(Reply(gzip.compress(b"a" * 6_000_000), headers=HTML | {"Content-Encoding": "gzip"}))
    assert "larger than" in why_not(server)
