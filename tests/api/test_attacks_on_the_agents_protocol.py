"""What a hostile or broken client sends to the protocol of agents: refused in words, and nothing happens."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.test import AsyncClient
from django.utils import timezone

from agency.protocol import views
from agency.protocol.views import MOST_BYTES
from memory.models import MemoryItem
from tests.acting.conftest import Errands
from trust import activity
from trust.ledger import Proposal
from trust.models import Action, Activity, Decision, User
from trust.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)
APPROVE = "/api/v1/agents/approve"
STREAM = "/api/v1/agents/activity/stream"
S = Action.Status


@pytest.fixture
def errands(owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Errands:
    """One errand of the owner that waits with its card; clients wait for nothing."""
    settings.ACT_HOLD_SECONDS = 0
    monkeypatch.setattr(views, "PATIENCE", 0.05)
    found = Errands(owner)
    found.start(Proposal(tool="notes.save", arguments={"text": "milk"}, key="note"))
    found.drive()
    return found


def ask(user: User, body: object, token: str = "") -> tuple[int, dict[str, Any]]:
    token = token or make_token(user=user, name="test")

    async def post() -> Any:
        return await AsyncClient(raise_request_exception=False).post(
            APPROVE,
            body if isinstance(body, str | bytes) else json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    answer = asyncio.run(post())
    assert answer.headers["Content-Type"] in ("application/json", "application/problem+json")
    return answer.status_code, json.loads(answer.content)


def still_asks(errands: Errands) -> bool:
    [act] = errands.acts
    return errands.card.status == Decision.Status.OPEN and act.status == S.WAITING


DEEP = "[" * 30_000 + "]" * 30_000
FORM = {"approved": True}
OTHER_FORM = {"decision": "approve"}


@pytest.mark.parametrize(
    "body",
    [
        *(FORM | {"approved": value} for value in ("yes", "true", 1, 0, "", [True], {"a": True}, None)),
        *(OTHER_FORM | {"decision": value} for value in (["approve"], 1, True, "APPROVE", "approve\x00", "")),
        *(FORM | {"reason": value} for value in (["no"], 7, {"a": 1}, None)),
        *({"decision": "reject", "refinement": value} for value in (["x"], 7, {"a": 1}, None, "\x00")),
        {"approved": False, "reason": "\x00\x00 \ud800" + "x" * 3_000},
        {"decision": "reject", "refinement": "x" * 2_001},
        {"decision": "approve", "refinement": "at noon instead"},
        {"approved": True, "refinement": "at noon instead"},
        {"approved": True, "decision": None, "refinement": "at noon instead"},
        FORM | {"thread_id": ["a"]},
        FORM | {"domain": 7},
    ],
    ids=lambda body: json.dumps(body)[:60],
)
def test_a_body_that_cannot_be_meant_is_a_400_and_the_card_waits_on(errands: Errands, body: Any) -> None:
    code, said = ask(errands.user, {"approval_id": str(errands.card.pk)} | body)
    assert code == 400, said
    assert said["detail"]
    assert said["ui_state"] == {"disable_input": False}
    assert still_asks(errands)


@pytest.mark.parametrize(
    "number", ["", "x", 7, None, [], {}, "\x00", ["{card}"], "{card}\x00", "{card}0", "９" * 32]
)
def test_what_is_no_card_is_a_400(errands: Errands, number: Any) -> None:
    written = json.dumps(number).replace("{card}", str(errands.card.pk))
    assert ask(errands.user, f'{{"approval_id": {written}, "approved": true}}')[0] == 400
    assert still_asks(errands)


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        f'{{"approval_id": {DEEP}, "approved": true}}',
        b"\xff\xfe\x00",
        b'{"approval_id": "\xff"}',
        '{"approved": NaN, "approval_id": "x"}',
        '{"approved": true, "approval_id": ' + "9" * 5_000 + "}",
        "x" * (MOST_BYTES + 1),
        "x" * 3_000_000,
        "",
    ],
    ids=lambda body: repr(body)[:30],
)
def test_what_is_no_json_is_refused(errands: Errands, body: str | bytes) -> None:
    assert ask(errands.user, body)[0] in (400, 413)
    assert still_asks(errands)


def test_keys_that_nobody_knows_change_nothing_of_what_is_approved(errands: Errands) -> None:
    more = {"arguments": {"text": "bread"}, "acts": [{"id": "x"}], "user_id": 1, "verdict": "reject", "": []}
    code, _said = ask(errands.user, {"approval_id": str(errands.card.pk), "approved": True} | more)
    assert code == 202
    errands.drive()
    [act] = errands.acts
    assert (act.status, act.arguments["text"]) == (S.SUCCEEDED, "milk")


@pytest.mark.parametrize("body", [{"approved": True}, {"decision": "approve"}, {"decision": "reject"}])
def test_a_card_whose_time_is_over_is_a_409_and_nothing_of_it_happens(
    errands: Errands, body: dict[str, Any]
) -> None:
    Decision.objects.filter(pk=errands.card.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    code, said = ask(errands.user, {"approval_id": str(errands.card.pk)} | body)
    assert (code, said["current"]["status"]) == (409, "expired")
    errands.drive()
    assert [act.status for act in errands.acts] == [S.EXPIRED]


@pytest.mark.parametrize("body", [{"approved": True}, {"decision": "reject", "refinement": "bread"}, {}])
def test_another_persons_card_is_as_unknown_as_none(
    errands: Errands, stranger: User, body: dict[str, Any]
) -> None:
    code, said = ask(stranger, {"approval_id": str(errands.card.pk)} | body)
    assert code == (404 if body else 400)
    assert "milk" not in json.dumps(said)
    assert still_asks(errands)


def test_of_many_answers_in_both_forms_at_once_one_counts_and_the_rest_is_told_which(
    errands: Errands,
) -> None:
    card = {"approval_id": str(errands.card.pk)}
    token = make_token(user=errands.user, name="test")
    forms: list[dict[str, Any]] = [
        *({"approved": True}, {"approved": False, "reason": "no"}),
        *({"decision": "approve"}, {"decision": "reject"}),
    ]

    def alone(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        try:
            return ask(errands.user, card | body, token)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(alone, forms * 2))
    codes = sorted(code for code, _said in answers)
    assert codes[0] in (200, 202)
    assert codes[1:] == [409] * 7
    verdict = errands.card.verdict
    assert {said["current"]["verdict"] for code, said in answers if code == 409} == {verdict}
    errands.drive()
    errands.drive()
    [act] = errands.acts
    assert act.status == (S.SUCCEEDED if verdict == "approve" else S.REJECTED)
    assert MemoryItem.objects.filter(user=errands.user, namespace__0="notes").count() <= 1


def opened(user: User, header: str) -> Any:
    """The answer where it is an error, else the first that the stream sends."""
    token = make_token(user=user, name="test")

    async def get() -> Any:
        headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": header}
        answer = await AsyncClient(raise_request_exception=False).get(STREAM, headers=headers)
        if not answer.streaming:
            return answer
        chunks = aiter(answer.streaming_content)  # type: ignore[attr-defined]
        return (await anext(chunks)).decode()

    return asyncio.run(asyncio.wait_for(get(), 20))


@pytest.mark.parametrize(
    "header",
    [
        *("-1", "x", "1.5", "1e3", "\x00", "1\x00", "²", "0x10", "+1", "1 2", "9" * 40, str(2**63)),
        "9" * 5_000,
    ],
)
def test_a_last_event_that_is_no_number_is_a_400_that_names_it(owner: User, header: str) -> None:
    answer = opened(owner, header)
    assert answer.status_code == 400
    assert json.loads(answer.content)["errors"][0]["parameter"] == "Last-Event-ID"


@pytest.mark.parametrize("header", ["", " ", "0", str(2**63 - 1)])
def test_a_last_event_that_is_empty_or_yet_to_come_opens_a_stream(owner: User, header: str) -> None:
    activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_THINKING, text="one")
    assert opened(owner, header) == "retry: 2000\n\n"


def test_storage_that_is_away_is_a_problem_in_json(errands: Errands, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_more: object) -> None:
        raise OperationalError

    monkeypatch.setattr(views.decisions, "answer", away)  # as when the database restarts
    code, said = ask(errands.user, {"approval_id": str(errands.card.pk), "approved": True})
    assert (code, said["type"]) == (503, "urn:ownyou:problem:unavailable")
