"""The page of desires: what is being done, waits for a look, is being planned, and all by a filter."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from agency.desires.cards import DesireCard, cards_for
from agency.models import Desire
from trust.models import User

S = Desire.Stage
MOST = 100
SECTIONS = {
    "noticed": (gettext_lazy("Noticed"), (S.NASCENT, S.PENDING)),
    "review": (gettext_lazy("Waits for you"), (S.REVIEWING, S.ESCALATED)),
    "active": (gettext_lazy("Being done"), (S.APPROVED, S.EXECUTING, S.ASSESSING)),
    "planning": (gettext_lazy("Being planned"), (S.PLANNING,)),
}
FILTERS = {
    "all": (gettext_lazy("All"), tuple(S)),
    "done": (gettext_lazy("Done"), (S.COMPLETED, S.DORMANT)),
    "ended": (gettext_lazy("Not done"), (S.REJECTED, S.FAILED, S.ABANDONED)),
    "archive": (gettext_lazy("Archive"), tuple(S)),
}


@dataclass(frozen=True, slots=True)
class Section:
    """One section with its desires."""

    key: str
    title: str
    desires: list[DesireCard]


@dataclass(frozen=True, slots=True)
class Board:
    """The sections that hold something, and all desires by a filter."""

    sections: list[Section]
    filters: list[tuple[str, str]]
    chosen: str
    every: list[DesireCard]


def board_of(user: User, chosen: str = "all") -> Board:
    """Everything that a person's page of desires shows; the newest hundred."""
    cards = _cards(user, archived=False)
    sections = [
        Section(key, str(title), [card for card in cards if _section_of(card) == key])
        for key, (title, _stages) in SECTIONS.items()
    ]
    shown = _cards(user, archived=True) if chosen == "archive" else cards
    return Board(
        sections=[section for section in sections if section.desires],
        filters=[(key, str(title)) for key, (title, _stages) in FILTERS.items()],
        chosen=chosen,
        every=[card for card in shown if card.stage in FILTERS[chosen][1]],
    )


def _section_of(card: DesireCard) -> str:
    """Where a desire is shown: first what waits for the person, then by its stage; empty for what is over."""
    if card.needs_you and not card.proposed:
        return "review"
    return next((key for key, (_title, stages) in SECTIONS.items() if card.stage in stages), "")


def _cards(user: User, *, archived: bool) -> list[DesireCard]:
    rows = list(
        Desire.objects.of(user).filter(archived_at__isnull=not archived).order_by("-created_at")[:MOST]
    )
    for row in rows:
        row.user = user
    return cards_for(rows, user)
