"""Who asks: a bearer token, or the session of a page (then with CSRF for everything that changes)."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from ninja.errors import AuthorizationError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from trust import tokens
from trust.models import User

_FOUND = "_api_person"


class PersonApiRequest(HttpRequest):
    """A request to the API whose `auth` is a person."""

    auth: User


class TokenAuth(HttpBearer):
    """`Authorization: Bearer oy_…`."""

    openapi_description = "A token made by `manage.py token EMAIL`."

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        return tokens.user_of(token.strip())


class SessionAuth(APIKeyCookie):
    """The session cookie of somebody who is logged in. A request with a token stands or falls by it."""

    param_name = settings.SESSION_COOKIE_NAME
    openapi_description = "The session of a logged-in page; changes need the header X-CSRFToken."

    def __call__(self, request: HttpRequest) -> User | None:
        return None if "Authorization" in request.headers else self.authenticate(request, None)

    def authenticate(self, request: HttpRequest, key: str | None) -> User | None:
        if not request.user.is_authenticated:
            return None
        if check_csrf(request) is not None:
            raise AuthorizationError(403, "The CSRF token is missing or wrong. Send it as X-CSRFToken.")
        return request.user


class PersonAuth:
    """Let `person_of` answer for both ways, so that a request is looked up once."""

    def __init__(self, scheme: TokenAuth | SessionAuth) -> None:
        self.openapi_security_schema = scheme.openapi_security_schema
        self.openapi_name = getattr(scheme, "openapi_name", None) or type(scheme).__name__
        self.csrf = isinstance(scheme, SessionAuth)

    def __call__(self, request: HttpRequest) -> User | None:
        return person_of(request)


_token, _session = TokenAuth(), SessionAuth()
WAYS: list[Any] = [PersonAuth(_token), PersonAuth(_session)]
"""What `NinjaAPI(auth=…)` takes."""


def person_of(request: HttpRequest) -> User | None:
    """Return who asks, or None. Raises ninja's `AuthorizationError` when a session lacks its CSRF token."""
    if not hasattr(request, _FOUND):
        setattr(request, _FOUND, _token(request) or _session(request))
    return cast("User | None", getattr(request, _FOUND))
