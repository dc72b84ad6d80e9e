"""The photo of an option is shown from our own address: fetched for its owner, only if it is a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from missions.services import create_mission
from ownyou.lib import pictures
from tests.fakes.http_server import FakeServer, Reply
from tests.missions.steps import drive, open_decision
from trust.models import User

JPEG = b"\xff\xd8\xff\xe0 a photo"
GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


def picture(body: bytes = JPEG, kind: str = "image/jpeg", **more: Any) -> Reply:
    return Reply(body, headers={"Content-Type": kind}, **more)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as running:
        running.will_say(picture())
        yield running


@pytest.fixture
def page(world: None, owner: User, server: FakeServer, settings: Any) -> str:
    """A mission's page whose best option has a photo on the server."""
    settings.ALLOW_PRIVATE_ADDRESSES = True
    owner.onboarding = User.Onboarding.DONE
    owner.save(update_fields=["onboarding"])
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    decision = open_decision(mission)
    decision.payload["options"][0]["photo"] = f"{server.url}/a photo.jpg"
    decision.save(update_fields=["payload"])
    answer = client_of(owner).get(f"/missions/{mission.pk}/")
    assert "img-src 'self' data:" in answer["Content-Security-Policy"]
    return unescape(answer.content.decode())


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address_in(page: str) -> str:
    [address] = re.findall(r'<img class="option-photo" src="([^"]+)"', page)
    return str(address)


def test_the_page_shows_the_photo_from_an_address_that_its_policy_allows(
    page: str, owner: User, server: FakeServer
) -> None:
    address = address_in(page)
    assert address.startswith("/decisions/")
    assert server.url not in page
    answer = client_of(owner).get(address)
    assert (answer.status_code, answer["Content-Type"], answer.content) == (200, "image/jpeg", JPEG)
    assert "private" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_nobody_else_sees_it_and_other_addresses_are_not_fetched(
    page: str, owner: User, stranger: User, server: FakeServer
) -> None:
    address = address_in(page)
    assert client_of(stranger).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert client_of(owner).get(f"{address}-of-another").status_code == 404
    assert server.asked == []


@pytest.mark.parametrize(
    "reply",
    [
        picture(b"<svg onload='alert(1)'/>", "image/svg+xml"),
        picture(b"<html></html>", "text/html"),
        picture(status=500),
        picture(b""),
        picture(b"x" * (pictures.MOST_BYTES + 1)),
        Reply(status=302, headers={"Location": "/again"}),
    ],
    ids=["drawing", "page", "error", "empty", "too large", "round in circles"],
)
def test_what_is_no_picture_is_not_passed_on(
    page: str, owner: User, server: FakeServer, reply: Reply
) -> None:
    server.will_say(reply)
    assert client_of(owner).get(address_in(page)).status_code == 404


def test_a_private_address_is_not_opened(page: str, owner: User, server: FakeServer, settings: Any) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = False
    assert client_of(owner).get(address_in(page)).status_code == 404
    assert server.asked == []


def test_a_slow_server_is_left_at_the_deadline(
    page: str, owner: User, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trust.views.inbox.PHOTO_SECONDS", 0.4)
    server.will_say(picture(JPEG * 10, drip=0.2))
    assert client_of(owner).get(address_in(page)).status_code == 404
