"""The shipped sample catalogue into the table, once for each edition of its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db import transaction

from agency.catalogue.importing import SAMPLE
from agency.catalogue.shipped import FOLDER, read_sample, sample_digest
from agency.catalogue.writing import write_items
from agency.models.catalogue import CatalogueItem, CatalogueLoad


def load_sample(folder: Path = FOLDER) -> int:
    """Bring the table's sample rows to the shipped edition; returns how many there are.

    Does nothing when that edition is loaded. Rows that the edition no longer has go. Raises SampleBroken.
    """
    digest = sample_digest(folder)
    loaded = (
        CatalogueLoad.objects.filter(source=SAMPLE, digest=digest).values_list("items", flat=True).first()
    )
    if loaded is not None:
        return loaded
    columns = [row.columns(source=SAMPLE, sample=True) for row in read_sample(folder)]
    with transaction.atomic():
        write_items(SAMPLE, columns)
        shipped = [item["source_id"] for item in columns]
        CatalogueItem.objects.filter(source=SAMPLE).exclude(source_id__in=shipped).delete()
        _note_load(digest, len(columns))
    return len(columns)


def _note_load(digest: str, items: int) -> None:
    values: dict[str, Any] = {"digest": digest, "items": items}
    CatalogueLoad.objects.update_or_create(source=SAMPLE, defaults=values)
