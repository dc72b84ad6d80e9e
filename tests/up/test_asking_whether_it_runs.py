"""`up` asks its own pages whether all parts run, whatever names and encryption they insist on."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ownyou.embedded.programs import Options
from ownyou.embedded.up import _health_headers


@pytest.mark.parametrize(
    ("hosts", "allowed"),
    [
        ("", ["localhost"]),
        ("*", ["*"]),
        ("example.org, www.example.org", ["example.org", "www.example.org"]),
        (".example.org", [".example.org"]),
    ],
)
@pytest.mark.parametrize("behind_proxy", [True, False])
def test_neither_https_nor_other_names_turn_it_away(
    alive: None,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    hosts: str,
    allowed: list[str],
    behind_proxy: bool,
) -> None:
    monkeypatch.setenv("OWNYOU_HOSTS", hosts)
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = allowed, True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if behind_proxy else None
    answer = Client().get("/healthz", headers=_health_headers(Options.read(port=8000, data=None)))
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_other_pages_still_insist_on_https(db: None, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/accounts/login/").status_code == 301
