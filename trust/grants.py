"""Standing OKs: given on a card or the trust page, limited in scope and time, taken back at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from math import isfinite
from typing import Any, TypeGuard
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, JsonValue

from ownyou.lib.errors import BadRequest, InvalidInput, NotFound
from trust import audit
from trust.models import Action, Grant, User
from trust.policy import GRAVE
from trust.tools import AnyTool, tool_named

Scope = Mapping[str, JsonValue]
AMOUNT, MOST = "amount", "most"


def offered(spec: AnyTool, arguments: BaseModel, *, tainted: bool) -> dict[str, JsonValue] | None:
    """The scope that a standing OK for acts like this would have; None where none can be given.

    An amount becomes the most that it covers; all else must be the same, or one of several named.
    """
    if tainted or spec.risk_of(arguments) in GRAVE:
        return None
    scope = spec.scope_of(arguments)
    return {(MOST if name == AMOUNT else name): value for name, value in scope.items()}


def give(
    *,
    user: User,
    action: Action,
    scope: Scope | None = None,
    until: datetime | None = None,
    decision_id: UUID | None = None,
) -> Grant:
    """Give a standing OK for acts like `action`: its agent, kind and tool, within `scope`, until then.

    `scope` may name fewer limits than were offered, not others. Raises `BadRequest` for an act that always
    asks, `InvalidInput` for a scope or end that does not fit.
    """
    spec = tool_named(action.tool, user)
    arguments = spec.parse(action.arguments)
    offer = offered(spec, arguments, tainted=action.tainted)
    if offer is None:
        raise BadRequest(_("This kind of act always asks you; a standing OK is not possible."))
    if until is not None and until <= timezone.now():
        raise InvalidInput(_("A standing OK must end in the future."), field="until")
    limits = dict(offer if scope is None else scope)
    for name, value in limits.items():
        if name not in offer or not _fits(name, value, offer[name]):
            raise InvalidInput(_("A standing OK cannot be limited like that here."), field=f"scope.{name}")
    with transaction.atomic():
        grant = Grant.objects.create(
            user=user,
            agent=spec.agent,
            kind=spec.kind,
            tool=spec.name,
            scope=limits,
            until=until,
            decision_id=decision_id,
        )
        audit.note("grant_given", user_id=user.pk, actor=user, subject_kind="grant", subject_id=grant.pk)
    return grant


def _fits(name: str, value: JsonValue, offer: JsonValue) -> bool:
    """Whether a limit on the card is one for this act: the same words, or another amount."""
    return _is_amount(value) and value > 0 if name == MOST else _among(offer, value)


def _is_amount(value: JsonValue) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def revoke(*, user: User, grant_id: UUID) -> Grant:
    """Take a standing OK back. What relied on it and has not begun is not done. Raises `NotFound`."""
    from trust.ledger.moves import move

    with transaction.atomic():
        grant = Grant.objects.of(user).select_for_update().filter(pk=grant_id).first()
        if grant is None:
            raise NotFound(_("There is no such standing OK here."))
        if grant.revoked_at is not None:
            return grant
        grant.revoked_at = timezone.now()
        grant.save(update_fields=["revoked_at"])
        audit.note("grant_revoked", user_id=user.pk, actor=user, subject_kind="grant", subject_id=grant.pk)
        for action in Action.objects.filter(grant=grant, status=Action.Status.APPROVED):
            move(
                action,
                Action.Status.DENIED,
                rule="grant_revoked",
                reason=_("You took back the standing OK that this relied on."),
            )
    return grant


def covering(candidates: Iterable[Grant], spec: AnyTool, arguments: BaseModel) -> Grant | None:
    """The first of `candidates` that covers this act."""
    scope = spec.scope_of(arguments)
    return next((grant for grant in candidates if _covers(grant, spec, scope)), None)


def is_standing(grant: Grant) -> bool:
    """Whether it counts now."""
    return grant.revoked_at is None and (grant.until is None or grant.until > timezone.now())


def note_use(grant_id: UUID) -> None:
    """Count one use."""
    Grant.objects.filter(pk=grant_id).update(used=F("used") + 1, used_at=timezone.now())


def _covers(grant: Grant, spec: AnyTool, scope: Scope) -> bool:
    if (grant.agent, grant.kind) != (spec.agent, spec.kind) or grant.tool not in ("", spec.name):
        return False
    return all(_within(name, limit, scope) for name, limit in grant.scope.items())


def _within(name: str, limit: JsonValue, scope: Scope) -> bool:
    if name == MOST:
        amount = scope.get(AMOUNT)
        return _is_amount(amount) and _is_amount(limit) and amount <= limit
    return name in scope and _among(limit, scope[name])


def _among(limit: JsonValue, value: JsonValue) -> bool:
    """Whether all of `value` is named by `limit`; either may be one or a list."""
    named = {_folded(part) for part in _listed(limit)}
    return all(_folded(part) in named for part in _listed(value))


def _listed(value: JsonValue) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _folded(value: Any) -> str:
    return str(value).strip().casefold()
