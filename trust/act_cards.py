"""Acts as they are shown: on the card that asks for them, and as receipts of what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ownyou.lib.cards import Card
from trust.act_fields import ActField, fields_of, words_of
from trust.models import Action, Decision
from trust.wording import RISKS, agent_title, scope_words

S = Action.Status
TERMS = {
    "": gettext_lazy("No, ask me each time"),
    "today": gettext_lazy("Yes, today"),
    "week": gettext_lazy("Yes, for a week"),
    "month": gettext_lazy("Yes, for 30 days"),
    "always": gettext_lazy("Yes, until I take it back"),
}
"""How long a standing OK that is given on the card holds."""
GRAVE = (Decision.Risk.HIGH, Decision.Risk.CRITICAL)
STATUS_WORDS = {
    S.PROPOSED: gettext_lazy("Being weighed"),
    S.DENIED: gettext_lazy("Not allowed"),
    S.WAITING: gettext_lazy("Waits for your OK"),
    S.APPROVED: gettext_lazy("About to happen"),
    S.REJECTED: gettext_lazy("You said no"),
    S.EXPIRED: gettext_lazy("Nobody answered; not done"),
    S.SUPERSEDED: gettext_lazy("Replaced by a newer version"),
    S.CANCELLED: gettext_lazy("Stopped; not done"),
    S.CLAIMED: gettext_lazy("Happening now"),
    S.SUCCEEDED: gettext_lazy("Done"),
    S.FAILED: gettext_lazy("Did not work"),
    S.UNKNOWN: gettext_lazy("Not known whether it happened"),
    S.UNDOING: gettext_lazy("Being undone"),
    S.UNDONE: gettext_lazy("Undone"),
    S.UNDO_FAILED: gettext_lazy("Done; could not be undone"),
}
TONES = {
    S.SUCCEEDED: "done",
    S.FAILED: "failed",
    S.DENIED: "failed",
    S.UNDO_FAILED: "failed",
    S.UNKNOWN: "needs",
    S.WAITING: "needs",
    S.APPROVED: "working",
    S.CLAIMED: "working",
    S.UNDOING: "working",
}


AGAIN = "again"


class Difference(Card):
    """What is other than before, in words."""

    label: str
    before: str
    after: str


class Wish(Card):
    """What the person wished before and is worked in, with the page where it is changed or taken back."""

    words: str
    url: str = ""


class ActCard(Card):
    """One act that needs an OK. `left_out`, `why_not`: what a refused answer said of it."""

    id: str
    title: str
    tool: str
    tool_title: str
    agent: str
    agent_title: str
    kind: str
    verb: str
    arguments: dict[str, Any]
    fields: list[ActField]
    risk: str
    risk_words: str
    grave: bool
    reason: str
    notice: str = ""
    tainted: bool
    shaped_by: list[str]
    wishes: list[Wish] = []
    difference: list[Difference]
    reversible: bool
    hold_seconds: int
    grant_words: str = ""
    grant_scope: dict[str, Any] | None = None
    grant_terms: dict[str, str] = {}
    grant_term: str = ""
    left_out: bool = False
    why_not: str = ""


class ActReceipt(Card):
    """What became of one act. `can`: undo, stop, check, retry, again (be asked for once more)."""

    id: UUID
    title: str
    tool: str
    agent: str
    agent_title: str
    kind: str
    status: str
    status_words: str
    words: str
    tone: str
    can: list[str]
    until: datetime | None
    url: str
    subject_kind: str
    subject_id: UUID | None
    subject_title: str = ""
    subject_url: str = ""
    decision_id: UUID | None = None
    answer_url: str = ""
    created_at: datetime
    ended_at: datetime | None


class Version(Card):
    """An earlier preview, and what was said to it."""

    attempt: int
    titles: list[str]
    said: str


def acts_of(decision: Decision) -> list[ActCard]:
    """The acts that a decision shows, as they stood when it was asked."""
    before = _acts_before(decision)
    return [_act(act, before.get(act["tool"])) for act in decision.payload.get("acts", [])]


def versions_of(decision: Decision) -> list[Version]:
    """The earlier previews, oldest first."""
    return [
        Version(
            attempt=entry.get("attempt", number),
            titles=[str(act.get("title", "")) for act in entry.get("acts", [])],
            said=str(entry.get("said", "")),
        )
        for number, entry in enumerate(decision.history, start=1)
        if isinstance(entry, dict)
    ]


def receipts_of(decision: Decision) -> list[ActReceipt]:
    """What became of a decision's acts, in their order; its card itself asks again for all that expired."""
    rows = decision.actions.select_related("user").order_by("position", "created_at", "pk")
    cards = [receipt_of_act(row) for row in rows]
    for card in cards:
        card.can = [verb for verb in card.can if verb != AGAIN]
    return cards


def receipt_of_act(action: Action) -> ActReceipt:
    """Present one act."""
    status = S(action.status)
    return ActReceipt(
        id=action.pk,
        title=action.title,
        tool=action.tool,
        agent=action.agent,
        agent_title=agent_title(action.agent),
        kind=action.kind,
        status=action.status,
        status_words=_status_words(action),
        words=_words(action),
        tone=TONES.get(status, ""),
        can=_can(action),
        until=action.not_before if status == S.APPROVED else None,
        url=url_of_act(action.pk),
        subject_kind=action.subject_kind,
        subject_id=action.subject_id,
        decision_id=action.decision_id,
        answer_url=_answer_url(action),
        created_at=action.created_at,
        ended_at=action.ended_at,
    )


def url_of_act(action_id: UUID) -> str:
    """The page of one act, with what it made."""
    return reverse("receipt", args=[action_id])


def verb_of(acts: Sequence[ActCard]) -> str:
    """What the button that approves says: the verb of the act."""
    if not acts:
        return ""
    verbs = {act.verb or act.tool_title for act in acts}
    if len(acts) == 1:
        return verbs.pop()
    if len(verbs) == 1:
        return _("%(verb)s (%(count)d)") % {"verb": verbs.pop(), "count": len(acts)}
    return _("Do all that is ticked")


def _act(act: Mapping[str, Any], before: Mapping[str, Any] | None) -> ActCard:
    meant: Mapping[str, str] = act.get("meant", {})
    shown: list[ActField] = fields_of(act["schema"], {**act["arguments"], **meant}, read=act.get("read"))
    grant = act.get("grant")
    return ActCard(
        id=act["id"],
        title=act["title"],
        tool=act["tool"],
        tool_title=_(act["tool_title"]),
        agent=act["agent"],
        agent_title=agent_title(act["agent"]),
        kind=act["kind"],
        verb=_(act["verb"] or act["tool_title"]),
        arguments=act["arguments"],
        fields=shown,
        risk=act["risk"],
        risk_words=capfirst(str(RISKS[Decision.Risk(act["risk"])])),
        grave=act["risk"] in GRAVE,
        reason=act["reason"],
        notice=act.get("notice", ""),
        tainted=act["tainted"],
        shaped_by=[str(quote) for quote in act["shaped_by"]],
        wishes=[Wish.model_validate(wish) for wish in act.get("wishes", [])],
        difference=_difference(act, shown, before),
        reversible=act["reversible"],
        hold_seconds=act["hold_seconds"],
        grant_words=_grant_words(act, grant["scope"]) if grant else "",
        grant_scope=grant["scope"] if grant else None,
        grant_terms={term: str(words) for term, words in TERMS.items()} if grant else {},
    )


def _acts_before(decision: Decision) -> dict[str, Mapping[str, Any]]:
    """The acts of the last preview, by tool; nothing where a tool stood there twice."""
    last = decision.history[-1] if decision.history else {}
    acts = last.get("acts", []) if isinstance(last, dict) else []
    tools = [act["tool"] for act in acts]
    return {act["tool"]: act for act in acts if tools.count(act["tool"]) == 1}


def _difference(
    act: Mapping[str, Any], shown: Sequence[ActField], before: Mapping[str, Any] | None
) -> list[Difference]:
    labels = {field.name: field.label for field in shown}
    moved = [
        Difference(
            label=labels.get(part["name"], str(part["name"]).replace("_", " ").capitalize()),
            before=words_of(part["before"]),
            after=words_of(part["after"]),
        )
        for part in act["difference"]
    ]
    if before is None:
        return moved
    said: Mapping[str, Any] = before["arguments"]
    same = {
        name: words
        for name, words in act.get("meant", {}).items()
        if said.get(name) == act["arguments"][name]
    }
    shown_before = fields_of(act["schema"], {**said, **same}, read=before.get("read"))
    earlier = {field.name: field.words for field in shown_before}
    return moved + [
        Difference(label=field.label, before=earlier.get(field.name, ""), after=field.words)
        for field in shown
        if earlier.get(field.name, "") != field.words
    ]


def _grant_words(act: Mapping[str, Any], scope: Mapping[str, Any]) -> str:
    what = _(act["tool_title"])
    if scope:
        own = act.get("meant", {}).get("to", "")
        facts = {"what": what, "scope": scope_words(scope, own_address=own)}
        return _("From now on without asking: %(what)s, only %(scope)s?") % facts
    return _("From now on without asking: %(what)s?") % {"what": what}


def _status_words(action: Action) -> str:
    if _is_held(action):
        return _("About to happen, can be stopped")
    return str(STATUS_WORDS[S(action.status)])


def _words(action: Action) -> str:
    if action.status in (S.SUCCEEDED, S.UNDONE):
        return action.receipt or ""
    if action.status == S.DENIED:
        return action.reason or ""
    if action.status == S.EXPIRED and action.successor_id:
        return _("It was asked for once more.")
    return action.error or ""


def _is_held(action: Action) -> bool:
    return (
        action.status == S.APPROVED and action.not_before is not None and action.not_before > timezone.now()
    )


def _can(action: Action) -> list[str]:
    from trust.ledger.settling import is_repeatable
    from trust.ledger.taking_back import can_undo

    can = []
    if action.status == S.APPROVED:
        can.append("stop")
    if can_undo(action):
        can.append("undo")
    if action.status == S.UNKNOWN:
        can.append("check")
    if action.approved_at is not None and is_repeatable(action):
        can.append("retry")
    if action.status == S.EXPIRED and action.decision_id and action.successor_id is None:
        can.append(AGAIN)
    return can


def _answer_url(action: Action) -> str:
    """Where an act that waits is answered."""
    if action.status != S.WAITING or action.decision_id is None:
        return ""
    return f"{reverse('inbox')}#decision-{action.decision_id}"
