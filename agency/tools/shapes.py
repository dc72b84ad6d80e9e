"""The shapes that tools pass to each other. Each is the value of an asset type of the same meaning."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field, StringConstraints

from ownyou.lib.text import clean, clean_line
from trust.misfits import EMPTY, NO_MOMENT

MOST_TEXT = 200_000
"""Characters of a page or file that are kept."""


def _line(text: str) -> str:
    return clean_line(text)


Line = Annotated[str, AfterValidator(_line), StringConstraints(min_length=1, max_length=300)]
"""One line of text, cleaned."""

Prose = Annotated[str, AfterValidator(clean), Field(max_length=MOST_TEXT)]
"""Text of several lines, cleaned; Markdown where it is shown."""


def _filled(text: str) -> str:
    if not text:
        raise ValueError(EMPTY)
    return text


Words = Annotated[Prose, AfterValidator(_filled), Field(min_length=1)]
"""Text of several lines that says something: blanks alone are refused as nothing is."""


def _written_out(value: object) -> object:
    """A number would be read as seconds since 1970: "2026" for a year became a minute of that night."""
    if isinstance(value, int | float) or (isinstance(value, str) and value.strip().lstrip("+-").isdecimal()):
        raise ValueError(NO_MOMENT)
    return value


Moment = Annotated[AwareDatetime, BeforeValidator(_written_out)]
"""A moment, written out with its zone."""


class WebPage(BaseModel):
    """Asset type `webpage`: what a page says, as Markdown, and where and when it was read."""

    title: str = ""
    url: str = ""
    text: Prose
    source: str = Field("", description="the site or service that it is from")
    licence: str = ""
    fetched_at: AwareDatetime | None = None


class SearchHit(BaseModel):
    """One hit of a search; asset type `search_result` is a list of them."""

    title: str
    url: str
    snippet: Prose = ""
    source: str = ""


class SavedFile(BaseModel):
    """Asset type `file`: an artifact, by id and path."""

    id: str
    path: str
    version: int
    size: int


class SentMail(BaseModel):
    """Asset type `email`: a mail that was handed over."""

    to: str
    subject: str
    message_id: str
    at: datetime


def page_title(page: WebPage) -> str:
    """What to call a page in a list."""
    return page.title or page.url or "a page"
