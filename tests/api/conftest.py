"""Clients of the API: by token, by session, and with nobody behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from missions.models import Mission
from trust.models import Decision
from trust.tokens import make_token

OPTIONS = [
    {"id": "one", "title": "Chez Test", "price": "30.00", "currency": "EUR", "score": 88, "sample": True},
    {"id": "two", "title": "Da Prova", "price": "20.00", "currency": "EUR", "score": 80},
]


class Api:
    """A JSON client of one person."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api{path}", headers={**self.headers, **headers})

    def post(self, path: str, body: Any = None, *, key: str = "", **headers: str) -> Any:
        more = {"idempotency-key": key} if key else {}
        return self.client.post(
            f"/api{path}",
            body,
            content_type="application/json",
            headers={**self.headers, **more, **headers},
        )

    def send(self, method: str, path: str, body: bytes | str = b"", kind: str = "application/json") -> Any:
        return self.client.generic(method, f"/api{path}", body, kind, headers=self.headers)


@pytest.fixture
def api(owner: Any) -> Api:
    """The owner's client."""
    return Api(make_token(user=owner, name="test"))


@pytest.fixture
def their_api(stranger: Any) -> Api:
    """The stranger's client."""
    return Api(make_token(user=stranger, name="test"))


@pytest.fixture
def nobody() -> Api:
    """A client without a token."""
    return Api()


@pytest.fixture
def mission(owner: Any) -> Mission:
    """A dining mission of the owner that is executing."""
    return make_mission(owner)


@pytest.fixture
def choice(owner: Any, mission: Mission) -> Decision:
    """An open choice of the owner's mission."""
    return make_choice(owner, mission)


def make_mission(user: Any, **fields: Any) -> Mission:
    defaults = {"goal": "Italian in Paris", "mission_type": "dining", "status": Mission.Status.EXECUTING}
    return Mission.objects.create(user=user, **{**defaults, **fields})


def make_choice(user: Any, mission: Mission) -> Decision:
    return Decision.objects.create(
        user=user,
        key=f"test:{mission.pk}",
        kind=Decision.Kind.CHOICE,
        domain="dining",
        title="Which one?",
        payload={"options": OPTIONS},
        refine_allowed=True,
        subject_kind="mission",
        subject_id=mission.pk,
    )


@pytest.fixture(name="make_mission")
def _make_mission() -> Callable[..., Mission]:
    """A function that makes further missions."""
    return make_mission


@pytest.fixture
def memory(owner: Any) -> Any:
    """Something that is remembered about the owner."""
    from memory.models import MemoryItem

    item = MemoryItem.objects.create(
        user=owner,
        namespace=["preferences"],
        key="test",
        key_hash=b"k" * 16,
        value={"sentence": "likes zanzibarmarker"},
        text="likes zanzibarmarker",
        fingerprint=b"f" * 16,
        provenance_kind="user",
    )
    return item.pk
