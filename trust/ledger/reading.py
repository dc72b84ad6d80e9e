"""Reading: through the same gate, but without a row unless it asks or costs money."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from pydantic import BaseModel

from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import OwnYouError
from ownyou.lib.ids import new_id
from trust import activity, grants
from trust.activity import Subject
from trust.ledger.performing import act
from trust.ledger.proposing import Proposal, args_hash
from trust.ledger.weighing import Ground
from trust.models import Action, Activity, User
from trust.policy import Verdict
from trust.switches import count_read
from trust.tools import AnyTool, Done, Errand, Kind, ToolFailed, tool_named

log = logging.getLogger(__name__)


class Denied(OwnYouError):
    """This is not allowed here."""

    status = 403
    code = "denied"


def read(
    tool: str,
    arguments: Mapping[str, Any],
    *,
    user: User,
    thread_id: UUID | None = None,
    subject: Subject | None = None,
    tainted: bool = False,
    shaped_by: tuple[str, ...] = (),
    caution: str = "",
    key: str = "",
) -> Done[Any] | Action:
    """Read with a tool of kind read: what it found, or the act where it asks first or costs money.

    An act that is `succeeded` has the result; a `waiting` one is to be asked for. `key` names the step; by
    default a run that reads the same again finds the same act. Raises `Denied`, `ToolFailed`, `NotFound`,
    `InvalidInput`, and `ValueError` for a tool that does more than read.
    """
    spec = tool_named(tool, user)
    if spec.kind is not Kind.READ:
        raise ValueError(f"{tool} does not only read: propose it")
    parsed = spec.parse(arguments)
    weighed = Ground(user).weigh(spec, parsed, tainted=tainted, caution=caution)
    ruling = weighed.ruling
    if ruling.decision is Verdict.DENY:
        raise Denied(ruling.reason, rule=ruling.rule)
    if ruling.decision is Verdict.ALLOW and not spec.costs:
        if weighed.grant is not None:
            grants.note_use(weighed.grant.pk)
        return _plainly(spec, parsed, user, thread_id, subject or Subject(), tainted, key)
    key = key or f"read:{thread_id or new_id()}:{args_hash(user.pk, tool, parsed.model_dump(mode='json'))}"
    step = Proposal(spec.name, arguments, key, tainted=tainted, shaped_by=shaped_by, caution=caution)
    [action] = act([step], user=user, thread_id=thread_id, subject=subject)
    return action


def _plainly(
    spec: AnyTool,
    parsed: BaseModel,
    user: User,
    thread_id: UUID | None,
    subject: Subject,
    tainted: bool,
    key: str,
) -> Done[Any]:
    errand = Errand(
        user=user,
        action_id=uuid5(user.pk, key) if key else None,  # a step that runs again keeps its file once
        thread_id=thread_id,
        subject_kind=subject.kind,
        subject_id=subject.id,
        tainted=tainted,
        deadline=Deadline.after(spec.timeout),
    )
    done = _called(spec, errand, parsed)
    activity.record(
        user_id=user.pk,
        kind=Activity.Kind.AGENT_COMPLETED,
        agent=spec.agent,
        text=done.receipt or spec.sentence(parsed),
        subject=subject,
        thread_id=thread_id,
        detail={"tool": spec.name},
    )
    if spec.untrusted or tainted:
        return Done(done.result, done.receipt, done.inverse, tainted=True)
    return done


def _called(spec: AnyTool, errand: Errand, parsed: BaseModel) -> Done[Any]:
    """Run the tool and count it; whatever goes wrong is a `ToolFailed`, for nothing was changed."""
    try:
        done = spec.run(errand, parsed)
    except OwnYouError:
        count_read(spec.name, failed=True)
        raise
    except Exception as error:  # a tool is an edge
        log.exception("reading with %s stumbled", spec.name)
        count_read(spec.name, failed=True)
        raise ToolFailed(_("Something went wrong while reading.")) from error
    count_read(spec.name)
    return done
