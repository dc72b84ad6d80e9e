"""The forms at the door: who comes can write at once."""

from __future__ import annotations

from typing import Any

from allauth.account import forms


class SignupForm(forms.SignupForm):  # type: ignore[misc]
    """Begins in the field for the address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autofocus"] = True


class LoginForm(forms.LoginForm):  # type: ignore[misc]
    """Begins in the field for the address; after a try that failed in the one for the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = "password" if self.is_bound and self.data.get(self.add_prefix("login")) else "login"
        self.fields[field].widget.attrs["autofocus"] = True
