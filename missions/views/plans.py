"""Changing what a plan starts from, on the mission's page."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from missions import open_goals, plan_inputs, services
from ownyou.lib.errors import NotFound, OwnYouError
from trust.views.http import PersonRequest, person_required


@person_required
@require_POST
def change(request: PersonRequest, mission_id: UUID, name: str) -> HttpResponse:
    """Give an input another value, and go where it goes on: this mission, or the new one."""
    mission = services.mission_of(request.user, mission_id)
    plan = open_goals.plan_of(mission)
    if plan is None:
        raise NotFound(_("This mission has no plan."))
    try:
        value = plan_inputs.read_value(plan, name, request.POST.get("text", ""))
        mission = plan_inputs.change_plan_input(
            user=request.user, mission_id=mission_id, name=name, value=value
        )
    except NotFound:
        raise
    except OwnYouError as error:
        messages.error(request, error.message)
    return HttpResponseRedirect(reverse("mission", args=[mission.pk]))
