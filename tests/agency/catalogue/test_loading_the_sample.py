"""The sample is loaded once for each edition, and follows its files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agency.catalogue.loading import load_sample
from agency.catalogue.shipped import SampleBroken, sample_digest
from agency.models.catalogue import CatalogueItem, CatalogueLoad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_catalogue")]


def _write(folder: Path, *items: dict[str, Any]) -> Path:
    head = {"note": "Sample data", "kind": "restaurant", "city": "Rome", "currency": "EUR"}
    (folder / "rome.json").write_text(json.dumps({**head, "items": list(items)}), "utf-8")
    sample_digest.cache_clear()
    return folder


def test_all_shipped_rows_are_loaded_and_labelled() -> None:
    count = load_sample()
    assert CatalogueItem.objects.filter(source="sample", sample=True).count() == count > 900


def test_the_same_edition_is_not_loaded_again(django_assert_num_queries: Any) -> None:
    count = load_sample()
    with django_assert_num_queries(1):
        assert load_sample() == count


def test_a_new_edition_changes_adds_and_removes_rows(tmp_path: Path) -> None:
    load_sample(_write(tmp_path, {"id": "a", "title": "Ada"}, {"id": "b", "title": "Bea"}))
    kept = CatalogueItem.objects.get(source_id="a").pk
    load_sample(_write(tmp_path, {"id": "a", "title": "Ada & Co"}, {"id": "c", "title": "Cleo"}))
    titles = dict(CatalogueItem.objects.values_list("source_id", "title"))
    assert titles == {"a": "Ada & Co", "c": "Cleo"}
    assert CatalogueItem.objects.get(source_id="a").pk == kept


def test_what_an_admin_switched_off_stays_off(tmp_path: Path) -> None:
    load_sample(_write(tmp_path, {"id": "a", "title": "Ada"}))
    CatalogueItem.objects.update(enabled=False)
    load_sample(_write(tmp_path, {"id": "a", "title": "Ada & Co"}))
    assert CatalogueItem.objects.get().enabled is False


def test_imported_rows_are_not_touched(tmp_path: Path) -> None:
    CatalogueItem.objects.create(source="mine", source_id="a", kind="restaurant", title="Mine")
    load_sample(_write(tmp_path, {"id": "a", "title": "Ada"}))
    assert CatalogueItem.objects.filter(source="mine").count() == 1


def test_a_broken_file_is_named_and_loads_nothing(tmp_path: Path) -> None:
    with pytest.raises(SampleBroken, match=r"rome\.json, row 2, price"):
        load_sample(_write(tmp_path, {"id": "a", "title": "Ada"}, {"id": "b", "title": "B", "price": "dear"}))
    assert not CatalogueItem.objects.exists()
    assert not CatalogueLoad.objects.exists()
