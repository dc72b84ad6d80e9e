"""A SearXNG instance (https://docs.searxng.org/dev/search_api.html, GET /search?format=json)."""

from __future__ import annotations

from pydantic import JsonValue

from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.settings import setting
from agency.sources.web.hits import Hit, hit
from ownyou.lib.deadline import Deadline


class SearXNG:
    name = "searxng"
    title = "SearXNG"

    def __init__(self) -> None:
        self._client = PoliteClient(self.title, seconds_between=0.2, keep_seconds=3600)

    def configured(self) -> bool:
        return bool(setting("SEARXNG_URL"))

    def search(self, query: str, *, most: int, language: str, deadline: Deadline) -> list[Hit]:
        question = Question(
            f"{setting('SEARXNG_URL').rstrip('/')}/search",
            (("q", query), ("format", "json"), ("language", language), ("safesearch", "1")),
        )
        return self._client.ask(question, deadline, _read)[:most]


def _read(answer: JsonValue) -> list[Hit]:
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list):
        raise Unusable("sent no list of results; its settings must allow the format json")
    found = [
        hit(one.get("title"), one.get("url"), one.get("content")) for one in results if isinstance(one, dict)
    ]
    return [one for one in found if one]
