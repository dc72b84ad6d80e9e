"""A person's vectors in an index of their own, packed, instead of beside the hashes that keep a path unique."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import BTreeIndex
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("memory", "0001_memory_and_its_history"),
    ]

    operations: ClassVar = [
        migrations.RemoveConstraint(model_name="memoryitem", name="memory_once_per_key"),
        migrations.AddConstraint(
            model_name="memoryitem",
            constraint=models.UniqueConstraint(
                fields=("user", "namespace", "key_hash"), nulls_distinct=False, name="memory_once_per_key"
            ),
        ),
        migrations.AddIndex(
            model_name="memoryitem",
            index=BTreeIndex(
                fields=["user"],
                include=("id", "namespace", "embedding", "valid_from", "valid_until"),
                condition=models.Q(embedding__isnull=False),
                name="memory_by_meaning",
            ),
        ),
    ]
