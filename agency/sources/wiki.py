"""Wikivoyage and Wikipedia through MediaWiki's API (https://www.mediawiki.org/wiki/API:Main_page). Keyless.

Articles come as plain text by `prop=extracts` (TextExtracts), with headings in wiki marks, and are written as
Markdown. Search is `list=search`. Texts are under CC BY-SA 4.0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, JsonValue

from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.settings import number_setting, setting
from agency.sources.web.hits import Hit, hit
from ownyou.lib.deadline import Deadline
from ownyou.lib.text import clean

LICENCE = "CC BY-SA 4.0"
LANGUAGES = frozenset(
    {"en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "fi", "he", "ja", "ru", "uk", "zh"}
)
_HEADING = re.compile(r"^(={2,6})\s*(.+?)\s*\1\s*$", re.M)
_TAG = re.compile(r"<[^>]+>")


class Article(BaseModel):
    """One article: its text as Markdown."""

    title: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class Wiki:
    """One wiki family; `{language}` in its address is the language's edition."""

    name: str
    title: str
    setting: str
    default: str
    client: PoliteClient

    def article(self, topic: str, *, language: str, deadline: Deadline) -> Article | None:
        """The article of that title, or the best hit for it; None when the wiki has none.

        The person's language is looked at first, then English. Raises SourceUnavailable.
        """
        for edition in dict.fromkeys([edition_of(language), "en"]):
            found = self._titled(topic, edition, deadline)
            if found is None and (hits := self.search(topic, most=1, language=edition, deadline=deadline)):
                found = (
                    self._titled(hits[0].title, edition, deadline) if _names(hits[0].title, topic) else None
                )
            if found is not None:
                return found
        return None

    def search(self, query: str, *, most: int, language: str, deadline: Deadline) -> list[Hit]:
        """Articles about `query`, best first."""
        edition = edition_of(language)
        fields = (("list", "search"), ("srsearch", query), ("srlimit", str(min(most, 50))))
        return self.client.ask(
            self._question(edition, *fields), deadline, lambda answer: self._hits(answer, edition)
        )

    def _titled(self, title: str, edition: str, deadline: Deadline) -> Article | None:
        fields = (
            ("prop", "extracts|info"),
            ("explaintext", "1"),
            ("exsectionformat", "wiki"),
            ("inprop", "url"),
            ("redirects", "1"),
            ("titles", title),
        )
        return self.client.ask(self._question(edition, *fields), deadline, _article)

    def _question(self, edition: str, *fields: tuple[str, str]) -> Question:
        url = setting(self.setting, self.default).replace("{language}", edition)
        return Question(url, (("action", "query"), ("format", "json"), ("formatversion", "2"), *fields))

    def _hits(self, answer: JsonValue, edition: str) -> list[Hit]:
        found = _query(answer).get("search")
        if not isinstance(found, list):
            raise Unusable(gettext_lazy("sent no list of results"))
        base = setting(self.setting, self.default).replace("{language}", edition).rpartition("/w/")[0]
        hits = [
            hit(
                one.get("title"), f"{base}/wiki/{quote(str(one.get('title')).replace(' ', '_'))}", _plain(one)
            )
            for one in found
            if isinstance(one, dict)
        ]
        return [one for one in hits if one]


def edition_of(language: str) -> str:
    """The language's edition; English where there is none."""
    short = language[:2].lower()
    return short if short in LANGUAGES else "en"


def _plain(result: dict[str, JsonValue]) -> str:
    return _TAG.sub("", str(result.get("snippet") or "")).replace("&quot;", '"').replace("&amp;", "&")


def _names(title: str, topic: str) -> bool:
    """Whether a hit's title is about the topic: they share a word of some length."""
    words = set(re.findall(r"\w{4,}", topic.casefold()))
    return not words or bool(words & set(re.findall(r"\w{4,}", title.casefold())))


def _query(answer: JsonValue) -> dict[str, JsonValue]:
    if isinstance(answer, dict) and isinstance(answer.get("error"), dict):
        raise Unusable(gettext_lazy("did not take the question"))
    query = answer.get("query") if isinstance(answer, dict) else None
    if not isinstance(query, dict):
        raise Unusable(gettext_lazy("sent an answer without a query"))
    return query


def _article(answer: JsonValue) -> Article | None:
    pages = _query(answer).get("pages")
    if not isinstance(pages, list) or not pages or not isinstance(pages[0], dict):
        raise Unusable(gettext_lazy("sent no page"))
    page = pages[0]
    text = page.get("extract")
    if page.get("missing") or page.get("invalid") or not isinstance(text, str) or not text.strip():
        return None
    return Article(title=str(page.get("title", "")), url=str(page.get("fullurl", "")), text=as_markdown(text))


def as_markdown(text: str) -> str:
    """Wiki headings as Markdown headings, one level deeper than the article's own."""
    return clean(_HEADING.sub(lambda found: f"{'#' * (len(found.group(1)) + 1)} {found.group(2)}", text))


_PACE = number_setting("WIKI_SECONDS", 0.5)

WIKIVOYAGE = Wiki(
    "wikivoyage",
    "Wikivoyage",
    "WIKIVOYAGE_URL",
    "https://{language}.wikivoyage.org/w/api.php",
    PoliteClient("Wikivoyage", seconds_between=_PACE, keep_seconds=7 * 86_400),
)
WIKIPEDIA = Wiki(
    "wikipedia",
    "Wikipedia",
    "WIKIPEDIA_URL",
    "https://{language}.wikipedia.org/w/api.php",
    PoliteClient("Wikipedia", seconds_between=_PACE, keep_seconds=7 * 86_400),
)
WIKIS = {wiki.name: wiki for wiki in (WIKIVOYAGE, WIKIPEDIA)}
