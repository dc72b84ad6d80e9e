"""What can be made of texts that were found: one page of several, the gist of one, a list of hits."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field

from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.summary import TextToSum, summarise
from agency.tools.shapes import Prose, SearchHit, WebPage, page_title
from trust.tools import Done, Errand, Kind, ToolSpec

MOST_PAGES = 20


class PagesToJoin(BaseModel):
    pages: list[WebPage] = Field(min_length=1, max_length=MOST_PAGES)
    title: str = Field("", max_length=200)


class Text(BaseModel):
    """A Markdown text."""

    text: Prose


class PageToSum(BaseModel):
    page: WebPage
    sentences: int = Field(5, ge=1, le=20)


class HitsToList(BaseModel):
    hits: list[SearchHit]
    most: int = Field(10, ge=1, le=50)


def join(errand: Errand, wanted: PagesToJoin) -> Done[Text]:
    """One Markdown page: a chapter for each page, with where it is from."""
    head = f"# {wanted.title}\n\n" if wanted.title else ""
    return Done(Text(text=head + "\n\n".join(map(chapter, wanted.pages))))


def chapter(page: WebPage) -> str:
    """A page as a chapter of Markdown, with where it is from."""
    return f"## {page_title(page)}\n\n{page.text}\n\n{origin(page)}"


def sum_up(errand: Errand, wanted: PageToSum) -> Done[Text]:
    """The gist of a page in a few sentences, with where it is from."""
    question = TextToSum(text=wanted.page.text, title=wanted.page.title, sentences=wanted.sentences)
    asker = Asker(user_id=errand.user.pk, thread_id=errand.thread_id)
    gist = reason(summarise, question, asker=asker).value.text
    return Done(Text(text=f"## {page_title(wanted.page)}\n\n{gist}\n\n{origin(wanted.page)}"))


def list_hits(errand: Errand, wanted: HitsToList) -> Done[Text]:
    """The hits as a numbered list of links with their snippets."""
    return Done(Text(text=lines_of(wanted.hits[: wanted.most]) or _("Nothing was found.")))


def lines_of(hits: Sequence[SearchHit]) -> str:
    """Hits as a numbered list in Markdown."""
    lines = [
        f"{n}. [{hit.title.replace('[', '(').replace(']', ')')}]({hit.url})"
        + (f"  \n   {hit.snippet}" if hit.snippet else "")
        for n, hit in enumerate(hits, 1)
    ]
    return "\n".join(lines)


def origin(page: WebPage) -> str:
    """Where a text is from, when it was read and under which licence, as a line of Markdown."""
    when = f", {page.fetched_at:%Y-%m-%d}" if page.fetched_at else ""
    link = f"[{page.source or page.url}]({page.url})" if page.url else page.source
    licence = f" ({page.licence})" if page.licence else ""
    return f"*{_('Source')}: {link}{licence}{when}*" if link else ""


JOIN = ToolSpec(
    name="pages.join",
    title=gettext_noop("Make one page of several"),
    agent="research",
    kind=Kind.READ,
    description="Put several pages together as chapters of one Markdown page.",
    arguments=PagesToJoin,
    result=Text,
    run=join,
    consumes={"pages": "webpage[]", "title": "string:title"},
    produces={"text": "markdown"},
    verbs=(
        "collect into one page",
        "put together on one page",
        "make one document",
        "sammle es auf einer Seite",
        "rassemble le tout sur une page",
    ),
)
SUM = ToolSpec(
    name="pages.summarise",
    title=gettext_noop("Say what a page is about"),
    agent="research",
    kind=Kind.READ,
    description="Summarise in a few sentences.",
    arguments=PageToSum,
    result=Text,
    run=sum_up,
    timeout=30.0,
    shortens=True,
    consumes={"page": "webpage"},
    produces={"text": "markdown"},
    verbs=(
        "summarise",
        "sum up",
        "give me the gist of",
        "write a summary of",
        "fasse es zusammen",
        "schreib eine Zusammenfassung von",
        "résume-le",
    ),
)
LIST = ToolSpec(
    name="pages.list",
    title=gettext_noop("Make a list of hits"),
    agent="research",
    kind=Kind.READ,
    description="Write search results as a list of links.",
    arguments=HitsToList,
    result=Text,
    run=list_hits,
    consumes={"hits": "search_result"},
    produces={"text": "markdown"},
    verbs=("list the best links", "list what you found", "die besten Treffer"),
)
TOOLS = (JOIN, SUM, LIST)
