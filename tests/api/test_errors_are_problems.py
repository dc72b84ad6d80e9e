"""Whatever goes wrong, the answer is problem+json that tells what to do and nothing of the inside."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from redis.exceptions import ConnectionError as RedisAway

from missions import services


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail"} <= set(body)
    assert body["status"] == status
    return body


@pytest.mark.parametrize(
    "body", ["{", "{'goal': 1}", '{"goal": NaN}', b"\xff\xfe{", "[" * 100_000, '{"goal": "a"} x', b"\x00"]
)
def test_malformed_json_is_told_as_such(api: Any, body: Any) -> None:
    assert "JSON" in problem(api.send("POST", "/missions", body), 422)["detail"]


@pytest.mark.parametrize("body", ["null", "[]", "3", '"goal"', "{}", '{"goal": 7}', '{"goal": ["x"]}', ""])
def test_bodies_of_another_shape_name_what_does_not_fit(api: Any, body: str) -> None:
    assert problem(api.send("POST", "/missions", body), 422)["errors"]


def test_a_field_that_does_not_fit_is_pointed_at(api: Any) -> None:
    errors = problem(api.post("/missions", {"goal": 7}), 422)["errors"]
    assert errors[0]["pointer"] == "#/goal"


def test_a_body_that_is_no_json_by_its_header_is_refused(api: Any) -> None:
    problem(api.send("POST", "/missions", "goal=x", "application/x-www-form-urlencoded"), 415)


def test_a_body_of_more_than_a_megabyte_is_refused(api: Any) -> None:
    problem(api.send("POST", "/missions", '{"goal": "' + "x" * 1_100_000 + '"}'), 413)


def test_nobody_is_told_how_to_log_in(nobody: Any) -> None:
    answer = nobody.get("/missions")
    assert "token" in problem(answer, 401)["detail"]
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("token", ["", "oy_unknown", "Bearer", "ÿ", "a b c"])
def test_tokens_that_nobody_has_let_nobody_in(owner: Any, token: str) -> None:
    client = Client()
    client.force_login(owner)
    problem(client.get("/api/me", headers={"authorization": f"Bearer {token}"}), 401)


def test_unknown_addresses_are_missing(api: Any, nobody: Any) -> None:
    for path in ("/nothing", "/missions/", "/missions/x/y/z", "/"):
        problem(api.get(path), 404)
        problem(nobody.get(path), 404)


@pytest.mark.parametrize("mission_id", ["x", "0", "00000000-0000-0000-0000-000000000000", "%00", "..%2f"])
def test_ids_that_name_nothing_are_missing(api: Any, mission_id: str) -> None:
    problem(api.get(f"/missions/{mission_id}"), 404)


def test_a_thousand_parameters_are_no_fault_of_ours(api: Any) -> None:
    problem(api.get("/missions?" + "q=pasta&" * 1_001), 400)


def test_methods_that_an_address_does_not_take_are_named(api: Any) -> None:
    answer = api.send("DELETE", "/missions")
    problem(answer, 405)
    assert answer["Allow"] == "GET, POST"


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1000", "limit=x", "tab=secret", "cursor=%00", "cursor=abc"]
)
def test_parameters_that_do_not_fit_are_named(api: Any, query: str) -> None:
    assert problem(api.get(f"/missions?{query}"), 400)["errors"]


def test_a_session_needs_its_csrf_token_for_changes_only(owner: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    assert client.get("/api/me").status_code == 200
    problem(client.post("/api/missions", {"goal": "x"}, content_type="application/json"), 403)
    client.cookies[settings_csrf()] = "a" * 32
    answer = client.post(
        "/api/missions", {"goal": "pasta"}, content_type="application/json", headers={"x-csrftoken": "a" * 32}
    )
    assert answer.status_code == 201


def settings_csrf() -> str:
    from django.conf import settings

    return str(settings.CSRF_COOKIE_NAME)


@pytest.mark.parametrize(
    "error",
    [OperationalError("connection to server at 10.0.0.7 failed: password secret"), RedisAway("secret:6379")],
)
def test_a_database_that_is_away_is_a_503_that_leaks_nothing(
    api: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    answer = broken(api, monkeypatch, error)
    assert "secret" not in answer.content.decode()
    assert "Try again" in problem(answer, 503)["detail"]
    assert answer["Retry-After"]


def test_a_full_disk_is_named(api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = broken(api, monkeypatch, OperationalError("could not extend file: No space left on device"))
    assert "disk is full" in problem(answer, 503)["detail"]


def test_an_error_of_ours_is_a_500_with_a_reference_and_no_words_of_the_person_in_the_log(
    api: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer = broken(api, monkeypatch, RuntimeError("the goal was: my secret wedding"))
    reference = problem(answer, 500)["reference"]
    assert reference in caplog.text
    assert "wedding" not in caplog.text + answer.content.decode()


def broken(api: Any, monkeypatch: pytest.MonkeyPatch, error: Exception) -> Any:
    def fail(**given: Any) -> None:
        raise error

    monkeypatch.setattr(services, "create_mission", fail)
    return api.post("/missions", {"goal": "pasta"})
