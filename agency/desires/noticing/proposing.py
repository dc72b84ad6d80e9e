"""Proposing: a wish that is strong enough is put before the person, or planned where they allow it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.desires import config, executing, helping, lifecycle, recurring, room, telling
from agency.desires.critique import MOST_CRITIQUE
from agency.desires.noticing import evidence
from agency.desires.noticing.strength import decayed, reaches
from agency.models import Desire, DesireSettings
from trust import decisions
from trust.decisions import Question
from trust.models import Activity, Decision, User

S = Desire.Stage
A = User.Autonomy
PROPOSAL: Final = "proposal"
"""What a decision's payload says of itself when it asks whether a wish is to be pursued."""
MOST_SHOWN: Final = 5
_PLANS: Final[dict[str, frozenset[str]]] = {
    A.OBSERVE: frozenset(),
    A.SUGGEST: frozenset(),
    A.SUPERVISED_AUTO: frozenset({Desire.Source.EXPLICIT}),
    A.BOUNDED_AUTO: frozenset({Desire.Source.EXPLICIT, Desire.Source.IMPLICIT}),
    A.ADAPTIVE_AUTO: frozenset({Desire.Source.EXPLICIT, Desire.Source.IMPLICIT, Desire.Source.SCHEDULE}),
}


def plans_unasked(autonomy: str, source: str) -> bool:
    """Whether a noticed wish of this source is planned without asking. A plan still waits for its review."""
    return source in _PLANS[autonomy]


def strength_now(desire: Desire, settings: DesireSettings) -> float:
    """The strength of a desire at this moment, with its owner's settings."""
    return decayed(
        desire.strength,
        since=desire.strengthened_at,
        now=timezone.now(),
        half_life_days=settings.half_life_days,
    )


@dataclass(frozen=True, slots=True)
class Scales:
    """What the strength of a person's desires is weighed with, read once: settings, and earlier answers."""

    settings: DesireSettings
    answers: list[helping.Helped]

    @classmethod
    def of(cls, user: User) -> Self:
        """Those of a person."""
        return cls(config.settings_of(user), helping.answers_of(user))

    def is_strong(self, desire: Desire) -> bool:
        """Whether a desire has reached the threshold; what was asked for counts as it was asked."""
        strength = strength_now(desire, self.settings)
        if desire.source != Desire.Source.EXPLICIT:
            strength = helping.weigh(desire.description, self.answers).strength(strength)
        return reaches(strength, self.settings.threshold)


def propose_if_strong(desire: Desire, scales: Scales | None = None) -> bool:
    """Propose a nascent desire that has reached the threshold; returns whether it was.

    One that faded and has come up again is taken up; one in words of others waits to be taken up by the
    person. Call it in a transaction.
    """
    if desire.stage == S.ABANDONED and desire.plannings:
        return False
    if desire.stage not in (S.NASCENT, S.ABANDONED) or desire.tainted:
        return False
    if not (scales or Scales.of(desire.user)).is_strong(desire):
        return False
    return room.may_come_back(desire) and propose(desire)


def take_up_again(desire: Desire, *, asks: bool) -> bool:
    """Propose what the person says is to be pursued although it was let go, or only noticed so far; returns
    whether it moved. Call it in a transaction. Raises `Conflict` where no more fit."""
    if desire.stage not in (S.NASCENT, S.REJECTED, S.ABANDONED, S.FAILED):
        return False
    if not room.may_come_back(desire):
        raise room.full()
    lifecycle.note(desire, "taken_up", before=desire.stage)
    return propose(desire, _("You want it pursued: %(title)s"), asks=asks)


def propose(desire: Desire, text: str = "", *, asks: bool = False) -> bool:
    """Move a desire to pending, and ask whether it is to be pursued, or plan it where that is allowed.

    `text`: what the feed says of it, with the title; `asks`: plan nothing unasked. Returns whether it moved.
    Call it in a transaction.
    """
    words = (text or _("Strong enough to be pursued: %(title)s")) % {"title": desire.title}
    moved = lifecycle.move(desire, S.PENDING, words, ended_at=None, problem=None)
    if not moved:
        return False
    if desire.every:
        recurring.follow(desire)
    if not (asks or desire.tainted) and plans_unasked(desire.user.autonomy, desire.source):
        return executing.start_planning(desire, _("Planning, as your autonomy allows"))
    _ask(desire)
    return True


def _ask(desire: Desire) -> None:
    lines = evidence.lines_of(desire, most=MOST_SHOWN)
    earlier = Decision.objects.filter(subject_id=desire.pk).count()
    way = telling.way_of(desire.user, telling.What.PROPOSED)
    question = Question(
        kind=Decision.Kind.REVIEW,
        domain="desires",
        title=_("Shall I pursue this? %(title)s") % {"title": desire.title},
        payload={
            PROPOSAL: True,
            "why": _why(desire),
            "approve_words": _("Yes, plan it"),
            "reject_words": _("No, leave it"),
            "refine_hint": _("only on weekends, in Italian, without the mail …"),
            "refine_words": _("Plan it like that"),
            "evidence": {"recent": [{"title": line.words} for line in lines]},
        },
        refine_allowed=True,
    )
    decision = decisions.ask(
        telling.as_told(question, way),
        user_id=desire.user_id,
        key=f"{lifecycle.KIND}:{desire.pk}:{PROPOSAL}:{earlier}",
        subject=lifecycle.subject_of(desire),
    )
    telling.tell_of(decision, way)


def _why(desire: Desire) -> str:
    source = str(Desire.Source(desire.source).label)
    often = f" ({Desire.Every(desire.every).label})" if desire.every else ""
    words = _("%(source)s. What I would plan: %(what)s")
    why = words % {"source": source[:1].upper() + source[1:], "what": f"{desire.description}{often}"}
    return f"{_('Others wrote these words.')} {why}" if desire.tainted else why


def is_proposal(decision: Decision) -> bool:
    """Whether a decision asks if a wish is to be pursued."""
    return decision.kind == Decision.Kind.REVIEW and PROPOSAL in decision.payload


def proposal_answered(decision: Decision) -> None:
    """Plan a desire, or let it go, by the answer to its proposal; in the answering transaction."""
    about = decision.subject_id if decision.subject_kind == lifecycle.KIND else None
    if about is None or not is_proposal(decision):
        return
    desire = Desire.objects.select_related("user").filter(pk=about).first()
    if desire is None or desire.stage != S.PENDING:
        return
    said = decision.comment or ""
    with transaction.atomic():
        if decision.verdict == Decision.Verdict.REJECT:
            lifecycle.move(
                desire, S.REJECTED, _("You did not want it"), kind=Activity.Kind.DECIDED, problem=said or None
            )
            return
        more = {}
        if decision.verdict == Decision.Verdict.REFINE:
            more = {"critique": said[:MOST_CRITIQUE], "critique_at": timezone.now()}
        executing.start_planning(desire, _("You want it, so it is being planned"), **more)
