"""Signing up: allauth's adapter, and the services behind onboarding and settings."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy

from trust import audit
from trust.models import User

FIRST_ACCOUNT = 0x6F77_6E31
"""Key of the advisory lock under which who signs up first becomes the admin."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """On a laptop who signs up first is the admin; everybody starts with onboarding, in the language seen."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy("This address and this password do not belong together."),
    }

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user = super().save_user(request, user, form, commit=False)
        user.language = get_language() or settings.LANGUAGE_CODE
        with transaction.atomic():
            if settings.EMBEDDED and _no_admin_yet():
                user.is_staff = user.is_superuser = True
            user.save()
            audit.note("signed_up", user_id=user.pk, actor=user, admin=user.is_superuser)
        return user

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        user = request.user
        if isinstance(user, User) and user.onboarding != User.Onboarding.DONE:
            return reverse(f"onboarding_{user.onboarding}")
        return str(super().get_login_redirect_url(request))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return self.get_login_redirect_url(request)


def _no_admin_yet() -> bool:
    """Whether nobody is the admin. Accounts that the command line made are not; two people who sign up at
    once are looked at one after the other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FIRST_ACCOUNT])
    return not User.objects.filter(is_superuser=True).exists()


def set_home(
    *, user: User, home: dict[str, object] | None, time_zone: str, currency: str, language: str
) -> None:
    """Keep where the person lives and how they write time and money."""
    user.home, user.time_zone, user.currency, user.language = home, time_zone, currency, language
    user.save(update_fields=["home", "time_zone", "currency", "language"])


def move_onboarding(*, user: User, to: User.Onboarding) -> None:
    """Go to the next step of onboarding. Skipping is a step as well."""
    user.onboarding = to
    user.save(update_fields=["onboarding"])
