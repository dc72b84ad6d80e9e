"""Finding out what became of an act, and doing a failed one again."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ownyou.lib.errors import Conflict, InvalidInput, NotFound, OwnYouError
from ownyou.lib.locales import in_owners_language
from trust import activity, decisions, queueing
from trust.activity import Subject
from trust.decisions import Only, Question
from trust.ledger.moves import move
from trust.ledger.proposing import errand_of
from trust.ledger.runs import is_cancelled, is_over
from trust.ledger.taking_back import act_of
from trust.models import Action, Decision, User
from trust.tools import Settled, tool_named

log = logging.getLogger(__name__)

S = Action.Status
ACT = "act"
"""The kind of subject of a question about an act."""


def check(*, user: User, action_id: UUID, happened: bool | None = None) -> Action:
    """Settle an act whose outcome is unknown: as the person says, else a worker looks, else they are asked.

    Does nothing to one that is settled. Raises `NotFound`, and `Conflict` for one that is not unknown.
    """
    action = act_of(user, action_id)
    if action.status in (S.SUCCEEDED, S.FAILED):
        return action
    if action.status != S.UNKNOWN:
        raise Conflict(_("You know already how this ended."), status=action.status)
    if happened is None:
        queueing.settle_after_commit(action)
        return action
    _settle(action, happened, _("You said that it happened."), _("You said that it did not happen."))
    return act_of(user, action_id)  # another answer may have been faster


def look(action_id: UUID) -> Action:
    """Look at the real world whether an unknown act happened; ask the person where only they can tell."""
    return _looked_at(Action.objects.select_related("user").get(pk=action_id))


@in_owners_language
def _looked_at(action: Action) -> Action:
    if action.status != S.UNKNOWN:
        return action
    found = _seen(action)
    if found is Settled.ASK:
        ask_whether(action)
    else:
        happened = found is Settled.DONE
        _settle(action, happened, _("Checked: it happened."), _("Checked: it did not happen."))
    return action


def _seen(action: Action) -> Settled:
    """What the tool sees; to be asked where it is gone, cannot look, or stumbles."""
    try:
        spec = tool_named(action.tool, action.user)
        if spec.settle is None:
            return Settled.ASK
        return spec.settle(errand_of(action, spec), spec.parse(action.arguments))
    except OwnYouError as error:
        log.warning("act %s of %s could not be checked: %s", action.pk, action.tool, error.code)
    except Exception:  # a tool is an edge
        log.exception("checking act %s of %s stumbled", action.pk, action.tool)
    return Settled.ASK


def _settle(action: Action, happened: bool, yes: str, no: str) -> bool:
    if happened:
        return move(action, S.SUCCEEDED, receipt=f"{action.title}. {yes}", error=None)
    return move(action, S.FAILED, error=no)


def was_unknown(action: Action, to: str) -> bool:
    """Whether an act that ends now was one of which nobody knew."""
    return action.status == S.UNKNOWN


def close_question(action: Action) -> None:
    """Put the question whether an act happened away: that is known now."""
    decisions.close(subject_id=action.pk, status=Decision.Status.SUPERSEDED)


_STILL_UNKNOWN = "SELECT id FROM trust_action WHERE id = %(unknown)s AND status = 'unknown' FOR SHARE"


def ask_whether(action: Action) -> Decision | None:
    """Ask the person whether an act happened; None where that was settled meanwhile."""
    asked = Decision.objects.filter(user=action.user, subject_kind=ACT, subject_id=action.pk)
    number = asked.count()  # before the look: who asks at the same moment has this number, too
    still = asked.open().first()
    if still is not None:
        return still
    question = Question(
        kind=Decision.Kind.CLARIFICATION,
        domain=action.agent,
        title=_("Did this happen?"),
        payload={
            "question": action.title,
            "why": _("I cannot see from here whether it did."),
            "suggestions": [_("Yes"), _("No")],
            "check": str(action.pk),
        },
    )
    try:
        return decisions.ask(
            question,
            user_id=action.user_id,
            key=f"check:{action.pk}:{number}",
            subject=Subject(ACT, action.pk),
            only=Only("act", _STILL_UNKNOWN, {"unknown": action.pk}),
        )
    except Decision.DoesNotExist:
        return None


def asks_what_happened(decision: Decision) -> bool:
    """Whether a question is about what became of an act."""
    return decision.subject_kind == ACT and "check" in decision.payload


def take_answer(decision: Decision) -> None:
    """Settle the act that a question was about, in the answering transaction. Raises `InvalidInput`."""
    if decision.verdict != Decision.Verdict.ANSWER:
        return
    said = str((decision.answer or {}).get("text", "")).strip().casefold()
    meant = {words.casefold(): happened for words, happened in _meanings(decision).items()}
    if said not in meant:
        raise InvalidInput(_("Answer yes or no."), field="text")
    action = Action.objects.select_related("user").get(pk=decision.payload["check"])
    if action.status == S.UNKNOWN:
        _settle(action, meant[said], _("You said that it happened."), _("You said that it did not happen."))


def _meanings(decision: Decision) -> dict[str, bool]:
    yes, no = decision.payload["suggestions"]
    return {"yes": True, "no": False, yes: True, no: False}


def is_repeatable(action: Action) -> bool:
    """Whether an act failed that may simply be done again: twice does no harm, or nothing was reached."""
    try:
        harmless = tool_named(action.tool, action.user).idempotent
    except NotFound:
        return False
    return action.status == S.FAILED and (harmless or action.away)


def retry(*, user: User, action_id: UUID) -> Action:
    """Do a failed act again, where doing it twice does no harm or what it asks was away; a worker performs
    it. Where its run is over, the act is the person's own from then on: nothing that the run left behind
    holds it up.

    Raises `NotFound`, and `Conflict` for one that has not failed or may not be repeated.
    """
    action = act_of(user, action_id)
    if not is_repeatable(action):
        raise Conflict(_("I cannot simply do this again. Ask for it anew."), status=action.status)
    if action.approved_at is None:
        raise Conflict(_("You never approved this."), status=action.status)
    with transaction.atomic(), activity.told_last():
        over = is_cancelled(action.thread_id) or is_over(action.thread_id)
        changes: dict[str, Any] = {"thread_id": None} if over else {}
        changes |= {"ended_at": None, "error": None, "away": False}
        if not move(action, S.APPROVED, not_before=timezone.now(), **changes):
            return act_of(user, action_id)
        queueing.perform_after_commit(action)
    return action
