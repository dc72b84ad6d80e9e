"""Who is not known yet is answered in the browser's language, and keeps it when signing up."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from trust.models import User

GERMAN, FRENCH = "de-AT,de;q=0.9,en;q=0.5", "fr-FR,fr;q=0.9"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "language", "words"),
    [
        (GERMAN, "de", "Registrieren"),
        ("en-US", "en", "Sign up"),
        (FRENCH, "en", "Sign up"),
        ("", "en", "Sign up"),
    ],
)
def test_the_entrance_speaks_the_browsers_language(accepted: str, language: str, words: str) -> None:
    page = Client().get(reverse("account_signup"), HTTP_ACCEPT_LANGUAGE=accepted)
    assert f'<html lang="{language}"' in page.content.decode()
    assert words in page.content.decode()
    assert "Accept-Language" in page.headers["Vary"]


@pytest.mark.django_db
def test_who_signs_up_in_german_has_german_from_then_on() -> None:
    browser, secret = Client(), "quite a long phrase 7"
    form = {"email": "ada@example.org", "password1": secret}
    browser.post(reverse("account_signup"), form, HTTP_ACCEPT_LANGUAGE=GERMAN)
    assert User.objects.get(email="ada@example.org").language == "de"
    first_step = browser.get(reverse("onboarding_home"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "Wo bist du?" in first_step
    assert 'value="de" selected' in first_step


@pytest.mark.django_db
def test_what_a_person_chose_counts_more_than_the_browser() -> None:
    person = User.objects.create_user("ada@example.org", language="en", onboarding=User.Onboarding.DONE)
    browser = Client()
    browser.force_login(person)
    page = browser.get(reverse("settings_profile"), HTTP_ACCEPT_LANGUAGE=GERMAN).content.decode()
    assert '<html lang="en"' in page
    assert "Einstellungen" not in page
