"""Requests to addresses that a person, a page or a model named: only to public ones, and really to those.

The name is looked up once, every address it has must be public, and the connection goes to the address that
was checked: a name that answers differently the second time gains nothing. Redirects pass here again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Sequence

import httpx
from django.conf import settings
from django.utils.translation import gettext as _

from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import OwnYouError

NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
GLOBAL = ipaddress.IPv6Network("2000::/3")
"""The IPv6 addresses that are given out (RFC 4291, section 2.4); whatever is beyond leads nowhere public."""
ISATAP = frozenset({0x00005EFE, 0x02005EFE})
"""The 32 bits before an IPv4 address in an ISATAP one (RFC 5214, section 6.1)."""
SCHEMES = frozenset({"http", "https"})
MOST_REDIRECTS = 5
PACKED = ("gzip", "deflate")
"""How an answer may be packed, once: packed twice, a few bytes become more than a machine holds."""


class AddressRefused(OwnYouError):
    """This address leads into a private network, so it is not opened."""

    status = 422
    code = "address_refused"


def check_url(url: str) -> httpx.URL:
    """Return `url` parsed. Raises `AddressRefused` for what is no web address, or names a private one."""
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError) as error:
        raise AddressRefused(_("“%(url)s” is not a web address.") % {"url": url[:80]}) from error
    if parsed.scheme not in SCHEMES or not parsed.host:
        raise AddressRefused(_("“%(url)s” is not a web address.") % {"url": url[:80]})
    if parsed.userinfo:
        raise AddressRefused(_("An address with a name and password in it is not opened."))
    if _literal(parsed.host) is not None:
        _check([parsed.host], parsed.host)
    return parsed


def is_packed_plainly(response: httpx.Response) -> bool:
    """Whether an answer is packed at most once, in a way that does not grow without measure."""
    named = [one.strip().lower() for one in response.headers.get("Content-Encoding", "").split(",")]
    packed = [one for one in named if one not in ("", "identity")]
    return len(packed) <= 1 and all(one in PACKED for one in packed)


def lookalike(host: str) -> str:
    """How a host with letters beyond ASCII is written in the web ("xn--…"), since some look like others;
    empty for any other."""
    if host.isascii():
        return host if any(part.startswith("xn--") for part in host.lower().split(".")) else ""
    try:
        return httpx.URL(scheme="https", host=host).raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError):
        return host.encode("ascii", "backslashreplace").decode()


class PublicTransport(httpx.BaseTransport):
    """An httpx transport that connects to public addresses only. Raises `AddressRefused`."""

    def __init__(self, inner: httpx.BaseTransport | None = None) -> None:
        self._inner = inner or httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        try:
            found = socket.getaddrinfo(request.url.host, port, type=socket.SOCK_STREAM)
        except (socket.gaierror, UnicodeError) as error:
            raise httpx.ConnectError(f"no such host: {type(error).__name__}") from error
        return self._inner.handle_request(pinned(request, [str(entry[4][0]) for entry in found]))

    def close(self) -> None:
        self._inner.close()


def public_client(deadline: Deadline, *, agent: str, accept: Sequence[str]) -> httpx.Client:
    """A client for one look at an address that somebody named, in the time that is left.

    It follows at most `MOST_REDIRECTS` redirects, to public addresses only. Raises `AddressRefused` when it
    connects.
    """
    return httpx.Client(
        transport=PublicTransport(),
        follow_redirects=True,
        max_redirects=MOST_REDIRECTS,
        timeout=max(deadline.remaining(), 0.05),
        headers={"User-Agent": agent, "Accept": ", ".join(accept), "Accept-Encoding": ", ".join(PACKED)},
    )


class AsyncPublicTransport(httpx.AsyncBaseTransport):
    """The same for asynchronous clients."""

    def __init__(self, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._inner = inner or httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(request.url.host, port, type=socket.SOCK_STREAM)
        except (socket.gaierror, UnicodeError) as error:
            raise httpx.ConnectError(f"no such host: {type(error).__name__}") from error
        return await self._inner.handle_async_request(pinned(request, [str(entry[4][0]) for entry in found]))

    async def aclose(self) -> None:
        await self._inner.aclose()


def pinned(request: httpx.Request, addresses: list[str]) -> httpx.Request:
    """Return `request` directed at the first of `addresses`, all of which must be public."""
    check_url(str(request.url))
    _check(addresses, request.url.host)
    request.extensions = {**request.extensions, "sni_hostname": request.url.host}
    request.url = request.url.copy_with(host=addresses[0])  # the Host header keeps the name
    return request


def _check(addresses: list[str], host: str) -> None:
    if settings.ALLOW_PRIVATE_ADDRESSES:
        return
    if not addresses or not all(_is_public(address) for address in addresses):
        raise AddressRefused(
            _("“%(host)s” is in a private network, so it is not opened.") % {"host": host}, host=host
        )


def _is_public(address: str) -> bool:
    parsed = _literal(address)
    if parsed is None:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        parsed = _inside(parsed) or parsed
    if isinstance(parsed, ipaddress.IPv6Address) and parsed not in GLOBAL:
        return False
    return parsed.is_global and not parsed.is_multicast


def _inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one leads to: mapped, 6to4, Teredo, ISATAP, NAT64 (RFC 6052)."""
    if int(address) >> 32 & 0xFFFFFFFF in ISATAP:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
