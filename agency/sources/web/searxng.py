"""A SearXNG instance (https://docs.searxng.org/dev/search_api.html, GET /search?format=json)."""

from __future__ import annotations

from pydantic import JsonValue

from agency.sources.http import PoliteClient, Question
from agency.sources.settings import setting
from agency.sources.web.hits import Hit, read_results
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
    return read_results(answer, "sent no list of results; its settings must allow the format json")
