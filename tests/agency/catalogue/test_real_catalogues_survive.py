"""Catalogues that people made elsewhere go through the importer; not run without the cases."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from agency.catalogue.importing import parse_rows

PROJECT = Path(__file__).parents[3]
CASES = Path(os.environ.get("CASES") or PROJECT.parent / "shared" / "cases") / "catalogue"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="not run: no cases")


def _survival(content: Any, **defaults: Any) -> tuple[float, list[Any]]:
    rows, rejected = parse_rows(io.StringIO(json.dumps(content)), format="json", **defaults)
    total = len(rows) + len(rejected)
    assert total
    return len(rows) / total, rows


def test_openstreetmap_restaurants_survive() -> None:
    content = json.loads((CASES / "rome_osm_restaurants.json").read_text("utf-8"))
    share, rows = _survival(content)
    assert share > 0.98
    assert all(row.kind == "restaurant" and row.lat is not None for row in rows)


def test_a_dialogue_corpus_restaurants_survive() -> None:
    content = json.loads((CASES / "multiwoz_cambridge" / "restaurant_db.json").read_text("utf-8"))
    share, rows = _survival(content, kind="restaurant")
    assert share == 1
    assert all(row.cuisines and row.price_level and row.lat is not None and row.area for row in rows)


def test_a_schema_corpus_restaurants_and_events_survive() -> None:
    content = json.loads((CASES / "sgd_catalogue.json").read_text("utf-8"))
    share, rows = _survival({name: content[name] for name in ("restaurants", "events")})
    assert share > 0.98
    assert all(row.start_date for row in rows if row.kind == "event")
