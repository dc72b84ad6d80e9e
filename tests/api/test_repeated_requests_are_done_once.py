"""Idempotency-Key: the same request again gives the same answer; nothing is done twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from missions import services
from missions.models import Mission
from trust.models import StoredResponse

BODY = {"goal": "Find a quiet hotel bar", "mission_type": "dining"}


def test_the_same_key_and_request_give_the_stored_answer(api: Any) -> None:
    first = api.post("/missions", BODY, key="k1")
    again = api.post("/missions", BODY, key="k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Idempotent-Replay"] == "true"
    assert "Idempotent-Replay" not in first
    assert Mission.objects.count() == 1


def test_the_same_key_with_another_request_is_refused(api: Any) -> None:
    api.post("/missions", BODY, key="k1")
    answer = api.post("/missions", {**BODY, "goal": "Something else"}, key="k1")
    assert answer.status_code == 422
    assert "Idempotency-Key" in answer.json()["detail"]
    assert Mission.objects.count() == 1


def test_keys_of_two_people_do_not_meet(api: Any, their_api: Any) -> None:
    mine = api.post("/missions", BODY, key="k1").json()
    theirs = their_api.post("/missions", BODY, key="k1").json()
    assert mine["id"] != theirs["id"]


def test_a_request_that_is_being_worked_on_is_not_done_beside_itself(api: Any, owner: Any) -> None:
    api.post("/missions", BODY, key="k1")
    StoredResponse.objects.update(status=None, created_at=timezone.now())
    answer = api.post("/missions", BODY, key="k1")
    assert answer.status_code == 409


def test_a_request_that_died_can_be_sent_again_and_makes_no_second_mission(api: Any, owner: Any) -> None:
    first = api.post("/missions", BODY, key="k1").json()
    StoredResponse.objects.update(status=None, created_at=timezone.now() - timedelta(minutes=5))
    again = api.post("/missions", BODY, key="k1")
    assert again.status_code == 201
    assert again.json()["id"] == first["id"]
    assert Mission.objects.count() == 1


def test_a_failure_leaves_nothing_behind_and_frees_the_key(api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real = services.create_mission

    def make_and_fail(**given: Any) -> Mission:
        real(**given)
        raise RuntimeError("after the rows were written")

    monkeypatch.setattr(services, "create_mission", make_and_fail)
    assert api.post("/missions", BODY, key="k1").status_code == 500
    assert not Mission.objects.exists()
    monkeypatch.undo()
    assert api.post("/missions", BODY, key="k1").status_code == 201
    assert Mission.objects.count() == 1


def test_a_refused_request_may_be_mended_under_the_same_key(api: Any) -> None:
    assert api.post("/missions", {"goal": ""}, key="k1").status_code == 422
    assert api.post("/missions", BODY, key="k1").status_code == 201


def test_a_stored_answer_is_encrypted(api: Any) -> None:
    from django.db import connection

    api.post("/missions", {**BODY, "goal": "dinner with zanzibarmarker"}, key="k1")
    with connection.cursor() as cursor:
        cursor.execute("SELECT body, fingerprint FROM trust_storedresponse")
        body, fingerprint = cursor.fetchone()
    assert b"zanzibarmarker" not in bytes(body)
    assert "zanzibarmarker" not in fingerprint


def test_answers_are_kept_for_a_day(api: Any) -> None:
    first = api.post("/missions", BODY, key="k1").json()
    StoredResponse.objects.update(created_at=timezone.now() - timedelta(days=2))
    api.post("/missions", BODY, key="k2")
    assert StoredResponse.objects.count() == 1
    assert first


@pytest.mark.parametrize("key", ["a b", "x" * 121, "schlüssel"])
def test_unusable_keys_are_refused(api: Any, key: str) -> None:
    assert api.post("/missions", BODY, key=key).status_code == 400
