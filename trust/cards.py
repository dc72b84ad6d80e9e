"""What a person sees of decisions and the feed: one typed presenter for page, socket, API and terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import TypeAdapter

from ownyou.lib.cards import Card
from trust.act_cards import (
    ActCard,
    ActReceipt,
    Version,
    acts_of,
    receipts_of,
    verb_of,
    versions_of,
)
from trust.models import Decision, User
from trust.subjects import name_subjects, url_of_subject

SHOWN_OPTIONS = 5
MOST_OPEN = 100
JUST_NOW = timedelta(minutes=15)
MOST_SETTLED = 5
URLS_KEPT = 4096


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
    unmet: list[str] = []
    against: list[str] = []
    link: str = ""
    booking_link: str = ""
    menu_link: str = ""
    photo: str = ""


class DecisionCard(Card):
    """One decision as it is shown everywhere. `prolonged`: it waits longer each time that it is in view;
    `told_by_acts`: the receipts of its acts say all that its own would."""

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
    refine_hint: str = ""
    refine_words: str = ""
    options: list[OptionCard] = []
    more: list[OptionCard] = []
    option_count: int = 0
    question: str = ""
    suggestions: list[str] = []
    hint: str = "text"
    receipt_words: str = ""
    unclear: bool = False
    """Whether nothing was made of the words that it was answered with."""
    acts: list[ActCard] = []
    approve_words: str = ""
    reject_words: str = ""
    document: str = ""
    document_url: str = ""
    risk: str = "none"
    grave: bool = False
    unanswered: str = ""
    expires_at: datetime | None = None
    prolonged: bool = False
    told_by_acts: bool = False
    refine_left: int = 0
    last_preview: bool = False
    history: list[Version] = []
    evidence: list[str] = []
    receipts: list[ActReceipt] = []
    can_ask_again: bool = False
    created_at: datetime

    @cached_property
    def shared_reasons(self) -> list[str]:
        """The reasons that speak for every option alike, so that they are said once."""
        offered = [*self.options, *self.more]
        if len(offered) < 2:
            return []
        return [words for words in offered[0].reasons if all(words in option.reasons for option in offered)]

    @cached_property
    def columns(self) -> list[str]:
        """What the table of the options tells beside price and rating: when and where of those who say so, or
        else, of things and tariffs, their facts."""
        offered = [*self.options, *self.more]
        names = [name for name in ("when_words", "where_words") if any(getattr(one, name) for one in offered)]
        return names or (["facts"] if any(one.facts for one in offered) else [])


class CardGroup(Card):
    """Cards that ask for the same kind of thing."""

    words: str
    cards: list[DecisionCard] = []


_OPTIONS = TypeAdapter(list[OptionCard])


@lru_cache(maxsize=URLS_KEPT)
def url_of_decision(decision_id: UUID) -> str:
    """Where a decision is answered."""
    return reverse("decision_answer", args=[decision_id])


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
        unclear=unclear(decision),
        unanswered=payload.get("unanswered", ""),
        refine_hint=payload.get("refine_hint", ""),
        refine_words=payload.get("refine_words", ""),
        created_at=decision.created_at,
        **_acting(decision),
    )


def _acting(decision: Decision) -> dict[str, Any]:
    """What only cards about acts have: the acts while it is open, their receipts after the answer."""
    payload: dict[str, Any] = decision.payload
    if decision.kind == Decision.Kind.REVIEW:
        return {
            "evidence": _evidence(payload),
            "approve_words": _("Allow it") if "trust_offer" in payload else payload.get("approve_words", ""),
            "reject_words": payload.get("reject_words", ""),
            **{name: payload[name] for name in ("document", "document_url") if name in payload},
        }
    if decision.kind != Decision.Kind.APPROVAL:
        return {}
    acts = acts_of(decision)
    is_open = decision.status == Decision.Status.OPEN
    return {
        "acts": acts,
        "approve_words": verb_of(acts),
        "risk": decision.risk,
        "grave": any(act.grave for act in acts),
        "expires_at": decision.expires_at,
        "prolonged": decision.expires_at is not None and decision.expiry_minutes is not None,
        "refine_left": payload.get("previews_left", 0) if decision.refine_allowed else 0,
        "last_preview": decision.thread_id is not None and payload.get("previews_left") == 0,
        "history": versions_of(decision),
        "receipts": [] if is_open else receipts_of(decision),
        "told_by_acts": decision.verdict in (Decision.Verdict.APPROVE, Decision.Verdict.REJECT)
        and bool(acts),
        "can_ask_again": decision.status == Decision.Status.EXPIRED and decision.successor_id is None,
    }


def _evidence(payload: Mapping[str, Any]) -> list[str]:
    """What speaks for an offer, in sentences."""
    evidence = payload.get("evidence", {})
    counted = (
        ("successes", _("%(n)s went well")),
        ("rejections", _("you said no to %(n)s")),
        ("failures", _("%(n)s failed")),
        ("undos", _("%(n)s were undone")),
    )
    lines = [words % {"n": evidence[name]} for name, words in counted if evidence.get(name)]
    return _limits(evidence) + lines + [act["title"] for act in evidence.get("recent", [])]


def _limits(evidence: Mapping[str, Any]) -> list[str]:
    """How far level 3 goes, where it is offered."""
    if not evidence.get("covers"):
        return []
    tools = ", ".join(evidence["covers"])
    return [
        _("Only: %(tools)s. Each of these can be undone or stopped for a while.") % {"tools": tools},
        _("High risk, and whatever text from outside has shaped, asks you all the same."),
    ]


def inbox_of(user: User) -> list[DecisionCard]:
    """Everything open of a person, oldest first, each with its subject's title."""
    rows = list(Decision.objects.of(user).open().order_by("created_at")[:MOST_OPEN])
    cards = [card_of(row) for row in rows]
    name_subjects(user, cards)
    return cards


def later_than(user: User, shown: int) -> int:
    """How many questions wait behind the `shown` ones, which are `MOST_OPEN` where there are more."""
    return Decision.objects.of(user).open().count() - shown if shown >= MOST_OPEN else 0


def inbox_context(user: User) -> dict[str, Any]:
    """What the inbox shows: what is open by groups, how many wait behind it, what was settled just now."""
    cards = inbox_of(user)
    return {
        "groups": grouped(cards),
        "later": later_than(user, len(cards)),
        "settled": settled_of(user),
    }


def grouped(cards: Sequence[DecisionCard]) -> list[CardGroup]:
    """Cards by what they ask for: mails together, choices together; first the group that waits longest."""
    groups: dict[str, CardGroup] = {}
    for card in cards:
        verbs = {act.verb for act in card.acts}
        words = verbs.pop() if len(verbs) == 1 else card.kind_words
        groups.setdefault(words, CardGroup(words=words)).cards.append(card)
    return list(groups.values())


def settled_of(user: User) -> list[DecisionCard]:
    """Cards about acts that were settled a moment ago, newest first: their receipts stay in sight."""
    since = timezone.now() - JUST_NOW
    rows = Decision.objects.of(user).filter(kind=Decision.Kind.APPROVAL).exclude(status=Decision.Status.OPEN)
    recent = rows.filter(Q(answered_at__gte=since) | Q(status=Decision.Status.EXPIRED, expires_at__gte=since))
    cards = [card_of(row) for row in recent.order_by("-created_at")[:MOST_SETTLED]]
    name_subjects(user, cards)
    return cards


def _kind_words(decision: Decision) -> str:
    return str(KIND_WORDS[Decision.Kind(decision.kind)])


def _verdict_words(verdict: str) -> str:
    return str(VERDICT_WORDS.get(verdict, ""))


def unclear(decision: Decision) -> bool:
    """Whether nothing was made of the words that a decision was answered with."""
    return bool(decision.came_to.get("unclear"))


def _expires_words(decision: Decision) -> str:
    if decision.status != Decision.Status.OPEN:
        return ""
    if decision.payload.get("unanswered"):
        return ""
    if decision.expires_at is None:
        return _("Waits for you, as long as it takes.")
    return _("If you do not answer, it is cancelled.")


def receipt_of(decision: Decision) -> str:
    """Say what became of a decision, in a sentence; empty while it is open."""
    if decision.status == Decision.Status.OPEN:
        return ""
    if decision.status != Decision.Status.ANSWERED:
        return (
            decision.comment
            or {
                Decision.Status.EXPIRED: _("Nobody answered in time; nothing was done."),
                Decision.Status.SUPERSEDED: _("Replaced by a newer question."),
                Decision.Status.CANCELLED: _("Cancelled with its mission."),
            }[Decision.Status(decision.status)]
        )
    answer: dict[str, Any] = decision.answer or {}
    if unclear(decision):
        return _("Not understood: “%(said)s”. Nothing changed.") % {"said": answer.get("text", "")}
    if taken := decision.came_to.get("chosen"):
        return _("You %(verdict)s: %(said)s") % {"verdict": str(Decision.Verdict.CHOOSE.label), "said": taken}
    chosen = [o["title"] for o in decision.payload.get("options", []) if o["id"] in answer.get("options", [])]
    said = ", ".join(chosen) or answer.get("text", "")
    verdict = str(Decision.Verdict(decision.verdict).label)
    return (
        _("You %(verdict)s: %(said)s") % {"verdict": verdict, "said": said}
        if said
        else _("You %s.") % verdict
    )
