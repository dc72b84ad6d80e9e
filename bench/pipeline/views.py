"""The bare pipeline's pages: start a run, approve it, and a page of cards from three queries."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from bench.pipeline import tasks
from bench.pipeline.models import Run
from missions.models import Mission, SourceReport
from trust.models import Decision
from trust.views.http import PersonRequest, person_required

CARDS = 20


@person_required
@require_POST
def start(request: PersonRequest) -> JsonResponse:
    """Commit a run and enqueue it."""
    text = request.POST["text"]
    wide = "wide" in request.POST
    with transaction.atomic():
        run = Run.objects.create(user_id=request.user.pk, text=text)
        arguments = (request.user.pk.hex, str(run.pk), text, wide)
        transaction.on_commit(lambda: tasks.drive.apply_async(args=arguments, retry=False))
    return JsonResponse({"run": str(run.pk)})


@person_required
@require_POST
def start_plan(request: PersonRequest) -> JsonResponse:
    """Commit a run and enqueue it as a plan in parts."""
    text = request.POST["text"]
    with transaction.atomic():
        run = Run.objects.create(user_id=request.user.pk, text=text)
        arguments = (request.user.pk.hex, str(run.pk), text)
        transaction.on_commit(lambda: tasks.drive_plan.apply_async(args=arguments, retry=False))
    return JsonResponse({"run": str(run.pk)})


@person_required
@require_POST
def approve(request: PersonRequest, run_id: UUID) -> HttpResponse:
    """Note the answer and enqueue the rest."""
    with transaction.atomic():
        Run.objects.filter(pk=run_id, user_id=request.user.pk).update(text="approved")
        arguments = (str(run_id), "wide" in request.POST)
        transaction.on_commit(lambda: tasks.resume.apply_async(args=arguments, retry=False))
    return HttpResponse(status=204)


@login_required
@require_GET
def page(request: PersonRequest) -> HttpResponse:
    """The rows that Today shows, from three queries, with plain markup; no frame, so no query for one."""
    rows = Mission.objects.filter(user_id=request.user.pk).defer("shortlist").order_by("-created_at")
    missions: list[Any] = list(rows[:CARDS])
    ids = [mission.pk for mission in missions]
    decisions = {row.subject_id: row for row in Decision.objects.filter(subject_id__in=ids, status="open")}
    reports: dict[UUID, list[SourceReport]] = {}
    for report in SourceReport.objects.filter(mission_id__in=ids).defer("offers"):
        reports.setdefault(report.mission_id, []).append(report)
    for mission in missions:
        mission.decision = decisions.get(mission.pk)
        mission.asked = reports.get(mission.pk, [])
    return render(request, "pipeline/page.html", {"missions": missions})
