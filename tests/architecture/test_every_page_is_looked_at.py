"""Every named route is a page that axe opens, or stands among the exceptions with a reason."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import NoReverseMatch, URLResolver, get_resolver, reverse

from tests.journeys.pages import ACCOUNT, DOORS, MADE, NOT_LOOKED_AT, PAGES

WITHOUT_PAGES = ("admin/", "api/", "metrics")
"""Where routes begin that are not of the product's pages: Django's admin, and what machines ask."""


def named_routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern)
        if path.startswith(WITHOUT_PAGES):
            continue
        if isinstance(pattern, URLResolver):
            yield from named_routes(pattern, path)
        elif pattern.name:
            yield pattern.name


def looked_at(routes: set[str]) -> set[str]:
    opened = {address.partition("?")[0] for address in (*PAGES, *DOORS, *ACCOUNT)}
    return {name for name in routes if address_of(name) in opened} | MADE


def address_of(name: str) -> str:
    """The address of a route; empty where it needs an argument."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def test_every_route_is_opened_by_axe_or_says_why_not() -> None:
    routes = set(named_routes(get_resolver()))
    assert routes - looked_at(routes) - set(NOT_LOOKED_AT) == set()


def test_no_exception_is_stale_or_looked_at_all_the_same() -> None:
    routes = set(named_routes(get_resolver()))
    assert set(NOT_LOOKED_AT) - routes == set()
    assert set(NOT_LOOKED_AT) & looked_at(routes) == set()
    assert routes >= MADE
