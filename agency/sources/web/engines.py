"""Which engine is asked: the first that is configured, in the order of `OWNYOU_WEB_SEARCH`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agency.sources.settings import setting
from agency.sources.web.hits import Engine, Hit
from agency.sources.web.searxng import SearXNG
from agency.sources.web.tavily import Tavily
from agency.sources.wiki import WIKIPEDIA
from ownyou.lib.deadline import Deadline

ORDER = "tavily,searxng,serpapi"


@dataclass(frozen=True, slots=True)
class Found:
    """The hits, and who found them."""

    hits: list[Hit]
    title: str


@cache
def engines() -> dict[str, Engine]:
    """Every engine there is, by name; each keeps its pace and its circuit."""
    from agency.sources.serpapi.web import SerpApiWeb

    return {engine.name: engine for engine in (Tavily(), SearXNG(), SerpApiWeb())}


def search_web(query: str, *, most: int, language: str, deadline: Deadline) -> Found:
    """Ask the first configured engine; without one, Wikipedia. Raises SourceUnavailable."""
    for name in setting("WEB_SEARCH", ORDER).split(","):
        engine = engines().get(name.strip())
        if engine is not None and engine.configured():
            hits = engine.search(query, most=most, language=language, deadline=deadline)
            return Found(hits[:most], engine.title)
    hits = WIKIPEDIA.search(query, most=most, language=language, deadline=deadline)
    return Found(hits[:most], WIKIPEDIA.title)
