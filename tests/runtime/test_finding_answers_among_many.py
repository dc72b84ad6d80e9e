"""What a run has not taken in is found by an index, however many decisions there are."""

from __future__ import annotations

import pytest
from django.db import connection

from ownyou.lib.ids import new_id
from trust.models import Decision

pytestmark = pytest.mark.django_db
INDEX = "decision_untaken"


def way_to(*conditions: str) -> str:
    """How PostgreSQL finds decisions of a run, where reading the whole table is not free."""
    sql = "SELECT id FROM trust_decision WHERE thread_id = %s AND consumed_at IS NULL AND " + " AND ".join(
        conditions
    )
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN " + sql, [new_id()])
        return "\n".join(row[0] for row in cursor.fetchall())


def test_what_has_ended_and_what_is_answered_are_found_by_it(db: None) -> None:
    assert INDEX in way_to("NOT (status = 'open')")
    assert INDEX in way_to("status = 'answered'")


def test_it_is_what_the_model_says(db: None) -> None:
    assert INDEX in {index.name for index in Decision._meta.indexes}
