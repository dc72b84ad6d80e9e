"""The request of a person who is logged in, and small answers that views share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from trust.models import User
from trust.views.context import place_of


class PersonRequest(HttpRequest):
    """A request whose `user` is a person."""

    user: User
    htmx: HtmxDetails


type PersonView = Callable[..., HttpResponse]


def person_required(view: PersonView) -> Callable[..., HttpResponse]:
    """Let only people who are logged in pass. A whole page notes where the feed is at before it reads.

    Who sends a form when their session has ended comes back to the page that the form is on.
    """

    @wraps(view)
    def placed(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_page_of(request))
        if request.method == "GET" and not request.htmx:
            place_of(request, request.user)
        return view(request, *args, **kwargs)

    return cast(Any, placed)  # type: ignore[no-any-return]


def _page_of(request: HttpRequest) -> str:
    """The page that is asked for, or that a form which is sent stands on; path and query."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    page = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()}):
        return "/"
    parts = urlsplit(page)
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))


def back_to(request: HttpRequest, default: str) -> HttpResponseRedirect:
    """Go to the page named by the form's `next`, if it is one of ours, else to `default`."""
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    return HttpResponseRedirect(wanted if safe else default)
