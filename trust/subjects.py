"""What decisions, acts and lines of the feed belong to: where it is shown, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from trust.models import User

type UrlOf = Callable[[UUID], str]
type TitlesOf = Callable[[User, set[UUID]], dict[UUID, str]]


@dataclass(frozen=True, slots=True)
class SubjectPages:
    """How a kind of subject is linked and called."""

    url_of: UrlOf
    titles_of: TitlesOf


_pages: dict[str, SubjectPages] = {}


def register_subject(kind: str, url_of: UrlOf, titles_of: TitlesOf) -> None:
    """Let the app that owns a kind of subject say where it is shown and what it is called."""
    _pages[kind] = SubjectPages(url_of, titles_of)


def url_of_subject(kind: str, subject_id: UUID | None) -> str:
    """Return the page of a subject; empty when it has none."""
    return _pages[kind].url_of(subject_id) if kind in _pages and subject_id else ""


class AboutSubject(Protocol):
    """What belongs to a subject and shows its title."""

    @property
    def subject_kind(self) -> str: ...
    @property
    def subject_id(self) -> UUID | None: ...

    subject_title: str


def name_subjects(user: User, cards: Sequence[AboutSubject]) -> None:
    """Give each card the title of what it belongs to, with one query for each kind that there is."""
    for kind, pages in _pages.items():
        about = [card for card in cards if card.subject_kind == kind and card.subject_id]
        if not about:
            continue
        titles = pages.titles_of(user, {card.subject_id for card in about if card.subject_id})
        for card in about:
            card.subject_title = titles.get(card.subject_id, "") if card.subject_id else ""
