"""Rows into the table: what is new is added, what changed is updated, the rest is left alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from agency.models.catalogue import CatalogueItem

_UNIQUE = ("source", "source_id")
_BATCH = 500


def write_items(source: str, columns: Iterable[dict[str, Any]]) -> tuple[int, int, int]:
    """Add or update the items of one source; returns how many were added, updated and unchanged.

    `columns` are those of `CatalogueRow.columns`, unique by source_id. All or nothing.
    """
    rows = list(columns)
    with transaction.atomic():
        known = dict(CatalogueItem.objects.filter(source=source).values_list("source_id", "digest"))
        now = timezone.now()
        changed = [
            CatalogueItem(**item, updated_at=now)
            for item in rows
            if known.get(item["source_id"]) != item["digest"]
        ]
        updated = sum(item.source_id in known for item in changed)
        if changed:
            _upsert(changed)
    return len(changed) - updated, updated, len(rows) - len(changed)


def _upsert(items: list[CatalogueItem]) -> None:
    """`enabled` is not overwritten: what an admin switched off stays off."""
    kept = {"id", "enabled", *_UNIQUE}
    CatalogueItem.objects.bulk_create(
        items,
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=_UNIQUE,
        update_fields=[field.name for field in CatalogueItem._meta.fields if field.name not in kept],
    )
