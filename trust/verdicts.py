"""What becomes of acts when their card is answered or closed, in that transaction, each as was said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from math import isfinite
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from pydantic import BaseModel

from ownyou.lib.errors import InvalidInput, NotFound
from ownyou.lib.fields import seal
from ownyou.lib.prepared import rows_where
from ownyou.lib.text import bounded, clean_line, shorten
from trust import activity, grants, policy, queueing
from trust.act_fields import fields_of
from trust.answered import Part
from trust.ledger.moves import approving, move
from trust.ledger.proposing import MOST_TITLE, set_arguments, when_due
from trust.ledger.weighing import Ground
from trust.misfits import NO_NUMBER, known_words
from trust.models import Action, Decision, User
from trust.policy import Verdict
from trust.tools import AnyTool, tool_named

S = Action.Status
MOST_REASON = 2_000
Rules = Callable[[], Ground]
APPROVE, REJECT = Decision.Verdict.APPROVE.value, Decision.Verdict.REJECT.value
CLOSED = {
    Decision.Status.EXPIRED: S.EXPIRED,
    Decision.Status.SUPERSEDED: S.SUPERSEDED,
    Decision.Status.CANCELLED: S.CANCELLED,
}


def approve_with_answer(decision: Decision) -> Part | None:
    """What approves all acts of a card along with a plain yes to it."""
    return approving(decision) if _is_plain_yes(decision) else None


def says_of_each(decision: Decision) -> bool:
    """Whether an answer to a card takes a look at each of its acts."""
    return decision.kind == Decision.Kind.APPROVAL and not _is_plain_yes(decision)


def _is_plain_yes(decision: Decision) -> bool:
    """Whether a card of a run was answered with yes to all of it as it is, and none of it is held back."""
    if decision.kind != Decision.Kind.APPROVAL or decision.verdict != Decision.Verdict.APPROVE:
        return False
    if decision.thread_id is None or (decision.answer or {}).get("acts"):
        return False
    try:
        tools = [tool_named(act["tool"], decision.user) for act in decision.payload.get("acts", [])]
    except NotFound:
        return False
    return not any(tool.hold for tool in tools)


def take_answer(decision: Decision) -> None:
    """Move the acts of an answered approval. Raises `InvalidInput` for a verdict that does not fit them;
    then nothing counts as answered."""
    acts = list(_waiting(decision))
    with activity.told_last():
        ground = cache(lambda: Ground(decision.user))  # only what was edited is ruled on again
        if decision.verdict == Decision.Verdict.REFINE:
            typed = {str(one.get("id", "")): one for one in (decision.answer or {}).get("acts", [])}
            for action in acts:
                move(action, S.SUPERSEDED, **_kept(action, typed.get(str(action.pk), {}), ground))
            return
        said = _said(decision)
        edited = {}
        wrong = []
        for action in acts:
            try:
                edit = _carry_out(action, said[str(action.pk)], decision, ground)
            except InvalidInput as error:
                wrong.append(error)
                continue
            if edit:
                edited[str(action.pk)] = edit
        if wrong:
            raise _joined(wrong)
    if edited:
        Decision.objects.filter(pk=decision.pk).update(edited_arguments=seal(decision.user_id, edited))


def _joined(errors: Sequence[InvalidInput]) -> InvalidInput:
    """All that does not fit the acts of a card, as one error: it says the first and holds them all."""
    wrong: dict[str, str] = {}
    known: dict[str, str] = {}
    for error in errors:
        wrong |= error.wrong
        known |= error.known
    first = errors[0]
    return InvalidInput(first.message, **(first.detail | {"wrong": wrong, "known": known}))


def close_acts(decision: Decision) -> None:
    """Move the acts of an approval that ended without an answer. Where words say why, they are stopped."""
    if decision.kind != Decision.Kind.APPROVAL:
        return
    with activity.told_last():
        for action in _waiting(decision):
            if decision.comment:
                move(action, S.CANCELLED, error=decision.comment)
            else:
                move(action, CLOSED[Decision.Status(decision.status)])


def _waiting(decision: Decision) -> Iterator[Action]:
    for action in rows_where(Action, _WAITING, decision=decision.pk, waiting=S.WAITING.value):
        action.user = decision.user
        yield action


_WAITING = "WHERE decision_id = %(decision)s AND status = %(waiting)s ORDER BY id FOR UPDATE"


def _said(decision: Decision) -> dict[str, dict[str, Any]]:
    """The verdict on each act: its own, else the one on all."""
    shown = [str(act["id"]) for act in decision.payload.get("acts", [])]
    whole = {"verdict": decision.verdict, "reason": (decision.answer or {}).get("text", "")}
    said: dict[str, dict[str, Any]] = {}
    for one in (decision.answer or {}).get("acts", []):
        number = str(one.get("id", ""))
        if number not in shown or number in said:
            raise InvalidInput(_("One of these acts is not on this card."), field="acts")
        if one.get("verdict", decision.verdict) not in (APPROVE, REJECT):
            raise InvalidInput(_("An act is approved or rejected."), field=f"acts.{number}.verdict")
        if decision.verdict == REJECT and one.get("verdict") == APPROVE:
            words = _("To do one of these, approve the card and say no to the others.")
            raise InvalidInput(words, field="acts")
        said[number] = whole | one
    return {number: said.get(number, whole) for number in shown}


def _carry_out(
    action: Action, said: Mapping[str, Any], decision: Decision, ground: Rules
) -> dict[str, Any] | None:
    """Approve or reject one act; returns the arguments where they were edited."""
    if said["verdict"] == REJECT:
        reason = bounded(str(said["reason"] or ""), name=_("Your reason"), most=MOST_REASON, least=0)
        move(action, S.REJECTED, error=reason or None, **_kept(action, said, ground))
        return None
    try:
        spec = tool_named(action.tool, decision.user)
    except NotFound as error:
        raise InvalidInput(error.message, field=f"acts.{action.pk}") from error
    changes = _edits(action, said.get("arguments"), spec, ground)
    now = timezone.now()
    move(action, S.APPROVED, approved_at=now, not_before=when_due(action, spec), **changes)
    if isinstance(said.get("grant"), dict):
        _give_grant(action, said["grant"], decision, decision.user)
    if action.thread_id is None:
        queueing.perform_after_commit(action)
    return action.arguments if changes else None


def _kept(action: Action, said: Mapping[str, Any], ground: Rules) -> dict[str, Any]:
    """What was changed by hand in an act that is not done as it stands: whoever drafts it again begins from
    there. What does not fit is left out, for nothing runs with it."""
    try:
        return _edits(action, said.get("arguments"), tool_named(action.tool, action.user), ground)
    except (InvalidInput, NotFound):
        return {}


def _edits(action: Action, given: object, spec: AnyTool, ground: Rules) -> dict[str, Any]:
    """What an edit changes: checked by the schema and by the policy, with a hash of its own.

    What the act was seen to rely on stays: if the change brings something else with it, it is asked anew."""
    if given is None:
        return {}
    field = f"acts.{action.pk}"
    if not isinstance(given, dict):
        raise InvalidInput(_("The details of an act are named values."), field=field)
    try:
        arguments = spec.parse({**action.arguments, **given})
    except InvalidInput as error:
        raise _refusal(action, given, spec, error, action.user) from error
    _check_numbers(arguments.model_dump(), field)
    edited = Action(user_id=action.user_id)
    set_arguments(edited, spec, arguments)
    if edited.args_hash == action.args_hash:
        return {}
    _check_allowed(spec, arguments, action, ground(), field)
    return {
        "arguments": edited.arguments,
        "args_hash": edited.args_hash,
        "risk": edited.risk,
        "title": shorten(clean_line(spec.sentence(arguments)), MOST_TITLE),
    }


def _check_numbers(value: object, place: str) -> None:
    """Raises `InvalidInput` for “nan” and “inf”, which a schema takes for numbers and no amount is."""
    if isinstance(value, dict):
        for name, part in value.items():
            _check_numbers(part, f"{place}.{name}")
    elif isinstance(value, list):
        for part in value:
            _check_numbers(part, place)
    elif isinstance(value, float | Decimal) and not isfinite(value):
        raise InvalidInput(str(NO_NUMBER), field=place)


def _refusal(
    action: Action, given: Mapping[str, Any], spec: AnyTool, error: InvalidInput, user: User
) -> InvalidInput:
    """Why an edit does not fit, for each detail (`wrong`), with the one value known for words (`known`)."""
    wrong, known = {}, {}
    labels = {field.name: field.label for field in fields_of(spec.arguments.model_json_schema(), {})}
    for place, words in error.wrong.items():
        name, inside = place.partition(".")[0], f"acts.{action.pk}.{place}"
        found = spec.known_for(user, name, given.get(name))
        wrong[inside] = words if found is None else f"{words} {known_words(str(given[name])[:80], found)}"
        if found is not None and len(found) == 1:
            known[inside] = found[0]
    first, words = next(iter(wrong.items()))
    label = labels.get(first.split(".")[2], "") if first.count(".") > 1 else ""
    return InvalidInput(f"{label}: {words}" if label else words, field=first, wrong=wrong, known=known)


def _check_allowed(spec: AnyTool, arguments: BaseModel, action: Action, ground: Ground, field: str) -> None:
    ruling = policy.decide(ground.circumstances(spec, arguments, tainted=action.tainted))
    if ruling.decision is Verdict.DENY:
        raise InvalidInput(ruling.reason, field=field, rule=ruling.rule)


def _give_grant(action: Action, given: Mapping[str, Any], decision: Decision, user: User) -> None:
    scope = given.get("scope")
    if scope is not None and not isinstance(scope, dict):
        raise InvalidInput(_("A standing OK cannot be limited like that here."), field="scope")
    grants.give(
        user=user, action=action, scope=scope, until=_moment(given.get("until")), decision_id=decision.pk
    )


def _moment(text: object) -> datetime | None:
    if text in (None, ""):
        return None
    try:
        moment = parse_datetime(str(text))
    except ValueError:
        moment = None
    if moment is None:
        raise InvalidInput(_("When should the standing OK end?"), field="until")
    return moment if moment.tzinfo else timezone.make_aware(moment)
