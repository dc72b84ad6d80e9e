"""What a person sees of decisions and the feed: one typed presenter for page, socket, API and terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import TypeAdapter

from ownyou.lib.cards import Card
from trust.models import Activity, Decision, User

SHOWN_OPTIONS = 5
MOST_OPEN = 100
URLS_KEPT = 4096
INTERNAL = frozenset({"decision", "verdict", "status"})
"""Parts of a line's detail that are for programs."""


KIND_WORDS = {
    Decision.Kind.CHOICE: gettext_lazy("Choose one"),
    Decision.Kind.APPROVAL: gettext_lazy("Your OK?"),
    Decision.Kind.REVIEW: gettext_lazy("Have a look"),
    Decision.Kind.CLARIFICATION: gettext_lazy("One question"),
}
VERDICT_WORDS = {
    Decision.Verdict.CHOOSE.value: gettext_lazy("Your choice"),
    Decision.Verdict.APPROVE.value: gettext_lazy("Your OK"),
    Decision.Verdict.REFINE.value: gettext_lazy("What you wanted changed"),
    Decision.Verdict.ANSWER.value: gettext_lazy("Your answer"),
    Decision.Verdict.REJECT.value: gettext_lazy("Your no"),
}


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


class ActivityLine(Card):
    """One line of the feed."""

    seq: int
    at: datetime
    agent: str
    who: str
    kind: str
    text: str
    subject_kind: str
    subject_id: UUID | None
    subject_title: str = ""
    url: str = ""
    detail: dict[str, Any] = {}


class ScorePart(Card):
    """One part of an option's score: 0-100, and in words."""

    name: str
    value: int
    words: str


class OptionCard(Card):
    """One option of a choice."""

    id: str
    title: str
    price: str | None = None
    currency: str | None = None
    price_words: str = ""
    price_converted_words: str = ""
    rating: float | None = None
    rating_count: int | None = None
    where_words: str = ""
    when_words: str = ""
    facts: list[str] = []
    source: str = ""
    source_title: str = ""
    fetched_at: datetime | None = None
    sample: bool = False
    score: int = 0
    score_parts: list[ScorePart] = []
    reasons: list[str] = []
    misses: list[str] = []
    link: str = ""
    booking_link: str = ""
    menu_link: str = ""
    photo: str = ""


class DecisionCard(Card):
    """One decision as it is shown everywhere."""

    id: UUID
    kind: str
    kind_words: str
    title: str
    why: str = ""
    domain: str
    status: str
    verdict: str
    verdict_words: str
    attempt: int
    expires_words: str
    url: str
    subject_kind: str
    subject_id: UUID | None
    subject_title: str = ""
    subject_url: str = ""
    refine_allowed: bool
    refine_suggestions: list[str] = []
    options: list[OptionCard] = []
    more: list[OptionCard] = []
    option_count: int = 0
    question: str = ""
    suggestions: list[str] = []
    hint: str = "text"
    receipt_words: str = ""
    created_at: datetime


_OPTIONS = TypeAdapter(list[OptionCard])


@lru_cache(maxsize=URLS_KEPT)
def url_of_decision(decision_id: UUID) -> str:
    """Where a decision is answered."""
    return reverse("decision_answer", args=[decision_id])


def line_of(row: Activity) -> ActivityLine:
    """Present one feed row."""
    return ActivityLine(
        seq=row.seq,
        at=row.created_at,
        agent=row.agent,
        who=row.agent.replace("_", " ").capitalize(),
        kind=row.kind,
        text=row.text,
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        url=url_of_subject(row.subject_kind, row.subject_id),
        detail={name: value for name, value in (row.detail or {}).items() if name not in INTERNAL},
    )


def lines_of(rows: Iterable[Activity]) -> list[ActivityLine]:
    """Present feed rows."""
    return [line_of(row) for row in rows]


def card_of(decision: Decision, *, shown: int | None = None) -> DecisionCard:
    """Present one decision. Lists that have no place for every option present the best `shown` only."""
    payload: dict[str, Any] = decision.payload
    offered: list[dict[str, Any]] = payload.get("options", [])
    options = _OPTIONS.validate_python(offered[:shown])
    return DecisionCard(
        id=decision.pk,
        kind=decision.kind,
        kind_words=_kind_words(decision),
        title=decision.title,
        why=payload.get("why", ""),
        domain=decision.domain,
        status=decision.status,
        verdict=decision.verdict,
        verdict_words=_verdict_words(decision.verdict),
        attempt=decision.attempt,
        expires_words=_expires_words(decision),
        url=url_of_decision(decision.pk),
        subject_kind=decision.subject_kind,
        subject_id=decision.subject_id,
        subject_url=url_of_subject(decision.subject_kind, decision.subject_id),
        refine_allowed=decision.refine_allowed,
        refine_suggestions=payload.get("refine_suggestions", []),
        options=options[:SHOWN_OPTIONS],
        more=options[SHOWN_OPTIONS:],
        option_count=len(offered[:SHOWN_OPTIONS]),
        question=payload.get("question", ""),
        suggestions=payload.get("suggestions", []),
        hint=payload.get("hint", "text"),
        receipt_words=receipt_of(decision),
        created_at=decision.created_at,
    )


def inbox_of(user: User) -> list[DecisionCard]:
    """Everything open of a person, oldest first, each with its subject's title."""
    rows = list(Decision.objects.of(user).open().order_by("created_at")[:MOST_OPEN])
    cards = [card_of(row) for row in rows]
    name_subjects(user, cards)
    return cards


def name_subjects(user: User, cards: Sequence[DecisionCard | ActivityLine]) -> None:
    """Give each card the title of what it belongs to, with one query a kind."""
    for kind, pages in _pages.items():
        about = [card for card in cards if card.subject_kind == kind and card.subject_id]
        titles = pages.titles_of(user, {card.subject_id for card in about if card.subject_id})
        for card in about:
            card.subject_title = titles.get(card.subject_id, "") if card.subject_id else ""


def _kind_words(decision: Decision) -> str:
    return str(KIND_WORDS[Decision.Kind(decision.kind)])


def _verdict_words(verdict: str) -> str:
    return str(VERDICT_WORDS.get(verdict, ""))


def _expires_words(decision: Decision) -> str:
    if decision.status != Decision.Status.OPEN:
        return ""
    if decision.expires_at is None:
        return _("Waits for you, as long as it takes.")
    return _("If you do not answer, it is cancelled.")


def receipt_of(decision: Decision) -> str:
    """Say what became of a decision, in a sentence; empty while it is open."""
    if decision.status == Decision.Status.OPEN:
        return ""
    if decision.status != Decision.Status.ANSWERED:
        return {
            Decision.Status.EXPIRED: _("Nobody answered in time; nothing was done."),
            Decision.Status.SUPERSEDED: _("Replaced by a newer question."),
            Decision.Status.CANCELLED: _("Cancelled with its mission."),
        }[Decision.Status(decision.status)]
    answer: dict[str, Any] = decision.answer or {}
    chosen = [o["title"] for o in decision.payload.get("options", []) if o["id"] in answer.get("options", [])]
    said = ", ".join(chosen) or answer.get("text", "")
    verdict = Decision.Verdict(decision.verdict).label
    return (
        _("You %(verdict)s: %(said)s") % {"verdict": verdict, "said": said}
        if said
        else _("You %s.") % verdict
    )
