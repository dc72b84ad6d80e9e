"""The trust page: how trust stands, standing OKs, the person's rules, and how much starts without asking."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from ownyou.lib.errors import InvalidInput, NotFound, OwnYouError
from trust import autonomy, grants, last_week, scores, standing
from trust.autonomy import REVIEW_TITLES
from trust.models import User
from trust.tools import Kind
from trust.views.http import PersonRequest, person_required

WANTED = {"lower": scores.lower, "lift": scores.lift, "accept": scores.accept_offer}


@person_required
@require_GET
def page(request: PersonRequest) -> HttpResponse:
    """Everything about trust."""
    return _page(request)


@person_required
@require_POST
def level(request: PersonRequest) -> HttpResponse:
    """Lower the trust in an agent for a kind of act, let it grow again, or accept the offer of level 3."""
    verb = request.POST.get("verb", "")
    change = WANTED.get(verb)
    agent, kind = request.POST.get("agent", ""), request.POST.get("kind", "")
    rows = {(row.agent, row.kind) for card in standing.agents_of(request.user) for row in card.kinds}
    if change is None or (agent, kind) not in rows:
        raise NotFound(_("There is no such agent here."))
    if change is scores.accept_offer and "understood" not in request.POST:
        return _refused(request, InvalidInput(_("Tick the box to say that you want this.")), "agents")
    try:
        seen = {"seen": _number(request, "level")} if verb == "lower" and "level" in request.POST else {}
        change(user=request.user, agent=agent, kind=Kind(kind), **seen)
    except OwnYouError as error:
        return _refused(request, error, "agents")
    return _at(f"agent-{slugify(agent)}")


@person_required
@require_POST
def revoke(request: PersonRequest, grant_id: UUID) -> HttpResponse:
    """Take a standing OK back."""
    grants.revoke(user=request.user, grant_id=grant_id)
    messages.success(request, _("Taken back. From now on it asks you again."))
    return redirect("trust")


@person_required
@require_POST
def rule_add(request: PersonRequest) -> HttpResponse:
    """Add a rule of what is never done."""
    given = {name: request.POST.get(name, "") for name in ("agent", "kind", "mentions")}
    if given["agent"] and given["agent"] not in dict(standing.agent_choices(request.user)):
        return _refused(request, InvalidInput(_("There is no such agent here.")), "rules", given)
    try:
        autonomy.add_rule(user=request.user, **given)
    except OwnYouError as error:
        return _refused(request, error, "rules", given)
    return _at("rules")


@person_required
@require_POST
def rule_remove(request: PersonRequest, rule_id: UUID) -> HttpResponse:
    """Take a rule away."""
    autonomy.remove_rule(user=request.user, rule_id=rule_id)
    messages.success(request, _("The rule is gone."))
    return _at("rules")


@person_required
@require_POST
def steps(request: PersonRequest) -> HttpResponse:
    """Set the step of autonomy."""
    return _set(request, "autonomy", lambda: autonomy.set_autonomy(user=request.user, to=_said(request)))


@person_required
@require_POST
def review(request: PersonRequest) -> HttpResponse:
    """Set which plans are shown first."""
    confirmed = "confirmed" in request.POST
    return _set(
        request,
        "review",
        lambda: autonomy.set_plan_review(user=request.user, to=_said(request), confirmed=confirmed),
    )


@person_required
@require_POST
def limits(request: PersonRequest) -> HttpResponse:
    """Set the cap of acts a day, and how long an OK is waited for."""
    return _set(
        request,
        "limits",
        lambda: autonomy.set_limits(
            user=request.user,
            acts_a_day=_number(request, "acts_a_day"),
            approval_minutes=_number(request, "approval_minutes"),
        ),
    )


def _at(place: str) -> HttpResponse:
    """The page again, scrolled to where the change was."""
    return redirect(f"{reverse('trust')}#{place}")


def _said(request: PersonRequest) -> str:
    return request.POST.get("to", "")


def _number(request: PersonRequest, name: str) -> int:
    said = request.POST.get(name, "").strip()
    if not said.isdecimal() or len(said) > 6:
        raise InvalidInput(_("A whole number, please."), field=name)
    return int(said)


def _set(request: PersonRequest, place: str, change: Any) -> HttpResponse:
    try:
        change()
    except OwnYouError as error:
        return _refused(request, error, place)
    messages.success(request, _("Saved."))
    return _at(place)


def _refused(
    request: PersonRequest, error: OwnYouError, place: str, given: dict[str, str] | None = None
) -> HttpResponse:
    """The page again, with what was wrong beside what was wrong. What was typed stays."""
    request.user.refresh_from_db()
    return _page(request, status=error.status, error={"place": place, "words": error.message}, given=given)


def _page(
    request: PersonRequest,
    *,
    status: int = 200,
    error: dict[str, str] | None = None,
    given: dict[str, str] | None = None,
) -> HttpResponse:
    user = request.user
    context = {
        "agents": standing.agents_of(user),
        "grants": standing.grants_of(user),
        "rules": standing.rules_of(user),
        "agent_choices": standing.agent_choices(user),
        "kind_choices": standing.kind_choices(),
        "steps": last_week.steps_for(user),
        "reviews": [
            {
                "value": value.value,
                "title": title,
                "dangerous": value is User.Review.ALWAYS,
                "chosen": user.plan_review == value,
            }
            for value, title in REVIEW_TITLES.items()
        ],
        "error": error or {},
        "given": given or {},
    }
    return render(request, "trust/trust.html", context, status=status)
