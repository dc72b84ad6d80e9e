"""Finding a place by its name with Nominatim (https://nominatim.org/release-docs/latest/api/Search/)."""

from __future__ import annotations

from pydantic import BaseModel, Field, JsonValue, TypeAdapter, ValidationError

from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.settings import setting
from ownyou.lib.deadline import Deadline

DEFAULT_URL = "https://nominatim.openstreetmap.org"

_LONGEST_QUERY = 200


class FoundPlace(BaseModel):
    """The part of a `jsonv2` result that is used; Nominatim sends coordinates as strings."""

    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)


_RESULTS = TypeAdapter(list[FoundPlace])


def find_place(client: PoliteClient, words: str, deadline: Deadline) -> tuple[float, float] | None:
    """(latitude, longitude) of the place that `words` name best; None when nothing is called that.

    Only the place's words are sent, never the goal they stood in. Raises SourceUnavailable.
    """
    url = f"{setting('NOMINATIM_URL', DEFAULT_URL).rstrip('/')}/search"
    fields = (("q", words[:_LONGEST_QUERY]), ("format", "jsonv2"), ("limit", "1"))
    return client.ask(Question(url, fields), deadline, _read)


def _read(answer: JsonValue) -> tuple[float, float] | None:
    try:
        results = _RESULTS.validate_python(answer)
    except ValidationError as error:
        raise Unusable("answered in a form that is not understood") from error
    return (results[0].lat, results[0].lon) if results else None
