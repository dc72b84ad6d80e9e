"""Finding a place by its name with Nominatim (https://nominatim.org/release-docs/latest/api/Search/)."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field, JsonValue, TypeAdapter, ValidationError

from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.settings import setting
from ownyou.lib.deadline import Deadline

DEFAULT_URL = "https://nominatim.openstreetmap.org"

KM_PER_DEGREE = 111.2
"""Of latitude; of longitude that times the cosine of the latitude."""
_LONGEST_QUERY = 200


class FoundPlace(BaseModel):
    """The part of a `jsonv2` result that is used; Nominatim sends coordinates as strings."""

    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the map, in degrees (WGS 84)."""

    south: float
    west: float
    north: float
    east: float

    @classmethod
    def around(cls, centre: tuple[float, float], km: float) -> Box:
        """The box that reaches `km` from a point in each direction, its edges rounded to about 1 km.

        Near the poles and the date line it ends at the edge of the map.
        """
        lat, lon = centre
        high = km / KM_PER_DEGREE
        wide = km / (KM_PER_DEGREE * max(cos(radians(lat)), 0.01))
        return cls(
            round(max(lat - high, -90.0), 2),
            round(max(lon - wide, -180.0), 2),
            round(min(lat + high, 90.0), 2),
            round(min(lon + wide, 180.0), 2),
        )

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether a point (latitude, longitude) is inside."""
        return self.south <= point[0] <= self.north and self.west <= point[1] <= self.east

    def as_viewbox(self) -> str:
        """The box as Nominatim's `viewbox`: two opposite corners, longitude first."""
        return f"{self.west},{self.south},{self.east},{self.north}"


_RESULTS = TypeAdapter(list[FoundPlace])


def find_place(
    client: PoliteClient, words: str, deadline: Deadline, *, within: Box | None = None
) -> tuple[float, float] | None:
    """(latitude, longitude) of the place that `words` name best; None when nothing is called that.

    Only what is `within` a box counts, where one is given. Only the place's words are sent (with the box of
    its city), never the goal they stood in. Raises SourceUnavailable.
    """
    url = f"{setting('NOMINATIM_URL', DEFAULT_URL).rstrip('/')}/search"
    bounds = () if within is None else (("viewbox", within.as_viewbox()), ("bounded", "1"))
    fields = (("q", words[:_LONGEST_QUERY]), ("format", "jsonv2"), ("limit", "1"), *bounds)
    found = client.ask(Question(url, fields), deadline, _read)
    return found if found is not None and (within is None or within.holds(found)) else None


def _read(answer: JsonValue) -> tuple[float, float] | None:
    try:
        results = _RESULTS.validate_python(answer)
    except ValidationError as error:
        raise Unusable(gettext_lazy("answered in a form that is not understood")) from error
    return (results[0].lat, results[0].lon) if results else None
