"""What every request passes: content security policy, the person's time zone, plain errors."""

from __future__ import annotations

import logging
import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.shortcuts import render
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
        try:
            timezone.activate(request.user.zone)
        except zoneinfo.ZoneInfoNotFoundError:
            timezone.activate("UTC")
        with translation.override(request.user.language):
            response = get_response(request)
        timezone.deactivate()
        return response

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
        if isinstance(error, Http404 | PermissionDenied | DatabaseError):
            return None
        return None

    def _page(self, request: HttpRequest, status: int, message: str) -> HttpResponse:
        context = {"status": status, "message": message}
        template = "errors/fragment.html" if request.headers.get("HX-Request") else "errors/page.html"
        return render(request, template, context, status=status)


def storage_message(error: Exception) -> str:
    """Say in plain words what a failing database or Redis means for the person."""
    if "No space left" in str(error) or "disk full" in str(error).lower():
        return (
            "The disk is full, so this was not saved. Nothing else was lost. Free some space and try again."
        )
    return "The database is not answering right now. What you saved before is safe. Try again in a moment."
