"""The feedback panel of a mission page. A stranger's mission is not found (404)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from feedback import services
from feedback.cards import card_of
from feedback.learning import Learned
from feedback.live import form_help, given_context
from feedback.services import GivenFeedback
from missions import afterwards
from missions.choosing_again import choose_again, says_wrong_choice
from missions.models import Mission
from missions.services import mission_of
from ownyou.lib.errors import Conflict, InvalidInput, TooMany
from trust.views.http import PersonRequest, person_required

FIELDS = ("completion", "quality", "usefulness", "text")
PART = "part:"
"""What the names of the fields of parts begin with; the part's key follows."""


@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def mission_feedback(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """Show the form, or what was given and learned; take the form."""
    mission = mission_of(request.user, mission_id)
    if request.method != "POST":
        return _panel(request, mission, services.feedback_of(request.user, mission_id))
    if says_wrong_choice(request.POST.get("text", "")) and mission.was_chosen:
        return _choosing_again(request, mission_id)
    try:
        given = services.give_feedback(user=request.user, mission_id=mission_id, **_told(request))
    except (InvalidInput, Conflict) as error:
        return _panel(request, mission, None, error=error)
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(reverse("mission", args=[mission_id]) + "#feedback-place")
    return _panel(request, mission, given)


def _choosing_again(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """Words that the choice was a slip do what the button "Choose another" does, and lead where it leads."""
    try:
        again = choose_again(user=request.user, mission_id=mission_id)
    except (Conflict, TooMany) as error:
        return _panel(request, mission_of(request.user, mission_id), None, error=error)
    page = reverse("mission", args=[again.pk])
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": page})
    return HttpResponseRedirect(page)


@person_required
@require_POST
def feedback_undo(request: PersonRequest, mission_id: UUID, item_id: UUID) -> HttpResponse:
    """Take back one learned thing: `feedback/learned.html` with item."""
    learned = services.undo_learned(user=request.user, mission_id=mission_id, item_id=item_id)
    return _item(request, mission_id, learned)


@person_required
@require_POST
def feedback_edit(request: PersonRequest, mission_id: UUID, item_id: UUID) -> HttpResponse:
    """Put one learned thing in other words (`text`): `feedback/learned.html`, with error when refused."""
    text = request.POST.get("text", "")
    try:
        learned = services.edit_learned(user=request.user, mission_id=mission_id, item_id=item_id, text=text)
    except InvalidInput as error:
        given = services.feedback_of(request.user, mission_id)
        old = next(entry for entry in given.learned if entry.item_id == item_id) if given else None
        assert old is not None
        context = {"item": card_of(old, mission_id, edit_text=text), "error": error.message, "editing": True}
        return render(request, "feedback/learned.html", context, status=error.status)
    return _item(request, mission_id, learned)


def _told(request: PersonRequest) -> dict[str, Any]:
    """What the form says. What was left open is kept open, and asked for beside what was given."""
    sent = request.POST
    return {
        "completion": sent.get("completion", ""),
        "quality": _stars(sent.get("quality", "")),
        "usefulness": sent.get("usefulness") or None,
        "text": sent.get("text", ""),
        "parts": {
            name.removeprefix(PART): stars
            for name in sent
            if name.startswith(PART) and (stars := _stars(sent.get(name, ""))) is not None
        },
    }


def _stars(sent: str) -> int | None:
    """Read the stars; what is no number becomes one that is refused."""
    if not sent.strip():
        return None
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else 0


def _panel(
    request: PersonRequest,
    mission: Mission,
    given: GivenFeedback | None,
    *,
    error: InvalidInput | Conflict | TooMany | None = None,
) -> HttpResponse:
    if services.asks_afterwards(mission, given):
        given = None
    context = {
        "mission": mission,
        "over": afterwards.is_over(mission),
        "parts": [
            {"name": f"{PART}{part.key}", "title": part.title, "stars": request.POST.get(f"{PART}{part.key}")}
            for part in afterwards.parts_to_rate(mission)
        ],
        "url": reverse("mission_feedback", args=[mission.pk]),
        "error": error.message if error else "",
        "wrong": error.detail.get("field", "") if error else "",
        "values": {name: request.POST.get(name, "") for name in FIELDS},
        "words_help": form_help(),
        "can_pause": mission.status not in Mission.ENDED,
        **(given_context(mission.pk, given) if given else {}),
    }
    page = "panel" if request.headers.get("HX-Request") else "page"
    return render(request, f"feedback/{page}.html", context, status=error.status if error else 200)


def _item(request: PersonRequest, mission_id: UUID, learned: Learned) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(reverse("mission", args=[mission_id]) + "#feedback-place")
    return render(request, "feedback/learned.html", {"item": card_of(learned, mission_id)})
