"""Values of one owner are opened with one look at their key, and nobody else's values with it."""

from __future__ import annotations

from typing import Any

import pytest

from ownyou.lib import crypto
from ownyou.lib.errors import KeyLost

pytestmark = pytest.mark.django_db


def test_an_opener_opens_its_owners_values_only(owner: Any, stranger: Any) -> None:
    mine, theirs = (crypto.encrypt(user.pk, b"words", context="place") for user in (owner, stranger))
    opened = crypto.opener(owner.pk, context="place")
    assert opened(mine) == b"words" == crypto.decrypt(mine, context="place")
    with pytest.raises(KeyLost):
        opened(theirs)


@pytest.mark.parametrize(
    "harm", [lambda sealed: sealed[:-1] + b"x", lambda sealed: b"", lambda sealed: sealed[1:]]
)
def test_what_was_tampered_with_is_not_opened(owner: Any, harm: Any) -> None:
    sealed = crypto.encrypt(owner.pk, b"words", context="place")
    for opened in (
        crypto.opener(owner.pk, context="place"),
        lambda value: crypto.decrypt(value, context="place"),
    ):
        with pytest.raises(KeyLost):
            opened(harm(sealed))


def test_a_value_moved_to_another_place_is_not_opened(owner: Any) -> None:
    sealed = crypto.encrypt(owner.pk, b"words", context="place")
    with pytest.raises(KeyLost):
        crypto.opener(owner.pk, context="elsewhere")(sealed)
