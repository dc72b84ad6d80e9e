"""Which words are names of people: given names and family names of some eighty languages and lands."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Final

_LISTS: Final = "faker.providers.person"
"""The package of lists, imported with the first look, not by each process as it starts."""


@cache
def given_names() -> frozenset[str]:
    """Given names, casefolded, in Latin and in their own letters. The first call reads them all (0.2 s)."""
    return frozenset(_named("first_name", "first_romanized"))


@cache
def family_names() -> frozenset[str]:
    """Family names, casefolded, as given names are."""
    return frozenset(_named("last_name", "last_romanized"))


def _named(*prefixes: str) -> Iterator[str]:
    for module in pkgutil.iter_modules(import_module(_LISTS).__path__, f"{_LISTS}."):
        provider = vars(import_module(module.name).Provider)
        for attribute, names in provider.items():
            if attribute.startswith(prefixes) and not callable(names) and not isinstance(names, property):
                yield from (str(name).casefold() for name in names)
