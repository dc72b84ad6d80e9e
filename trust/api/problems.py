"""Errors as problem details (RFC 9457): one shape, nothing of the inside."""

from __future__ import annotations

import json
import logging
import traceback
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from pydantic import BaseModel, Field

from ownyou.lib import storage
from ownyou.lib.errors import BadParameter, Conflict, InvalidInput, OwnYouError

log = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"
CODES = {401: "unauthorized", 403: "forbidden", 404: "not_found", 405: "method_not_allowed"}


class ProblemPart(BaseModel):
    """One thing that is wrong with a request, and where: in the body (`pointer`) or a `parameter`."""

    detail: str
    pointer: str | None = None
    parameter: str | None = None


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    type: str = Field(examples=["urn:ownyou:problem:conflict"])
    title: str
    status: int
    detail: str
    errors: list[ProblemPart] | None = Field(None, description="of a 400 or 422: what does not fit")
    current: dict[str, Any] | None = Field(None, description="of a 409: how the thing is now")
    reference: str | None = Field(None, description="of a 500: what to look for in the log")


class UnsupportedMedia(OwnYouError):
    """The body must be JSON, with the header Content-Type: application/json."""

    status = 415
    code = "unsupported_media_type"


class TooLarge(OwnYouError):
    """The body is larger than 1 MB. Nothing of it was kept."""

    status = 413
    code = "too_large"


def problem(status: int, detail: str, *, code: str = "", **more: Any) -> HttpResponse:
    """Return a problem as a response."""
    phrase = HTTPStatus(status).phrase
    code = code or CODES.get(status) or phrase.lower().replace(" ", "_")
    body = {"type": f"urn:ownyou:problem:{code}", "title": phrase, "status": status, "detail": detail, **more}
    response = HttpResponse(json.dumps(body, cls=DjangoJSONEncoder), status=status, content_type=CONTENT_TYPE)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if status == 503:
        response["Retry-After"] = "5"
    return response


def install(api: NinjaAPI) -> None:
    """Make an API answer all its errors as problems."""
    api.add_exception_handler(OwnYouError, of_ours)
    api.add_exception_handler(ValidationError, of_validation)
    api.add_exception_handler(HttpError, of_http)
    api.add_exception_handler(Http404, of_missing)
    api.add_exception_handler(RequestDataTooBig, of_size)
    for made_up in (SuspiciousOperation, BadRequest):
        api.add_exception_handler(made_up, of_nonsense)
    for away in storage.AWAY:
        api.add_exception_handler(away, of_storage)
    api.add_exception_handler(Exception, of_surprise)


def of_ours(request: HttpRequest, error: Any) -> HttpResponse:
    more: dict[str, Any] = {}
    if isinstance(error, Conflict) and error.detail:
        more["current"] = error.detail
    if isinstance(error, InvalidInput):
        more["errors"] = _parts_of(error)
    if isinstance(error, BadParameter):
        more["errors"] = [{"detail": error.message, "parameter": str(error.detail.get("parameter", ""))}]
    return problem(error.status, error.message, code=error.code, **more)


def _parts_of(error: InvalidInput) -> list[dict[str, str]]:
    """All that does not fit. Details of acts are named `acts.<id>.<name>`, with the value that is `known` for
    the words in their place."""
    known = {place: {"known": value} for place, value in error.known.items()}
    return [_part_of(place, words) | known.get(place, {}) for place, words in error.wrong.items()]


def _part_of(field: str, words: str) -> dict[str, str]:
    if field.isidentifier():
        return {"detail": words, "pointer": f"#/{field}"}
    return {"detail": words, "field": field} if field.startswith("acts.") else {"detail": words}


def of_validation(request: HttpRequest, error: Any) -> HttpResponse:
    """What does not fit a path names nothing; the rest is told piece by piece: 400 for parameters, 422 for
    what a body says."""
    if any(part["loc"][0] == "path" for part in error.errors):
        return of_missing(request, error)
    parts = [_validation_part(part) for part in error.errors]
    where = parts[0].get("pointer", "").rpartition("/")[2] or parts[0].get("parameter", "")
    words = f"{where}: {parts[0]['detail']}" if where else parts[0]["detail"]
    status, code = (422, "invalid_input") if "parameter" not in parts[0] else (400, BadParameter.code)
    return problem(status, f"The request does not fit. {words}.", code=code, errors=parts)


def _validation_part(part: dict[str, Any]) -> dict[str, str]:
    source, *inside = (str(step) for step in part["loc"])
    if source != "body":
        return {"detail": part["msg"], "parameter": ".".join(inside)}
    # The first step within a body is the name of our own argument, which the sender does not know.
    return {"detail": part["msg"], "pointer": "#" + "".join(f"/{step}" for step in inside[1:])}


def of_http(request: HttpRequest, error: Any) -> HttpResponse:
    if error.status_code == 401:
        return problem(401, "Log in, or send a valid token as “Authorization: Bearer …”.")
    return problem(error.status_code, str(error))


def of_missing(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(404, "There is no such thing here.")


def of_size(request: HttpRequest, error: Any) -> HttpResponse:
    return of_ours(request, TooLarge())


def of_nonsense(request: HttpRequest, error: Any) -> HttpResponse:
    """What Django refuses to read at all, such as a thousand parameters."""
    return problem(400, "The request cannot be read.")


def of_storage(request: HttpRequest, error: Any) -> HttpResponse:
    log.error("storage unavailable: %s", type(error).__name__)
    return problem(503, storage.words_for(error), code="unavailable")


def of_surprise(request: HttpRequest, error: Any) -> HttpResponse:
    """An error of ours. Its message may hold a person's words, so the log gets the place only."""
    if storage.is_away(error):
        return of_storage(request, error)
    reference = uuid4().hex[:12]
    place = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s at %s %s [%s]\n%s", type(error).__name__, request.method, request.path, reference, place)
    words = "Something went wrong on our side. What was saved before is safe. Try again."
    return problem(500, words, code="error", reference=reference)
