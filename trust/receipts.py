"""Reading acts back: the list of what was done, is about to be done, or was not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import BaseModel

from ownyou.lib.errors import Conflict, NotFound, OwnYouError
from trust import approvals, ledger
from trust.act_cards import ActReceipt, receipt_of_act
from trust.act_fields import ActField, fields_of
from trust.ledger.proposing import errand_of
from trust.ledger.taking_back import act_of
from trust.models import Action, User
from trust.subjects import name_subjects, url_of_subject
from trust.tools import AnyTool, KeptFile, Made, tool_named

S = Action.Status
PAGE = 50
GROUPS: dict[str, tuple[str, ...]] = {
    "done": (S.SUCCEEDED, S.UNDO_FAILED),
    "coming": (S.WAITING, S.APPROVED, S.CLAIMED, S.UNDOING),
    "unknown": (S.UNKNOWN,),
    "failed": (S.FAILED, S.DENIED),
    "not_done": (S.REJECTED, S.EXPIRED, S.CANCELLED, S.UNDONE),
}
"""The filter “status” of the page; replaced versions are shown by none."""


def acts_of(user: User, *, agent: str = "", group: str = "", before: UUID | None = None) -> list[Action]:
    """The acts of a person, newest first, one more than a page. `before`: the last of the page before."""
    rows = Action.objects.of(user).select_related("user").exclude(status__in=(S.SUPERSEDED, S.PROPOSED))
    if agent:
        rows = rows.filter(agent=agent)
    if group in GROUPS:
        rows = rows.filter(status__in=GROUPS[group])
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows.order_by("-pk")[: PAGE + 1])


def shown(user: User, rows: list[Action]) -> list[ActReceipt]:
    """Present acts with what they belong to."""
    cards = [receipt_of_act(row) for row in rows]
    name_subjects(user, cards)
    for card in cards:
        card.subject_url = url_of_subject(card.subject_kind, card.subject_id)
    return cards


@dataclass(frozen=True, slots=True)
class Opened:
    """One act with all that it says and made. `file`: the name of the file it can be had as; empty: none."""

    card: ActReceipt
    fields: list[ActField]
    facts: list[tuple[str, str]]
    file: str


def opened(user: User, action_id: UUID) -> Opened:
    """One act of a person, with its details in full. Raises `NotFound`."""
    action = act_of(user, action_id)
    [card] = shown(user, [action])
    try:
        spec = tool_named(action.tool, user)
        arguments = spec.parse(action.arguments)
    except OwnYouError:  # its tool is gone, or takes other details by now
        return Opened(card, fields_of({}, action.arguments), [], "")
    meant = spec.meant_by(user, arguments)
    schema, read = spec.arguments.model_json_schema(), spec.read_as(arguments)
    fields = fields_of(schema, {**action.arguments, **meant}, read=read)
    made = _made(action, spec, arguments)
    return Opened(card, fields, list(made.facts.items()), made.file.name if made.file else "")


def file_of(user: User, action_id: UUID) -> KeptFile:
    """What an act made, as a file. Raises `NotFound` where there is none."""
    action = act_of(user, action_id)
    spec = tool_named(action.tool, user)
    file = _made(action, spec, spec.parse(action.arguments)).file
    if file is None:
        raise NotFound(_("There is no file of this."))
    return file


def _made(action: Action, spec: AnyTool, arguments: BaseModel) -> Made:
    if spec.made is None or action.status not in GROUPS["done"]:
        return Made()
    return spec.made(errand_of(action, spec), arguments)


def newest(user: User) -> list[ActReceipt]:
    """The first page, unfiltered."""
    return shown(user, acts_of(user)[:PAGE])


def agents_of(user: User) -> list[str]:
    """The agents that ever did something for a person."""
    return list(Action.objects.of(user).order_by("agent").values_list("agent", flat=True).distinct())


def _happened(*, user: User, action_id: UUID) -> Action:
    return ledger.check(user=user, action_id=action_id, happened=True)


def _did_not_happen(*, user: User, action_id: UUID) -> Action:
    return ledger.check(user=user, action_id=action_id, happened=False)


def _again(*, user: User, action_id: UUID) -> Action:
    """Ask once more for what nobody answered, all that was on its card. Raises `NotFound`, `Conflict`."""
    action = act_of(user, action_id)
    if action.decision_id is None:
        raise Conflict(_("Only what has expired can be asked again."), status=action.status)
    approvals.ask_again(user=user, decision_id=action.decision_id)
    return act_of(user, action_id)


VERBS: dict[str, Callable[..., Action]] = {
    "undo": ledger.undo,
    "stop": ledger.stop,
    "check": ledger.check,
    "retry": ledger.retry,
    "again": _again,
    "happened": _happened,
    "not-happened": _did_not_happen,
}
"""What can be done to an act on a page: each takes `user` and `action_id`."""
