"""Mails that the door sends: in our words and the reader's language, without the machine in the subject."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from trust.models import User


@pytest.fixture
def with_a_mail_server(settings: Any) -> None:
    settings.EMAIL_URL = "mail.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [
        ("en", "OwnYou: set a new password", "Set it here:"),
        ("de", "OwnYou: neues Passwort setzen", "Setze es hier:"),
    ],
)
def test_a_new_password_is_asked_for_in_our_words(
    with_a_mail_server: None, owner: User, language: str, subject: str, words: str
) -> None:
    client = Client(headers={"accept-language": language})
    client.post(reverse("account_reset_password"), {"email": owner.email})
    (letter,) = mail.outbox
    assert letter.subject == subject
    assert words in letter.body
    assert "/accounts/password/reset/key/" in letter.body
    assert "Hello from" not in letter.body


@pytest.mark.django_db
def test_who_has_no_account_is_told_so(with_a_mail_server: None) -> None:
    Client().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    (letter,) = mail.outbox
    assert letter.subject == "OwnYou: there is no account with this address"
    assert reverse("account_signup") in letter.body
