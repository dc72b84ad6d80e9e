"""Maps and the picture of the parts: whole, well-formed, and readable."""

from __future__ import annotations

import re
from datetime import date
from xml.etree import ElementTree

import pytest

from missions.trips.maps import HEIGHT, WIDTH, day_map
from missions.trips.nearest import plan_or_nearest
from missions.trips.plan import Day, TripPlan
from tests.missions.trips.conftest import found, wish

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def plan() -> TripPlan:
    asked = wish(origin="Berlin", limit=3000)
    return plan_or_nearest(asked, found(asked))


def labels(svg: str) -> list[tuple[float, float, str]]:
    """The names on a map with their places; numbers and the scale left out."""
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return [
        (float(t.get("x", 0)), float(t.get("y", 0)), t.text or "")
        for t in texts
        if t.get("text-anchor") is None
    ]


def test_every_stop_of_a_day_is_numbered_in_order(plan: TripPlan) -> None:
    svg = ElementTree.fromstring(day_map(plan.days[1]))
    numbers = [t.text for t in svg.iter(f"{SVG}text") if t.get("text-anchor") == "middle"]
    stops = [item for item in plan.days[1].items if item.kind in {"sight", "activity", "restaurant"}]
    assert numbers == [str(n) for n in range(1, len(stops) + 1)]


def test_labels_do_not_collide_and_stay_on_the_picture(plan: TripPlan) -> None:
    for day in plan.days:
        boxes = [(x, y - 11.5, 6.2 * len(name) + 4, 15.0) for x, y, name in labels(day_map(day))]
        assert boxes
        for n, (x, y, width, height) in enumerate(boxes):
            assert x >= 0
            assert y >= 0
            assert x + width <= WIDTH
            assert y + height <= HEIGHT
            for other in boxes[:n]:
                apart = x + width <= other[0] or other[0] + other[2] <= x
                assert apart or y + height <= other[1] or other[1] + other[3] <= y


def test_the_map_says_in_words_what_it_shows_and_loads_nothing(plan: TripPlan) -> None:
    svg = day_map(plan.days[1])
    assert plan.days[1].title.split(" and ")[0] in svg
    assert not re.search(r"href|url\(|<script|<image", svg)


def test_a_day_with_one_place_has_no_map() -> None:
    assert day_map(Day(date=date(2027, 5, 11), city="Paris")) == ""


def test_names_cannot_break_out_of_the_picture(plan: TripPlan) -> None:
    day = plan.days[1].model_copy(deep=True)
    for item in day.items:
        item.name = '"><script>alert(1)</script>'
    assert "<script" not in day_map(day)
