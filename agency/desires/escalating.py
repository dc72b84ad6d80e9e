"""Asking a person what is to follow where no run can tell: no plan was found, or a run broke down.

The question belongs to the desire, not to a run: its answer moves the desire in the answering transaction.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from agency.desires import executing, lifecycle, telling
from agency.models import Desire
from trust import activity, decisions
from trust.decisions import Question, clarification, is_answer
from trust.models import Activity, Decision

S = Desire.Stage
ESCALATED: Final = "escalated"
"""What a decision's payload says of itself: the stage at which its desire got no further."""


AGAIN, LEAVE = gettext_lazy("Try again"), gettext_lazy("Leave it there")


def what_now(why: str) -> Question:
    """The question what is to follow, with the reason in words."""
    return clarification(
        _("What should I do now? Say in words what is to be different, or choose."),
        domain="desires",
        why=why,
        suggestions=[str(AGAIN), str(LEAVE)],
    )


def escalate(desire: Desire, words: str, *, key: str | None = None) -> bool:
    """Move a desire to where it needs its person, and ask them; returns whether it moved."""
    before = desire.stage
    with override(desire.user.language), transaction.atomic(), activity.told_last():
        moved = lifecycle.move(
            desire, S.ESCALATED, words, key=key, kind=Activity.Kind.AGENT_ERROR, problem=words
        )
        if moved:
            _ask(desire, words, before)
    return moved


def ask_again(desire: Desire) -> None:
    """Ask about an escalated desire whose question went with its run, unless one is open."""
    if not Decision.objects.open().filter(subject_id=desire.pk).exists():
        with override(desire.user.language):
            _ask(desire, desire.problem or "", S.ASSESSING)


def _ask(desire: Desire, words: str, before: str) -> None:
    question = what_now(words)
    question.payload[ESCALATED] = before
    earlier = Decision.objects.filter(subject_id=desire.pk).count()
    way = telling.way_of(desire.user, telling.What.NEEDS)
    decision = decisions.ask(
        telling.as_told(question, way),
        user_id=desire.user_id,
        key=f"{lifecycle.KIND}:{desire.pk}:{ESCALATED}:{earlier}",
        subject=lifecycle.subject_of(desire),
    )
    tell(desire, decision, way)


def tell(desire: Desire, decision: Decision, way: telling.By) -> None:
    """Tell that a desire needs its person, once a question, by the way that they set."""
    words = _("%(title)s needs you: what should I do now?") % {"title": desire.title}
    telling.tell_needs(decision, desire.user, way, words)


def answered(decision: Decision) -> None:
    """Try again, plan anew with the person's words, or let it go; in the answering transaction."""
    about = decision.subject_id if decision.subject_kind == lifecycle.KIND else None
    if about is None or ESCALATED not in decision.payload:
        return
    desire = Desire.objects.select_related("user").filter(pk=about, stage=S.ESCALATED).first()
    if desire is None:
        return
    said = decision.comment or ""
    if decision.verdict == Decision.Verdict.REJECT or is_answer(said, LEAVE):
        lifecycle.move(desire, S.ABANDONED, _("Left there, as you wished"), kind=Activity.Kind.DECIDED)
    elif not is_answer(said, AGAIN):
        executing.loop_back(desire, said=said)
    elif decision.payload[ESCALATED] != S.ASSESSING or not executing.retry(desire):
        executing.start_planning(desire, _("Trying once more"))
