"""What every request passes: content security policy, the person's time zone, plain errors."""

from __future__ import annotations

import logging
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.csp import CSP
from redis import RedisError

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
    """Show times in the person's zone and texts in their language."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(request.user.zone), translation.override(request.user.language):
            return get_response(request)

    return middleware


def full_page_login(get_response: GetResponse) -> GetResponse:
    """Send a fragment's request whose session has ended to the login as a whole page, not into its panel."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        login = resolve_url(settings.LOGIN_URL)
        if not request.headers.get("HX-Request") or not response.get("Location", "").startswith(login):
            return response
        here = urlsplit(request.headers.get("HX-Current-URL", "")).path or "/"
        return HttpResponse(status=401, headers={"HX-Redirect": f"{login}?{urlencode({'next': here})}"})

    return middleware


class plain_errors:
    """Turn what went wrong into a page that says what happened, what was kept and what to do.

    The API answers for itself (problem+json); this is for pages and fragments.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OwnYouError):
            return self._page(request, error.status, error.message)
        if isinstance(error, OperationalError | InterfaceError | RedisError):
            log.error("storage unavailable: %s", type(error).__name__)
            return self._page(request, 503, storage_message(error))
        return None

    def _page(self, request: HttpRequest, status: int, message: str) -> HttpResponse:
        context = {"status": status, "message": message}
        template = "errors/fragment.html" if request.headers.get("HX-Request") else "errors/page.html"
        # Without the request: its context asks for the person, and the database may be what is missing.
        return HttpResponse(render_to_string(template, context), status=status)


def storage_message(error: Exception) -> str:
    """Say in plain words what a failing database or Redis means for the person."""
    if "No space left" in str(error) or "disk full" in str(error).lower():
        return (
            "The disk is full, so this was not saved. Nothing else was lost. Free some space and try again."
        )
    return "The database is not answering right now. What you saved before is safe. Try again in a moment."
