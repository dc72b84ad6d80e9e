"""Sources that take 200 ms each, for the product and the bare pipeline alike."""

from __future__ import annotations

import time

from django.utils import timezone

from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.registry import register_source

SECONDS = 0.2
SOURCES = 3
NAMES = tuple(f"slow{number}" for number in range(SOURCES))
FOUND = 10
PARIS = (48.8566, 2.3522)


class SlowSource:
    """Answers after 200 ms with ten restaurants."""

    kinds = frozenset({"restaurant"})

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = name.capitalize()

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`."""
        time.sleep(SECONDS)
        return [self._offer(number, request) for number in range(FOUND)]

    def _offer(self, number: int, request: SearchRequest) -> Offer:
        lat, lon = request.near or PARIS
        return Offer(
            source=self.name,
            source_id=str(number),
            kind="restaurant",
            title=f"{self.title} {number}",
            price_level=2,
            rating=4.0 + number / 20,
            rating_count=100 + number,
            place=Place(city=request.city, lat=lat, lon=lon + number / 1e3),
            cuisines=list(request.cuisines),
            fetched_at=timezone.now(),
        )


def register() -> None:
    """Make the slow sources known; only OWNYOU_SOURCES puts them to use."""
    for name in NAMES:
        register_source(SlowSource(name))
