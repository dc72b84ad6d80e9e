"""Tavily's search (https://docs.tavily.com, POST /search with a bearer key)."""

from __future__ import annotations

from pydantic import JsonValue

from agency.sources.http import PoliteClient, Question
from agency.sources.settings import setting
from agency.sources.web.hits import Hit, read_results
from ownyou.lib.deadline import Deadline

URL = "https://api.tavily.com"


class Tavily:
    name = "tavily"
    title = "Tavily"

    def __init__(self) -> None:
        self._client = PoliteClient(self.title, seconds_between=0.2, keep_seconds=3600)

    def configured(self) -> bool:
        return bool(setting("TAVILY_KEY"))

    def search(self, query: str, *, most: int, language: str, deadline: Deadline) -> list[Hit]:
        question = Question(
            f"{setting('TAVILY_URL', URL).rstrip('/')}/search",
            method="POST",
            body={"query": query, "max_results": min(most, 20), "search_depth": "basic"},
            headers=(("Authorization", f"Bearer {setting('TAVILY_KEY')}"),),
        )
        return self._client.ask(question, deadline, _read)


def _read(answer: JsonValue) -> list[Hit]:
    return read_results(answer, "sent no list of results")
