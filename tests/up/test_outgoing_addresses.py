"""Addresses that a page, a person or a model named: only public ones are opened, as they were checked."""

from __future__ import annotations

import socket

import httpx
import pytest

from ownyou.lib.outgoing import AddressRefused, PublicTransport, check_url, pinned


class _Sink(httpx.BaseTransport):
    def __init__(self) -> None:
        self.got: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.got.append(request)
        return httpx.Response(200, text="hello")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.1/x",
        "http://10.0.0.8/",
        "http://192.168.1.1/admin",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[::7f00:1]/",
        "http://[::ffff:0:127.0.0.1]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://[2a00::5efe:7f00:1]/",
        "http://[fec0::1]/",
        "http://127。0。0。1/",
        "http://[::1%25lo]/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://224.0.0.1/",
        "http://localhost:8000/",
        "http://2130706433/",
        "http://0x7f000001/",
    ],
)
def test_a_private_address_is_not_opened(url: str) -> None:
    sink = _Sink()
    with (
        httpx.Client(transport=PublicTransport(sink)) as client,
        pytest.raises((AddressRefused, httpx.ConnectError)),
    ):
        client.get(url)
    assert sink.got == []


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/",
        "gopher://x",
        "javascript:alert(1)",
        "",
        "http://",
        "http://user:secret@example.org/",
    ],
)
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        check_url(url)


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    request = pinned(httpx.Request("GET", "https://example.org/page?q=1"), ["93.184.216.34"])
    assert str(request.url) == "https://93.184.216.34/page?q=1"
    assert request.headers["Host"] == "example.org"
    assert request.extensions["sni_hostname"] == "example.org"


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(AddressRefused):
        pinned(httpx.Request("GET", "https://example.org/"), ["93.184.216.34", "10.0.0.1"])


def test_a_redirect_into_the_private_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = {"example.org": "93.184.216.34", "inside.example.org": "192.168.0.10"}

    def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (addresses[host], port))]

    class Redirecting(_Sink):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            super().handle_request(request)
            return httpx.Response(302, headers={"Location": "http://inside.example.org/"})

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    sink = Redirecting()
    with (
        httpx.Client(transport=PublicTransport(sink), follow_redirects=True) as client,
        pytest.raises(AddressRefused),
    ):
        client.get("http://example.org/")
    assert len(sink.got) == 1
