"""Carries out the goals of a file, one after the other, and writes what came of each to another (JSON Lines).

Run by `score_trips`, with pytest for the services it brings; `make test` does not collect it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.evals.trips.product import carried_out
from trust.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_goals(world: None, owner: User) -> None:
    wanted, kept = Path(os.environ["TRIP_GOALS"]), Path(os.environ["TRIP_OUTCOMES"])
    owner.home = {"name": "Berlin", "country": "DE", "lat": 52.52, "lon": 13.405}
    owner.time_zone = "Europe/Berlin"
    with kept.open("w", encoding="utf-8") as file:
        for line in wanted.read_text("utf-8").splitlines():
            case = json.loads(line)
            owner.currency = "EUR" if case.get("language") == "de" else "USD"
            owner.save()
            outcome = carried_out(owner, case["goal"])
            file.write(outcome.model_dump_json() + "\n")
            file.flush()
