"""What was written into the audit log stays as it was written."""

from __future__ import annotations

import psycopg
import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from psycopg import sql

from trust import audit
from trust.models import AuditEntry, User


def test_an_entry_is_not_edited(owner: User, stranger: User) -> None:
    entry = audit.note("grant_given", user_id=owner.pk, actor=owner, subject_kind="grant")
    for changes in ({"event": "grant_revoked"}, {"facts": {"on": True}}, {"actor": stranger}):
        with pytest.raises(IntegrityError, match="final"), transaction.atomic():
            AuditEntry.objects.filter(pk=entry.pk).update(**changes)
    entry.refresh_from_db()
    assert (entry.event, entry.facts, entry.actor) == ("grant_given", {}, owner)


def test_an_entry_outlives_the_account_of_who_did_it(owner: User) -> None:
    person = User.objects.create(email="gone@example.org")
    entry = audit.note("grant_given", user_id=person.pk, actor=person)
    person.delete()
    entry.refresh_from_db()
    assert (entry.actor, entry.event) == (None, "grant_given")


def test_the_application_deletes_no_entry(owner: User) -> None:
    entry = audit.note("grant_given", user_id=owner.pk, actor=owner)
    with pytest.raises(IntegrityError, match="kept"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).delete()
    with pytest.raises(IntegrityError, match="kept"), transaction.atomic():
        entry.delete()
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


def test_the_application_empties_no_audit_log_even_where_it_may_empty_tables(world: None) -> None:
    entry = audit.note("grant_given", user_id=None)
    role = sql.Identifier(connection.settings_dict["USER"])
    with psycopg.connect(settings.DATABASE_OWNER_URL, autocommit=True) as owning:
        owning.execute(sql.SQL("GRANT TRUNCATE ON trust_auditentry TO {}").format(role))
        with pytest.raises(IntegrityError, match="kept"), connection.cursor() as cursor:
            cursor.execute("TRUNCATE trust_auditentry")
        assert AuditEntry.objects.filter(pk=entry.pk).exists()
        owning.execute(sql.SQL("REVOKE TRUNCATE ON trust_auditentry FROM {}").format(role))
        owning.execute("DELETE FROM trust_auditentry WHERE id = %s", [entry.pk])
    assert not AuditEntry.objects.filter(pk=entry.pk).exists()


def test_what_an_account_did_outlives_it_word_for_word(owner: User) -> None:
    """Also where the entries are about the account itself: they say that it was, and what was done to it."""
    person = User.objects.create(email="gone@example.org")
    own = [
        audit.note("grant_given", user_id=person.pk, actor=person),
        audit.note("seen", user_id=person.pk, actor=owner),
    ]
    User.objects.filter(pk=person.pk).delete()
    kept = AuditEntry.objects.filter(user_id=person.pk).order_by("at")
    assert [(entry.pk, entry.actor) for entry in kept] == [(own[0].pk, None), (own[1].pk, owner)]
