"""Where a memory came from, as data and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from trust.models import User


class ProvenanceKind(models.TextChoices):
    """What a memory can come from. Recalled memory is not among them: it is never remembered again."""

    USER = "user", _("you told me")
    FEEDBACK = "feedback", _("from your feedback")
    MISSION = "mission", _("from a mission")
    CHOICE = "choice", _("from what you chose")
    CONVERSATION = "conversation", _("from a conversation")
    ONBOARDING = "onboarding", _("from your first steps")
    IMPORT = "import", _("from an import")
    PATTERN = "pattern", _("from what you did repeatedly")
    AGENT = "agent", _("noted by an agent")


@dataclass(frozen=True, slots=True)
class Provenance:
    """A source: its kind and, where it is a row, the row's id."""

    kind: ProvenanceKind
    id: UUID | None = None


BY_USER = Provenance(ProvenanceKind.USER)
"""Written by the person on the memory page."""


@dataclass(frozen=True, slots=True)
class Described:
    """A source in words ("from your feedback on Dinner in Paris") and where it can be looked at."""

    words: str
    url: str = ""


type Describer = Callable[[User, Iterable[UUID]], Mapping[UUID, Described]]
"""Describes a person's sources of one kind, by id; unknown ids are left out."""

_describers: dict[str, Describer] = {}


def register_describer(kind: ProvenanceKind, describer: Describer) -> None:
    """Let the app that owns sources of `kind` say what they are (called in its `AppConfig.ready`)."""
    _describers[kind.value] = describer


def describe(user: User, sources: Iterable[Provenance]) -> dict[Provenance, Described]:
    """Return words for each of `sources`, with one look-up per kind."""
    by_kind: dict[str, set[Provenance]] = {}
    for source in sources:
        by_kind.setdefault(source.kind.value, set()).add(source)
    words: dict[Provenance, Described] = {}
    for kind, found in by_kind.items():
        words |= _describe_kind(user, kind, found)
    return words


def _describe_kind(user: User, kind: str, sources: set[Provenance]) -> dict[Provenance, Described]:
    describer = _describers.get(kind)
    named = describer(user, [source.id for source in sources if source.id]) if describer else {}
    plain = Described(str(ProvenanceKind(kind).label))
    return {source: named.get(source.id, plain) if source.id else plain for source in sources}
