"""Performing an approved act: claimed, done once, and its result kept.

Three commits and no transaction across the call. This is the only place that runs a tool of kind write,
send or delete.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, JsonValue

from ownyou.lib import storage
from ownyou.lib.errors import OwnYouError
from ownyou.lib.locales import in_owners_language
from ownyou.lib.prepared import Writes
from trust import activity, grants, policy
from trust.activity import Beside, Subject
from trust.ledger.moves import move
from trust.ledger.proposing import Proposal, args_hash, errand_of, relied_on, written_down
from trust.ledger.runs import goes_on
from trust.ledger.weighing import Ground
from trust.models import Action, User
from trust.policy import Verdict
from trust.tools import AnyTool, Done, Kind, OutcomeUnknown, ToolFailed, tool_named

log = logging.getLogger(__name__)

S = Action.Status
MARGIN = timedelta(seconds=10)
"""How much longer than its tool's time-out a claimed act may take before its executor counts as dead."""


Keeping = Callable[[UUID, dict[str, JsonValue], bool], Beside | None]
"""What is kept beside the end of an act: of its id, its result, and whether that is tainted."""


def act(
    proposals: Sequence[Proposal],
    *,
    user: User,
    thread_id: UUID | None = None,
    subject: Subject | None = None,
    along: Writes | None = None,
    keeping: Keeping | None = None,
) -> list[Action]:
    """Propose acts and perform those that need no OK; return them as they stand then, in the order given.

    Like `propose` and `perform`, one after the other; a single act that needs no OK is claimed as it is
    written down, which saves a commit. A step that runs again finds what became of it. `along` is written in
    the transaction in which the acts are written down: whoever finds them finds it as well.
    `keeping` says what is to be kept of the result of a single act by the statement that ends it.
    """
    actions, begun = written_down(
        proposals, user=user, thread_id=thread_id, subject=subject, begin=_begin, along=along
    )
    if not begun:
        return [_as_far_as_it_goes(latest(action)) for action in actions]
    [action] = actions
    spec = tool_named(action.tool, user)
    return [action if _run(action, spec, spec.parse(action.arguments), keeping) else _fresh(action)]


def _begin(action: Action, spec: AnyTool) -> None:
    """Claim an act that is not stored yet."""
    action.status = S.CLAIMED
    for name, value in _claim_of(action, spec).items():
        setattr(action, name, value)


def _as_far_as_it_goes(action: Action) -> Action:
    return perform(action.pk) if action.status == S.APPROVED else action


def latest(action: Action) -> Action:
    """The act that stands for this one now: what replaced it, if something did."""
    return line_of(action)[-1]


def line_of(action: Action) -> list[Action]:
    """An act and what replaced it, one after the other."""
    line = [action]
    while line[-1].successor is not None:
        line.append(line[-1].successor)
    return line


def perform(action_id: UUID) -> Action:
    """Do an approved act that is due, once, and return how it stands then.

    Does nothing to one that is not approved, held back, or claimed by another. If the world moved since it
    was approved, it is superseded by a successor that waits for the person.
    """
    return _performed(Action.objects.select_related("user", "grant").get(pk=action_id))


@in_owners_language
def _performed(action: Action) -> Action:
    if action.status != S.APPROVED or _held(action):
        return action
    try:
        spec = tool_named(action.tool, action.user)
        arguments = spec.parse(action.arguments)
    except OwnYouError as error:
        move(action, S.FAILED, error=error.message)
        return _fresh(action)
    if _may_go(action, spec, arguments) and _claim(action, spec) and _run(action, spec, arguments):
        return action
    return _fresh(action)


def _held(action: Action) -> bool:
    return action.not_before is not None and action.not_before > timezone.now()


def _fresh(action: Action) -> Action:
    return Action.objects.select_related("successor").get(pk=action.pk)


def _may_go(action: Action, spec: AnyTool, arguments: BaseModel) -> bool:
    """Look once more: the same arguments, nothing that forbids it now, the world as it was."""
    if args_hash(action.user_id, action.tool, action.arguments) != action.args_hash:
        move(action, S.FAILED, error=_("What was to be done is not what was approved, so it was not done."))
        return False
    ruling = _ruled_again(action, spec, arguments)
    if ruling.decision is Verdict.DENY:
        move(action, S.DENIED, ruling=Verdict.DENY, rule=ruling.rule, reason=ruling.reason)
        return False
    if action.ruling == Verdict.ALLOW and ruling.decision is Verdict.ASK:
        ask_after_all(action, ruling)
        return False
    if action.preconditions is None:
        return True
    try:
        now = relied_on(action, spec, arguments) or {}
    except ToolFailed as error:
        move(action, S.FAILED, error=error.message, away=error.away)
        return False
    if _is_in_the_way(action.preconditions, now):
        ask_anew(action, now)
        return False
    return True


def _ruled_again(action: Action, spec: AnyTool, arguments: BaseModel) -> policy.Ruling:
    """How the gate rules now on what may happen. Of what a person said yes to only a no counts."""
    standing: Literal["none", "standing", "revoked"] = "none"
    if action.grant is not None:
        standing = "standing" if grants.is_standing(action.grant) else "none"
        standing = "revoked" if action.grant.revoked_at else standing
    circumstances = Ground(action.user).circumstances(spec, arguments, tainted=action.tainted, grant=standing)
    if action.ruling == Verdict.ALLOW:
        circumstances = replace(circumstances, caution=_caution_about(action))
    return policy.decide(circumstances)


Caution = Callable[[Action], str]
_cautions: list[Caution] = []


def register_cautions(caution: Caution) -> None:
    """Let an upper layer say, in words, why an act that may run without asking is to be asked for."""
    _cautions[:] = [caution]


def _caution_about(action: Action) -> str:
    return next((words for caution in _cautions if (words := caution(action))), "")


def _is_in_the_way(before: Mapping[str, JsonValue], now: Mapping[str, JsonValue]) -> bool:
    """Whether the world differs from what was shown by more than that something in the way is gone."""
    return any(not _eased(before.get(name), now.get(name)) for name in {*before, *now})


def _eased(before: JsonValue, now: JsonValue) -> bool:
    if isinstance(before, list) and isinstance(now, list):
        return all(one in before for one in now)
    return before == now


def _claim(action: Action, spec: AnyTool) -> bool:
    """Take an act on; False where another did, or its run was stopped: then it stays as it is."""
    same = {"args_hash": action.args_hash, "attempt": action.attempt}
    with transaction.atomic() if action.thread_id else nullcontext():
        claimed = goes_on(action.thread_id) and move(action, S.CLAIMED, where=same, **_claim_of(action, spec))
    if claimed and action.grant_id:
        grants.note_use(action.grant_id)
    return claimed


def _claim_of(action: Action, spec: AnyTool) -> dict[str, Any]:
    now = timezone.now()
    deadline = now + timedelta(seconds=spec.timeout) + MARGIN
    return {"claimed_at": now, "deadline_at": deadline, "attempt": action.attempt + 1}


def _run(action: Action, spec: AnyTool, arguments: BaseModel, keeping: Keeping | None = None) -> bool:
    """Call the tool and keep what came of it; False when another has taken the act over meanwhile.

    An executor is an edge: no error leaves an act hanging.
    """
    try:
        done = spec.run(errand_of(action, spec), arguments)
        kept = kept_of(done)
    except ToolFailed as error:
        return end(action, S.FAILED, error=error.message, away=error.away)
    except OutcomeUnknown as error:
        return end(action, S.UNKNOWN, error=error.message)
    except Exception as error:
        log.exception("act %s of %s stumbled", action.pk, action.tool)
        harmless = spec.idempotent or spec.kind is Kind.READ
        to = S.FAILED if harmless else S.UNKNOWN
        return end(action, to, error=_stumbled(error))
    tainted = action.tainted or done.tainted or spec.untrusted
    return end(
        action,
        S.SUCCEEDED,
        beside=keeping and _beside(action, keeping, kept["result"], tainted),
        receipt=done.receipt or action.title,
        tainted=tainted,
        error=None,
        **kept,
    )


def _beside(action: Action, keeping: Keeping, result: Any, tainted: bool) -> Beside | None:
    try:
        return keeping(action.pk, result, tainted)
    except Exception:  # the act was done, so it ends; whoever wanted to keep its result finds it
        log.exception("what act %s of %s came to could not be kept with it", action.pk, action.tool)
        return None


def _stumbled(error: Exception) -> str:
    if storage.is_away(error) and storage.is_full(error):
        return _("The disk is full. Free some space and try again.")
    return _("Something went wrong while it was done.")


def kept_of(done: Done[BaseModel]) -> dict[str, JsonValue]:
    """What is stored of a result."""
    inverse = None if done.inverse is None else dict(done.inverse)
    return {"result": done.result.model_dump(mode="json"), "inverse": inverse}


def end(action: Action, to: Action.Status, *, beside: Beside | None = None, **changes: Any) -> bool:
    """End a claimed act. A result that comes after it was given up as unknown still counts."""
    mine: Mapping[str, object] = {"attempt": action.attempt}
    if move(action, to, where=mine, beside=beside, deadline_at=None, **changes):
        return True
    action.refresh_from_db(fields=["status"])
    if action.status == S.UNKNOWN and to in (S.SUCCEEDED, S.FAILED):
        return move(action, to, where=mine, **changes)
    log.warning("act %s came back after another took it over", action.pk)
    return False


def ask_anew(action: Action, now: dict[str, JsonValue]) -> Action | None:
    """Replace an approved act by one that waits, with what moved; None when another was faster."""
    successor = copy_of(action, key=f"after:{action.pk}")
    successor.preconditions = now
    successor.difference = difference(action.preconditions or {}, now)
    successor.ruling, successor.rule = Verdict.ASK, "world_moved"
    edited = action.decision.edited_arguments if action.decision else None
    successor.reason = (
        _("It asks again because of what your change brings with it.")
        if str(action.pk) in (edited or {})
        else _("It asks again because things have changed since you said yes.")
    )
    return replace_by(action, successor)


def ask_after_all(action: Action, ruling: policy.Ruling) -> Action | None:
    """Replace an act that was to run without asking by one that waits, and says why; None when another was
    faster."""
    successor = copy_of(action, key=f"after:{action.pk}")
    successor.ruling, successor.rule, successor.reason = ruling.decision, ruling.rule, ruling.reason
    successor.level = ruling.circumstances.level
    return replace_by(action, successor)


def replace_by(action: Action, successor: Action) -> Action | None:
    """Let `successor` take an act's place; None when another was faster."""
    try:
        with transaction.atomic(), activity.told_last():
            successor.save(force_insert=True)
            if not move(action, S.SUPERSEDED, successor=successor):
                raise IntegrityError
    except IntegrityError:
        return None
    return successor


COPIED = (
    *("user_id", "thread_id", "subject_kind", "subject_id", "position"),
    *("tool", "agent", "kind", "title", "arguments", "args_hash", "risk", "tainted", "shaped_by", "wishes"),
    *("ruling", "rule", "reason", "level", "preconditions"),
)


def copy_of(action: Action, *, key: str) -> Action:
    """The same act once more, waiting, under another key; not stored."""
    return Action(key=key, status=S.WAITING, **{name: getattr(action, name) for name in COPIED})


def difference(before: Mapping[str, JsonValue], now: Mapping[str, JsonValue]) -> list[dict[str, JsonValue]]:
    """What moved: name, before and after, one entry for each."""
    return [
        {"name": name, "before": before.get(name), "after": now.get(name)}
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]
