"""A home typed with a slip: the near city is offered, and what was typed is kept where it is meant."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from agency.reasoning.slots.places import meant_city
from missions.people import home_from
from trust.models import User

PROFILE = {"time_zone": "Europe/Berlin", "currency": "EUR", "language": "en", "theme": "auto", "name": ""}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Madird", "Madrid"), ("Lisbonn", "Lisbon"), ("Stockhlom", "Stockholm"), ("Barcellonna", "Barcelona")],
)
def test_a_slip_is_told_from_a_name(typed: str, meant: str) -> None:
    assert meant_city(typed) == meant


@pytest.mark.parametrize("typed", ["Madrid", "Rom", "Little Snoring", "Over the hills", "Qqqqq", "", "x"])
def test_what_is_on_the_map_or_near_nothing_is_no_slip(typed: str) -> None:
    assert meant_city(typed) is None


@pytest.mark.parametrize("page", ["settings_profile", "onboarding_home"])
def test_the_near_city_is_offered_before_anything_is_kept(client: Client, owner: User, page: str) -> None:
    client.force_login(owner)
    before = owner.home_name
    answer: Any = client.post(reverse(page), {**PROFILE, "home": "Madird"})
    text = answer.content.decode()
    assert "Did you mean Madrid?" in text
    assert 'value="Madird"' in text
    owner.refresh_from_db()
    assert owner.home_name == before


def test_the_city_offered_is_taken(client: Client, owner: User) -> None:
    client.force_login(owner)
    client.post(
        reverse("settings_profile"), {**PROFILE, "home_as_typed": "Madird", "home": ["Madird", "Madrid"]}
    )
    owner.refresh_from_db()
    assert owner.home_name == "Madrid"


def test_what_was_typed_stays_where_it_is_meant(client: Client, owner: User) -> None:
    client.force_login(owner)
    client.post(reverse("settings_profile"), {**PROFILE, "home_as_typed": "Madird", "home": "Madird"})
    owner.refresh_from_db()
    assert owner.home_name == "Madird"


@pytest.mark.parametrize(
    ("home", "had", "shown", "given", "kept"),
    [
        (None, ("UTC", "USD"), ("", ""), None, ("Europe/Berlin", "EUR")),  # the first step was skipped
        ("Xqzzvlt", ("UTC", "USD"), ("", ""), None, ("Europe/Berlin", "EUR")),  # on no map
        ("New York", ("America/New_York", "USD"), ("", ""), None, ("Europe/Berlin", "EUR")),
        ("New York", ("Asia/Tokyo", "CHF"), ("Asia/Tokyo", "CHF"), None, ("Asia/Tokyo", "CHF")),
        ("New York", ("America/New_York", "USD"), ("", ""), ("UTC", "GBP"), ("UTC", "GBP")),
        ("Berlin", ("UTC", "USD"), ("UTC", "USD"), ("", ""), ("Europe/Berlin", "EUR")),
    ],
)
def test_the_zone_and_the_currency_follow_a_home_that_changes_unless_others_were_chosen(
    client: Client,
    owner: User,
    home: str | None,
    had: tuple[str, str],
    shown: tuple[str, str],
    given: tuple[str, str] | None,
    kept: tuple[str, str],
) -> None:
    owner.home, (owner.time_zone, owner.currency) = home_from(home) if home else None, had
    owner.save()
    client.force_login(owner)
    form: Any = client.get(reverse("settings_profile")).context["form"]
    assert (form["time_zone"].value(), form["currency"].value()) == shown
    zone, currency = given or shown
    sent = {**PROFILE, "home": "Berlin", "time_zone": zone, "currency": currency}
    client.post(reverse("settings_profile"), sent)
    owner.refresh_from_db()
    assert (owner.home_name, owner.time_zone, owner.currency) == ("Berlin", *kept)


def test_settings_say_what_the_one_used_at_home_is(client: Client, owner: User) -> None:
    owner.home, owner.time_zone, owner.currency = home_from("Berlin"), "Europe/Berlin", "CHF"
    owner.save()
    client.force_login(owner)
    page = client.get(reverse("settings_profile")).content.decode()
    assert "The one used at home (Europe/Berlin)" in page
    assert page.count("The one used at home") == 2
    assert "The one used at home (CHF)" not in page


@pytest.mark.parametrize("page", ["settings_profile", "onboarding_home"])
def test_a_home_on_no_map_is_said_to_be_unknown_before_it_is_kept(
    client: Client, owner: User, page: str
) -> None:
    client.force_login(owner)
    before = owner.home_name
    text = client.post(reverse(page), {**PROFILE, "home": "Qxzzyville"}).content.decode()
    assert "I find no “Qxzzyville” on the map" in text
    assert 'name="home_as_typed" value="Qxzzyville"' in text
    assert "data-zone" in text
    owner.refresh_from_db()
    assert owner.home_name == before
    client.post(reverse(page), {**PROFILE, "home_as_typed": "Qxzzyville", "home": "Qxzzyville"})
    owner.refresh_from_db()
    assert (owner.home_name, owner.time_zone) == ("Qxzzyville", "Europe/Berlin")


@pytest.mark.parametrize("page", ["settings_profile", "onboarding_home"])
def test_a_home_on_no_map_is_on_the_clock_of_the_browser(client: Client, owner: User, page: str) -> None:
    client.force_login(owner)
    sent = {**PROFILE, "home": "Qxzzyville", "time_zone": ""}
    text = client.post(reverse(page), sent).content.decode()
    assert 'name="browser_zone"' in text
    assert "That of this browser" in text
    sent = {**sent, "home_as_typed": "Qxzzyville", "browser_zone": "Europe/Lisbon"}
    client.post(reverse(page), sent)
    owner.refresh_from_db()
    assert (owner.home_name, owner.time_zone) == ("Qxzzyville", "Europe/Lisbon")


@pytest.mark.parametrize(
    ("language", "said"), [("de", "auch auf offenen Karten, bleibt in der Sprache"), ("en", "Saved.")]
)
def test_a_new_language_is_said_to_hold_from_now_on(
    client: Client, owner: User, language: str, said: str
) -> None:
    client.force_login(owner)
    sent = {**PROFILE, "home": "", "language": language}
    page = client.post(reverse("settings_profile"), sent, follow=True).content.decode()
    assert said in page
    assert ("auch auf offenen Karten" in page) is (language == "de")
