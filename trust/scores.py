"""Trust, with its evidence: per agent and kind of act, growing by what went well, shrinking by what did not.

1 to 2 by itself after ten approved successes without a no in between. 2 to 3 is offered after ten more, with
the evidence, and taken only by the person's own yes. 3 to 2 by itself on a no, an undo, or two failures in a
row. Lower only by the person, which is a ceiling until they lift it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ownyou.lib.errors import Conflict
from ownyou.lib.ids import new_id
from ownyou.lib.prepared import prepared_cursor
from ownyou.lib.text import lower_first
from trust import activity, audit, decisions
from trust.activity import Change, Subject
from trust.decisions import Answer, Question
from trust.models import Action, Activity, Decision, TrustScore, User
from trust.policy import AUTONOMOUS, KNOWN, Verdict
from trust.tools import Kind, tools_of
from trust.wording import NAMED, agent_title

STREAK = 10
FAILURES = 2
SUBJECT = "trust"
LEVELS = {
    1: gettext_lazy("asks you, as at first"),
    2: gettext_lazy("is known to you"),
    3: gettext_lazy("may act on its own"),
}


class Event(StrEnum):
    """What happened to an act, as trust counts it."""

    SUCCESS = "success"
    """A person approved it and it succeeded."""

    AUTOMATIC = "automatic"
    """It ran without asking and succeeded."""

    REJECTION = "rejection"
    FAILURE = "failure"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Step:
    """A change of level, and why."""

    to: int
    why: str


_OUTCOMES = {
    Action.Status.SUCCEEDED: Event.SUCCESS,
    Action.Status.REJECTED: Event.REJECTION,
    Action.Status.FAILED: Event.FAILURE,
}


def level_of(user_id: UUID, agent: str, kind: str) -> TrustScore:
    """The trust in an agent for a kind of act; an unsaved row where there is none yet."""
    found = TrustScore.objects.filter(user_id=user_id, agent=agent, kind=kind).first()
    return found or TrustScore(user_id=user_id, agent=agent, kind=kind)


def counts_in_passing(action: Action, to: str) -> bool:
    """Whether ending so is only counted: it ran without asking and went well, which changes no level."""
    return to == Action.Status.SUCCEEDED and action.ruling == Verdict.ALLOW


def counted_with(change: Change, action: Action) -> Change:
    """Add the counting of such an act to the statement that ends it: after its row, before the feed."""
    sql = f"{change.sql}, counted AS ({_COUNT.format(source=f'FROM {change.source}')})"
    source = f"{change.source}, (SELECT count(*) FROM counted) evidence"
    return Change(sql, source, change.parameters | _counted(action))


def note_outcome(action: Action) -> None:
    """Count how an act ended. Call it in the transaction of the end. Who asked a server that was away has
    done nothing wrong."""
    if action.status == Action.Status.FAILED and action.away:
        return
    event = _OUTCOMES.get(Action.Status(action.status))
    if event is Event.SUCCESS and action.ruling == Verdict.ALLOW:
        event = Event.AUTOMATIC
    if event is not None:
        note(action, event)


def note(action: Action, event: Event) -> None:
    """Count something about an act, and draw the consequence."""
    if event is Event.AUTOMATIC:
        _count_automatic(action)
        return
    with transaction.atomic(savepoint=False), activity.told_last():
        if event in (Event.REJECTION, Event.UNDO, Event.FAILURE):
            _withdraw_offer(level_of(action.user_id, action.agent, action.kind))
        score = _locked(action.user_id, action.agent, action.kind)
        count(score, event)
        step = consequence(score, event)
        if step is not None:
            _change(score, step)
        score.save()
        if event is Event.SUCCESS and offer_due(score):
            offer(score)


_COUNT = """
INSERT INTO trust_trustscore
    (id, user_id, agent, kind, level, ceiling, successes, automatic, rejections, failures, undos, streak,
     failure_streak, updated_at)
SELECT %(score)s, %(score_user)s, %(score_agent)s::text, %(score_kind)s::text, 1, 3, 0, 1, 0, 0, 0, 0,
    0, now()
{source}
ON CONFLICT (user_id, agent, kind) DO UPDATE
    SET automatic = trust_trustscore.automatic + 1, failure_streak = 0, updated_at = now()
RETURNING id
"""
"""Counts the commonest event, which changes no level, in one statement."""


def _counted(action: Action) -> dict[str, Any]:
    return {
        "score": new_id(),
        "score_user": action.user_id,
        "score_agent": action.agent,
        "score_kind": str(action.kind),
    }


def _count_automatic(action: Action) -> None:
    with prepared_cursor() as cursor:
        cursor.execute(_COUNT.format(source=""), _counted(action))


def count(score: TrustScore, event: Event) -> None:
    """Add an event to the counters of a score."""
    match event:
        case Event.SUCCESS:
            score.successes += 1
            score.streak += 1
            score.failure_streak = 0
        case Event.FAILURE:
            score.failures += 1
            score.failure_streak += 1
        case Event.REJECTION:
            score.rejections += 1
            score.streak = 0
            score.last_violation_at = timezone.now()
        case Event.UNDO:
            score.undos += 1
            score.streak = 0
            score.last_violation_at = timezone.now()


def consequence(score: TrustScore, event: Event) -> Step | None:
    """The change of level that follows by itself from a counted event, if any."""
    if event is Event.SUCCESS and score.level == 1 and score.streak >= STREAK and score.ceiling >= KNOWN:
        return Step(KNOWN, _("%(count)d acts went well that you had approved.") % {"count": score.streak})
    if score.level < AUTONOMOUS:
        return None
    if event is Event.REJECTION:
        return Step(KNOWN, _("You said no."))
    if event is Event.UNDO:
        return Step(KNOWN, _("You took something back."))
    if event is Event.FAILURE and score.failure_streak >= FAILURES:
        return Step(KNOWN, _("Two acts in a row failed."))
    return None


def _locked(user_id: UUID, agent: str, kind: str) -> TrustScore:
    rows = TrustScore.objects.select_for_update().filter(user_id=user_id, agent=agent, kind=kind)
    found = rows.first()
    if found is not None:
        return found
    new = TrustScore(user_id=user_id, agent=agent, kind=kind)
    TrustScore.objects.bulk_create([new], ignore_conflicts=True)
    return rows.get()


def _change(score: TrustScore, step: Step, actor: User | None = None) -> None:
    """Set the level, and say so in the feed and the audit log."""
    before, score.level = score.level, step.to
    score.streak = score.failure_streak = 0
    now = timezone.now()
    if step.to > before:
        score.last_escalation_at = now
    elif actor is None:
        score.last_violation_at = now
    _tell(score, before, step.why, actor)


def _tell(score: TrustScore, before: int, why: str, actor: User | None) -> None:
    facts = {"agent": score.agent, "kind": score.kind, "before": before, "after": score.level}
    named = {"agent": agent_title(score.agent), "kind": lower_first(str(NAMED[Kind(score.kind)]))}
    words = {**named, "level": LEVELS[score.level], "why": why}
    activity.record(
        user_id=score.user_id,
        kind=Activity.Kind.TRUST_ESCALATION,
        agent=score.agent,
        text=_("%(agent)s, %(kind)s: it now %(level)s. %(why)s") % words,
        subject=Subject(SUBJECT, score.pk),
        detail=dict(facts),
    )
    audit.note(
        "trust_changed",
        user_id=score.user_id,
        actor=actor,
        subject_kind=SUBJECT,
        subject_id=score.pk,
        ceiling=score.ceiling,
        **facts,
    )


def offer_due(score: TrustScore) -> bool:
    """Whether level 3 is to be offered: ten more at level 2, no ceiling, and a tool for which it counts."""
    return (
        score.level == KNOWN
        and score.kind != Kind.READ
        and score.streak >= STREAK
        and score.streak % STREAK == 0
        and score.ceiling >= AUTONOMOUS
        and any(
            spec.agent == score.agent and spec.kind == score.kind and spec.reversible
            for spec in tools_of(score.user)
        )
    )


def offer(score: TrustScore) -> Decision:
    """Offer level 3, with what speaks for it. No run waits for the answer."""
    words = {"agent": score.agent, "kind": score.kind}
    named = {"agent": agent_title(score.agent), "kind": lower_first(str(NAMED[Kind(score.kind)]))}
    score.offered_at = timezone.now()
    score.save(update_fields=["offered_at"])
    question = Question(
        kind=Decision.Kind.REVIEW,
        domain=SUBJECT,
        title=_("%(agent)s: %(kind)s without asking you?") % named,
        payload={"trust_offer": {**words, "level": AUTONOMOUS}, "evidence": evidence_of(score)},
    )
    return decisions.ask(
        question,
        user_id=score.user_id,
        key=f"offer:{score.pk}:{score.successes}",
        subject=Subject(SUBJECT, score.pk),
    )


def evidence_of(score: TrustScore) -> dict[str, object]:
    """What a person should know before they give or take trust."""
    recent = Action.objects.filter(
        user_id=score.user_id, agent=score.agent, kind=score.kind, status=Action.Status.SUCCEEDED
    )[:STREAK]
    return {
        "successes": score.successes,
        "automatic": score.automatic,
        "rejections": score.rejections,
        "failures": score.failures,
        "undos": score.undos,
        "streak": score.streak,
        "recent": [{"id": str(act.pk), "title": act.title} for act in recent],
        "covers": [
            spec.title_words
            for spec in tools_of(score.user)
            if spec.agent == score.agent and spec.kind == score.kind and spec.reversible
        ],
    }


def _withdraw_offer(score: TrustScore) -> None:
    """Close an offer that no longer holds. The decision is locked before its score, as in answering."""
    decisions.close(subject_id=score.pk, status=Decision.Status.SUPERSEDED)


def offers_a_level(decision: Decision) -> bool:
    """Whether a decision is an offer of a level."""
    return decision.kind == Decision.Kind.REVIEW and "trust_offer" in decision.payload


def take_answer(decision: Decision) -> None:
    """Raise the level when an offer was accepted, in the answering transaction."""
    with activity.told_last():
        offered = decision.payload["trust_offer"]
        score = _locked(decision.user_id, offered["agent"], offered["kind"])
        if decision.verdict == Decision.Verdict.APPROVE and score.level == KNOWN:
            _change(score, Step(AUTONOMOUS, _("You allowed it.")), actor=decision.answered_by)
        score.streak = 0
        score.save()


def accept_offer(*, user: User, agent: str, kind: str) -> TrustScore:
    """Say yes to the open offer of level 3. Raises `Conflict` where nothing is offered."""
    score = level_of(user.pk, agent, kind)
    offered = Decision.objects.of(user).open().filter(subject_kind=SUBJECT, subject_id=score.pk).first()
    if offered is None:
        raise Conflict(_("Level 3 is offered once enough has gone well; it is not yet."))
    yes = Answer(Decision.Verdict.APPROVE)
    decisions.answer(user=user, decision_id=offered.pk, given=yes)
    return level_of(user.pk, agent, kind)


def lower(*, user: User, agent: str, kind: str, seen: int | None = None) -> TrustScore:
    """Take a level away; it does not come back before the person lifts this ceiling.

    `seen` is the level from which the person lowers it. Raises `Conflict` where it is another one by now: two
    clicks, or a page that is behind, take one level away and not two.
    """
    with transaction.atomic(), activity.told_last():
        _withdraw_offer(level_of(user.pk, agent, kind))
        score = _locked(user.pk, agent, kind)
        started_at = KNOWN if kind == Kind.READ and score.ceiling >= KNOWN else 1
        level = min(max(score.level, started_at), score.ceiling)
        if seen is not None and seen != level:
            raise Conflict(_("Trust has changed meanwhile. Have a look at how it stands now."), level=level)
        to = max(1, level - 1)
        score.ceiling = to
        _change(score, Step(to, _("You lowered it.")), actor=user)
        score.save()
    return score


def begin_anew(*, user: User, agent: str, kind: str, why: str) -> None:
    """Take all trust away: the agent is not what it was. It can be earned again."""
    with transaction.atomic(savepoint=False), activity.told_last():
        _withdraw_offer(level_of(user.pk, agent, kind))
        score = _locked(user.pk, agent, kind)
        if score.level > 1:
            _change(score, Step(1, why))
            score.save()


def lift(*, user: User, agent: str, kind: str) -> TrustScore:
    """Take the ceiling away: trust can grow again from where it stands."""
    with transaction.atomic(savepoint=False), activity.told_last():
        score = _locked(user.pk, agent, kind)
        if score.ceiling < AUTONOMOUS:
            score.ceiling = AUTONOMOUS
            _tell(score, score.level, _("It can grow again."), user)
            score.save()
    return score
