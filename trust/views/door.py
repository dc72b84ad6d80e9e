"""The door: logging in where there may be nobody yet, and getting in again without a password."""

from __future__ import annotations

from typing import Any

from allauth.account.views import LoginView, PasswordResetView
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ownyou.lib import mail
from trust.models import User


class LogIn(LoginView):  # type: ignore[misc]
    """allauth's page. On a fresh machine nobody can log in, so it leads to the first account."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.EMBEDDED and not User.objects.exists():
            return redirect("account_signup")
        page: HttpResponse = super().get(request, *args, **kwargs)
        return page


class ForgottenPassword(PasswordResetView):  # type: ignore[misc]
    """allauth's page. Where no mail server is configured no link can come, so it says what helps instead."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if mail.goes_to_files():
            return render(request, "account/password_reset_without_mail.html")
        page: HttpResponse = super().dispatch(request, *args, **kwargs)
        return page
