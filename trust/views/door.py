"""The door: logging in where there may be nobody yet."""

from __future__ import annotations

from typing import Any

from allauth.account.views import LoginView
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from trust.models import User


class LogIn(LoginView):  # type: ignore[misc]
    """allauth's page. On a fresh machine nobody can log in, so it leads to the first account."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.EMBEDDED and not User.objects.exists():
            return redirect("account_signup")
        page: HttpResponse = super().get(request, *args, **kwargs)
        return page
