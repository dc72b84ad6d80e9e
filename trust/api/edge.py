"""The edge of the API: what every operation passes, once, before and after ninja."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone, translation
from ninja import NinjaAPI

from trust.api.auth import person_of
from trust.api.bodies import read_body
from trust.api.idempotency import key_of, once
from trust.api.problems import problem

View = Callable[..., HttpResponse]


def guarded(view: View, api: NinjaAPI) -> View:
    """Give an operation its person's language and zone, a read body, repeatable POSTs and plain errors."""

    @wraps(view)
    def guard(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return _plain(_answer(request, lambda: view(request, *args, **kwargs)))
        except Exception as error:  # an edge: whatever it is, the answer is a problem
            return api.on_exception(request, error)

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
