"""`/api/docs` in a real Chromium: it runs under our content security policy, and tries requests out."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.test import Client

from tests.plugins.not_run import missing


class QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""


@pytest.fixture
def address(world: None) -> Iterator[str]:
    """Our pages on a port of this machine."""
    from django.core.handlers.wsgi import WSGIHandler

    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietHandler)
    server.set_app(WSGIHandler())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def page(address: str, owner: Any) -> Iterator[Any]:
    """A page of Chromium in which the owner is logged in; `complaints` has what its console says."""
    path = shutil.which("chromium")
    if path is None:
        missing("Chromium")
    from playwright.sync_api import sync_playwright

    client = Client()
    client.force_login(owner)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "url": address}
    cookie["value"] = client.cookies[settings.SESSION_COOKIE_NAME].value
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = browser.new_context(base_url=address)
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.complaints = []  # type: ignore[attr-defined]
        page.on("console", lambda line: line.type == "error" and page.complaints.append(line.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        yield page
        browser.close()


@pytest.fixture(autouse=True)
def _database_beside_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playwright's loop runs in this thread; the database is still asked in order."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    assert os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.mark.timeout(250)
def test_the_page_lists_the_operations_and_tries_one_out(page: Any, owner: Any) -> None:
    page.goto("/api/docs")
    page.wait_for_selector(".opblock", timeout=90_000)
    assert page.locator(".opblock").count() >= 15
    page.locator(".opblock", has_text="/api/me").first.click()
    page.get_by_role("button", name="Try it out").click(timeout=30_000)
    page.get_by_role("button", name="Execute", exact=True).click(timeout=30_000)
    page.locator(".live-responses-table", has_text=owner.email).wait_for(timeout=60_000)
    assert page.complaints == []
    if folder := os.environ.get("OWNYOU_LOOK"):
        page.screenshot(path=f"{folder}/api-docs.png")
