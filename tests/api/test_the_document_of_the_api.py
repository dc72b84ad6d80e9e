"""The OpenAPI document: complete, true to the answers, and shown by a page that runs under our policy."""

from __future__ import annotations

import json
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, settings

from ownyou.api import api as ninja_api
from trust.tokens import make_token


def document() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(Client().get("/api/openapi.json").content)
    return schema


def test_the_document_is_openapi_3_1_and_needs_no_login(db: None) -> None:
    schema = document()
    assert schema["openapi"].startswith("3.1")
    assert {"/api/missions", "/api/missions/{mission_id}", "/api/decisions", "/api/activity"} <= set(
        schema["paths"]
    )


def test_every_post_takes_an_idempotency_key_and_every_operation_tells_of_problems(db: None) -> None:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            assert "application/problem+json" in operation["responses"]["default"]["content"], path
            assert operation["security"], path
            assert operation["summary"], path
            names = [parameter["name"] for parameter in operation["parameters"]]
            repeatable = method == "post" and operation["operationId"] != "agents_approve"  # once by nature
            assert ("Idempotency-Key" in names) == repeatable, path


def test_the_page_loads_nothing_from_elsewhere_and_runs_nothing_inline(db: None) -> None:
    page = Client().get("/api/docs")
    text = page.content.decode()
    assert page.status_code == 200
    assert "https://" not in text
    assert "/static/ninja/swagger-ui-bundle" in text
    assert "unsafe-inline" not in page["Content-Security-Policy"]


@pytest.mark.timeout(280)
def test_no_generated_request_makes_an_error_of_ours_or_an_answer_beside_the_document(
    world: None, owner: Any, choice: Any
) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", _application())
    token = make_token(user=owner, name="generated requests")
    for result in schema.exclude(path="/api/v1/agents/activity/stream").get_all_operations():  # it never ends
        _try_out(result.ok(), token)


def _application() -> Any:
    from django.core.handlers.wsgi import WSGIHandler

    return WSGIHandler()


def _try_out(operation: Any, token: str) -> None:
    @hypothesis.given(case=operation.as_strategy())
    @settings(
        max_examples=8,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def requests_are_answered_as_documented(case: Any) -> None:
        answer = case.call(headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code < 500, (case.method, case.formatted_path, answer.status_code)
        if answer.status_code >= 400:
            assert answer.headers["content-type"][0].startswith("application/problem+json")
        case.validate_response(answer, checks=[schemathesis.checks.not_a_server_error])

    requests_are_answered_as_documented()


def test_operation_ids_are_unique(db: None) -> None:
    paths = ninja_api.get_openapi_schema(path_prefix="")["paths"]
    ids = [operation["operationId"] for methods in paths.values() for operation in methods.values()]
    assert len(ids) == len(set(ids))
