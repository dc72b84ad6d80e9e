"""The admin's first page: how this copy of OwnYou is doing, in figures that lead to the rows behind them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.models import ReasoningCall
from missions.models import Mission
from trust.models import User

WEEK = timedelta(days=7)
MOST_FAILED = 8


def home(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Unfold's callback: add `figures` [{title, value, words, url}] and `failed` [Mission] to the context."""
    week = Mission.objects.filter(created_at__gte=timezone.now() - WEEK)
    by_status = dict(week.values_list("status").annotate(Count("pk")))
    context["figures"] = [
        _figure(_("People"), User.objects.filter(is_active=True).count(), _("with an account"), "trust_user"),
        _figure(_("Missions"), sum(by_status.values()), _("in the last 7 days"), "missions_mission"),
        _figure(
            _("Ask people"),
            by_status.get("interrupted", 0),
            _("wait for an answer"),
            "missions_mission",
            "?status__exact=interrupted",
        ),
        _figure(
            _("Failed"),
            by_status.get("failed", 0),
            _("in the last 7 days"),
            "missions_mission",
            "?status__exact=failed",
        ),
        _figure(_("Model"), f"${_spent():.2f}", _("in the last 7 days"), "agency_reasoningcall"),
    ]
    context["failed"] = _failed(week)
    return context


def _figure(title: str, value: int | str, words: str, model: str, query: str = "") -> dict[str, Any]:
    return {
        "title": title,
        "value": value,
        "words": words,
        "url": reverse(f"admin:{model}_changelist") + query,
    }


def _spent() -> float:
    calls = ReasoningCall.objects.filter(created_at__gte=timezone.now() - WEEK)
    return float(calls.aggregate(sum=Sum("cost_usd"))["sum"] or 0)


def _failed(missions: QuerySet[Mission]) -> QuerySet[Mission]:
    """The latest that failed; their words stay shut."""
    rows = missions.filter(status=Mission.Status.FAILED).select_related("user")
    return rows.only("pk", "user__email", "mission_type", "level", "created_at").order_by("-pk")[:MOST_FAILED]
