"""Nights are counted by the days on the clocks of the place, also where an hour is missing between them."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

from agency.sources.base import Offer, Place
from agency.tools.offer_lists import LIST, OffersToList
from trust.models import User
from trust.tools import Errand

pytestmark = pytest.mark.django_db


def test_two_nights_over_the_beginning_of_summer_time_are_two(owner: User) -> None:
    kept = Offer(
        source="catalogue",
        source_id="1",
        kind="stay",
        title="Locanda",
        price=Decimal(80),
        currency="EUR",
        place=Place(city="Rome"),
        starts_at=datetime.fromisoformat("2027-03-26T12:00:00+01:00"),
        ends_at=datetime.fromisoformat("2027-03-28T12:00:00+02:00"),
    ).model_dump(mode="json")
    done = LIST.run(Errand(owner), OffersToList.model_validate({"offers": [kept]}))
    assert "2 nights" in done.result.text
