"""The same wish in other words: close in meaning, and about the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from django.db.models import Q

from agency.desires.noticing.patterns import subject_of
from agency.models import Desire
from memory.embedding import EmbeddingUnavailable, embedder
from memory.lexemes import stems_of
from trust.models import User

S = Desire.Stage
NEAR: Final = 0.35
"""The cosine from which two wishes about the same are one (see docs/adr/desires.md)."""
SAME_SUBJECT: Final = 0.99
"""The share of stems from which they are one without a look at their meaning."""
_FADED = Q(stage=S.ABANDONED, plannings=0)


def sayable(user: User) -> list[Desire]:
    """What a wish that is said can repeat: what is pursued, was turned down, or has faded."""
    return _of(user, ~Q(stage__in=(S.COMPLETED, S.FAILED, S.ABANDONED)) | _FADED)


def seeable(user: User) -> list[Desire]:
    """What repeated behaviour can speak for: as `sayable`, without what has faded.

    What was turned down is among them, so that it is not proposed again.
    """
    return _of(user, ~Q(stage__in=(S.COMPLETED, S.FAILED, S.ABANDONED)))


def _of(user: User, which: Q) -> list[Desire]:
    rows = list(Desire.objects.of(user).filter(which).order_by("-created_at"))
    for row in rows:
        row.user = user
    return rows


def like(user: User, title: str, *, among: Iterable[Desire]) -> Desire | None:
    """The desire that is the same as one called `title`, or None. Costs an embedding only where some share
    their subject. Where meaning cannot be compared, all that they are about must be the same."""
    stems = partial(stems_of, language=user.language)
    about = subject_of(title, stems)
    near = [(row, share) for row in among if (share := _share(about, subject_of(row.title, stems)))]
    same = next((row for row, share in near if share >= SAME_SUBJECT), None)
    if same is not None or not near:
        return same
    try:
        vectors = embedder().passages([title, *(row.title for row, _share_ in near)])
    except EmbeddingUnavailable:
        return None
    cosines = vectors[1:] @ vectors[0]
    best = int(cosines.argmax())
    return near[best][0] if float(cosines[best]) >= NEAR else None


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """How much of what two wishes are about they share, 0-1 (Jaccard)."""
    return len(one & other) / len(one | other) if one & other else 0.0
