"""SerpApi's Google search as an engine of the web."""

from __future__ import annotations

from agency.sources.serpapi.client import ask, configured, rows
from agency.sources.web.hits import Hit, hit
from ownyou.lib.deadline import Deadline


class SerpApiWeb:
    name = "serpapi"
    title = "SerpApi (Google)"

    def configured(self) -> bool:
        return configured()

    def search(self, query: str, *, most: int, language: str, deadline: Deadline) -> list[Hit]:
        return ask(
            "google",
            deadline,
            lambda answer: [
                one
                for row in rows(answer, "organic_results")
                if (one := hit(row.get("title"), row.get("link"), row.get("snippet")))
            ],
            q=query,
            hl=language[:2],
            num=str(min(most, 20)),
        )
