"""The same wish in other words: close in meaning, and about the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db.models import Q

from agency.desires.noticing.patterns import manner_of, subject_of
from agency.models import Desire
from memory.embedding import EmbeddingUnavailable, embedder
from memory.lexemes import stems_of
from trust.models import User

S = Desire.Stage
SAME_NEAR, PART_NEAR, PART = 0.45, 0.78, 0.5
"""Cosines from which two wishes are one: of all of the same subject, and where they share so much of it."""
_FADED = Q(stage=S.ABANDONED, plannings=0)


def sayable(user: User) -> list[Desire]:
    """What a wish that is said can repeat: what is pursued, was turned down, or has faded. What others worded
    is not among them: nothing that the person says or does gives weight to words of others."""
    return _of(user, ~Q(stage__in=(S.COMPLETED, S.FAILED, S.ABANDONED)) | _FADED, tainted=False)


def known(user: User) -> list[Desire]:
    """What a wish in the words of others can repeat: all but what was done or did not work."""
    return _of(user, ~Q(stage__in=(S.COMPLETED, S.FAILED)))


def seeable(user: User) -> list[Desire]:
    """What repeated behaviour can speak for: as `sayable`, without what has faded.

    What was turned down is among them, so that it is not proposed again.
    """
    return _of(user, ~Q(stage__in=(S.COMPLETED, S.FAILED, S.ABANDONED)), tainted=False)


def _of(user: User, which: Q, **more: bool) -> list[Desire]:
    rows = list(Desire.objects.of(user).filter(which, **more).order_by("-created_at"))
    for row in rows:
        row.user = user
    return rows


def like(user: User, title: str, *, among: Iterable[Desire]) -> Desire | None:
    """The desire that is the same as one called `title`, or None.

    Both want the same done about a subject that they share. Costs an embedding only where some do. While
    meaning cannot be compared, all that they are about must be the same.
    """
    rows = [(row, share) for row in among if (share := shared(title, row.title, user.language)) >= PART]
    if not rows:
        return None
    try:
        vectors = embedder().passages([title, *(row.title for row, _share in rows)])
    except EmbeddingUnavailable:
        return next((row for row, share in rows if share == 1.0), None)
    cosines = [float(cosine) for cosine in vectors[1:] @ vectors[0]]
    near = [
        (cosine, number)
        for number, ((_row, share), cosine) in enumerate(zip(rows, cosines, strict=True))
        if cosine >= (SAME_NEAR if share == 1.0 else PART_NEAR)
    ]
    return rows[max(near)[1]][0] if near else None


def shared(one: str, other: str, language: str) -> float:
    """How much two wishes share of what they are about, 0-1 (Jaccard); 0 where they want different done."""
    if manner_of(one) != manner_of(other):
        return 0.0
    stems = partial(stems_of, language=language)
    first, second = subject_of(one, stems), subject_of(other, stems)
    return len(first & second) / len(first | second) if first & second else 0.0
