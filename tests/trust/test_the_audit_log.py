"""What was written into the audit log stays as it was written."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

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
