"""Pictures of the web for our own pages: fetched by us, so that nobody's browser calls others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import httpx

from ownyou.lib.deadline import Deadline, finish_within
from ownyou.lib.errors import NotFound
from ownyou.lib.outgoing import AddressRefused, check_url, public_client

MOST_BYTES = 3_000_000
KINDS = ("image/jpeg", "image/png", "image/webp", "image/gif", "image/avif")
"""What is passed on. SVG is left out: it is a document that may hold scripts."""


class NoPicture(NotFound):
    """There is no picture to show here."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture's bytes, and which of `KINDS` they are."""

    content: bytes
    kind: str


def picture_at(url: str, deadline: Deadline) -> Picture:
    """Fetch a picture from a public address. Raises `NoPicture` for all else, at the latest at the deadline.

    It must be called without a database connection at hand: it waits for somebody else's server.
    """
    try:
        return finish_within(deadline, lambda: _fetch(str(check_url(url)), deadline))
    except (AddressRefused, TimeoutError, httpx.HTTPError, httpx.InvalidURL) as error:
        raise NoPicture from error


def _fetch(url: str, deadline: Deadline) -> Picture:
    with (
        public_client(deadline, agent="OwnYou (self-hosted)", accept=KINDS) as client,
        client.stream("GET", url) as response,
    ):
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if not response.is_success or kind not in KINDS:
            raise NoPicture
        return Picture(_body(response.iter_bytes(), deadline), kind)


def _body(chunks: Iterator[bytes], deadline: Deadline) -> bytes:
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > MOST_BYTES or deadline.passed:
            raise NoPicture
    if not body:
        raise NoPicture
    return bytes(body)
