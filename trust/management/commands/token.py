"""`manage.py token EMAIL [--create]`: print an API token."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from trust.models import User
from trust.tokens import make_token


class Command(BaseCommand):
    help = "Print a new API token of a person; with --create, make the person first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--create", action="store_true", help="make the person when there is none")

    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"].strip().lower()
        user = User.objects.filter(email=email).first()
        if user is None and not options["create"]:
            raise CommandError(f"There is nobody with the address {email}. Add --create to make the account.")
        if user is None:
            user = _made(email)
        if not user.is_active:
            raise CommandError(f"The account {email} is switched off, so it gets no token.")
        self.stdout.write(make_token(user=user, name="command line"))


def _made(email: str) -> User:
    try:
        validate_email(email)
    except ValidationError:
        raise CommandError(f"“{email}” is not a mail address, so no account was made.") from None
    return User.objects.create_user(email, onboarding=User.Onboarding.DONE)
