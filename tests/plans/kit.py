"""Tools that count what they did, for plans in tests."""

# ruff: noqa: E501  (the ways to ask for a tool stand on one line)

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, Field, field_validator

from trust.tools import AnyTool, Done, Errand, Kind, Risk, ToolFailed, ToolSpec

calls: Counter[str] = Counter()
said: list[tuple[str, dict[str, Any]]] = []
broken: set[str] = set()
broken_for: set[str] = set()
"""To whom no mail goes through."""
away: set[str] = set()
"""Tools whose source cannot be reached."""


def note(tool: str, arguments: BaseModel) -> None:
    """Count a call, and fail where a test wants it."""
    calls[tool] += 1
    said.append((tool, arguments.model_dump(mode="json")))
    if tool in away:
        raise ToolFailed("The guide could not be reached.", away=True)
    if tool in broken:
        raise ToolFailed("The line was cut.")


class Topic(BaseModel):
    topic: str = Field(min_length=1)


class Page(BaseModel):
    title: str
    url: str = ""
    text: str


class PageRead(BaseModel):
    page: Page


class Pages(BaseModel):
    pages: list[Page]
    title: str = ""


class Text(BaseModel):
    text: str


class Query(BaseModel):
    query: str
    most: int = Field(5, ge=1, le=20)


class Hit(BaseModel):
    title: str
    url: str


class Hits(BaseModel):
    hits: list[Hit]
    total: int


class HitsToList(BaseModel):
    hits: list[Hit]
    most: int = Field(10, ge=1, le=50)


class Mail(BaseModel):
    to: str
    subject: str
    body: str

    @field_validator("to")
    @classmethod
    def _an_address(cls, to: str) -> str:
        if to != "me" and "@" not in to:
            raise ValueError("not an address")
        return to


class Sent(BaseModel):
    email: dict[str, str]


class OnePage(BaseModel):
    page: Page
    sentences: int = 3


class Letterbox(BaseModel):
    account: dict[str, str]
    folder: str = "inbox"


class Texts(BaseModel):
    text: str


class Address(BaseModel):
    url: str

    @field_validator("url")
    @classmethod
    def _a_web_address(cls, url: str) -> str:
        if "://" not in url:
            raise ValueError("not a web address")
        return url


class Numbers(BaseModel):
    left: str
    right: str


def look_up(errand: Errand, wanted: Topic) -> Done[PageRead]:
    note("guide.look_up", wanted)
    page = Page(
        title=wanted.topic, url=f"https://guide.example/{wanted.topic}", text=f"All of {wanted.topic}."
    )
    return Done(PageRead(page=page))


def search(errand: Errand, wanted: Query) -> Done[Hits]:
    note("web.search", wanted)
    hits = [
        Hit(title=f"{wanted.query} {n}", url=f"https://hit.example/{wanted.query.split()[0]}/{n}")
        for n in range(wanted.most)
    ]
    return Done(Hits(hits=hits, total=wanted.most))


def fetch(errand: Errand, wanted: Address) -> Done[PageRead]:
    note("web.read", wanted)
    return Done(PageRead(page=Page(title="A page", url=wanted.url, text=f"What {wanted.url} says.")))


def list_hits(errand: Errand, wanted: HitsToList) -> Done[Text]:
    note("pages.list", wanted)
    return Done(Text(text="\n".join(hit.url for hit in wanted.hits[: wanted.most])))


def join(errand: Errand, wanted: Pages) -> Done[Text]:
    note("pages.join", wanted)
    return Done(Text(text="\n".join(page.text for page in wanted.pages)))


def sum_up(errand: Errand, wanted: OnePage) -> Done[Text]:
    note("pages.sum", wanted)
    return Done(Text(text=f"In short: {wanted.page.text}"))


def send(errand: Errand, mail: Mail) -> Done[Sent]:
    note("mail.send", mail)
    if mail.to in broken_for:
        raise ToolFailed("The line was cut.")
    return Done(Sent(email={"to": mail.to, "subject": mail.subject}), receipt=f"Mail sent to {mail.to}.")


def keep(errand: Errand, wanted: Texts) -> Done[Text]:
    note("notes.keep", wanted)
    return Done(Text(text="n1"), receipt="Kept.", inverse={"note": "n1"})


def read_letterbox(errand: Errand, wanted: Letterbox) -> Done[Text]:
    note("letters.read", wanted)
    return Done(Text(text="Dear Mira"))


def compare(errand: Errand, wanted: Numbers) -> Done[Text]:
    note("texts.compare", wanted)
    return Done(Text(text=f"{wanted.left} / {wanted.right}"))


def tool(name: str, run: Any, arguments: type[BaseModel], result: type[BaseModel], **more: Any) -> AnyTool:
    """Declare a tool in few words."""
    more.setdefault("kind", Kind.READ)
    more.setdefault("title", name.replace(".", " "))
    more.setdefault("description", more["title"])
    more.setdefault("agent", "research")
    return ToolSpec(name=name, run=run, arguments=arguments, result=result, **more)


LOOK_UP = tool(
    "guide.look_up", look_up, Topic, PageRead, title="Look up a place on Wikivoyage", untrusted=True,
    description="What the travel guide Wikivoyage says about a place.",
    consumes={"topic": "string:topic"}, produces={"page": "webpage"},
    verbs=("what does Wikivoyage say about Rome", "look it up on Wikivoyage", "was sagt Wikivoyage über Rom", "que dit Wikivoyage de Rome"),
)  # fmt: skip
SEARCH = tool(
    "web.search", search, Query, Hits, title="Search the web", untrusted=True, egress=True,
    description="Search the web for something.",
    consumes={"query": "string:topic"}, produces={"hits": "search_result"},
    verbs=("search the web for it", "google it", "look for it online", "such im Internet danach", "cherche sur le web"),
)  # fmt: skip
FETCH = tool(
    "web.read", fetch, Address, PageRead, title="Read a web page", untrusted=True, egress=True,
    description="Read the text of one web page.",
    consumes={"url": "string:url"}, produces={"page": "webpage"},
    verbs=("read the page", "open the link"),
)  # fmt: skip
JOIN = tool(
    "pages.join", join, Pages, Text, title="Make one page of several",
    description="Put several pages together as chapters of one page.",
    consumes={"pages": "webpage[]", "title": "string:title"}, produces={"text": "markdown"},
    verbs=("collect it into one page", "put it together on one page", "sammle es auf einer Seite", "rassemble le tout sur une page"),
)  # fmt: skip
SUM = tool(
    "pages.sum", sum_up, OnePage, Text, title="Say what a page is about",
    description="Summarise a page in a few sentences.",
    consumes={"page": "webpage"}, produces={"text": "markdown"},
    verbs=("summarise it", "give me the gist of it", "fasse es zusammen", "résume-le"),
)  # fmt: skip
SEND = tool(
    "mail.send", send, Mail, Sent, title="Send a mail", kind=Kind.SEND, agent="email", risk=Risk.LOW,
    description="Send a mail to somebody.", egress=True,
    consumes={"to": "string:address", "subject": "string:title", "body": "markdown"},
    produces={"email": "email"},
    verbs=("mail it to me", "send it by e-mail", "send me the links", "schick es mir per Mail", "envoie-le-moi par mail"),
)  # fmt: skip
KEEP = tool(
    "notes.keep", keep, Texts, Text, title="Keep a note", kind=Kind.WRITE, agent="notes", idempotent=True,
    description="Keep a quick note.", undo=lambda errand, arguments, inverse: "Gone.",
    consumes={"text": "markdown"}, produces={"text": "database_entity"},
    verbs=("write it down", "save it as a note", "put it into my notes", "schreib es auf", "speichere es als Notiz", "trag es in meine Notizen ein", "note-le dans mes notes"),
)  # fmt: skip
LETTERS = tool(
    "letters.read", read_letterbox, Letterbox, Text, title="Read the letterbox", private=True,
    consumes={"account": "config"}, produces={"text": "markdown"}, verbs=("read my letters",),
)  # fmt: skip
LIST = tool(
    "pages.list", list_hits, HitsToList, Text, title="Make a list of hits",
    description="Write search results as a list of links.",
    consumes={"hits": "search_result[]"}, produces={"text": "markdown"},
    verbs=("list the best links", "list what you found"),
)  # fmt: skip
COMPARE = tool(
    "texts.compare", compare, Numbers, Text, title="Compare two texts",
    consumes={"left": "markdown", "right": "markdown"}, produces={"text": "markdown"},
    verbs=("compare it with that",),
)  # fmt: skip
LINKS = replace(
    FETCH, name="links.read", title="Read what is linked", egress=False, verbs=("follow the links",)
)
TOOLS = (LOOK_UP, SEARCH, FETCH, LINKS, JOIN, SUM, LIST, SEND, KEEP, LETTERS, COMPARE)
