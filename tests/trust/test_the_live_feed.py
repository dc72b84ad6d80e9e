"""The page gets everything that happened, in order and once, also what happened while it was away."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.test import Client

from missions.models import Mission
from ownyou.lib import live as pushing
from trust import activity, consumers, live
from trust.activity import Subject
from trust.models import Activity


def record(user: Any, text: str, **rest: Any) -> int | None:
    return activity.record(user_id=user.pk, kind=Activity.Kind.AGENT_THINKING, text=text, **rest)


def in_threads(works: list[Any], writers: int = 8) -> None:
    """Run functions in so many threads, each thread with connections of its own."""

    def run(work: Any) -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(run, works))


def numbers(answers: list[dict[str, Any]]) -> list[int]:
    """The numbers of the lines "step N." in the order in which the page gets them."""
    return [int(number) for answer in answers for number in re.findall(r"step (\d+)\.", answer["lines"])]


def timeless(answer: dict[str, Any]) -> str:
    """An answer as text, without how many seconds ago things were."""
    return re.sub(r"now|(an?|\d+)\s+(second|minute)s? ago", "then", json.dumps(answer, ensure_ascii=False))


def test_a_page_that_was_away_gets_what_it_missed_in_order(world: None, owner: Any, socket: Any) -> None:
    for number in range(1, 8):
        record(owner, f"step {number}.")

    feed = socket(owner)

    async def page() -> dict[str, Any]:
        answer = await feed.open(after=3, regions=["nav"])
        await feed.close()
        return answer

    answer = asyncio.run(page())
    assert answer["seq"] == 7
    assert numbers([answer]) == [4, 5, 6, 7]
    assert [fragment["region"] for fragment in answer["fragments"]] == ["nav"]


def test_a_page_that_missed_more_than_fits_into_one_answer_gets_all_of_it(
    world: None, owner: Any, socket: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(live, "MOST_LINES", 10)
    for number in range(1, 26):
        record(owner, f"step {number}.")

    feed = socket(owner)

    async def page() -> list[dict[str, Any]]:
        first = await feed.open(after=0, regions=[])
        rest = await feed.until(25)
        await feed.close()
        return [first, *rest]

    assert numbers(asyncio.run(page())) == list(range(1, 26))


def test_two_hundred_lines_at_once_leave_no_gap(world: None, owner: Any, socket: Any) -> None:
    feed = socket(owner)

    async def page() -> list[dict[str, Any]]:
        await feed.open(after=0, regions=["nav", "inbox"])
        works = [lambda number=number: record(owner, f"step {number}.") for number in range(200)]
        writing = asyncio.create_task(asyncio.to_thread(in_threads, works))
        answers = await feed.until(200)
        await writing
        await feed.close()
        return answers

    answers = asyncio.run(page())
    assert sorted(numbers(answers)) == list(range(200))
    stored = Activity.objects.filter(user=owner).order_by("seq")
    assert numbers(answers) == [int(row.text[5:-1]) for row in stored]
    seqs = [answer["seq"] for answer in answers]
    assert seqs == sorted(set(seqs))


def test_sockets_that_show_the_same_share_one_look(
    world: None, owner: Any, stranger: Any, socket: Any, monkeypatch: Any
) -> None:
    looks: list[tuple[Any, int, tuple[str, ...]]] = []

    def missed(user: Any, *, after: int, regions: list[str]) -> live.Update:
        looks.append((user.pk, after, tuple(regions)))
        return reading(user, after=after, regions=regions)

    reading = live.missed
    monkeypatch.setattr(live, "missed", missed)
    alike = [socket(owner) for _ in range(5)]
    other, strange = socket(owner), socket(stranger)

    async def pages() -> list[list[dict[str, Any]]]:
        for feed in (*alike, strange):
            await feed.open(after=0, regions=["nav"])
        await other.open(after=0, regions=["inbox"])
        looks.clear()
        works = [lambda: record(owner, "step 1."), lambda: record(stranger, "step 2.")]
        await asyncio.to_thread(in_threads, works)
        answers = [await feed.until(1) for feed in (*alike, other, strange)]
        for feed in (*alike, other, strange):
            await feed.close()
        return answers

    answers = asyncio.run(pages())
    assert [numbers(answer) for answer in answers] == [[1]] * 6 + [[2]]
    assert sorted(looks) == sorted(
        [(owner.pk, 0, ("nav",)), (owner.pk, 0, ("inbox",)), (stranger.pk, 0, ("nav",))]
    )


def test_steps_on_the_way_wait_for_each_other_and_a_question_waits_for_nothing(
    world: None, owner: Any, socket: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(consumers, "DRAWN_EVERY", 3600.0)
    feed = socket(owner)

    def ask() -> None:
        activity.record(user_id=owner.pk, kind=Activity.Kind.APPROVAL_REQUIRED, text="step 4.")

    async def page() -> list[dict[str, Any]]:
        await feed.open(after=0, regions=["nav"])
        works = [lambda: record(owner, "step 2."), lambda: record(owner, "step 3.")]
        await asyncio.to_thread(in_threads, works, 1)
        await asyncio.to_thread(in_threads, [ask])
        answers = await feed.until(3)
        await feed.close()
        return answers

    [together] = asyncio.run(page())
    assert numbers([together]) == [2, 3, 4]


def test_steps_on_the_way_are_drawn_though_nothing_follows(world: None, owner: Any, socket: Any) -> None:
    feed = socket(owner)

    async def page() -> list[dict[str, Any]]:
        await feed.open(after=0, regions=["nav"])
        for number in range(1, 6):
            await asyncio.to_thread(in_threads, [lambda number=number: record(owner, f"step {number}.")])
        answers = await feed.until(5)
        await feed.close()
        return answers

    assert numbers(asyncio.run(page())) == [1, 2, 3, 4, 5]


def test_a_step_that_is_followed_at_once_waits_for_what_follows(
    world: None, owner: Any, socket: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(consumers, "DRAWN_EVERY", 0.3)
    feed = socket(owner)

    async def page() -> list[dict[str, Any]]:
        await feed.open(after=0, regions=["nav"])
        await asyncio.sleep(0.4)
        works = [lambda: record(owner, "step 1.", followed=True), lambda: record(owner, "step 2.")]
        await asyncio.to_thread(in_threads, works[:1])
        await asyncio.to_thread(in_threads, works[1:])
        both = await feed.until(2)
        await asyncio.sleep(0.4)
        await asyncio.to_thread(in_threads, [lambda: record(owner, "step 3.", followed=True)])
        alone = await feed.until(3)
        await feed.close()
        return [*both, *alone]

    both, alone = asyncio.run(page())
    assert numbers([both]) == [1, 2]
    assert numbers([alone]) == [3]


def test_nobody_is_told_to_log_in(world: None, socket: Any) -> None:
    feed = socket(None)

    async def page() -> tuple[bool, Any]:
        connected, _ = await feed.link.connect(timeout=30)
        return connected, await feed.link.receive_output(timeout=30)

    connected, ended = asyncio.run(page())
    assert (connected, ended["type"], ended["code"]) == (True, "websocket.close", 4401)


def test_a_strangers_region_draws_nothing_by_socket_and_by_polling(
    world: None, owner: Any, stranger: Any, socket: Any
) -> None:
    mission = Mission.objects.create(user=owner, goal="a quiet dinner", mission_type="dining")
    record(stranger, "step 1.", subject=Subject("mission", mission.pk))
    regions = [f"mission:{mission.pk}", "mission:nonsense", "nowhere", "mission"]

    feed = socket(stranger)

    async def page() -> dict[str, Any]:
        answer = await feed.open(after=0, regions=regions)
        record_later = asyncio.to_thread(in_threads, [lambda: record(owner, "step 2.")])
        await record_later
        assert await feed.link.receive_nothing(timeout=0.5)
        await feed.close()
        return answer

    answer = asyncio.run(page())
    assert (answer["fragments"], numbers([answer])) == ([], [1])
    client = Client()
    client.force_login(stranger)
    polled = client.get("/live/", {"after": 0, "region": regions}).json()
    assert timeless(polled) == timeless(answer)


def test_polling_says_the_same_as_the_socket(world: None, owner: Any, socket: Any) -> None:
    mission = Mission.objects.create(user=owner, goal="a quiet dinner", mission_type="dining")
    for number in range(1, 5):
        record(owner, f"step {number}.", subject=Subject("mission", mission.pk))
    regions = [f"mission:{mission.pk}", "today", "nav"]

    feed = socket(owner)

    async def page() -> dict[str, Any]:
        answer = await feed.open(after=2, regions=regions)
        await feed.close()
        return answer

    answer = asyncio.run(page())
    client = Client()
    client.force_login(owner)
    polled = client.get("/live/", {"after": 2, "region": regions}).json()
    assert timeless(polled) == timeless(answer)
    assert [fragment["region"] for fragment in answer["fragments"]] == regions
    assert Client().get("/live/").status_code == 401


def test_strange_frames_do_not_end_the_feed(world: None, owner: Any, socket: Any) -> None:
    record(owner, "step 1.")

    feed = socket(owner)

    async def page() -> dict[str, Any]:
        await feed.open(after=0, regions=[])
        for text in (
            "no json",
            "[" * 100_000,
            "[]",
            "null",
            '{"regions": 7}',
            '{"after": "x", "regions": 1}',
        ):
            await feed.link.send_to(text_data=text)
        await feed.link.send_to(bytes_data=b"\x00\xff")
        await feed.link.send_input({"type": "websocket.receive", "text": ""})
        await feed.link.send_json_to({"after": 10**30, "regions": ["nav\x00", None, {}]})
        answer = await feed.next()
        await feed.close()
        return answer

    assert numbers([asyncio.run(page())]) == [1]


def test_a_push_reaches_the_group_under_the_name_that_the_layer_listens_to(world: None, owner: Any) -> None:
    async def listen() -> tuple[str, Any]:
        layer = get_channel_layer()
        group = pushing.group_of(owner.pk)
        channel = await layer.new_channel()
        await layer.group_add(group, channel)
        await asyncio.to_thread(pushing.push, owner.pk, {"seq": 7})
        message = await asyncio.wait_for(layer.receive(channel), 30)
        name = layer._get_group_channel_name(group)
        await layer.group_discard(group, channel)
        return name, message

    name, message = asyncio.run(listen())
    assert name == pushing.channel_of(pushing.group_of(owner.pk))
    assert message == {"type": "feed.event", "seq": 7}


def test_numbers_have_no_gap_under_many_writers_that_fail_and_repeat(world: None, owner: Any) -> None:
    seen: list[int] = []
    over = threading.Event()

    def follow() -> None:
        """Read like a page: after the last number seen. What commits later must not have a smaller one."""
        while not over.is_set() or len(seen) < Activity.objects.filter(user=owner).count():
            seen.extend(row.seq for row in Activity.objects.of(owner).after(seen[-1] if seen else 0))

    def write(number: int) -> None:
        try:
            with transaction.atomic():
                record(owner, f"step {number}.")
                record(owner, f"keyed {number}", key=f"key:{number}")
                if number % 5 == 0:
                    raise RuntimeError
        except RuntimeError:
            return
        assert record(owner, "again", key=f"key:{number}") is None

    follower = threading.Thread(target=lambda: in_threads([follow], 1))
    follower.start()
    in_threads([lambda number=number: write(number) for number in range(60)])
    over.set()
    follower.join(60)
    assert seen == list(range(1, 97)), "48 of 60 writers succeed, with two lines each"


def test_the_same_step_told_by_two_at_once_is_one_line(world: None, owner: Any) -> None:
    barrier = threading.Barrier(4)
    errors: list[str] = []

    def tell() -> None:
        barrier.wait()
        try:
            record(owner, "step 1.", key="the step")
        except Exception as error:
            errors.append(type(error).__name__)

    in_threads([tell] * 4, 4)
    assert Activity.objects.filter(user=owner).count() == 1
    assert set(errors) <= {"IntegrityError"}, "the loser tries again and finds the line"
    record(owner, "next")
    assert list(Activity.objects.order_by("seq").values_list("seq", flat=True)) == [1, 2]


@pytest.mark.parametrize("after", ["-1", "x", "9" * 40, "", "1e3"])
def test_polling_with_a_strange_number_is_polling_from_somewhere_sound(
    world: None, owner: Any, after: str
) -> None:
    client = Client()
    client.force_login(owner)
    assert client.get("/live/", {"after": after}).status_code == 200
