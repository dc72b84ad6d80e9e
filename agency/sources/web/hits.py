"""What an engine finds."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, JsonValue

from agency.sources.http import Unusable
from ownyou.lib.deadline import Deadline
from ownyou.lib.text import clean_line

MOST_SNIPPET = 500


class Hit(BaseModel):
    """One hit: a title, an address, and a few words of what is there."""

    title: str
    url: str
    snippet: str = ""


class Engine(Protocol):
    """A search engine: `name` is its identifier, `title` what people read."""

    name: str
    title: str

    def configured(self) -> bool:
        """Whether the settings hold what it needs."""
        ...

    def search(self, query: str, *, most: int, language: str, deadline: Deadline) -> list[Hit]:
        """The hits, best first; raises SourceUnavailable."""
        ...


def hit(title: object, url: object, snippet: object = "") -> Hit | None:
    """A hit of what an engine sent; None when it has no title or no web address."""
    if not isinstance(title, str) or not isinstance(url, str) or not url.startswith(("https://", "http://")):
        return None
    words = clean_line(snippet)[:MOST_SNIPPET] if isinstance(snippet, str) else ""
    return Hit(title=clean_line(title)[:300] or url, url=url[:2000], snippet=words)


def read_results(answer: JsonValue, refusal: str) -> list[Hit]:
    """The hits under `results`, each a title, url and content. Raises Unusable with `refusal`."""
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list):
        raise Unusable(refusal)
    rows = (row for row in results if isinstance(row, dict))
    found = (hit(row.get("title"), row.get("url"), row.get("content")) for row in rows)
    return [one for one in found if one is not None]
