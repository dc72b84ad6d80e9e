"""Statements that run often are written for the server once, however long they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DataError, connection, transaction
from django.db.models import Model

from missions.models import Mission, Subgoal
from ownyou.lib import prepared
from ownyou.lib.prepared import prepared_cursor, rows_where
from trust.models import User

NAMES = [f"value{number}" for number in range(120)]
LONG = f"SELECT ARRAY[{', '.join(f'%({name})s::int' for name in NAMES)}] {'-- long ' * 1_000}\n"
COUNTED = "SELECT n FROM generate_series(1, %(most)s::int) n"
INVERSE = "SELECT 1 / %(of)s::float8"


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


@pytest.mark.django_db
def test_rows_are_as_the_orm_reads_them_plain_and_sealed_json_included(owner: User) -> None:
    mission = Mission.objects.create(user=owner, goal="A trip", mission_type="itinerary", slots={"days": 5})
    part = {"mission": mission, "user": owner, "title": "Where to sleep", "coordinator": "stays"}
    for position, before in enumerate(([], ["key0"], ["key0", "key1"])):
        key = f"key{position}"
        Subgoal.objects.create(**part, key=key, position=position, depends_on=before, facts={"at": position})
    for _again in range(7):  # beyond the point where the server keeps a plan
        rows = rows_where(Subgoal, "WHERE mission_id = %(mission)s ORDER BY position", mission=mission.pk)
        assert [vars_of(row) for row in rows] == [vars_of(row) for row in Subgoal.objects.of(mission)]
    [found] = rows_where(Mission, "WHERE id = %(id)s", but=("shortlist",), id=mission.pk)
    assert found.get_deferred_fields() == {"shortlist"}
    assert vars_of(found) == vars_of(Mission.objects.defer("shortlist").get(pk=mission.pk))
    assert found.shortlist == []


@pytest.mark.django_db
def test_two_that_read_the_same_statement_at_once_each_read_their_own() -> None:
    for _again in range(3):
        with prepared_cursor() as first:
            first.execute(COUNTED, {"most": 3})
            assert first.fetchone() == (1,)
            with prepared_cursor() as second:
                second.execute(COUNTED, {"most": 2})
                assert second.fetchall() == [(1,), (2,)]
            assert first.fetchall() == [(2,), (3,)]


@pytest.mark.django_db
def test_a_statement_goes_on_after_values_of_other_kinds_and_after_one_that_failed() -> None:
    for value, found in ((None, None), (2, 0.5), (2**40, 2**-40), (2.0, 0.5)):
        with prepared_cursor() as cursor:
            cursor.execute(INVERSE, {"of": value})
            assert cursor.fetchone() == (found,)
    for _again in range(2):
        with pytest.raises(DataError), transaction.atomic(), prepared_cursor() as cursor:
            cursor.execute(INVERSE, {"of": 0})
        with prepared_cursor() as cursor:
            cursor.execute(INVERSE, {"of": 4})
            assert cursor.fetchone() == (0.25,)


@pytest.mark.django_db
def test_no_more_is_kept_of_a_connection_than_of_its_last_statements() -> None:
    for number in range(prepared.ADAPTATIONS_KEPT + 10):
        with prepared_cursor() as cursor:
            cursor.execute(f"SELECT {number}")
            assert cursor.fetchone() == (number,)
        assert len(prepared._adaptations(connection.connection)) <= prepared.ADAPTATIONS_KEPT


def vars_of(row: Model) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if name != "_state"}
