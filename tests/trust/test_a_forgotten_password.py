"""Who forgot the password is told what really helps: a link where mail is sent, a command where none is."""

from __future__ import annotations

import getpass
import re
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from trust.models import User

NEW = "another long phrase 9"


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
def test_without_a_mail_server_no_link_is_promised_and_none_written(
    settings: Any, tmp_path: Path, owner: User, method: str
) -> None:
    settings.EMAIL_URL = ""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    page = getattr(Client(), method)(reverse("account_reset_password"), {"email": owner.email})
    said = page.content.decode()
    assert page.status_code == 200
    assert "sends no mail" in said
    assert "manage.py changepassword" in said
    assert "Send the link" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_the_command_that_the_page_names_sets_a_password_to_log_in_with(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getpass", lambda prompt="": NEW)
    call_command("changepassword", owner.email, verbosity=0)
    client = Client()
    client.post(reverse("account_login"), {"login": owner.email, "password": NEW})
    assert client.session["_auth_user_id"] == str(owner.pk)


@pytest.mark.django_db
def test_after_a_wrong_password_one_writes_on_in_its_field(owner: User) -> None:
    page = Client().post(reverse("account_login"), {"login": owner.email, "password": "wrong"})
    assert "This address and this password do not belong together." in page.content.decode()
    [field] = [tag for tag in re.findall(r"<input[^>]*>", page.content.decode()) if "autofocus" in tag]
    assert 'name="password"' in field


@pytest.mark.django_db
def test_with_a_mail_server_the_link_is_sent(settings: Any, owner: User) -> None:
    settings.EMAIL_URL = "mail.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert "Send the link" in Client().get(reverse("account_reset_password")).content.decode()
    Client().post(reverse("account_reset_password"), {"email": owner.email})
    assert [letter.to for letter in mail.outbox] == [[owner.email]]
