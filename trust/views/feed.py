"""The activity page, and the live answer for pages whose websocket is blocked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from trust import live
from trust.cards import lines_of, name_subjects
from trust.models import Activity
from trust.views.http import PersonRequest, person_required

PAGE = 50
FILTERS = {
    "all": [],
    "needs": [Activity.Kind.APPROVAL_REQUIRED, Activity.Kind.DECIDED],
    "done": [Activity.Kind.AGENT_COMPLETED],
    "learned": [Activity.Kind.LEARNED],
    "problems": [Activity.Kind.AGENT_ERROR],
}


@person_required
@require_GET
def activity(request: PersonRequest) -> HttpResponse:
    """The feed, newest first."""
    chosen = request.GET.get("filter", "all")
    rows = Activity.objects.of(request.user).order_by("-seq")
    if kinds := FILTERS.get(chosen):
        rows = rows.filter(kind__in=kinds)
    before = request.GET.get("before", "")
    if before.isdecimal():
        rows = rows.filter(seq__lt=int(before[:18]))
    lines = lines_of(rows[: PAGE + 1])
    name_subjects(request.user, lines)
    older = f"?filter={chosen}&before={lines[PAGE - 1].seq}" if len(lines) > PAGE else ""
    labels = {
        "all": _("All"),
        "needs": _("Your decisions"),
        "done": _("Done"),
        "learned": _("Learned"),
        "problems": _("Problems"),
    }
    context = {
        "lines": lines[:PAGE],
        "filter": chosen if chosen in FILTERS else "all",
        "filters": [{"key": key, "label": label} for key, label in labels.items()],
        "older_url": older,
    }
    return render(request, "trust/activity.html", context)


@require_GET
def poll(request: HttpRequest) -> JsonResponse:
    """What changed since `after` in the regions that the page shows (same answer as the websocket's)."""
    user = request.user
    if not user.is_authenticated:
        return JsonResponse({"detail": "Log in again."}, status=401)
    after = request.GET.get("after", "0")
    number = int(after[:18]) if after.isdecimal() else 0
    update = live.missed(user, after=number, regions=request.GET.getlist("region"))
    return JsonResponse(update.as_json())
