"""The API: one NinjaAPI of the apps' routers, its errors, its document and its addresses."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver
from ninja import NinjaAPI, Router
from ninja.openapi.schema import OpenAPISchema

from agency.desires.api import router as desires_router
from agency.tools.mcp.api import router as servers_router
from feedback.api import router as feedback_router
from memory.api import router as memory_router
from missions.api import router as missions_router
from missions.plan_api import router as plans_router
from ownyou import agents_api
from trust.api import problems
from trust.api.actions import router as actions_router
from trust.api.auth import WAYS
from trust.api.bodies import JsonParser
from trust.api.edge import guarded
from trust.api.idempotency import HEADER
from trust.api.routes import router as trust_router
from trust.api.trusting import router as trusting_router

DESCRIPTION = """
What the pages can do, as JSON. Authenticate with `Authorization: Bearer TOKEN` (`manage.py token EMAIL`)
or with the session of a logged-in page (changes then need `X-CSRFToken`).

Lists are `{items, next}`; give `next` as `cursor` (of the feed: as `after`) for the following page.
Errors are problem details (RFC 9457, `application/problem+json`): 400 for a parameter of the address or a
header that has no value it can have, 404 for what is not there or not yours, 409 for what has changed
meanwhile, 422 for a body that does not fit. Send an `Idempotency-Key` with a POST
and you may repeat it safely for 24 hours: the same answer comes back, marked `Idempotent-Replay: true`.
Fields that are not known are ignored.
"""
KEY_PARAMETER = {
    "in": "header",
    "name": HEADER,
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 120, "pattern": r"^[\x21-\x7e]+$"},
    "description": "The same key with the same request gives the same answer, for 24 hours.",
}
PROBLEM_RESPONSE = {
    "description": "What went wrong",
    "content": {problems.CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


class Api(NinjaAPI):
    """A NinjaAPI whose every operation passes the edge, and whose document says so."""

    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        patterns, app, namespace = super().urls
        for pattern in patterns:
            if isinstance(pattern, URLPattern) and pattern.name not in ("openapi-json", "openapi-view"):
                exempt = getattr(pattern.callback, "csrf_exempt", False)
                pattern.callback = guarded(pattern.callback, self)
                pattern.callback.csrf_exempt = exempt  # type: ignore[attr-defined]
        return patterns, app, namespace

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        shape = problems.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schema["components"]["schemas"].update(
            {**shape.pop("$defs"), "Problem": shape, **agents_api.schemas()}
        )
        schema["paths"].update(agents_api.paths())
        for operations in schema["paths"].values():
            for method, operation in operations.items():
                operation["responses"]["default"] = PROBLEM_RESPONSE
                if method == "post" and operation["operationId"] not in agents_api.PLAIN:
                    operation["parameters"].append(KEY_PARAMETER)
        return schema

    def get_openapi_operation_id(self, operation: Any) -> str:
        return str(operation.view_func.__name__)


api = Api(
    title="OwnYou",
    version=settings.VERSION,
    description=DESCRIPTION,
    urls_namespace="api",
    auth=WAYS,
    parser=JsonParser(),
)
problems.install(api)
for part in (
    missions_router,
    desires_router,
    plans_router,
    trust_router,
    actions_router,
    trusting_router,
    servers_router,
    memory_router,
    feedback_router,
):
    api.add_router("", part)

rest = Router(auth=None)


@rest.api_operation(
    ["GET", "POST", "PUT", "PATCH", "DELETE"], "/{path:address}", include_in_schema=False, auth=None
)
def unknown(request: HttpRequest, address: str) -> None:
    """Whatever else is asked for is not here."""
    raise Http404


api.add_router("", rest)
