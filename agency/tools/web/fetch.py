"""Reading one web page: bounded in size and time, public addresses only, its text without the frame."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field, field_validator

from agency.sources.http import user_agent
from agency.tools.shapes import MOST_TEXT, WebPage
from agency.tools.web.eml import MAIL, read_mail
from ownyou.lib.deadline import Deadline, finish_within
from ownyou.lib.outgoing import AddressRefused, check_url, is_packed_plainly, lookalike, public_client
from ownyou.lib.text import clean, clean_line
from trust.tools import Done, Errand, Kind, ToolFailed, ToolSpec

TOO_MANY = 429
MOST_BYTES = 5_000_000
READABLE = ("text/html", "application/xhtml+xml", "text/plain", "text/markdown", MAIL)


class Address(BaseModel):
    url: str = Field(max_length=2000, description="http or https address of the page")

    @field_validator("url")
    @classmethod
    def _a_web_address(cls, url: str) -> str:
        try:
            return str(check_url(clean_line(url)))
        except AddressRefused as error:
            raise ValueError(error.message) from None


class PageRead(BaseModel):
    page: WebPage


def fetch(errand: Errand, address: Address) -> Done[PageRead]:
    """Read a page. Raises `ToolFailed` saying why it could not be read; `away` where its server is not there
    now, which says nothing of the page."""
    deadline = errand.deadline
    try:
        return finish_within(deadline, lambda: Done(PageRead(page=_read(address.url, deadline))))
    except TimeoutError as error:
        raise ToolFailed(_("The page did not answer in time."), away=True) from error
    except AddressRefused as error:
        raise ToolFailed(error.message) from error
    except httpx.TooManyRedirects as error:
        raise ToolFailed(_("The page sends its readers round in circles.")) from error
    except httpx.TimeoutException as error:
        raise ToolFailed(_("The page did not answer in time."), away=True) from error
    except httpx.HTTPError as error:
        away = isinstance(error, httpx.TransportError)
        raise ToolFailed(_("The page could not be reached."), away=away) from error


def _read(url: str, deadline: Deadline) -> WebPage:
    with (
        public_client(deadline, agent=user_agent(), accept=READABLE) as client,
        client.stream("GET", url) as response,
    ):
        _check(response)
        body = _body(response.iter_bytes(), deadline)
        return _page(response, body)


def _check(response: httpx.Response) -> None:
    if response.status_code == 404:
        raise ToolFailed(_("There is no such page (HTTP 404)."))
    if not response.is_success:
        facts = {"status": response.status_code}
        away = response.is_server_error or response.status_code == TOO_MANY
        raise ToolFailed(_("The page could not be read (HTTP %(status)d).") % facts, away=away)
    if not is_packed_plainly(response):
        raise ToolFailed(_("The page is packed in a way that is not opened."))
    kind = _kind(response)
    if kind not in READABLE:
        where = {"kind": kind[:60] or _("something")}
        raise ToolFailed(_("The address leads to %(kind)s, not to a page that can be read.") % where)


def _kind(response: httpx.Response) -> str:
    return str(response.headers.get("Content-Type", "text/html")).partition(";")[0].strip().lower()


def _body(chunks: Iterator[bytes], deadline: Deadline) -> bytes:
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > MOST_BYTES:
            most = {"most": MOST_BYTES // 1_000_000}
            raise ToolFailed(_("The page is larger than %(most)d MB and was not read.") % most)
        if deadline.passed:
            raise ToolFailed(_("The page did not answer in time."), away=True)
    return bytes(body)


def _page(response: httpx.Response, body: bytes) -> WebPage:
    url = str(response.url.copy_with(host=_host(response)))
    if response.headers.get("Content-Type", "").startswith(("text/plain", "text/markdown")):
        title, text = "", body.decode(response.charset_encoding or "utf-8", "replace")
    elif _kind(response) == MAIL:
        title, text = read_mail(body, lambda html: _extract(html, url)[1])
    else:
        title, text = _extract(body, url)
    if not clean(text):
        raise ToolFailed(_("The page has no text that can be read without a browser."))
    return WebPage(
        title=clean_line(title)[:300],
        url=url,
        text=clean(text)[:MOST_TEXT],
        source=_host(response),
        fetched_at=timezone.now(),
    )


def _host(response: httpx.Response) -> str:
    """The name that was asked; the request itself went to a checked address."""
    return str(response.request.headers["Host"]).partition(":")[0]


def _extract(body: bytes, url: str) -> tuple[str, str]:
    import trafilatura  # takes a second; only who reads pages waits for it

    facts = trafilatura.extract_metadata(body, default_url=url)
    text = trafilatura.extract(body, url=url, output_format="markdown", include_comments=False)
    return (facts.title if facts else "") or "", text or ""


def _scope(address: Address) -> dict[str, str]:
    return {"host": httpx.URL(address.url).host}


def _notice(address: Address) -> str:
    written = lookalike(httpx.URL(address.url).host)
    words = _("Some letters of this address look like others. It is written: %(host)s")
    return words % {"host": written} if written else ""


FETCH = ToolSpec(
    name="web.fetch",
    title=gettext_noop("Read a web page"),
    agent="research",
    kind=Kind.READ,
    description="Read the text of one public web page.",
    arguments=Address,
    result=PageRead,
    run=fetch,
    timeout=20.0,
    scope=_scope,
    notice=_notice,
    describe=lambda address: _("Read %(url)s") % {"url": address.url},
    untrusted=True,
    egress=True,
    consumes={"url": "string:url"},
    produces={"page": "webpage"},
    verbs=(
        "read the page",
        "fetch the page",
        "look at the page",
        "download the page",
        "open the link",
        "what does this page say",
        "lies die Seite",
        "ruf die Seite ab",
        "was steht auf der Seite",
    ),
)
