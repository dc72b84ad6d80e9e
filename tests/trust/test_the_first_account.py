"""On a laptop the first account is the admin, and only the first."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from trust.models import User


def sign_up(email: str) -> User:
    secret = "quite a long phrase 7"
    Client().post(reverse("account_signup"), {"email": email, "password1": secret, "password2": secret})
    return User.objects.get(email=email)


@pytest.mark.django_db
@pytest.mark.parametrize("embedded", [True, False])
def test_the_first_account_of_an_embedded_copy_is_the_admin(settings: Any, embedded: bool) -> None:
    settings.EMBEDDED = embedded
    first, second = sign_up("ada@example.org"), sign_up("ben@example.org")
    assert (first.is_superuser, second.is_superuser) == (embedded, False)
