"""What the shared client does with servers that are well, slow, broken, rude or gone."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import time_machine
from django.core.cache import caches
from django.test import override_settings
from redis.exceptions import ConnectionError as RedisConnectionError

from agency.sources.base import SourceUnavailable
from agency.sources.http import PoliteClient, Question, Unusable
from ownyou.lib import crypto
from ownyou.lib.deadline import Deadline
from tests.fakes.http_server import FakeServer, Reply

PATIENCE = 60.0
"""Seconds for a call that is to be answered."""
SLACK = 8.0
"""Seconds by which a call may miss its deadline."""


def ask(
    client: PoliteClient, server: FakeServer, *, words: str = "soup", seconds: float = PATIENCE
) -> object:
    question = Question(f"{server.url}/search", (("q", words),))
    return client.ask(question, Deadline.after(seconds), lambda answer: answer)


def refusal(
    client: PoliteClient, server: FakeServer, *, words: str = "soup", seconds: float = PATIENCE
) -> str:
    with pytest.raises(SourceUnavailable) as caught:
        ask(client, server, words=words, seconds=seconds)
    return caught.value.reason


@pytest.fixture
def client() -> PoliteClient:
    return PoliteClient("The atlas")


def test_an_answer_is_read_and_the_instance_names_itself(client: PoliteClient, server: FakeServer) -> None:
    server.will_say(Reply.of({"name": "Łódź"}))
    with override_settings(CONTACT="admin@example.org\r\nX-Evil: 1"):
        assert ask(client, server) == {"name": "Łódź"}
    assert server.asked[0].fields == {"q": "soup"}
    assert server.asked[0].user_agent == "OwnYou/0.1.0 (self-hosted; admin@example.org X-Evil: 1)"


def test_a_form_is_posted(client: PoliteClient, server: FakeServer) -> None:
    server.will_say(Reply.of([1]))
    question = Question(server.url, (("data", "a=b&c"),), "POST")
    assert client.ask(question, Deadline.after(PATIENCE), lambda answer: answer) == [1]
    assert (server.asked[0].method, server.asked[0].fields) == ("POST", {"data": "a=b&c"})


def test_the_same_question_is_asked_once(client: PoliteClient, server: FakeServer) -> None:
    server.will_say(Reply.of([1]))
    assert [ask(client, server), ask(client, server)] == [[1], [1]]
    assert len(server.asked) == 1
    ask(client, server, words="salad")
    assert len(server.asked) == 2


def test_neither_key_nor_value_of_a_kept_answer_shows_the_words(
    client: PoliteClient, server: FakeServer
) -> None:
    server.will_say(Reply.of({"name": "marker-answer"}))
    ask(client, server, words="marker-question")
    kept = repr(caches["default"]._cache)  # type: ignore[attr-defined]
    assert "source-answer:" in kept
    assert "marker" not in kept


def test_no_log_shows_the_words_of_a_question(
    client: PoliteClient, server: FakeServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.will_say(Reply(status=503), Reply.of([1]))
    with caplog.at_level("INFO"):
        ask(client, server, words="marker-question")
    assert "marker" not in caplog.text


def test_without_a_key_nothing_is_kept_and_the_answer_still_comes(
    client: PoliteClient, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crypto, "_provider", crypto._NoProvider())
    server.will_say(Reply.of([1]))
    assert [ask(client, server), ask(client, server)] == [[1], [1]]
    assert len(server.asked) == 2


def test_a_cache_that_is_down_costs_only_the_cache(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object, **__: object) -> None:
        raise RedisConnectionError("connection refused")

    for name in ("get", "set", "add"):
        monkeypatch.setattr(caches["default"], name, down)
    server.will_say(Reply.of([1]))
    client = PoliteClient("The atlas", seconds_between=0.3)
    begun = time.monotonic()
    assert [ask(client, server), ask(client, server)] == [[1], [1]]
    assert time.monotonic() - begun >= 0.3


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_fault_that_passes_is_asked_again(client: PoliteClient, server: FakeServer, status: int) -> None:
    server.will_say(Reply(b"<html>busy</html>", status), Reply.of([1]))
    assert ask(client, server) == [1]
    assert len(server.asked) == 2


def test_a_server_that_asks_to_wait_is_obeyed(client: PoliteClient, server: FakeServer) -> None:
    server.will_say(Reply(status=429, headers={"Retry-After": "1"}), Reply.of([1]))
    begun = time.monotonic()
    assert ask(client, server) == [1]
    assert 1.0 <= time.monotonic() - begun < 1.0 + SLACK


@pytest.mark.parametrize("as_date", [False, True])
def test_a_wait_beyond_the_deadline_is_told_at_once(
    client: PoliteClient, server: FakeServer, as_date: bool
) -> None:
    wait = format_datetime(datetime.now(UTC) + timedelta(seconds=120), usegmt=True) if as_date else "120"
    server.will_say(Reply(status=429, headers={"Retry-After": wait}))
    begun = time.monotonic()
    reason = refusal(client, server)
    assert reason == "The atlas is busy and asked us to wait 2 minutes."
    assert time.monotonic() - begun < SLACK
    assert len(server.asked) == 1


@pytest.mark.parametrize("wait", ["soon", "-5", "", "²", "9" * 400])
def test_a_senseless_wait_does_no_harm(client: PoliteClient, server: FakeServer, wait: str) -> None:
    headers = {"Retry-After": wait.encode("utf-8").decode("latin-1")}
    server.will_say(Reply(status=503, headers=headers))
    assert refusal(client, server).startswith("The atlas is busy")


@pytest.mark.parametrize(
    "reply",
    [
        Reply.of([1], hang=30),
        Reply(b"[" + b"1," * 500 + b"1]", drip=0.1),
        Reply(b"[1", declared_length=500, drip=0.3),
    ],
    ids=["says nothing", "drips", "stops in the middle"],
)
def test_the_deadline_holds_for_the_whole_call(
    client: PoliteClient, server: FakeServer, reply: Reply
) -> None:
    server.will_say(reply)
    begun = time.monotonic()
    reason = refusal(client, server, seconds=1.0)
    assert time.monotonic() - begun < 1.0 + SLACK
    assert reason in ("The atlas did not answer in time.", "The atlas could not be reached.")


def test_nobody_there_is_said_plainly(client: PoliteClient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    question = Question(f"http://127.0.0.1:{port}/search")
    with pytest.raises(SourceUnavailable, match="could not be reached"):
        client.ask(question, Deadline.after(PATIENCE), lambda answer: answer)


@pytest.mark.parametrize("url", ["", "nominatim.example", "ftp://example.org", "http://[::1", "http://\x00"])
def test_a_wrong_address_in_the_settings_is_named(client: PoliteClient, url: str) -> None:
    with pytest.raises(SourceUnavailable, match=r"not valid|could not be reached"):
        client.ask(Question(url), Deadline.after(PATIENCE), lambda answer: answer)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(b"<html><h1>Welcome</h1>"), "answered with a web page instead of data"),
        (Reply(b"{}", headers={"Content-Type": "text/html"}), "answered with a web page instead of data"),
        (Reply(b'[{"lat": "1'), "sent an answer that cannot be read"),
        (Reply(b""), "sent an answer that cannot be read"),
        (Reply(b"\xff\xfe\x00nonsense"), "sent an answer that cannot be read"),
        (Reply(b'["\xe9"]'), "sent an answer that cannot be read"),
        (Reply(b"[NaN]"), "sent an answer that cannot be read"),
        (Reply(b"[" * 200_000), "sent an answer that cannot be read"),
        (Reply(b"[" + b"9" * 5000 + b"]"), "sent an answer that cannot be read"),
        (Reply(b"[1]", headers={"Content-Encoding": "gzip"}), "sent an answer that cannot be unpacked"),
        (Reply(b"[1]", 404), "did not accept the question (HTTP 404)"),
        (Reply(b"[1]", 403), "did not accept the key in the settings"),
        (
            Reply(status=301, headers={"Location": "/x"}),
            "points to another address; set that one in the settings",
        ),
    ],
)
def test_garbage_is_refused_in_a_plain_sentence(
    client: PoliteClient, server: FakeServer, reply: Reply, reason: str
) -> None:
    server.will_say(reply)
    assert refusal(client, server) == f"The atlas {reason}."
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "reply",
    [
        Reply('["é"]'.encode("latin-1"), headers={"Content-Type": "application/json; charset=latin-1"}),
        Reply('\ufeff["é"]'.encode()),
        Reply(gzip.compress('["é"]'.encode()), headers={"Content-Encoding": "gzip"}),
    ],
    ids=["declared latin-1", "byte order mark", "gzip"],
)
def test_other_honest_encodings_are_read(client: PoliteClient, server: FakeServer, reply: Reply) -> None:
    server.will_say(reply)
    assert ask(client, server) == ["é"]


@pytest.mark.parametrize("packed", [False, True])
def test_a_huge_body_is_not_read_to_its_end(client: PoliteClient, server: FakeServer, packed: bool) -> None:
    huge = b"[" + b" " * 12_000_000 + b"]"
    headers = {"Content-Encoding": "gzip"} if packed else {}
    server.will_say(Reply(gzip.compress(huge, 1) if packed else huge, headers=headers))
    assert refusal(client, server) == "The atlas sent more than 5 MB, which is not read."


def test_json_of_another_shape_is_refused_and_not_kept(client: PoliteClient, server: FakeServer) -> None:
    def read(answer: object) -> list[object]:
        if not isinstance(answer, list):
            raise Unusable("answered in a form that is not understood")
        return answer

    question = Question(server.url)
    server.will_say(Reply.of({"error": "x"}), Reply.of([1]))
    with pytest.raises(SourceUnavailable, match="answered in a form that is not understood"):
        client.ask(question, Deadline.after(PATIENCE), read)
    assert client.ask(question, Deadline.after(PATIENCE), read) == [1]


def test_after_failures_in_a_row_the_source_is_left_alone_and_then_tried_again(server: FakeServer) -> None:
    client = PoliteClient("The atlas", failures=2, rest_seconds=60)
    server.will_say(Reply(b"<html>"))
    for word in ("one", "two"):
        refusal(client, server, words=word)
    reason = refusal(client, server, words="three")
    assert reason == "The atlas failed several times in a row, so it was left alone this time."
    assert len(server.asked) == 2

    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=61)):
        server.will_say(Reply.of([1]))
        assert ask(client, server, words="four") == [1]
        assert ask(client, server, words="five") == [1]


def test_a_failed_trial_leaves_the_source_alone_again(server: FakeServer) -> None:
    client = PoliteClient("The atlas", failures=1, rest_seconds=60)
    server.will_say(Reply(b"<html>"))
    refusal(client, server, words="one")
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=61)):
        refusal(client, server, words="two")
        assert "several times" in refusal(client, server, words="three")


def test_a_question_that_was_wrong_does_not_count_against_the_source(server: FakeServer) -> None:
    client = PoliteClient("The atlas", failures=1)
    server.will_say(Reply(status=400), Reply.of([1]))
    refusal(client, server)
    assert ask(client, server) == [1]


def test_searches_of_one_process_keep_the_pace_together(server: FakeServer) -> None:
    client = PoliteClient("The atlas", seconds_between=0.4)
    arrivals: list[float] = []

    def note(_: object) -> Reply:
        arrivals.append(time.monotonic())
        return Reply.of([1])

    server.will_say(note)
    begun = time.monotonic()
    threads = [
        threading.Thread(target=ask, args=(client, server), kwargs={"words": str(n)}) for n in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    arrivals.sort()
    assert len(arrivals) == 3
    assert [at - begun >= turn * 0.4 for turn, at in enumerate(arrivals)] == [True, True, True]


def test_another_process_that_has_the_turn_is_waited_for(server: FakeServer) -> None:
    server.will_say(Reply.of([1]))
    begun = time.monotonic()
    caches["default"].add("source-turn:127.0.0.1", 1, timeout=1)
    assert ask(PoliteClient("The atlas", seconds_between=1), server) == [1]
    assert time.monotonic() - begun > 0.9


def test_a_queue_longer_than_the_deadline_is_told_and_is_not_the_sources_fault(server: FakeServer) -> None:
    client = PoliteClient("The atlas", seconds_between=60, failures=1)
    server.will_say(Reply.of([1]))
    ask(client, server, words="one")
    reason = refusal(client, server, words="two", seconds=1)
    assert reason == "The atlas has too many questions from us in line."
    assert "in line" in refusal(client, server, words="three", seconds=1)
