"""Where a memory came from, as data and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import models

from trust.models import User


class ProvenanceKind(models.TextChoices):
    """What a memory can come from. Recalled memory is not among them: it is never remembered again."""

    USER = "user", "you"
    FEEDBACK = "feedback", "your feedback"
    MISSION = "mission", "a mission"
    CHOICE = "choice", "your choice"
    CONVERSATION = "conversation", "a conversation"
    ONBOARDING = "onboarding", "your first steps"
    IMPORT = "import", "an import"
    PATTERN = "pattern", "what you did repeatedly"
    AGENT = "agent", "an agent's own notes"


@dataclass(frozen=True, slots=True)
class Provenance:
    """A source: its kind and, where it is a row, the row's id."""

    kind: ProvenanceKind
    id: UUID | None = None


BY_USER = Provenance(ProvenanceKind.USER)
"""Written by the person on the memory page."""

type Describer = Callable[[User, Iterable[UUID]], Mapping[UUID, str]]
"""Gives the words for sources of one kind, by id: "your feedback on Dinner in Paris"."""

_describers: dict[str, Describer] = {}


def register_describer(kind: ProvenanceKind, describer: Describer) -> None:
    """Let the app that owns sources of `kind` say what they are (called in its `AppConfig.ready`)."""
    _describers[kind.value] = describer


def describe(user: User, sources: Iterable[Provenance]) -> dict[Provenance, str]:
    """Return words for each of `sources`, one look-up per kind: "from your feedback on Dinner in Paris"."""
    by_kind: dict[str, set[Provenance]] = {}
    for source in sources:
        by_kind.setdefault(source.kind.value, set()).add(source)
    words: dict[Provenance, str] = {}
    for kind, found in by_kind.items():
        words |= _describe_kind(user, kind, found)
    return words


def _describe_kind(user: User, kind: str, sources: set[Provenance]) -> dict[Provenance, str]:
    describer = _describers.get(kind)
    named = describer(user, [source.id for source in sources if source.id]) if describer else {}
    label = ProvenanceKind(kind).label
    return {source: f"from {named.get(source.id, label) if source.id else label}" for source in sources}
