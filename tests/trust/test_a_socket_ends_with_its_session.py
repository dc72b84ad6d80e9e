"""A page left open shows nothing more once its session has ended, wherever that was done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.trust.conftest import Socket
from trust import activity
from trust.models import Activity, User

END = {"type": "websocket.close", "code": 4401}


def log_out(socket: Socket, owner: User) -> None:
    browser = Client()
    cookie = dict(socket.headers)[b"cookie"].decode().partition("=")[2]
    browser.cookies[settings.SESSION_COOKIE_NAME] = cookie
    browser.post(reverse("account_logout"))


def change_password(socket: Socket, owner: User) -> None:
    person = User.objects.get(pk=owner.pk)
    person.set_password("another horse battery")
    person.save()


def close_account(socket: Socket, owner: User) -> None:
    person = User.objects.get(pk=owner.pk)
    person.is_active = False
    person.save()


async def in_thread(act: Callable[..., object], *args: Any) -> None:
    from channels.db import database_sync_to_async

    await database_sync_to_async(act)(*args)


@pytest.mark.parametrize("end", [log_out, change_password, close_account])
def test_it_is_closed_at_once(world: None, owner: User, socket: Any, end: Callable[..., None]) -> None:
    feed = socket(owner)

    async def page() -> Any:
        await feed.open(after=0, regions=[])
        await in_thread(end, feed, owner)
        return await feed.link.receive_output(timeout=30)

    ended = asyncio.run(page())
    assert {key: ended[key] for key in END} == END


def test_the_other_sessions_of_the_person_stay_open(world: None, owner: User, socket: Any) -> None:
    ending, staying = socket(owner), socket(owner)

    def work() -> None:
        activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_THINKING, text="still here")

    async def pages() -> tuple[Any, dict[str, Any]]:
        await ending.open(after=0, regions=[])
        await staying.open(after=0, regions=[])
        await in_thread(log_out, ending, owner)
        ended = await ending.link.receive_output(timeout=30)
        await in_thread(work)
        answer = await staying.next()
        await staying.close()
        return ended, answer

    ended, answer = asyncio.run(pages())
    assert ended["type"] == "websocket.close"
    assert "still here" in answer["lines"]


def test_a_change_of_the_account_closes_nothing_of_who_stays_logged_in(
    world: None, owner: User, socket: Any
) -> None:
    feed = socket(owner)

    def move_house() -> None:
        person = User.objects.get(pk=owner.pk)
        person.theme = "dark"
        person.save()

    async def page() -> bool:
        await feed.open(after=0, regions=[])
        await in_thread(move_house)
        quiet = bool(await feed.link.receive_nothing(timeout=1.0))
        await feed.close()
        return quiet

    assert asyncio.run(page())
