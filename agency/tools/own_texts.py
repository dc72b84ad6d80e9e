"""What was made for the person before: the pages of earlier goals and the files of their missions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field

from agency import artifacts
from agency.models import Artifact, Asset
from agency.tools.shapes import MOST_TEXT, Line, WebPage
from ownyou.lib.errors import NotFound
from ownyou.lib.locales import day_in_words
from ownyou.lib.text import key_of, shorten
from trust.models import User
from trust.tools import Done, Errand, Kind, ToolFailed, ToolSpec

MOST_LOOKED_AT = 100
"""So many of the newest pages, and of the newest files, are looked through."""
MOST_TITLE = 200
HEAD = 2_000
"""Characters from the beginning of a text that say what it is about."""


class WhichText(BaseModel):
    words: Line = Field(description="what the text is about, or what its file is called")


class TextFound(BaseModel):
    page: WebPage


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that was made. `about`: what else says what it is about, as the goal that it was made for."""

    name: str
    about: str
    text: str
    at: datetime


def find(errand: Errand, which: WhichText) -> Done[TextFound]:
    """The newest text of the person's own about these words. Raises `ToolFailed` where there is none.

    Whatever it was made of may be text of others, so what is found is as little trusted as a page.
    """
    wanted = key_of(which.words).split()
    texts = sorted(_texts_of(errand.user), key=lambda one: one.at, reverse=True)
    found = next((one for one in texts if _is_about(one, wanted)), None)
    if found is None:
        words = {"words": shorten(which.words, 80)}
        raise ToolFailed(_("I found nothing that I made for you about “%(words)s”.") % words)
    source = _("made for you on %(day)s") % {"day": day_in_words(found.at.astimezone(errand.user.zone))}
    page = WebPage(
        title=shorten(found.name, MOST_TITLE), text=found.text[:MOST_TEXT], source=source, fetched_at=found.at
    )
    return Done(TextFound(page=page))


def _is_about(one: _Text, wanted: list[str]) -> bool:
    said = f" {key_of(f'{one.name} {one.about} {one.text[:HEAD]}')} "
    return bool(wanted) and all(f" {word}" in said for word in wanted)


def _texts_of(user: User) -> Iterator[_Text]:
    made = Asset.objects.filter(user=user, type="markdown", collection="", status=Asset.Status.READY)
    rows = made.exclude(role=Asset.Role.INPUT).exclude(made_by=None).select_related("plan")
    for asset in rows.order_by("-updated_at")[:MOST_LOOKED_AT]:
        if isinstance(asset.value, str) and asset.value:
            yield _Text(asset.plan.name, asset.plan.goal, asset.value, asset.updated_at)
    files = Artifact.objects.of(user).newest().filter(media_type__startswith="text/")
    for row in sorted(files, key=lambda one: one.created_at, reverse=True)[:MOST_LOOKED_AT]:
        try:
            yield _Text(row.path, "", artifacts.read(row).decode("utf-8", "replace"), row.created_at)
        except NotFound:  # its bytes are gone from the storage
            continue


FIND = ToolSpec(
    name="files.find",
    title=gettext_noop("Look into what I made for you"),
    agent="files",
    kind=Kind.READ,
    description="Find a page or file that was made for the person before.",
    arguments=WhichText,
    result=TextFound,
    run=find,
    untrusted=True,
    consumes={"words": "string:topic"},
    produces={"page": "webpage"},
    when_asked=True,
    verbs=(
        "the page that you made",
        "the page you made yesterday about",
        "the file that you saved",
        "look into my files",
        "die Seite, die du gemacht hast",
        "schau in meine Dateien",
    ),
)
TOOLS = (FIND,)
