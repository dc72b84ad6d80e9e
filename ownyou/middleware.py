"""What every request passes: content security policy, the person's time zone, plain errors."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.csp import CSP
from django.utils.translation import gettext as _

from ownyou.lib import storage
from ownyou.lib.errors import OwnYouError

log = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]

# The admin's theme uses Alpine (evaluates expressions) and inline styles and scripts of its own.
ADMIN_POLICY = {
    **settings.SECURE_CSP,
    "script-src": [CSP.SELF, CSP.UNSAFE_INLINE, CSP.UNSAFE_EVAL],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
}


class ContentSecurityPolicy(ContentSecurityPolicyMiddleware):
    """Django's policy, with a wider one for the admin pages only."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith("/admin/"):
            response._csp_config = ADMIN_POLICY  # type: ignore[attr-defined]
        return super().process_response(request, response)


def personal_time(get_response: GetResponse) -> GetResponse:
    """Show times in the person's zone and texts in their language; before log-in in the browser's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return _in_the_browsers_language(get_response, request)
        with timezone.override(request.user.zone), translation.override(request.user.language):
            return get_response(request)

    return middleware


def _in_the_browsers_language(get_response: GetResponse, request: HttpRequest) -> HttpResponse:
    """Answer who is not known yet in the language that the browser asks for, where it is one of ours."""
    with translation.override(translation.get_language_from_request(request)):
        response = get_response(request)
    patch_vary_headers(response, ("Accept-Language",))
    return response


def full_page_login(get_response: GetResponse) -> GetResponse:
    """Send a fragment's request whose session has ended to the login as a whole page, not into its panel."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        login = resolve_url(settings.LOGIN_URL)
        if not request.headers.get("HX-Request") or not response.get("Location", "").startswith(login):
            return response
        page = urlsplit(request.headers.get("HX-Current-URL", ""))
        here = urlunsplit(("", "", page.path or "/", page.query, ""))
        return HttpResponse(status=401, headers={"HX-Redirect": f"{login}?{urlencode({'next': here})}"})

    return middleware


class plain_errors:
    """Turn what went wrong into a page that says what happened, what was kept and what to do.

    The API answers for itself (problem+json); this is for pages and fragments.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.method == "GET" and not response.content:
            # Where a login leads back to what was sent before it, or an address of a form is opened again.
            message = _("Nothing was done here: this address takes only what a form sends.")
            page = error_page(request, 405, message)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OwnYouError):
            return error_page(request, error.status, error.message)
        return storage_page(request, error)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody else has caught (handler500): middlewares ask the database too, for the person."""
    error = sys.exc_info()[1]
    away = storage_page(request, error) if error is not None else None
    return away or error_page(request, 500, whole_page="500.html")


def storage_page(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """The page for storage that is away or full; None for any other error."""
    if not storage.is_away(error):
        return None
    log.error("storage unavailable: %s", type(error).__name__)
    return error_page(request, 503, storage.words_for(error))


def error_page(
    request: HttpRequest, status: int, message: str = "", *, whole_page: str = "errors/page.html"
) -> HttpResponse:
    """A whole page, or for htmx a fragment. It needs neither the person nor the database."""
    template = "errors/fragment.html" if request.headers.get("HX-Request") else whole_page
    # Without the request: its context asks for the person, and the database may be what is missing.
    return HttpResponse(render_to_string(template, {"status": status, "message": message}), status=status)
