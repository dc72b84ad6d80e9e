"""What can be done after a choice: its page opened, a mail asked for, the day noted, “I booked it”."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from missions import followups, services
from ownyou.lib.errors import Conflict, InvalidInput
from trust.views.http import PersonRequest, person_required


@person_required
@require_GET
def offered(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """What can be done now with a mission's result."""
    mission = services.mission_of(request.user, mission_id)
    context = {"mission_id": mission.pk, "goal": mission.goal, "follow_ups": followups.followups_of(mission)}
    return render(request, "missions/follow_ups.html", context)


@person_required
@require_POST
def start(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """Start one; its card comes up on the mission's page. A page that was opened is only noted."""
    kind = request.POST.get("kind", "")
    said = {name: request.POST.get(name, "")[:300] for name in ("to", "number")}
    try:
        if kind == followups.OPEN:
            followups.note_opened(user=request.user, mission_id=mission_id)
            return HttpResponse(status=204)
        followups.follow_up(user=request.user, mission_id=mission_id, kind=kind, said=said)
    except (Conflict, InvalidInput) as error:
        services.mission_of(request.user, mission_id)
        messages.error(request, error.message)
    return HttpResponseRedirect(reverse("mission", args=[mission_id]))
