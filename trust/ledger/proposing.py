"""Proposing acts: checked, ruled, and written down once per step."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils import timezone
from pydantic import BaseModel, JsonValue

from ownyou.lib.crypto import keyed_hash
from ownyou.lib.deadline import Deadline
from ownyou.lib.prepared import Writes
from ownyou.lib.text import clean_line, shorten
from trust import activity
from trust.activity import Subject
from trust.ledger import statements
from trust.ledger.facts import last_facts_of, still
from trust.ledger.moves import tell, tells
from trust.ledger.runs import Stopped, check_goes_on, going_on
from trust.ledger.weighing import Ground, Weighed
from trust.models import Action, User
from trust.policy import Verdict
from trust.tools import AnyTool, Errand, ToolFailed, tool_named

MOST_TITLE = 300
STATUS_OF = {
    Verdict.ALLOW: Action.Status.APPROVED,
    Verdict.ASK: Action.Status.WAITING,
    Verdict.DENY: Action.Status.DENIED,
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """One act that a step wants done. `key` names the step: a step that runs again finds the same row.

    `tainted`: untrusted text shaped an argument; `shaped_by` quotes it. `title` says what will happen, where
    the step knows better words than the tool. `caution` says why it is asked for whatever the trust.
    `wishes`: what the person wished before and is worked in, each with its `words` and the `url` of the page
    where that is taken back.
    """

    tool: str
    arguments: Mapping[str, Any]
    key: str
    position: int = 0
    tainted: bool = False
    shaped_by: Sequence[str] = ()
    title: str = ""
    caution: str = ""
    wishes: Sequence[Mapping[str, str]] = ()


def args_hash(user_id: UUID, tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the hash that an approval binds to: of the tool and its arguments, keyed with the user's key."""
    said = json.dumps([tool, arguments], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return keyed_hash(user_id, said, purpose="act").hex()


def propose(
    proposals: Sequence[Proposal],
    *,
    user: User,
    thread_id: UUID | None = None,
    subject: Subject | None = None,
) -> list[Action]:
    """Write acts down, each ruled, and return them in the order given; those known by their key as they are.

    Allowed ones are `approved` (held back where the tool says so), those to be asked `waiting`, the rest
    `denied`. Call it outside any transaction: tools are asked what an act relies on. Who proposes for no
    thread performs what is approved, or the sweep does soon after. Raises `NotFound` for an unknown tool and
    `InvalidInput` for arguments that do not fit, and `Stopped` for a run that was cancelled or paused;
    nothing is written then.
    """
    return written_down(proposals, user=user, thread_id=thread_id, subject=subject)[0]


Begin = Callable[[Action, AnyTool], None]


def written_down(
    proposals: Sequence[Proposal],
    *,
    user: User,
    thread_id: UUID | None = None,
    subject: Subject | None = None,
    begin: Begin | None = None,
    along: Writes | None = None,
) -> tuple[list[Action], bool]:
    """The same; a single act that may happen at once is claimed by `begin` as it is written down. `along` is
    written with what is new, and not where nothing is.

    Returns the acts, and whether the one was claimed here.
    """
    if begin is not None and len(proposals) == 1:
        action = _begun_as_before(proposals[0], user, thread_id, subject or Subject(), begin, along)
        if action is not None:
            return [action], True
    ground = Ground(user, keys=[proposal.key for proposal in proposals])
    found = _known(user, proposals) if ground.knows_one else {}
    fresh = {proposal.key: proposal for proposal in proposals if proposal.key not in found}
    if not fresh:
        return [found[proposal.key] for proposal in proposals], False
    rows = [_row(proposal, ground, thread_id, subject or Subject()) for proposal in fresh.values()]
    begun = begin is not None and len(proposals) == 1 and _may_begin(rows[0])
    if begin is not None and begun:
        begin(rows[0], tool_named(rows[0].tool, user))
    try:
        _insert(rows, thread_id, along)
    except IntegrityError:  # another run of the same step was faster
        return written_down(
            proposals, user=user, thread_id=thread_id, subject=subject, begin=begin, along=along
        )
    found |= {row.key: row for row in rows}
    return [found[proposal.key] for proposal in proposals], begun


def _begun_as_before(
    proposal: Proposal,
    user: User,
    thread_id: UUID | None,
    subject: Subject,
    begin: Begin,
    along: Writes | None,
) -> Action | None:
    """An act that may happen at once by what was found when the person's last act was ruled on.

    It is written down only if all that holds still, by the statement that looks whether it does, which saves
    the look before. None where it does not: then nothing is written, and the act is ruled on anew.
    """
    facts = last_facts_of(user)
    if facts is None or transaction.get_connection().in_atomic_block:
        return None
    spec = tool_named(proposal.tool, user)
    action = _row(proposal, Ground(user, facts=replace(facts, unasked_today=0)), thread_id, subject)
    if not _may_begin(action):
        return None
    begin(action, spec)
    goes_on = going_on(thread_id)
    looks = [still(user, facts, proposal.key), *([goes_on] if goes_on else [])]
    try:
        return action if statements.insert(action, looks, along) else None
    except IntegrityError:  # another run of the same step was faster
        return None


def _may_begin(action: Action) -> bool:
    """Whether an act that is not stored yet may happen now. One under a standing OK is claimed by itself."""
    unheld = action.not_before is None or action.not_before <= timezone.now()
    return action.status == Action.Status.APPROVED and unheld and action.grant_id is None


def _known(user: User, proposals: Sequence[Proposal]) -> dict[str, Action]:
    keys = {proposal.key for proposal in proposals}
    return {action.key: action for action in Action.objects.of(user).filter(key__in=keys)}


def _insert(rows: list[Action], thread_id: UUID | None, along: Writes | None) -> None:
    if len(rows) == 1 and not tells(rows[0]) and not transaction.get_connection().in_atomic_block:
        goes_on = going_on(thread_id)
        if not statements.insert(rows[0], [goes_on] if goes_on else [], along):
            raise Stopped
        return
    with transaction.atomic(), activity.told_last():
        check_goes_on(thread_id)
        if along is not None:
            along.make()
        Action.objects.bulk_create(rows)
        for row in rows:
            tell(row)


def _row(proposal: Proposal, ground: Ground, thread_id: UUID | None, subject: Subject) -> Action:
    spec = tool_named(proposal.tool, ground.user)
    arguments = spec.parse(proposal.arguments)
    action = Action(
        user=ground.user,
        thread_id=thread_id,
        subject_kind=subject.kind,
        subject_id=subject.id,
        key=proposal.key,
        position=proposal.position,
        tool=spec.name,
        agent=spec.agent,
        kind=spec.kind,
        title=shorten(clean_line(proposal.title or spec.sentence(arguments)), MOST_TITLE),
        tainted=proposal.tainted,
        shaped_by=list(proposal.shaped_by),
        wishes=[dict(wish) for wish in proposal.wishes] or None,
    )
    set_arguments(action, spec, arguments)
    settle(action, spec, ground.weigh(spec, arguments, tainted=proposal.tainted, caution=proposal.caution))
    if action.status != Action.Status.DENIED:
        _note_ground(action, spec, arguments)
    return action


def set_arguments(action: Action, spec: AnyTool, arguments: BaseModel) -> None:
    """Put these arguments on an act, with their hash and risk."""
    action.arguments = arguments.model_dump(mode="json")
    action.args_hash = args_hash(action.user_id, spec.name, action.arguments)
    action.risk = spec.risk_of(arguments)


def settle(action: Action, spec: AnyTool, weighed: Weighed) -> None:
    """Write a ruling on an act that is not stored yet."""
    now = timezone.now()
    ruling = weighed.ruling
    action.ruling, action.rule, action.reason = ruling.decision, ruling.rule, ruling.reason
    action.level, action.grant = weighed.level, weighed.grant
    action.status = STATUS_OF[ruling.decision]
    if action.status == Action.Status.APPROVED:
        action.approved_at = now
        action.not_before = when_due(action, spec)
    elif action.status == Action.Status.DENIED:
        action.ended_at = now


def when_due(action: Action, spec: AnyTool) -> Any:
    """From when the sweep performs an approved act: after its hold-back, or at once where no run does.

    What a person looked at and approved is held only so long that a slip can be taken back.
    """
    now = timezone.now()
    if spec.hold and action.ruling == Verdict.ALLOW:
        return now + spec.hold
    if spec.hold and settings.ACT_HOLD_SECONDS:
        return now + timedelta(seconds=settings.ACT_HOLD_SECONDS)
    return now if action.thread_id is None else None


def _note_ground(action: Action, spec: AnyTool, arguments: BaseModel) -> None:
    """Note what the act relies on; it is not possible where the tool cannot say."""
    try:
        action.preconditions = relied_on(action, spec, arguments)
    except ToolFailed as error:
        action.status, action.ruling, action.rule = Action.Status.DENIED, Verdict.DENY, "not_possible"
        action.reason, action.ended_at, action.not_before = error.message, timezone.now(), None


def relied_on(action: Action, spec: AnyTool, arguments: BaseModel) -> dict[str, JsonValue] | None:
    """What an act relies on, as the world is now; None for a tool that relies on nothing."""
    if spec.precondition is None:
        return None
    facts = spec.precondition(errand_of(action, spec), arguments)
    return json.loads(json.dumps(facts, cls=DjangoJSONEncoder))  # type: ignore[no-any-return]


def errand_of(action: Action, spec: AnyTool) -> Errand:
    """For whom and within what time the tool runs."""
    return Errand(
        user=action.user,
        action_id=action.pk,
        thread_id=action.thread_id,
        subject_kind=action.subject_kind,
        subject_id=action.subject_id,
        tainted=action.tainted,
        deadline=Deadline.after(spec.timeout),
    )
