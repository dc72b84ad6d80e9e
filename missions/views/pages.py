"""Today, the list of missions, one mission, and what can be done to it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from agency.models import Desire
from agency.reasoning.wish_rules import may_hold_a_wish
from memory import telling
from missions import asking, choosing_again, services
from missions.about_oneself import asks_what_is_known, for_memory
from missions.board import board_of, vars_of
from missions.cards import page_card_for
from missions.listing import TABS, counts_of, missions_of
from missions.models import Mission
from missions.part_cards import parts_card
from missions.plan_cards import plan_card
from missions.plugins.discovery import all_types
from missions.rows import rows_for
from ownyou.lib.errors import Conflict, InvalidInput, OwnYouError, TooMany
from ownyou.lib.ids import parse_id
from trust import presence
from trust.models import User
from trust.timeline import timeline_of
from trust.views.http import PersonRequest, person_required

MOST_EXAMPLES, LONGEST_EXAMPLE = 5, 46
ACTS = {
    "pause": services.pause_mission,
    "resume": services.resume_mission,
    "cancel": services.cancel_mission,
    "retry": services.retry_mission,
    "again": services.repeat_mission,
    "another": choosing_again.choose_again,
    "archive": services.archive_mission,
}


@person_required
@require_GET
def today(request: PersonRequest) -> HttpResponse:
    """What needs the person, what works, and the ask box. Newcomers take the first steps first."""
    if request.user.onboarding != User.Onboarding.DONE:
        return redirect(f"onboarding_{request.user.onboarding}")
    return render(request, "missions/today.html", _today(request))


def _today(request: PersonRequest, **more: Any) -> dict[str, Any]:
    return {
        **vars_of(board_of(request.user)),
        "greeting": greeting(request),
        "today": timezone.localdate(),
        "request_key": uuid4(),
        "examples": _examples(),
        **more,
    }


def _examples() -> list[str]:
    """What can be asked for, one of a type, the shortest first; as many as stand in two lines."""
    first = [kind.config.example for kind in all_types() if kind.config.examples]
    short = sorted((one for one in first if len(one) <= LONGEST_EXAMPLE), key=len)[:MOST_EXAMPLES]
    return [f"{one[:1].upper()}{one[1:]}" for one in short]


def greeting(request: PersonRequest) -> str:
    """Greet by the time of day at the person's place."""
    hour = timezone.localtime().hour
    name = request.user.first_name
    if hour < 5 or hour >= 18:
        return _("Good evening, %(name)s") % {"name": name}
    return (_("Good morning, %(name)s") if hour < 12 else _("Good afternoon, %(name)s")) % {"name": name}


@person_required
@require_POST
def mission_create(request: PersonRequest) -> HttpResponse:
    """Take on a goal or a wish and go to its page. A double Ask finds the same one. What is to be remembered
    or forgotten goes to memory."""
    goal = request.POST.get("goal", "")
    if asks_what_is_known(goal):
        return redirect("memory")
    if said := for_memory(goal):
        messages.success(request, " ".join(telling.tell(user=request.user, sentence=said).words))
        return redirect("memory")
    try:
        made = asking.ask(
            user=request.user, sentence=goal, request_key=parse_id(request.POST.get("request_key"))
        )
    except (InvalidInput, TooMany) as error:
        context = _today(request, goal=goal, ask_error=error.message)
        return render(request, "missions/today.html", context, status=error.status)
    return HttpResponseRedirect(_page_of(made))


def _page_of(made: Mission | Desire) -> str:
    return reverse("desire" if isinstance(made, Desire) else "mission", args=[made.pk])


@person_required
@require_POST
def mission_pursue(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """Pursue over time what was taken for a mission."""
    try:
        made = asking.as_desire(user=request.user, mission_id=mission_id)
    except Conflict as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("mission", args=[mission_id]))
    return HttpResponseRedirect(_page_of(made))


@person_required
@require_POST
def desire_once(request: PersonRequest, desire_id: UUID) -> HttpResponse:
    """Do once, as a mission, what was taken for a desire."""
    try:
        made = asking.as_mission(user=request.user, desire_id=desire_id)
    except (Conflict, TooMany) as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("desire", args=[desire_id]))
    return HttpResponseRedirect(_page_of(made))


@person_required
@require_GET
def mission(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """One mission: what waits first, then what was found, then all that happened."""
    found = services.mission_of(request.user, mission_id)
    presence.note_looking(request.user.pk, [f"mission:{found.pk}"], seconds=presence.OPENING_SECONDS)
    context = {
        "mission": page_card_for(found),
        "plan": plan_card(found),
        "parts": parts_card(found),
        "may_last": may_hold_a_wish(found.goal),
    }
    return render(request, "missions/mission.html", context)


@person_required
@require_GET
def mission_earlier(request: PersonRequest, mission_id: UUID, before: int) -> HttpResponse:
    """The lines of a mission's timeline below one number, for the end of the list."""
    found = services.mission_of(request.user, mission_id)
    timeline, earlier = timeline_of(found.user_id, found.pk, before=before)
    context = {"mission": {"id": found.pk, "timeline": timeline, "earlier": earlier}}
    return render(request, "missions/mission.html#lines", context)


@person_required
@require_POST
def mission_act(request: PersonRequest, mission_id: UUID, verb: str) -> HttpResponse:
    """Pause, resume, cancel, retry, archive, do it again, or choose another option."""
    if verb not in ACTS:
        raise Http404
    try:
        done = ACTS[verb](user=request.user, mission_id=mission_id)
    except OwnYouError as error:
        if error.status == 404:
            raise
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("mission", args=[mission_id]))
    return HttpResponseRedirect(reverse("mission", args=[done.pk]))


@person_required
@require_GET
def missions(request: PersonRequest) -> HttpResponse:
    """All missions by tab, searched by words of their goals."""
    tab = request.GET.get("tab", "all")
    tab = tab if tab in TABS else "all"
    query = request.GET.get("q", "").strip()[:200]
    rows, next_cursor = missions_of(
        request.user, tab=tab, query=query, before=parse_id(request.GET.get("before"))
    )
    counts = counts_of(request.user)
    context = {
        "missions": rows_for(rows),
        "q": query,
        "tab": tab,
        "tabs": [{"key": key, "label": label(), "count": counts.get(key, 0)} for key, label in TABS.items()],
        "next_url": f"?{urlencode({'tab': tab, 'q': query, 'before': next_cursor})}" if next_cursor else "",
    }
    return render(request, "missions/list.html", context)


@person_required
@require_GET
def palette(request: PersonRequest) -> HttpResponse:
    """What the command palette finds: pages, missions, memories."""
    from missions.palette import groups_for

    query = request.GET.get("q", "").strip()[:200]
    context = {"q": query, "groups": groups_for(request.user, query), "request_key": uuid4()}
    return render(request, "palette/results.html", context)
