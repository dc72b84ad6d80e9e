"""`POST /api/v1/agents/approve` in both forms with all its answers, and the feed as server-sent events."""

from __future__ import annotations

import asyncio
import json
from threading import Thread as Worker
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections
from django.test import AsyncClient

from agency.protocol import views
from agency.runtime import driving
from ownyou.lib.ids import new_id
from tests.acting.conftest import Errands
from trust import activity
from trust.ledger import Proposal
from trust.models import Activity, User
from trust.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)
APPROVE = "/api/v1/agents/approve"
STREAM = "/api/v1/agents/activity/stream"


@pytest.fixture
def errands(owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Errands:
    """One errand of the owner that waits with its card."""
    settings.ACT_HOLD_SECONDS = 0
    monkeypatch.setattr(views, "PATIENCE", 20.0)
    found = Errands(owner)
    found.start(Proposal(tool="notes.save", arguments={"text": "milk"}, key=f"note:{new_id()}"))
    found.drive()
    return found


def ask(user: User, body: object) -> tuple[int, dict[str, Any]]:
    token = make_token(user=user, name="test")

    async def post() -> Any:
        return await AsyncClient().post(
            APPROVE,
            body if isinstance(body, str) else json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    answer = asyncio.run(post())
    return answer.status_code, json.loads(answer.content)


def with_a_worker(errands: Errands, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Ask while a worker drives the thread as soon as the answer wakes it."""
    over = []

    def work() -> None:
        while not over:
            driving.drive(errands.thread_id)
        connections.close_all()

    worker = Worker(target=work)
    worker.start()
    try:
        return ask(errands.user, {"approval_id": str(errands.card.pk)} | body)
    finally:
        over.append(True)
        worker.join()


@pytest.mark.parametrize(
    "body", [{"approved": True, "reason": ""}, {"decision": "approve", "domain": "notes"}]
)
def test_an_ok_in_both_forms_comes_back_completed(errands: Errands, body: dict[str, Any]) -> None:
    code, said = with_a_worker(errands, body)
    assert (code, said["status"]) == (200, "COMPLETED")
    assert [one["receipt"] for one in said["result"]] == ["Kept as a note."]
    assert said["ui_state"]["disable_input"] is False


@pytest.mark.parametrize("body", [{"approved": False, "reason": "no"}, {"decision": "reject"}])
def test_a_no_in_both_forms_comes_back_rejected(errands: Errands, body: dict[str, Any]) -> None:
    code, said = with_a_worker(errands, body)
    assert (code, said["status"]) == (200, "REJECTED")


def test_words_come_back_as_a_new_preview_until_there_are_no_more(errands: Errands) -> None:
    for attempt, words in ((2, "replace milk with bread"), (3, "replace bread with jam")):
        before = str(errands.card.pk)
        code, said = with_a_worker(errands, {"decision": "reject", "refinement": words})
        assert (code, said["status"]) == (202, "PENDING_APPROVAL")
        assert said["approval_id"] == str(errands.card.pk) != before
        assert said["preview"]["attemptNumber"] == attempt
        assert said["preview"]["previousFeedback"] == words
        assert said["ui_state"]["show_approval_buttons"] is True
        assert said["ui_state"]["refinement_count"] == attempt - 1
    code, said = ask(
        errands.user, {"approval_id": str(errands.card.pk), "decision": "reject", "refinement": "x"}
    )
    assert code == 400
    assert said["ui_state"] == {"disable_input": False}


def test_what_takes_longer_is_running_and_says_where_to_look(
    errands: Errands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PATIENCE", 0.2)
    code, said = ask(errands.user, {"approval_id": str(errands.card.pk), "approved": True})
    assert (code, said["status"]) == (202, "RUNNING")
    assert said["url"] == f"/api/decisions/{errands.card.pk}"
    code, said = ask(errands.user, {"approval_id": str(errands.card.pk), "approved": True})
    assert code == 409
    assert said["current"]["status"] == "answered"


@pytest.mark.parametrize(
    "body",
    ["{", "[]", "null", {}, {"approved": True}, {"approval_id": "x", "approved": True}, "\x00"],
)
def test_a_body_that_says_nothing_clear_is_a_400(errands: Errands, body: object) -> None:
    assert ask(errands.user, body)[0] == 400


def test_both_forms_at_once_or_a_verdict_that_is_none_is_a_400(errands: Errands) -> None:
    card = {"approval_id": str(errands.card.pk)}
    assert ask(errands.user, card | {"approved": True, "decision": "reject"})[0] == 400
    assert ask(errands.user, card | {"decision": "maybe"})[0] == 400


def test_a_stranger_and_an_unknown_card_get_404(errands: Errands, stranger: User) -> None:
    assert ask(stranger, {"approval_id": str(errands.card.pk), "approved": True})[0] == 404
    assert ask(errands.user, {"approval_id": str(uuid4()), "approved": True})[0] == 404


def streamed(user: User, count: int, *, query: str = "", headers: dict[str, str] | None = None) -> list[str]:
    """The first `count` events of the stream."""
    token = make_token(user=user, name="test")

    async def read() -> list[str]:
        answer = await AsyncClient().get(
            STREAM + query, headers={"Authorization": f"Bearer {token}", **(headers or {})}
        )
        assert answer.headers["Content-Type"] == "text/event-stream"
        events: list[str] = []
        async for chunk in answer.streaming_content:  # type: ignore[attr-defined]
            events += [event for event in chunk.decode().split("\n\n") if event.startswith("id:")]
            if len(events) >= count:
                break
        return events

    return asyncio.run(asyncio.wait_for(read(), 20))


def number(event: str) -> int:
    return int(event.splitlines()[0].removeprefix("id: "))


def test_the_stream_goes_on_after_the_last_number_that_was_seen(owner: User) -> None:
    for n in range(5):
        activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_THINKING, text=f"step {n}")
    events = streamed(owner, 3, headers={"Last-Event-ID": "2"})
    assert [number(event) for event in events] == [3, 4, 5]
    assert json.loads(events[0].split("data: ")[1])["text"] == "step 2"


def test_the_stream_is_narrowed_by_kind_agent_and_mission(owner: User) -> None:
    mission = new_id()
    subject = activity.Subject("mission", mission)
    activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_THINKING, text="a", agent="dining")
    activity.record(
        user_id=owner.pk, kind=Activity.Kind.AGENT_ERROR, text="b", agent="email", subject=subject
    )
    for query in ("?after=0&kind=agent_error", "?after=0&agent=email", f"?after=0&mission={mission}"):
        [event] = streamed(owner, 1, query=query)
        assert json.loads(event.split("data: ")[1])["text"] == "b"


def test_another_persons_lines_never_come(owner: User, stranger: User) -> None:
    activity.record(user_id=stranger.pk, kind=Activity.Kind.AGENT_THINKING, text="theirs")
    activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_THINKING, text="mine")
    [event] = streamed(owner, 1, query="?after=0")
    assert "mine" in event


BAD = [
    *(("after", number) for number in ("x", "-1", "99999999999999999999", "１")),
    *(("kind", "nonsense"), ("mission", "nonsense"), ("agent", "x" * 33), ("agent", "\x00")),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_value_that_cannot_be_is_a_400_that_names_the_parameter(owner: User, name: str, value: str) -> None:
    token = make_token(user=owner, name="test")

    async def get() -> Any:
        return await AsyncClient().get(STREAM, {name: value}, headers={"Authorization": f"Bearer {token}"})

    answer = asyncio.run(get())
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert json.loads(answer.content)["errors"][0]["parameter"] == name
