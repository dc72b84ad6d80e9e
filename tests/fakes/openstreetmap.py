"""Answers in the documented shapes of Nominatim (`format=jsonv2`) and Overpass (`[out:json]`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.fakes.http_server import Asked, FakeServer, Reply


def nominatim_place(name: str = "Leeds", lat: float = 53.7974185, lon: float = -1.543794) -> dict[str, Any]:
    """One result of `/search?format=jsonv2`; coordinates and bounding box are strings there."""
    return {
        "place_id": 100149,
        "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
        "osm_type": "relation",
        "osm_id": 118362,
        "lat": str(lat),
        "lon": str(lon),
        "category": "boundary",
        "type": "administrative",
        "place_rank": 16,
        "importance": 0.71,
        "addresstype": "city",
        "name": name,
        "display_name": f"{name}, Somewhere, United Kingdom",
        "boundingbox": [str(lat - 0.1), str(lat + 0.1), str(lon - 0.1), str(lon + 0.1)],
    }


def overpass_node(
    number: int = 1, tags: Mapping[str, str] = {}, *, lat: float = 41.9, lon: float = 12.5, **more: str
) -> dict[str, Any]:
    """A node of an Overpass answer; ":" of a key is written "__"."""
    return {"type": "node", "id": number, "lat": lat, "lon": lon, "tags": with_colons({**tags, **more})}


def overpass_way(number: int = 2, *, lat: float = 41.9, lon: float = 12.5, **tags: str) -> dict[str, Any]:
    """A way as `out center` gives it: no coordinates of its own, but a centre."""
    return {
        "type": "way",
        "id": number,
        "center": {"lat": lat, "lon": lon},
        "nodes": [1, 2, 3, 1],
        "tags": with_colons(tags),
    }


def overpass_answer(*elements: dict[str, Any], remark: str = "") -> dict[str, Any]:
    """A whole answer of the interpreter."""
    answer: dict[str, Any] = {
        "version": 0.6,
        "generator": "Overpass API 0.7.62.5",
        "osm3s": {
            "timestamp_osm_base": "2026-11-20T10:00:00Z",
            "copyright": "The data included in this document is from www.openstreetmap.org.",
        },
        "elements": list(elements),
    }
    return {**answer, "remark": remark} if remark else answer


def with_colons(tags: Mapping[str, str]) -> dict[str, str]:
    """Keyword arguments as tags: `contact__phone` becomes `contact:phone`."""
    return {key.replace("__", ":"): value for key, value in tags.items()}


class FakeOpenStreetMap(FakeServer):
    """Nominatim and Overpass on one local server, for tests of whole missions.

    `places` are Nominatim's results for any words (a `bounded` question gets those in its `viewbox` only),
    `elements` Overpass' for any query but one about `tourism` of other kinds; `will_say` makes both misbehave
    instead.
    """

    def __init__(self, *elements: dict[str, Any], places: tuple[dict[str, Any], ...] = ()) -> None:
        super().__init__()
        self.elements = elements
        self.places = places
        self.behave()

    def behave(self) -> None:
        """Answer as documented, from now on."""
        self.will_say(self._as_documented)

    @property
    def environment(self) -> dict[str, str]:
        """What makes a process of OwnYou ask this server, without pausing between questions."""
        return {
            "OWNYOU_NOMINATIM_URL": self.url,
            "OWNYOU_OVERPASS_URL": f"{self.url}/api/interpreter",
            "OWNYOU_NOMINATIM_SECONDS": "0",
            "OWNYOU_OVERPASS_SECONDS": "0",
        }

    def _as_documented(self, asked: Asked) -> Reply:
        if asked.path != "/search":
            query = asked.fields.get("data", "")
            return Reply.of(overpass_answer(*(one for one in self.elements if asked_for(one, query))))
        places = [place for place in self.places if not bounded(asked) or inside(asked, place)]
        return Reply.of(places[: int(asked.fields.get("limit", "10"))])


def asked_for(element: Mapping[str, Any], query: str) -> bool:
    """Whether a query that names kinds of `tourism` names that of an element, where it has one."""
    kind = element["tags"].get("tourism")
    return kind is None or '"tourism"' not in query or kind in query


def bounded(asked: Asked) -> bool:
    """Whether a question to Nominatim wants only what is in its `viewbox`."""
    return asked.fields.get("bounded") == "1"


def inside(asked: Asked, place: Mapping[str, str]) -> bool:
    """Whether a place is in the `viewbox` of a question: two opposite corners, longitude first."""
    west, south, east, north = map(float, asked.fields["viewbox"].split(","))
    return west <= float(place["lon"]) <= east and south <= float(place["lat"]) <= north
