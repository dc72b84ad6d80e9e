"""Searching the web, and reading Wikivoyage and Wikipedia."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field

from agency.sources.base import SourceUnavailable
from agency.sources.web.engines import search_web
from agency.sources.wiki import LICENCE, WIKIPEDIA, WIKIVOYAGE, Wiki
from agency.tools.shapes import MOST_TEXT, Line, SearchHit, WebPage
from trust.tools import AnyTool, Done, Errand, Kind, ToolFailed, ToolSpec


class Query(BaseModel):
    query: Line = Field(max_length=300)
    most: int = Field(5, ge=1, le=20)


class Hits(BaseModel):
    hits: list[SearchHit]


class Topic(BaseModel):
    topic: Line = Field(max_length=200, description="the title of an article")


class PageFound(BaseModel):
    page: WebPage


def search(errand: Errand, wanted: Query) -> Done[Hits]:
    """Search the web. Raises `ToolFailed` when no engine could be asked."""
    try:
        found = search_web(
            wanted.query, most=wanted.most, language=errand.user.language, deadline=errand.deadline
        )
    except SourceUnavailable as error:
        raise ToolFailed(error.reason, away=error.away) from error
    hits = [
        SearchHit(title=one.title, url=one.url, snippet=one.snippet, source=found.title) for one in found.hits
    ]
    return Done(Hits(hits=hits))


def reader_of(wiki: Wiki) -> Callable[[Errand, Topic], Done[PageFound]]:
    """How articles of a wiki are read."""

    def read(errand: Errand, wanted: Topic) -> Done[PageFound]:
        """Read an article. Raises `ToolFailed` when there is none, or the wiki could not be asked."""
        try:
            found = wiki.article(wanted.topic, language=errand.user.language, deadline=errand.deadline)
        except SourceUnavailable as error:
            raise ToolFailed(error.reason, away=error.away) from error
        if found is None:
            facts = {"wiki": wiki.title, "topic": wanted.topic}
            raise ToolFailed(_("%(wiki)s has no article on “%(topic)s”.") % facts)
        page = WebPage(
            title=found.title,
            url=found.url,
            text=found.text[:MOST_TEXT],
            source=wiki.title,
            licence=LICENCE,
            fetched_at=timezone.now(),
        )
        return Done(PageFound(page=page))

    return read


def _reads(wiki: Wiki, wanted: Topic) -> str:
    return _("Read %(wiki)s on “%(topic)s”") % {"wiki": wiki.title, "topic": wanted.topic}


def _reading(wiki: Wiki, title: str, *verbs: str) -> AnyTool:
    return ToolSpec(
        name=f"{wiki.name}.read",
        title=title,
        agent="research",
        kind=Kind.READ,
        description=f"Read the article of {wiki.title} on one topic.",
        arguments=Topic,
        result=PageFound,
        run=reader_of(wiki),
        timeout=20.0,
        idempotent=True,
        describe=lambda wanted: _reads(wiki, wanted),
        untrusted=True,
        egress=True,
        published=True,
        consumes={"topic": "string:topic"},
        produces={"page": "webpage"},
        verbs=verbs,
    )


SEARCH = ToolSpec(
    name="web.search",
    title=gettext_noop("Search the web"),
    agent="research",
    kind=Kind.READ,
    description="Search the web for pages about something.",
    arguments=Query,
    result=Hits,
    run=search,
    timeout=20.0,
    idempotent=True,
    describe=lambda wanted: _("Search the web for “%(query)s”") % {"query": wanted.query},
    untrusted=True,
    egress=True,
    consumes={"query": "string:topic"},
    produces={"hits": "search_result"},
    verbs=(
        "search the web for",
        "look up",
        "find links about",
        "suche im Netz nach",
        "such es im Internet",
        "cherche sur le web",
    ),
)
TOOLS = (
    SEARCH,
    _reading(
        WIKIVOYAGE,
        gettext_noop("Read Wikivoyage"),
        "what Wikivoyage says about",
        "read the travel guide on",
        "was Wikivoyage über … sagt",
        "ce que Wikivoyage dit de",
    ),
    _reading(
        WIKIPEDIA,
        gettext_noop("Read Wikipedia"),
        "what Wikipedia says about",
        "look it up in Wikipedia",
        "was Wikipedia über … sagt",
        "ce que Wikipédia dit de",
    ),
)
