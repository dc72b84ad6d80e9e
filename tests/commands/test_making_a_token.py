"""`manage.py token`: a token for who is there or is made, and a sentence for everything else."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from trust.models import User


def token(*arguments: str) -> str:
    out = StringIO()
    call_command("token", *arguments, stdout=out)
    return out.getvalue().strip()


def status_with(token: str) -> int:
    return Client().get("/api/missions", headers={"Authorization": f"Bearer {token}"}).status_code


def test_somebody_who_is_there_gets_a_token_that_works(db: None, owner: User) -> None:
    assert status_with(token(owner.email.upper())) == 200
    assert User.objects.filter(email=owner.email).count() == 1


def test_with_create_the_account_is_made_once_and_may_not_administer(db: None) -> None:
    for _ in range(2):
        assert status_with(token("new@example.org", "--create")) == 200
    made = User.objects.get(email="new@example.org")
    assert (made.is_superuser, made.is_staff) == (False, False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nobody@example.org"], "There is nobody with the address nobody@example.org"),
        (["foo", "--create"], "“foo” is not a mail address, so no account was made."),
        (["", "--create"], "“” is not a mail address"),
        (["foo"], "There is nobody with the address foo"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(db: None, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        token(*arguments)
    assert not User.objects.exists()


def test_an_account_that_is_switched_off_gets_none(db: None, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(is_active=False)
    with pytest.raises(CommandError, match="is switched off"):
        token(owner.email, "--create")
