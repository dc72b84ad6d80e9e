"""The edge of the API: what every operation passes, once, before and after ninja."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils import timezone, translation
from ninja import NinjaAPI

from trust.api.auth import person_of
from trust.api.bodies import read_body
from trust.api.idempotency import key_of, once
from trust.api.problems import of_size, of_surprise, problem

View = Callable[..., HttpResponse]
AsyncView = Callable[..., Coroutine[Any, Any, HttpResponseBase]]


def guarded(view: View, api: NinjaAPI) -> View:
    """Give an operation its person's language and zone, a read body, repeatable POSTs and plain errors."""

    @wraps(view)
    def guard(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return _plain(_answer(request, lambda: view(request, *args, **kwargs)))
        except Exception as error:  # an edge: whatever it is, the answer is a problem
            return api.on_exception(request, error)

    return guard


def guarded_alone(view: AsyncView) -> AsyncView:
    """Let an async view that stands beside ninja answer what it did not expect as a problem, too."""

    @wraps(view)
    async def guard(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return await view(request, *args, **kwargs)
        except RequestDataTooBig as error:
            return of_size(request, error)
        except Exception as error:  # an edge: whatever it is, the answer is a problem
            return of_surprise(request, error)

    return guard


def _answer(request: HttpRequest, work: Callable[[], HttpResponse]) -> HttpResponse:
    person = person_of(request)
    if person is None:
        return work()
    read_body(request)
    key = key_of(request)
    with translation.override(person.language), timezone.override(person.zone):
        return once(request, person, key, work) if key else work()


def _plain(response: HttpResponse) -> HttpResponse:
    if not isinstance(response, HttpResponseNotAllowed):
        return response
    allowed = ", ".join(sorted(response["Allow"].split(", ")))
    refused = problem(405, f"That address takes {allowed}.")
    refused["Allow"] = allowed
    return refused
