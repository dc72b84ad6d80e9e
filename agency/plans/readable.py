"""What a plan made, as a text to read: the longest that it wrote, else the pages and hits that it found."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, JsonValue, ValidationError

from agency.models import Asset, Plan
from agency.plans.types import parse_type
from agency.tools.pages import chapter, lines_of
from agency.tools.shapes import SearchHit, WebPage
from ownyou.lib.text import shorten

MOST_TEXT = 20_000


def text_of(plan: Plan) -> str:
    """What the person wants to read of a plan, in Markdown; empty until there is something."""
    made = list(plan.assets.filter(status=Asset.Status.READY).exclude(role=Asset.Role.INPUT))
    texts = [one.value for one in made if one.type == "markdown" and isinstance(one.value, str)]
    return shorten(max(texts, key=len, default="") or "\n\n".join(_found(made)), MOST_TEXT)


def _found(made: list[Asset]) -> Iterator[str]:
    for asset in made:
        base = parse_type(asset.type).base
        if base == "webpage":
            yield from map(chapter, _read(WebPage, asset.value))
        elif base == "search_result" and (hits := _read(SearchHit, asset.value)):
            yield lines_of(hits)


def _read[M: BaseModel](shape: type[M], value: JsonValue) -> list[M]:
    """A value, or each of a list, in its shape; one that has another shape is no text to read."""
    try:
        return [shape.model_validate(one) for one in (value if isinstance(value, list) else [value])]
    except ValidationError:
        return []
