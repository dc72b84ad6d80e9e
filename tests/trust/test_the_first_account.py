"""On a laptop who signs up first is the admin, and nobody after."""

from __future__ import annotations

import re
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


@pytest.mark.django_db
@pytest.mark.parametrize("embedded", [True, False])
def test_an_account_made_on_the_command_line_does_not_keep_the_first_person_from_it(
    settings: Any, embedded: bool
) -> None:
    settings.EMBEDDED = embedded
    User.objects.create_user("token@example.org")
    first, second = sign_up("ada@example.org"), sign_up("ben@example.org")
    assert (first.is_superuser, second.is_superuser) == (embedded, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "field"), [("account_signup", 'name="email"'), ("account_login", 'name="login"')]
)
def test_who_comes_to_the_door_can_write_their_address_at_once(page: str, field: str) -> None:
    sign_up("ada@example.org")
    page_shown = Client().get(reverse(page)).content.decode()
    [focused] = re.findall(r"<input[^>]*\bautofocus\b[^>]*>", page_shown)
    assert field in focused


@pytest.mark.django_db
def test_on_a_fresh_machine_the_front_page_leads_to_the_first_account(settings: Any) -> None:
    settings.EMBEDDED = True
    assert Client().get("/", follow=True).redirect_chain[-1][0].startswith(reverse("account_signup"))
    sign_up("ada@example.org")
    assert Client().get("/", follow=True).redirect_chain[-1][0].startswith(reverse("account_login"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("home", "chosen", "expected"),
    [
        ("Paris", "", "EUR"),
        ("London", "", "GBP"),
        ("Paris", "USD", "USD"),
        ("", "", "USD"),
        ("Nowhereville", "", "USD"),
    ],
)
def test_the_currency_is_the_one_used_at_home_unless_chosen(home: str, chosen: str, expected: str) -> None:
    person = sign_up("ada@example.org")
    browser = Client()
    browser.force_login(person)
    form = {"home": home, "home_as_typed": home, "time_zone": "UTC", "currency": chosen, "language": "en"}
    assert browser.post(reverse("onboarding_home"), form).status_code == 302
    person.refresh_from_db()
    assert person.currency == expected


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("home", "chosen", "browser_zone", "expected"),
    [
        ("Berlin", "", "UTC", "Europe/Berlin"),
        ("Berlin", "", "", "Europe/Berlin"),
        ("California", "", "UTC", "America/Los_Angeles"),
        ("Berlin", "Asia/Tokyo", "UTC", "Asia/Tokyo"),
        ("", "", "Europe/Lisbon", "Europe/Lisbon"),
        ("Nowhereville", "", "Europe/Lisbon", "Europe/Lisbon"),
        ("", "", "Mars/Olympus", "UTC"),
    ],
)
def test_the_zone_is_that_of_home_unless_chosen_and_else_the_browsers(
    home: str, chosen: str, browser_zone: str, expected: str
) -> None:
    person = User.objects.create_user("ada@example.org")
    browser = Client()
    browser.force_login(person)
    form = {
        "home": home,
        "home_as_typed": home,
        "time_zone": chosen,
        "browser_zone": browser_zone,
        "language": "en",
    }
    assert browser.post(reverse("onboarding_home"), form).status_code == 302
    person.refresh_from_db()
    assert person.time_zone == expected


@pytest.mark.django_db
def test_a_first_step_that_is_skipped_fixes_neither_zone_nor_currency() -> None:
    person = User.objects.create_user("ada@example.org")
    browser = Client()
    browser.force_login(person)
    browser.post(reverse("onboarding_home"), {"skip": "1", "browser_zone": "America/Chicago"})
    person.refresh_from_db()
    assert (person.home, person.time_zone) == (None, "America/Chicago")
    form = browser.get(reverse("onboarding_home")).context["form"]
    assert (form["time_zone"].value(), form["currency"].value()) == ("", "")


@pytest.mark.django_db
@pytest.mark.parametrize("onward", ["", "/", "/memory/"])
def test_who_signs_up_takes_the_first_steps_wherever_they_came_from(onward: str) -> None:
    browser, secret = Client(), "quite a long phrase 7"
    form = {"email": "ada@example.org", "password1": secret, "next": onward}
    browser.post(reverse("account_signup"), form)
    assert browser.get("/").headers["Location"] == reverse("onboarding_home")
    browser.post(reverse("onboarding_home"), {"skip": "1"})
    assert browser.get("/").headers["Location"] == reverse("onboarding_tastes")
    browser.post(reverse("onboarding_tastes"), {"skip": "1"})
    assert browser.get("/").status_code == 200
