"""Which words are names of people: given names and family names of some eighty languages and lands."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import faker.providers.person as lists


@cache
def given_names() -> frozenset[str]:
    """Given names, casefolded, in Latin and in their own letters. The first call reads them all (0.2 s)."""
    return frozenset(_named("first_name", "first_romanized"))


@cache
def family_names() -> frozenset[str]:
    """Family names, casefolded, as given names are."""
    return frozenset(_named("last_name", "last_romanized"))


def _named(*prefixes: str) -> Iterator[str]:
    for module in pkgutil.iter_modules(lists.__path__, f"{lists.__name__}."):
        provider = vars(import_module(module.name).Provider)
        for attribute, names in provider.items():
            if attribute.startswith(prefixes) and not callable(names) and not isinstance(names, property):
                yield from (str(name).casefold() for name in names)
