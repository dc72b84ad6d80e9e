"""An import adds, updates and leaves alone, and the command tells which."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agency.catalogue.importing import ImportReport, import_rows
from agency.models.catalogue import CatalogueItem
from ownyou.lib.errors import InvalidInput

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_catalogue")]

HEAD = "kind,id,name,city,price,currency\n"


def _import(body: str, source: str = "mine") -> ImportReport:
    return import_rows(io.BytesIO((HEAD + body).encode()), format="csv", source=source)


def _counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.added, report.updated, report.unchanged, len(report.rejected)


def test_a_second_import_changes_only_what_changed() -> None:
    first = _import("restaurant,1,Ada,Rome,20,EUR\nrestaurant,2,Bea,Rome,30,EUR\n")
    again = _import("restaurant,1,Ada,Rome,20,EUR\nrestaurant,2,Bea,Rome,35,EUR\nrestaurant,3,C,Rome,1,EUR\n")
    assert _counts(first) == (2, 0, 0, 0)
    assert _counts(again) == (1, 1, 1, 0)
    assert CatalogueItem.objects.get(source_id="2").price == 35


def test_good_rows_go_in_beside_bad_ones() -> None:
    report = _import("restaurant,1,Ada,Rome,20,EUR\nrestaurant,2,Bea,Rome,dear,EUR\n")
    assert _counts(report) == (1, 0, 0, 1)
    assert report.rejected[0].field == "price"


def test_two_sources_may_use_the_same_ids() -> None:
    _import("restaurant,1,Ada,Rome,20,EUR\n", source="mine")
    _import("restaurant,1,Bea,Rome,20,EUR\n", source="theirs")
    assert CatalogueItem.objects.count() == 2


def test_imported_rows_are_not_sample_data() -> None:
    _import("restaurant,1,Ada,Roma,20,EUR\n")
    item = CatalogueItem.objects.get()
    assert (item.sample, item.source, item.city, item.city_key) == (False, "mine", "Roma", "rome")


@pytest.mark.parametrize("source", ["sample", "", "My File", "../x", "x" * 61])
def test_a_source_needs_a_name_of_its_own(source: str) -> None:
    with pytest.raises(InvalidInput):
        _import("", source=source)


def test_the_command_prints_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "places.csv"
    path.write_text(HEAD + "restaurant,1,Ada,Rome,20,EUR\nyacht,2,Bea,Rome,1,EUR\n", "utf-8")
    call_command("import_catalogue", str(path))
    out, err = capsys.readouterr()
    assert "1 added, 0 updated, 0 unchanged, 1 refused." in out
    assert "line 3, kind: unknown kind 'yacht'" in err
    assert CatalogueItem.objects.get().source == "places"


@pytest.mark.parametrize(("name", "text"), [("a.csv", ""), ("a.json", "<html>"), ("a.pdf", "x")])
def test_the_command_fails_clearly_when_nothing_can_be_read(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(CommandError, match=r"Nothing was imported|Say --format"):
        call_command("import_catalogue", str(path))


def test_the_command_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_catalogue", str(tmp_path / "none.csv"))
