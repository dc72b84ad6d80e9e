"""What a person is greeted with: their name, or what of their address could be one."""

from __future__ import annotations

import pytest

from trust.models import User


@pytest.mark.parametrize(
    ("name", "email", "called"),
    [
        ("Mira Novak", "m@example.org", "Mira"),
        ("", "mira.novak@example.org", "Mira"),
        ("", "mira1984@example.org", "Mira"),
        ("", "mira-home+shop@example.org", "Mira"),
        ("", "4711@example.org", "4711"),
    ],
)
def test_the_name_or_the_start_of_the_address(name: str, email: str, called: str) -> None:
    assert User(name=name, email=email).first_name == called
