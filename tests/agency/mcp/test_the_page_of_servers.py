"""Servers are connected, listed and taken away on a page of settings; what is wrong is said in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from agency.models import McpServer
from trust.models import AuditEntry

PAGE = "/settings/servers/"


@pytest.fixture
def browser(owner: Any) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def test_a_server_is_connected_listed_and_taken_away(world, owner, browser, talkative) -> None:
    given = {"name": "board", "url": talkative.url, "header": "X-Key", "value": "secret words"}
    assert browser.post(PAGE, given).status_code == 302
    server = McpServer.objects.get(user=owner)
    assert server.headers == {"X-Key": "secret words"}
    words = browser.get(PAGE).content.decode()
    assert "9 tools" in words
    assert "secret words" not in words
    assert "Reading · low risk" in words
    assert "asks you" in words
    assert browser.post(f"{PAGE}{server.pk}/list/").status_code == 302
    assert browser.post(f"{PAGE}{server.pk}/remove/").status_code == 302
    assert not McpServer.objects.exists()
    events = list(AuditEntry.objects.filter(user_id=owner.pk).values_list("event", flat=True).order_by("at"))
    assert events == ["mcp_server_added", "mcp_server_removed"]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"name": "Not A Name", "url": "https://example.com/mcp"}, 422),
        ({"name": "inside", "url": "http://127.0.0.1:9/mcp", "header": "X-Key", "value": "secret words"}, 0),
        ({"name": "none", "url": "not an address"}, 0),
    ],
)
def test_what_cannot_be_connected_is_said_beside_the_form(
    db, owner, browser, settings: Any, given: dict[str, str], status: int
) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = False
    answer = browser.post(PAGE, given)
    assert 400 <= answer.status_code < 500
    assert status in (0, answer.status_code)
    words = answer.content.decode()
    assert 'role="alert"' in words
    assert given["url"] in words
    assert "secret words" not in words
    assert not McpServer.objects.exists()


def test_programs_are_for_admins_only(db, owner, browser) -> None:
    assert "Add a program for all" not in browser.get(PAGE).content.decode()
    answer = browser.post(f"{PAGE}programs/", {"name": "sh", "command": "/bin/sh"})
    assert answer.status_code == 404
    assert not McpServer.objects.exists()


@pytest.mark.parametrize("command", ["", "   ", "python 'unfinished"])
def test_a_command_that_is_none_is_refused(db, owner, browser, command: str) -> None:
    type(owner).objects.filter(pk=owner.pk).update(is_superuser=True)
    answer = browser.post(f"{PAGE}programs/", {"name": "sh", "command": command})
    assert answer.status_code == 422
    assert not McpServer.objects.exists()


def test_what_a_program_is_started_with_is_shown_to_admins_only(db, owner, stranger, browser) -> None:
    McpServer.objects.create(user=None, name="time", transport="stdio", command=["/opt/time", "--token=abc"])
    assert "--token=abc" not in browser.get(PAGE).content.decode()
    type(owner).objects.filter(pk=owner.pk).update(is_superuser=True)
    assert "--token=abc" in browser.get(PAGE).content.decode()
