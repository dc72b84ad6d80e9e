"""Statements that run often are written for the server once, however long they are."""

from __future__ import annotations

import pytest

from ownyou.lib import prepared
from ownyou.lib.prepared import prepared_cursor

NAMES = [f"value{number}" for number in range(120)]
LONG = f"SELECT ARRAY[{', '.join(f'%({name})s::int' for name in NAMES)}] {'-- long ' * 1_000}\n"


@pytest.mark.django_db
def test_a_long_statement_of_many_values_is_turned_into_the_servers_form_once() -> None:
    values = {name: number for number, name in enumerate(NAMES)}
    before = prepared._in_server_form.cache_info()
    for shift in (0, 1, 2):
        with prepared_cursor() as cursor:
            cursor.execute(LONG, {name: value + shift for name, value in values.items()})
            assert cursor.fetchone() == ([value + shift for value in values.values()],)
    after = prepared._in_server_form.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 2)


@pytest.mark.django_db
def test_one_without_values_is_taken_as_it_is() -> None:
    with prepared_cursor() as cursor:
        cursor.execute("SELECT 7 % 4")
        assert cursor.fetchone() == (3,)
